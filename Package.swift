// swift-tools-version: 6.2
import PackageDescription

// The targets. ARCHITECTURE.md lists what each may import, and Tests/RepositoryTests reads that list.
//
// Without variables this builds the programs and their tests. Scripts set:
//   GESTURED_MODE=bench      the benchmark too                                  scripts/bench
//   GESTURED_MODE=core       the core and its tests alone, warnings allowed     scripts/mutate, scripts/sanitize, scripts/recipe
//   GESTURED_MODE=run        gestured and most of gesturectl                    scripts/run
//   GESTURED_MODE=quick      the core, configurations and the rules of the repository, with their tests   scripts/quick
//   GESTURED_MODE=undefined  C and C++ with the undefined-behaviour sanitizer   scripts/sanitize
//   GESTURED_MODE=fuzz       the fuzz targets                                   Tests/Fuzz/run
//   GESTURED_EMBEDDED=DIR    what the daemon is made of, in Embedded Swift      scripts/build, scripts/bench
//   GESTURED_COMMIT=+COMMIT  what the version ends with                        scripts/build
//   GESTURED_ARGUMENT_PARSER=DIR   a copy of the one dependency, for a build without a network
let mode = Context.environment["GESTURED_MODE"] ?? ""

// A library that is newer than Debian's may call a function deprecated, which stops no build.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning),
]

// What the daemon is made of: docs/dev/decisions.md gives the reasons and the figures.
let daemon: [SwiftSetting] =
  strict + [
    // Spans of the core's own lists (`@_lifetime`).
    .enableExperimentalFeature("Lifetimes"),
    // Swift imports these modules by itself. Nothing here uses them, and they would be linked.
    .unsafeFlags([
      "-Xfrontend", "-disable-implicit-concurrency-module-import",
      "-Xfrontend", "-disable-implicit-string-processing-module-import",
    ]),
    // Metadata of generic types is made by a call, not from a name that the runtime reads and looks up; and no checks of
    // exclusive access, which the tests have.
    .unsafeFlags(
      [
        "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
        "-enforce-exclusivity=unchecked",
      ], .when(configuration: .release)),
  ]

// These targets are optimized in the debug build too, with their assertions: replays and properties take half the time
// (docs/dev/decisions.md).
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

// Every use of C's memory is marked `unsafe`, with its reason.
let memorySafe: [SwiftSetting] = [.strictMemorySafety()]

// The commit, in a build that is not of a tag.
let version: [CSetting] =
  Context.environment["GESTURED_COMMIT"].map { [.define("GESTURED_COMMIT", to: "\"\($0)\"")] } ?? []

// An exact version: a build of the same source is the same program. Without a network, GESTURED_ARGUMENT_PARSER names
// the directory of a copy.
let argumentParser: Package.Dependency =
  if let copy = Context.environment["GESTURED_ARGUMENT_PARSER"], !copy.isEmpty {
    .package(name: "swift-argument-parser", path: copy)
  } else {
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  }

// Calls of the C library with a buffer whose size the compiler knows are checked in the release build. AddressSanitizer does it better.
let isFortified = mode != "fuzz"
let checkedC: [CSetting] =
  isFortified ? [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))] : []
let checkedCXX: [CXXSetting] =
  isFortified ? [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))] : []

