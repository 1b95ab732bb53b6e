# Sourced by the other scripts: the directory of the project, installation of packages, the release build.
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top" || exit 1

# The version of this tree; the packages and manual pages have it by `make reference`.
version=$(<VERSION)

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# files_at ADDRESS: where GitHub, Forgejo and Gitea have the files of this version's release, for the address of the project's page.
files_at() {
  [[ $1 =~ ^https://[A-Za-z0-9._/~-]+$ ]] || die "ADDRESS=$1 is not the https address of a page."
  printf '%s/releases/download/v%s' "${1%/}" "$version"
}

# GESTURED_NO_INSTALL=1: no script calls a package manager; missing packages are only named.
may_install() { [ "${GESTURED_NO_INSTALL:-}" != 1 ] && command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

# packages NAME…: installs missing Debian packages and prints their names. Without dpkg the names have no meaning: the script
# continues, and fails later where a missing one is needed.
packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  may_install || die "Missing: ${missing[*]}. As root: apt-get install ${missing[*]}"
  apt_install "${missing[@]}"
}

apt_install() {
  local root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "Missing: $*. As root: apt-get install $*"
    root=(sudo)
    [ -t 0 ] || root=(sudo -n)
  fi
  say "Installing with apt-get${root[0]:+ (by sudo)}: $*"
  local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300) log
  log=$(mktemp)
  local attempt
  for attempt in 1 2 3; do
    # The first attempt uses the package lists as they are; a new machine has none.
    if [ $attempt -gt 1 ] || [ -z "$(ls /var/lib/apt/lists/*Packages* 2>/dev/null)" ]; then
      "${apt[@]}" update </dev/null >"$log" 2>&1
    fi
    if "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >"$log" 2>&1; then
      rm -f "$log"
      return 0
    fi
  done
  tail -n 15 "$log" >&2
  rm -f "$log"
  die "apt-get could not install: $* (its last lines are above)."
}

# The libraries that the build needs: the name for pkg-config, then the packages of apt, dnf, pacman and zypper.
requirements='
pkg-config    pkg-config           pkgconf-pkg-config  pkgconf       pkgconf
libevdev      libevdev-dev         libevdev-devel      libevdev      libevdev-devel
libudev       libudev-dev          systemd-devel       systemd-libs  libudev-devel
jansson       libjansson-dev       jansson-devel       jansson       libjansson-devel
expat         libexpat1-dev        expat-devel         expat         libexpat-devel
yaml-0.1      libyaml-dev          libyaml-devel       libyaml       libyaml-devel
tomlplusplus  libtomlplusplus-dev  tomlplusplus-devel  tomlplusplus  tomlplusplus-devel
'
# package_names COLUMN MODULE…: the packages of the modules, in the column of one package manager.
package_names() {
  local column=$1
  shift
  awk -v wanted=" $* " -v column="$column" \
    'NF && index(wanted, " " $1 " ") { printf "%s%s", gap, $column; gap = " " }' <<<"$requirements"
}

build_packages() {
  local missing=() module
  for module in $(awk 'NF { print $1 }' <<<"$requirements"); do
    case $module in
      pkg-config) command -v pkg-config >/dev/null || missing+=("$module") ;;
      *) pkg-config --exists "$module" 2>/dev/null || missing+=("$module") ;;
    esac
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if may_install; then
    # shellcheck disable=SC2046  # names without blanks
    apt_install $(package_names 2 "${missing[@]}")
    return
  fi
  say "Missing: ${missing[*]}. Install them as root with your system's package manager:" >&2
  local known=0 tool column verb
  for tool in apt-get:2:install dnf:3:install pacman:4:-S zypper:5:install; do
    IFS=: read -r tool column verb <<<"$tool"
    command -v "$tool" >/dev/null || continue
    known=1
    say "  $tool $verb $(package_names "$column" "${missing[@]}")" >&2
  done
  if [ $known = 0 ]; then
    for tool in "apt-get install:2" "dnf install:3" "pacman -S:4" "zypper install:5"; do
      say "  ${tool%:*} $(package_names "${tool##*:}" "${missing[@]}")" >&2
    done
  fi
  exit 1
}

# need_swift: prints one clear error if there is no toolchain, one that does not start, or one that is too
# old for Package.swift.
need_swift() {
  command -v swift >/dev/null ||
    die "Swift not found in PATH: install Swift 6.2 or newer from https://swift.org/install" \
      "(on Debian sid: sudo apt install swiftlang), then try again."
  local output version
  output=$(swift --version 2>&1) || die "swift does not start: $output"
  version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$output" | head -n 1)
  [ -n "$version" ] || die "swift does not say its version: $output"
  [ "$(printf '%s\n' 6.2 "$version" | sort -V | head -n 1)" = 6.2 ] ||
    die "Swift $version is too old: gestured needs 6.2 or newer, from https://swift.org/install" \
      "(on Debian sid: sudo apt install swiftlang)."
}


