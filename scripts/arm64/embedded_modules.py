"""Makes the toolchain's Embedded Swift modules for bare arm64 usable for Linux on arm64.

Usage: embedded_modules.py FOLDER RESULT, both of the kind `lib/swift/embedded`. The toolchain has these modules for Linux on
amd64 alone. They hold their triple once each and nothing else that depends on Linux, so it is replaced by one as long."""

import os
import shutil
import sys

BARE, LINUX = b"aarch64-none-none-elf", b"aarch64-unk-linux-gnu"
TRIPLE = "aarch64-unknown-linux-gnu"

source, result = sys.argv[1:]
for module in ("Swift", "_Builtin_float", "_Volatile", "Synchronization"):
    with open(f"{source}/{module}.swiftmodule/{BARE.decode()}.swiftmodule", "rb") as file:
        data = file.read()
    if data.count(BARE) != 1:
        raise SystemExit(f"{module}: its triple is there {data.count(BARE)} times, not once")
    os.makedirs(f"{result}/{module}.swiftmodule")
    with open(f"{result}/{module}.swiftmodule/{TRIPLE}.swiftmodule", "wb") as file:
        file.write(data.replace(BARE, LINUX))
shutil.copytree(f"{source}/{BARE.decode()}", f"{result}/{TRIPLE}")