let package = Package(
  name: "gestured",
  products: [
    .executable(name: "gestured", targets: ["gestured"]),
    .executable(name: "gesturectl", targets: ["gesturectl"]),
    .executable(name: "gestured-typing", targets: ["gestured-typing"]),
  ],
  dependencies: [argumentParser],
  targets: [
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CJson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CSystem", cSettings: version + checkedC),
    // A bundle beside the program would need Foundation.
    .target(name: "CPages", exclude: ["pad.css", "report", "studio"]),
    .target(name: "CEvdev", dependencies: ["CLibevdev", "CLibudev"], cSettings: checkedC),
    // Not by pkg-config: toml++'s flags there ask for its shared library, which has no
    // exception-free ABI. The headers are on the system's include path.
    .target(name: "CToml", cxxSettings: [.define("TOML_HEADER_ONLY", to: "1")] + checkedCXX),
    .target(
      name: "GestureCore", dependencies: ["CSystem"], swiftSettings: daemon + memorySafe + optimized,
      linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "Output", dependencies: ["CSystem", "GestureCore"], swiftSettings: daemon + memorySafe + optimized
    ),
    .target(name: "Typing", dependencies: ["CSystem"], swiftSettings: daemon + memorySafe),
    .target(
      name: "Recordings", dependencies: ["CSystem", "GestureCore"],
      swiftSettings: daemon + memorySafe + optimized),
    .target(
      name: "GestureConfig", dependencies: ["CEvdev", "CSystem", "GestureCore", "CToml", "Output"],
      resources: [.embedInCode("demonstration.toml")], swiftSettings: daemon + memorySafe),
    .target(
      name: "ControlProtocol", dependencies: ["CSystem", "GestureCore", "CJson"],
      resources: [.embedInCode("Interfaces")], swiftSettings: daemon + memorySafe),
    .target(
      name: "Evdev", dependencies: ["CEvdev", "CSystem", "GestureCore", "Output"],
      swiftSettings: daemon + memorySafe),
    .executableTarget(
      name: "gestured",
      dependencies: [
        "CEvdev", "CSystem", "GestureCore", "Output", "Recordings", "GestureConfig", "ControlProtocol",
        "Evdev", "Typing",
      ], swiftSettings: daemon + memorySafe),
    .executableTarget(
      name: "gestured-typing", dependencies: ["CEvdev", "CSystem", "Evdev", "Typing"],
      swiftSettings: daemon + memorySafe),
    .executableTarget(
      name: "gesturectl",
      dependencies: [
        "CEvdev", "CExpat", "CPages", "CYaml", "GestureCore", "Output", "Recordings", "GestureConfig",
        "ControlProtocol",
        "Evdev", "Typing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict + memorySafe),
    .target(
      name: "GestureTesting", dependencies: ["GestureCore", "GestureConfig", "ControlProtocol"],
      path: "Tests/GestureTesting", swiftSettings: strict + optimized),
    .testTarget(
      name: "GestureCoreTests", dependencies: ["GestureCore", "GestureTesting", "Output"],
      exclude: ["Frames/frames.tsv"]),
    .testTarget(
      name: "GestureConfigTests", dependencies: ["GestureConfig", "GestureTesting"], exclude: ["Cases"]),
    .testTarget(name: "RecordingsTests", dependencies: ["Recordings", "GestureTesting"]),
    .testTarget(name: "EvdevTests", dependencies: ["Evdev"]),
    .testTarget(name: "TypingTests", dependencies: ["Typing"]),
    .testTarget(name: "gesturedTests", dependencies: ["gestured", "GestureTesting"]),
    .testTarget(name: "gesturectlTests", dependencies: ["gesturectl", "gestured", "GestureTesting"]),
    .testTarget(name: "RepositoryTests", dependencies: ["GestureConfig", "GestureCore"]),
    // The fuzz targets with the inputs of their corpus.
    .target(name: "CFuzz", path: "Tests/Fuzz/Sources/CFuzz"),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "CFuzz", "GestureConfig", "GestureCore", "ControlProtocol", "Recordings", "GestureTesting",
        "gestured",
        "gesturectl",
      ],
      path: "Tests/Fuzz/Sources/Fuzz", exclude: ["main.swift"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The benchmark, for `make bench` alone. It counts allocations by malloc functions of its own, and it reaches what is
// `package` in the core, so that a package of its own could not hold it.
if mode == "bench" {
  package.targets += [
    .target(name: "BenchReference", path: "Benchmarks/Reference"),
    .executableTarget(
      name: "bench", dependencies: ["BenchReference", "CSystem", "Evdev", "GestureCore"],
      path: "Benchmarks/Bench", swiftSettings: daemon),
  ]
}

// The core and its tests alone, or with configurations and the repository's rules. A changed line may give a warning, which is no
// error here.
if ["core", "quick"].contains(mode) {
  let more = mode == "quick" ? ["GestureConfigTests", "RepositoryTests"] : []
  let kept =
    more + [
      "CEvdev", "CJson", "CLibevdev", "CLibudev", "CSystem", "CToml", "ControlProtocol", "GestureConfig",
      "GestureCore", "GestureTesting", "Output", "GestureCoreTests",
    ]
  package.products = []
  package.dependencies = []
  package.targets.removeAll { !kept.contains($0.name) }
  for target in package.targets {
    target.swiftSettings = target.name == "GestureCore" ? [.enableExperimentalFeature("Lifetimes")] : nil
  }
}

// What `make run` starts, in one build. Two folders of gesturectl, a fifth of it, are of commands that nothing else uses.
if mode == "run" {
  for target in package.targets where target.name == "gesturectl" {
    target.exclude = ["Import", "Studio"]
    target.swiftSettings? += [.define("DEMONSTRATION")]
  }
  package.products.removeAll { $0.name == "gestured-typing" }
  package.targets.removeAll { $0.isTest || ["CFuzz", "gestured-typing", "GestureTesting"].contains($0.name) }
}

// C and C++ with the sanitizer of undefined behaviour, which traps.
func checkUndefined(_ target: Target, _ more: [String] = []) {
  guard ["CToml", "CEvdev"].contains(target.name) else { return }
  let flags = more + ["-fsanitize=undefined", "-fsanitize-trap=undefined"]
  target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(flags)]
  target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(flags)]
}
if mode == "undefined" { package.targets.forEach { checkUndefined($0) } }

// The fuzz targets, for Tests/Fuzz/run alone: what they read is built with libFuzzer's instrumentation, and C and C++ with
// the sanitizer of undefined behaviour. The programs become libraries, whose main functions have other names.
if mode == "fuzz" {
  let programs = ["gestured", "gesturectl"]
  let fuzzer: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]
  let ours =
    programs + [
      "GestureConfig", "GestureCore", "Output", "ControlProtocol", "Recordings", "Evdev", "GestureTesting",
    ]
  package.targets = package.targets.filter { !$0.isTest }.map { target in
    checkUndefined(target, ["-fsanitize=fuzzer-no-link"])
    guard ours.contains(target.name) else { return target }
    target.swiftSettings = (target.swiftSettings ?? []) + fuzzer
    guard programs.contains(target.name) else { return target }
    let main: [SwiftSetting] = [
      .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(target.name)_main"])
    ]
    // A file of that name makes a program of its target.
    let excluded = target.name == "gestured" ? ["Main.swift"] : []
    return .target(
      name: target.name, dependencies: target.dependencies, exclude: excluded, resources: target.resources,
      swiftSettings: (target.swiftSettings ?? []) + main)
  }
  package.products = [.executable(name: "Fuzz", targets: ["Fuzz"])]
  package.targets += [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "GestureConfig", "GestureCore", "ControlProtocol", "Recordings", "GestureTesting", "gestured",
        "gesturectl",
        "CFuzz",
      ],
      path: "Tests/Fuzz/Sources/Fuzz", exclude: ["CorpusTests.swift"],
      swiftSettings: [.unsafeFlags(["-sanitize=fuzzer"])],
      // gold dies of the sanitizer's sections.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
  ]
}

