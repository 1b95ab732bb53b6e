"""names.py FILE...: the names of the tests in these modules, one a line. Runs on the host, where nothing is imported
that needs a guest."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import guest

for name, _ in guest.cases_of([os.path.basename(path)[:-3] for path in sys.argv[1:]]):
    print(name)
