"""The case of locked.py for GNOME."""

from locked import locks

locks("gnome")
