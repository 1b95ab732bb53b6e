// swift-tools-version: 6.2
import PackageDescription

// The rooms of the house and who may import whom; ARCHITECTURE.md gives the reasons and
// Tests/RepositoryTests holds the sources to it.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// An exact version: a build of the same source is the same program. Without a network, GESTURED_ARGUMENT_PARSER names
// the directory of a copy.
let argumentParser: Package.Dependency =
  if let copy = Context.environment["GESTURED_ARGUMENT_PARSER"], !copy.isEmpty {
    .package(name: "swift-argument-parser", path: copy)
  } else {
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  }

let package = Package(
  name: "gestured",
  products: [
    .executable(name: "gestured", targets: ["gestured"]),
    .executable(name: "gesturectl", targets: ["gesturectl"]),
  ],
  dependencies: [argumentParser],
  targets: [
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CJson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CEvdev", dependencies: ["CLibevdev", "CLibudev"]),
    // Not by pkg-config: toml++'s flags there ask for its shared library, which has no
    // exception-free ABI. The headers are on the system's include path.
    .target(name: "CToml", cxxSettings: [.define("TOML_HEADER_ONLY", to: "1")]),
    .target(name: "GestureCore", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Recordings", dependencies: ["GestureCore"], swiftSettings: strict),
    .target(name: "GestureConfig", dependencies: ["GestureCore", "CToml"], swiftSettings: strict),
    .target(name: "ControlProtocol", dependencies: ["GestureCore", "CJson"], swiftSettings: strict),
    .target(name: "Evdev", dependencies: ["CEvdev", "GestureCore"], swiftSettings: strict),
    .executableTarget(
      name: "gestured",
      dependencies: [
        "CEvdev", "GestureCore", "Recordings", "GestureConfig", "ControlProtocol", "Evdev",
      ], swiftSettings: strict),
    .executableTarget(
      name: "gesturectl",
      dependencies: [
        "CEvdev", "CExpat", "CYaml", "GestureCore", "Recordings", "GestureConfig", "ControlProtocol", "Evdev",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    .target(
      name: "GestureTesting", dependencies: ["GestureCore", "GestureConfig", "ControlProtocol"],
      path: "Tests/GestureTesting", swiftSettings: strict),
    .testTarget(name: "GestureCoreTests", dependencies: ["GestureCore", "GestureTesting"]),
    .testTarget(name: "GestureConfigTests", dependencies: ["GestureConfig"], exclude: ["Cases"]),
    .testTarget(name: "RecordingsTests", dependencies: ["Recordings", "GestureTesting"]),
    .testTarget(name: "EvdevTests", dependencies: ["Evdev"]),
    .testTarget(name: "gesturedTests", dependencies: ["gestured"]),
    .testTarget(name: "gesturectlTests", dependencies: ["gesturectl"]),
    .testTarget(name: "RepositoryTests", dependencies: ["GestureConfig"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The benchmark, for `make bench` alone. It counts allocations by malloc functions of its own, and it reaches what is
// `package` in the core, so that a package of its own could not hold it.
if Context.environment["GESTURED_BENCH"] == "1" {
  package.targets += [
    .target(name: "BenchReference", path: "Benchmarks/Reference"),
    .executableTarget(
      name: "bench", dependencies: ["BenchReference", "GestureCore"], path: "Benchmarks/Bench",
      swiftSettings: strict),
  ]
}

// The core and its tests alone, for scripts/mutate. A changed line may give a warning, which is no error here.
if Context.environment["GESTURED_MUTATE"] == "1" {
  let kept = ["CJson", "ControlProtocol", "GestureCore", "GestureTesting", "GestureCoreTests"]
  package.products = []
  package.dependencies = []
  package.targets.removeAll { !kept.contains($0.name) }
  for target in package.targets { target.swiftSettings = nil }
}

// The fuzz target, for Tests/Fuzz/run alone: what it reads is built with libFuzzer's instrumentation.
if Context.environment["GESTURED_FUZZ"] == "1" {
  let fuzzer: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]
  for target in package.targets where ["GestureConfig", "GestureCore"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + fuzzer
  }
  for target in package.targets where target.name == "CToml" {
    target.cxxSettings = (target.cxxSettings ?? []) + [.unsafeFlags(["-fsanitize=fuzzer-no-link"])]
  }
  package.products.append(.executable(name: "FuzzConfiguration", targets: ["FuzzConfiguration"]))
  package.targets += [
    .target(name: "CFuzz", path: "Tests/Fuzz/Sources/CFuzz"),
    .executableTarget(
      name: "FuzzConfiguration", dependencies: ["GestureConfig", "GestureCore", "CFuzz"],
      path: "Tests/Fuzz/Sources/FuzzConfiguration", swiftSettings: [.unsafeFlags(["-sanitize=fuzzer"])],
      // gold dies of the sanitizer's sections.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}
