"""The row of login_rows.py for GNOME, as gnome-session starts it."""

from login_rows import row

row("gnome")
