"""The testbed of libumockdev in a separate process: sending uevents works only with libumockdev preloaded.

Run by bench.Testbed: one JSON list [function, argument…] a line on standard input, one JSON line back: null, or what
went wrong. The first line out is the directory that stands for / in the mocked world.
"""

import ctypes
import json
import os
import sys


def main():
    library = ctypes.CDLL("libumockdev.so.0")
    library.umockdev_testbed_new.restype = ctypes.c_void_p
    library.umockdev_testbed_get_root_dir.restype = ctypes.c_char_p
    bed = ctypes.c_void_p(library.umockdev_testbed_new())
    print(json.dumps(library.umockdev_testbed_get_root_dir(bed).decode()), flush=True)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        encoded = [argument.encode() for argument in arguments]
        problem = None
        if name == "write":  # To the device's end of a node, from a file.
            node, path = arguments
            with open(path, "rb") as file:
                write(library.umockdev_testbed_get_dev_fd(bed, node.encode()), file.read())
        elif name in ("uevent", "remove_device"):  # These have no result.
            getattr(library, f"umockdev_testbed_{name}")(bed, *encoded)
        else:
            error = ctypes.c_void_p()
            function = getattr(library, f"umockdev_testbed_{name}")
            function.restype = ctypes.c_int
            if not function(bed, *encoded, ctypes.byref(error)):
                # GError: a quark and a code, then the message.
                problem = ctypes.cast(error.value + 8, ctypes.POINTER(ctypes.c_char_p)).contents.value.decode()
        print(json.dumps(problem), flush=True)
    library.g_object_unref(bed)


def write(fd, data):
    """Writes to a node. It waits for the reader if the node is full."""
    while data:
        data = data[os.write(fd, data):]


if __name__ == "__main__":
    main()
