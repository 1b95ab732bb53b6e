// How far a gesture has come: a bar with a mark at the limit, and the same in a word.

import { make, say } from "./dom.js";

/// The end of the bar, as a multiple of the limit: room for what goes beyond it.
const end = 1.5;
const forms = { "reached": "reached", "not yet": "short", "within": "short", "too much": "beyond", "off its direction": "beyond" };
const signs = { "reached": "✓", "not yet": "○", "within": "●", "too much": "✕", "off its direction": "✕" };

export class Bar {
  constructor() {
    this.fill = make("i");
    this.track = make("span", { className: "track", "aria-hidden": "true" }, this.fill, make("b"));
    this.text = make("span", { className: "measure" });
    this.element = make("span", { className: "bar" }, this.track, this.text);
  }

  /// - row: undefined or without a measure hides it.
  show(row, isOver) {
    const isShown = row?.verdict !== undefined;
    this.element.classList.toggle("empty", !isShown);
    if (!isShown) return say(this.text, "");
    this.track.className = `track ${forms[row.verdict]}`;
    this.fill.style.width = `${100 * Math.min(row.share, end) / end}%`;
    const word = isOver && row.verdict === "not yet" ? "not reached" : row.verdict;
    // The figure and its unit stay on one line.
    say(this.text, `${signs[row.verdict]} ${word}, ${row.measure.replaceAll(" ", "\u00a0")}`);
  }
}
