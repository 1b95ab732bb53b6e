"""The rows of login_rows.py for which vm/packages-desktop has the compositor."""

from login_rows import row

for a_name in ("sway", "labwc", "weston", "kwin", "i3", "openbox"):
    row(a_name)
