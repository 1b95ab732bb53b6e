// Limits of a gesture as sliders; the kept touch sequences are replayed by the server at each change.

import { button, choose, enable, field, make, say } from "./dom.js";
import { handleName, Slider, starts } from "./range.js";
import { get, post } from "./server.js";
import { sentence, showDifference } from "./bind.js";

export class Tune {
  title = "Tune";

  constructor(section, page) {
    this.section = section;
    this.page = page;
    this.gesture = make("select", { oninput: () => this.load() });
    this.sliders = make("div", { className: "sliders" });
    this.summary = make("p", { role: "status" });
    this.list = make("ul", { className: "outcomes" });
    this.kept = make("ul", { className: "kept" });
    this.difference = make("pre", { className: "difference", tabIndex: 0, role: "region", "aria-label": "Lines that would be changed" });
    this.remarks = make("ul", { className: "notes" });
    this.save = button("Save", () => this.write(), { className: "main", "aria-disabled": "true" });
    this.reset = button("Reset", () => this.load(), { "aria-disabled": "true" });
    this.outcome = make("div", {}, make("p", { className: "buttons" }, this.save, this.reset), this.list, this.kept,
      make("h3", {}, "What is written"), this.remarks, this.difference);
    this.none = make("p", { className: "buttons" }, button("Bind a gesture", () => { location.hash = "#bind"; }, { className: "main" }));
    section.append(this.columns = make("div", { className: "columns" },
      make("div", {}, make("h3", {}, "Limits"), field("Gesture", this.gesture), this.sliders),
      make("div", {}, make("h3", {}, "With these limits"), this.summary, this.none, this.outcome)));
  }

  state(news) {
    const names = news.path ? news.gestures.map(gesture => gesture.name) : [];
    choose(this.gesture, news.path ? news.gestures.map(gesture => [gesture.name, gesture.words ? `${gesture.name}: ${gesture.words}` : gesture.name]) : []);
    this.gesture.parentElement.hidden = !names.length;
    if (this.version !== news.version && !this.section.hidden) this.load(this.keys);
    this.version = news.version;
  }

  sequences(list) {
    const done = list.filter(sequence => sequence.outcome).length;
    if (this.done !== done && !this.section.hidden && this.keys) this.try();
    this.done = done;
  }

  opened() { return this.load(this.keys); }

  /// The last call counts: the file may change while an earlier answer is on its way.
  ///
  /// - Parameter moved: the keys that were shown; what has been moved of the same gesture stays.
  load(moved = []) {
    const load = this.loading = {};
    return this.page.quietly(async () => {
      this.keys = undefined;
      const isEmpty = this.outcome.hidden = !this.gesture.value;
      this.none.hidden = !isEmpty;
      this.columns.classList.toggle("empty", isEmpty);
      if (isEmpty) {
        this.sliders.replaceChildren();
        say(this.summary, "There is no configuration to tune yet. Bind a gesture first, and its distance, speed and time appear here.");
        return;
      }
      const limits = await get("/tune", { gesture: this.gesture.value });
      if (load !== this.loading) return;
      this.keys = limits.keys.filter(key => key !== null);
      this.limits = limits;
      if (moved.gesture === limits.gesture) for (const key of this.keys) key.now = moved.find(other => other.key === key.key)?.now;
      this.keys.gesture = limits.gesture;
      this.sliders.replaceChildren(...this.pairs(this.keys).map(keys => this.slider(keys)));
      await this.try();
    });
  }

  /// A minimum and its maximum are one slider with two handles.
  pairs(keys) {
    const partner = key => keys.find(other => starts.some(([from, to]) => key.key.startsWith(from) && other.key === to + key.key.slice(from.length)));
    const seconds = keys.map(partner).filter(Boolean);
    return keys.filter(key => !seconds.includes(key)).map(key => [key, partner(key)].filter(Boolean));
  }

  /// One slider, with a handle for each value of its keys.
  slider(keys) {
    const handles = keys.flatMap(key => (key.ends ?? [key.value]).map((value, index) => ({ key, index, value, name: handleName(key, index) })));
    const slider = new Slider(keys, handles, (handle, value) => {
      const key = handle.key;
      key.now ??= [...(key.ends ?? [key.value])];
      key.now[handle.index] = value;
      this.try();
    });
    // What a person has moved stays when the file is read again.
    for (const handle of handles) if (handle.key.now) slider.set(handle, handle.key.now[handle.index]);
    return slider.element;
  }

  get values() {
    return Object.fromEntries(this.keys.filter(key => key.now?.some((value, index) => value !== (key.ends ?? [key.value])[index]))
      .map(key => [key.key, key.ends ? key.now : key.now[0]]));
  }

  /// One trial at a time: the last values count.
  async try() {
    this.isStale = true;
    if (this.isTrying) return;
    this.isTrying = true;
    try {
      while (this.isStale && this.keys) {
        this.isStale = false;
        const request = { gesture: this.gesture.value, values: this.values };
        const trial = await post("/tune/try", request);
        if (request.gesture === this.gesture.value) this.show(trial, request);
      }
    } catch (error) {
      enable(this.save, false);
      say(this.summary, error.message);
    } finally {
      this.isTrying = false;
    }
  }

  show(trial, request) {
    this.shown = { ...request, version: trial.version };
    const name = request.gesture;
    const has = (sequence, when) => sequence[when].includes(name);
    const before = trial.sequences.filter(sequence => has(sequence, "before")).length;
    const after = trial.sequences.filter(sequence => has(sequence, "after")).length;
    const changed = trial.sequences.filter(sequence => sequence.gained.length || sequence.lost.length);
    say(this.summary, trial.sequences.length
      ? `${name}: recognized in ${after} of ${trial.sequences.length} kept touch sequences (currently ${before}).`
      : "No touch sequence is kept yet. Make the gesture a few times.");
    this.list.replaceChildren(...changed.map(sequence => make("li", {},
      make("span", { className: "number" }, `Sequence ${sequence.number}: `),
      ...sequence.gained.map(gesture => make("span", { className: "made" }, `${gesture} would be recognized. `)),
      ...sequence.lost.map(gesture => make("span", { className: "missed" }, `${gesture} would be lost. `)))));
    this.kept.replaceChildren(...trial.sequences.map(sequence => make("li", { className: has(sequence, "after") ? "made" : "" },
      `${has(sequence, "after") ? "✓" : "○"} ${sequence.number}: ${sequence.after.join(", ") || "nothing"}`)));
    if (!changed.length && Object.keys(request.values).length) this.list.replaceChildren(make("li", {}, "No other result would change."));
    showDifference(this.difference, trial.difference);
    const remarks = trial.problem ? [trial.problem] : trial.remarks;
    this.remarks.replaceChildren(...remarks.map(line => make("li", { className: trial.problem ? "problem" : "" }, sentence(line))));
    enable(this.reset, Object.keys(request.values).length > 0);
    enable(this.save, !trial.problem && trial.difference.split("\n").some(line => /^[+-]/.test(line)));
  }

  write() {
    return this.page.attempt(async () => {
      enable(this.save, false);
      const { written } = await post("/tune/save", this.shown);
      this.page.report(`Written: ${written} has other limits. Undo is at the top.`, true);
      await this.load();
    });
  }
}
