"""The cases of locked.py and turned.py for which vm/packages-desktop has the compositor."""

from locked import locks
from turned import turns

locks("kwin", "kwin with its locker")
turns("sway")