// A file of the programs imports each module whose declarations it uses, members too: none compiles by an import of another file.
for target in package.targets where !target.isTest && target.swiftSettings != nil {
  target.swiftSettings? += [.enableUpcomingFeature("MemberImportVisibility")]
}

// The daemon and gestured-typing in Embedded Swift, for scripts/build, and the benchmark, for scripts/bench: no metadata
// and no runtime (docs/dev/decisions.md). What links the ordinary standard library is left out.
if let embedded = Context.environment["GESTURED_EMBEDDED"], !embedded.isEmpty {
  let kept = [
    "BenchReference", "CEvdev", "CJson", "CLibevdev", "CLibudev", "CSystem", "CToml", "ControlProtocol",
    "Evdev", "GestureConfig", "GestureCore", "Output", "Recordings", "Typing", "bench", "gestured",
    "gestured-typing",
  ]
  package.products.removeAll { $0.name == "gesturectl" }
  package.dependencies = []
  package.targets.removeAll { !kept.contains($0.name) }
  for target in package.targets where target.swiftSettings != nil {
    // Each function in a section of its own, so that the linker leaves out those that are not called. No list of a function is made
    // by the compiler: the linker takes it for another list of the function (Tests/compiler/constant_lists).
    target.swiftSettings? += [
      .enableExperimentalFeature("Embedded"),
      .unsafeFlags(["-Xfrontend", "-function-sections", "-Xllvm", "-sil-disable-pass=object-outliner"]),
    ]
    // Strings are compared and split by Unicode's tables; the variable names the directory of their library.
    target.linkerSettings = [
      .unsafeFlags(["-L\(embedded)"]), .linkedLibrary("swiftUnicodeDataTables"), .linkedLibrary("stdc++"),
      .linkedLibrary("m"),
    ]
  }
}
