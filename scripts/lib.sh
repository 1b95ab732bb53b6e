# Sourced by the other scripts: the directory of the project, installation of packages, the release build.
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top" || exit 1

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# packages NAME…: installs missing Debian packages and prints their names.
packages() {
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null ||
    die "Missing: ${missing[*]}. This is not Debian or Ubuntu: install the corresponding packages of your system, then try again."
  local root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "Missing: ${missing[*]}. As root: apt-get install ${missing[*]}"
    root=(sudo)
    [ -t 0 ] || root=(sudo -n)
  fi
  say "Installing with apt-get${root[0]:+ (by sudo)}: ${missing[*]}"
  local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300) log
  log=$(mktemp)
  local attempt
  for attempt in 1 2 3; do
    # The first attempt uses the package lists as they are; a new machine has none.
    if [ $attempt -gt 1 ] || [ -z "$(ls /var/lib/apt/lists/*Packages* 2>/dev/null)" ]; then
      "${apt[@]}" update </dev/null >"$log" 2>&1
    fi
    if "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >"$log" 2>&1; then
      rm -f "$log"
      return 0
    fi
  done
  tail -n 15 "$log" >&2
  rm -f "$log"
  die "apt-get could not install: ${missing[*]} (its output is above)."
}

# Build dependencies of the daemon.
build_packages() {
  packages pkg-config libevdev-dev libudev-dev libtomlplusplus-dev libjansson-dev
}

# need_swift: one clear error if there is no toolchain, or one that is too old for Package.swift.
need_swift() {
  command -v swift >/dev/null ||
    die "Swift not found in PATH: install Swift 6.2 or newer from https://swift.org/install, then try again."
  local version
  version=$(swift --version 2>&1 | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  [ "$(printf '%s\n' 6.2 "${version:-0}" | sort -V | head -n 1)" = 6.2 ] ||
    die "Swift ${version:-(unknown)} is too old: gestured needs 6.2 or newer, from https://swift.org/install."
}

# The release build: static Swift runtime (starts in half the time, runs without a toolchain), no symbols.
release=(-c release --static-swift-stdlib -Xlinker -s -Xlinker --no-export-dynamic)

# Static libstdc++ too, if a compiler has it: toml++ and the Swift runtime use a few functions of its 2 MB, and loading it
# takes a third of the start. In a separate directory, because the linker prefers a shared one beside it.
with_static_libstdcxx() {
  local compiler library
  for compiler in clang gcc; do
    library=$("$compiler" -print-file-name=libstdc++.a 2>/dev/null)
    [ -f "$library" ] || continue
    mkdir -p .build/static && ln -sf "$library" .build/static/ || return
    release+=(-Xswiftc "-L$top/.build/static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
    return
  done
}
