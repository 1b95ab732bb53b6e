"""The rows of setup_rows.py for which vm/packages-desktop has the desktop."""

from setup_rows import Console, Sway, Windows, refuses_without_a_seat, sets_up

refuses_without_a_seat()
sets_up("console", Console)
sets_up("sway", Sway)
sets_up("KDE", lambda: Windows("kwin"))