# need_commit: sets GESTURED_COMMIT to `+` and the commit, for `gestured --version`, unless the tree is the tag of its version or
# no clone.
need_commit() {
  [ -z "${GESTURED_COMMIT+set}" ] && [ -e .git ] && command -v git >/dev/null || return 0
  GESTURED_COMMIT=+$(git describe --always --tags --dirty --abbrev=9 --match "v$version" 2>/dev/null)
  case $GESTURED_COMMIT in
    + | "+v$version") GESTURED_COMMIT= ;;
    *) GESTURED_COMMIT=${GESTURED_COMMIT/#"+v$version-"/+} ;;
  esac
  export GESTURED_COMMIT
}

# need_runtime: sets GESTURED_RUNTIME, the Swift runtime for programs that are built in Embedded Swift by default.
need_runtime() {
  case ${GESTURED_RUNTIME:=embedded} in
    embedded | ordinary) ;;
    *) die "GESTURED_RUNTIME is embedded or ordinary, not '$GESTURED_RUNTIME'." ;;
  esac
}

# need_target: the architecture of the programs, ARCH (amd64 or arm64, this machine's by default), and where they are built. Sets
# `machine` (as of uname), `built`, `daemon_build`, and for another architecture the options of swift build for it.
target=()
need_target() {
  machine=$(uname -m)
  local own=${machine/x86_64/amd64}
  own=${own/aarch64/arm64}
  : "${ARCH:=$own}"
  built=$top/.build/release daemon_build=.build-daemon resources=
  # A processor's shadow stack (CET) protects a program that has a mark. The linker sets it where Debian's start files and Swift's
  # libraries lack it, and lld alone can: calls and returns of all code are paired.
  [ "$ARCH" != amd64 ] || release+=(-Xswiftc -use-ld=lld -Xlinker -z -Xlinker shstk)
  [ "$ARCH" != "$own" ] || return 0
  [ "$ARCH" = arm64 ] || die "ARCH=$ARCH: programs for amd64 are built on amd64, and those for arm64 on amd64 or arm64."
  machine=aarch64 built=$top/.build-arm64/programs daemon_build=.build-arm64/daemon resources=$top/.build-arm64/resources
  scripts/arm64/prepare || exit 1
  local root=$top/.build-arm64/debian
  # The linker's own search begins in / otherwise.
  target=(--destination .build-arm64/destination.json --scratch-path .build-arm64/gesturectl
    -Xlinker "-L$root/usr/lib/aarch64-linux-gnu" -Xlinker "$top/.build-arm64/compat.o")
  export PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/aarch64-linux-gnu/pkgconfig:$root/usr/share/pkgconfig
}

# The release build of gesturectl: the Swift runtime is static (it starts in half the time and needs no toolchain), and identical
# functions are merged. All symbols are bound at the start, so that the table of functions is read-only. Debug symbols stay in .build/release, with source paths from the top; scripts/install leaves them out.
release=(-c release --static-swift-stdlib --disable-local-rpath -Xlinker --no-export-dynamic -Xlinker --icf=safe
  -Xlinker -z -Xlinker now
  -Xswiftc -debug-prefix-map -Xswiftc "$top=." -Xcc "-fdebug-prefix-map=$top=.")

# The release build of the daemon and gestured-typing in Embedded Swift: half the start and two thirds of the memory of the
# ordinary runtime (docs/dev/decisions.md). With a toolchain that is older than 6.3, or has no Embedded Swift for this machine, they
# are built as gesturectl is. The folder has the architecture in its name; the triple of the compiler may have another vendor.
with_embedded_swift() {
  local facts version
  facts=$(swiftc -print-target-info) || return
  : "${resources:=$(sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p' <<<"$facts")}"
  version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$facts")
  [ "$(printf '%s\n' 6.3 "${version:-0}" | sort -V | head -n 1)" = 6.3 ] || return
  GESTURED_EMBEDDED=$resources/embedded/$machine-unknown-linux-gnu
  [ -f "$GESTURED_EMBEDDED/libswiftUnicodeDataTables.a" ] || return
  export GESTURED_EMBEDDED
  local option
  # Omitting frame pointers gives each function one more register: 4 % of the core's time. SwiftPM keeps them for tools that walk
  # the stack. Functions begin at a cache line, because their position is worth 12 % of the core's time.
  embedded=(--scratch-path "$daemon_build" --omit-frame-pointers -Xswiftc -Xllvm -Xswiftc -align-all-functions=6)
  for option in "${release[@]}"; do [ "$option" = --static-swift-stdlib ] || embedded+=("$option"); done
}

# cross COMPILER OPTION…: runs clang for the architecture of the programs; gcc has its own alone.
cross() {
  if [ ${#target[@]} -eq 0 ]; then "$@"; elif [ "$1" = clang ]; then clang -target aarch64-linux-gnu "--sysroot=$PKG_CONFIG_SYSROOT_DIR" "${@:2}"; fi
}

# libstdc++ is static too, if a compiler has it. toml++ and the Swift runtime use a few functions of its 2 MB, and loading it
# takes a third of the start. The static library is in a separate directory, because the linker prefers a shared one beside it.
with_static_libstdcxx() {
  local compiler library
  for compiler in clang gcc; do
    library=$(cross "$compiler" -print-file-name=libstdc++.a 2>/dev/null)
    [ -f "$library" ] || continue
    mkdir -p "$built-static" && ln -sf "$library" "$built-static/" || return
    release+=(-Xswiftc "-L$built-static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
    return
  done
}
