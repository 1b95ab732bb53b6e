/// Colours for light and dark, and the pad's appearance on every page.
enum PadStyle {
  static let text = """
    :root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --soft: #d8d8d8; --faint: #f4f4f4;
      --made: #006c4d; --near: #8a5a00; --none: #5a5a5a; --missed: #a3282a; --gesture: #0072b2; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e4e4e4; --paper: #171717; --soft: #404040; --faint: #222; --made: #3fcf9f; --near: #f0b040;
        --none: #a0a0a0; --missed: #ff8080; --gesture: #56b4e9; }
    }
    .pad { display: block; width: 100%; max-height: 60vh; }
    .pad * { vector-effect: non-scaling-stroke; }
    .stage { fill: var(--faint); stroke: var(--ink); stroke-width: 1.5; }
    .grid { stroke: var(--soft); stroke-width: .7; fill: none; }
    .trail polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
    .trail circle, .trail path { stroke-width: 1.5; } .trail path { fill: none; }
    .threshold { opacity: 0; } .threshold.shown { opacity: .75; }
    .threshold * { fill: var(--near); fill-opacity: .08; stroke: var(--near); stroke-width: 1.4; stroke-dasharray: 5 4; }
    .strip { fill: var(--none); fill-opacity: .18; }
    .zone rect { fill: none; stroke: var(--none); stroke-width: 1; stroke-dasharray: 1.5 3; }
    .zone text { fill: var(--none); }
    .withheld { fill: none; stroke: var(--missed); stroke-width: 1; }
    path.mark { fill: var(--made); stroke: var(--paper); stroke-width: 1; }
    .finger { fill-opacity: .35; }
    """
}
