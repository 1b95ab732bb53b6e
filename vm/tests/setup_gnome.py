"""The row of setup_rows.py for GNOME."""

from setup_rows import Windows, sets_up

sets_up("GNOME", lambda: Windows("gnome"))
