"""The motions that make each gesture of the examples and of MIGRATION.md: (class of the device, context, {gesture: motion}).

Several motions are separated by semicolons."""

FOUR_WAYS = {"next-workspace": "swipe 3 left", "previous-workspace": "swipe 3 right"}


def windows(up="maximize", down="minimize", left="tile-left", right="tile-right", out="show-desktop"):
    """The gestures of the five files that are to do what touchegg's own file does, by the names that each desktop has."""
    return ("touchpad", [], {
        up: "swipe 3 up", down: "swipe 3 down", left: "swipe 3 left", right: "swipe 3 right", "close": "pinch 3 in",
        "next-workspace": "swipe 4 up", "previous-workspace": "swipe 4 down", out: "pinch 4 out"})


EXAMPLES = {
    "accessibility": ("touchpad", [], {
        "right-click": "long-press 3 1.4 s", "overview": "tap 3 0.6 s",
        "back": "swipe 3 left 40 mm in 0.8 s; swipe 3 left 50 mm in 2.5 s", "forward": "swipe 3 right 40 mm in 0.8 s",
        "drag": "drag 4 right 40 mm in 2 s", "scroll": "edge right"}),
    "gnome-x11": ("touchpad", [], {
        **FOUR_WAYS, "overview": "swipe 3 up", "applications": "pinch 4 in"}),
    "gnome-touchscreen": ("touchscreen", [], {
        "right-click": "long-press 1 1 s", "workspaces": "edge left; edge right", "overview": "drag 4 up 40 mm in 0.5 s",
        "zoom": "pinch 3 out"}),
    "hyprland": ("touchpad", [], {
        "next-workspace": "swipe 4 left", "previous-workspace": "swipe 4 right", "scratchpad": "swipe 4 down",
        "floating": "pinch 3 out"}),
    "kde": ("touchpad", [], {
        "overview": "tap 4", "desktop": "long-press 4 1 s", "brightness": "rotation 3 right"}),
    "kiosk": ("touchscreen", [], {
        "maintenance": "long-press 4 3.5 s", "reload": "swipe 2 down 40 mm in 0.2 s at 110,8"}),
    "media": ("touchpad", [], {
        "volume": "drag 4 up 30 mm in 1 s", "track": "drag 4 left 30 mm in 1 s", "pause": "tap 4"}),
    "pointer": ("touchpad", [], {
        "drag": "drag 3 right 30 mm in 0.5 s", "middle-drag": "tap 3, drag 3 right 30 mm in 0.5 s", "circle-scroll": "circle 4",
        "turn-scroll": "rotation 3 right", "right-click": "long-press 3 1 s"}),
    "presentation": ("touchpad", ["app=pympress"], {
        "next-page": "swipe 3 left", "previous-page": "swipe 3 down", "black": "tap 4", "pointer": "circle 4"}),
    "three-finger-drag": ("touchpad", [], {
        "drag": "drag 3 right 30 mm in 0.5 s; drag 3 right 30 mm in 0.5 s, drag 3 right 30 mm in 0.1 s after 0.5 s",
        "next-workspace": "swipe 3 left 60 mm in 0.15 s", "previous-workspace": "swipe 3 right 60 mm in 0.15 s"}),
    "wake": ("touchscreen", ["screen=off"], {"wake": "tap 1; tap 3; drag 2 up 40 mm in 0.5 s"}),
    "window-switcher": ("touchpad", [], {
        "switch-window": "drag 3 right 40 mm in 1 s", "louder": "long-press 4 2 s"}),
    "gnome-windows": windows(),
    "hyprland-windows": windows(down="hide", left="move-left", right="move-right", out="empty-workspace"),
    "kde-windows": windows(),
    "niri-windows": windows(down="floating", left="move-left", right="move-right", out="overview"),
    "sway-windows": windows("full-screen", "hide", "move-left", "move-right", "show-hidden"),
    "sway": ("touchpad", [], {
        **FOUR_WAYS, "full-screen": "pinch 3 in", "volume": "drag 4 down 30 mm in 1 s"}),
    "touchscreen": ("touchscreen", [], {
        "right-click": "long-press 1 1 s", "workspaces": "edge left; edge right", "overview": "drag 4 up 40 mm in 0.5 s",
        "zoom": "pinch 3 out"}),
}

#: Their gestures need a program: Tests/daemon/test_recognizing_programs.py plays them.
PROGRAMS = ["dial", "letters"]

#: The blocks in the order of the page.
MIGRATION = [
    ("touchpad", ["app=firefox"], {
        "maximize": "swipe 3 up", "minimize": "swipe 3 down", "tile-left": "swipe 3 left", "tile-right": "swipe 3 right",
        "close": "pinch 3 in", "desktop-below": "swipe 4 up", "desktop-above": "swipe 4 down", "overview": "swipe 4 right",
        "show-desktop": "pinch 4 out", "applications": "pinch 4 in", "right-click": "tap 2", "middle-click": "tap 3",
        "zoom": "pinch 2 out"}),
    ("touchpad", ["app=firefox"], {"back": "swipe 3 right"}),
    ("touchpad", [], {}),
    ("touchpad", [], {
        "next-desktop": "swipe 3 left", "up": "swipe 4 up", "overview": "pinch 2 in", "suspend": "long-press 4 1.4 s"}),
    ("touchpad", [], {"diagonal": "line 3 -20,-20"}),
    ("touchpad", [], {"forward": "swipe 3 left", "volume": "drag 4 up 30 mm in 1 s", "turn": "rotation 2 right"}),
    ("touchpad", [], {}),
    # Turned by 90°: the edge on the left of the panel is at the top of the picture.
    ("touchscreen", [], {
        "back": "edge bottom", "keyboard": "edge right", "next-workspace": "swipe 2 down", "close": "line 1 20,-20 at 8,132"}),
]

#: The blocks of docs/recipes.md.
RECIPES = [
    ("touchpad", ["app=firefox"], {"back": "swipe 3 right"}),
    ("touchpad", [], {"terminal": "swipe 4 up", "launcher": "pinch 4 in"}),
    ("touchpad", [], {"next": "swipe 3 left"}),
    ("touchpad", [], {"close": "swipe 3 down 30 mm in 0.08 s at 60,25", "hide": "swipe 3 down 30 mm in 0.15 s at 60,25"}),
    ("touchpad", [], {"select": "tap 3", "open": "tap 3, tap 3"}),
    ("touchscreen", [], {"tap": "tap 1"}),
    ("touchscreen", [], {"map": "drag 1 right 30 mm in 1 s"}),
    ("touchpad", [], {"drag": "drag 3 right 30 mm in 1 s"}),
    ("touchpad", [], {"volume": "drag 3 up 30 mm in 1 s at 90,40", "brightness": "drag 3 up 30 mm in 1 s at 30,40"}),
    ("touchscreen", [], {"maintenance": "long-press 4 3.5 s"}),
    # A table of a device, which has no gesture.
    ("touchscreen", [], {}),
    ("touchscreen", ["tablet=yes"], {"keyboard": "edge bottom"}),
    ("touchpad", ["locked=yes"], {"louder": "swipe 3 up"}),
    ("touchpad", [], {"talk": "force-press 2"}),
]

#: The direction that lisgd makes of LR for each value of -o.
DIRECTIONS = {0: "right", 1: "down", 2: "left", 3: "up"}
