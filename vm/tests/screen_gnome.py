"""The cases of locked.py and turned.py for GNOME."""

from locked import locks
from turned import turns

locks("gnome")
turns("gnome")
