// Limits of a gesture as sliders; the kept touch sequences are replayed by the server at each change.

import { button, choose, field, make, say } from "./dom.js";
import { get, post } from "./server.js";
import { showDifference } from "./bind.js";

export class Tune {
  title = "Tune";

  constructor(section, page) {
    this.section = section;
    this.page = page;
    this.gesture = make("select", { oninput: () => this.load() });
    this.sliders = make("div", { className: "sliders" });
    this.summary = make("p", { role: "status" });
    this.list = make("ul", { className: "outcomes" });
    this.difference = make("pre", { className: "difference", tabIndex: 0, role: "region", "aria-label": "Lines that would be changed" });
    this.remarks = make("ul", { className: "notes" });
    this.save = button("Save", () => this.write(), { className: "main", disabled: true });
    this.reset = button("As it was", () => this.load());
    section.append(make("div", { className: "columns" },
      make("div", {}, make("h3", {}, "Limits"), field("Gesture", this.gesture), this.sliders),
      make("div", {}, make("h3", {}, "What the kept touch sequences would be"), this.summary, this.list,
        make("h3", {}, "What is written"), this.difference, this.remarks,
        make("p", { className: "buttons" }, this.save, this.reset))));
  }

  state(news) {
    const names = news.path ? news.gestures.map(gesture => gesture.name) : [];
    choose(this.gesture, names.map(name => [name, name]));
    if (this.version !== news.version && !this.section.hidden) this.load();
    this.version = news.version;
  }

  sequences(list) {
    const done = list.filter(sequence => sequence.outcome).length;
    if (this.done !== done && !this.section.hidden && this.keys) this.try();
    this.done = done;
  }

  opened() { return this.load(); }

  /// The last call counts: the file may change while an earlier answer is on its way.
  load() {
    const load = this.loading = {};
    return this.page.quietly(async () => {
      this.keys = undefined;
      this.sliders.replaceChildren();
      this.list.replaceChildren();
      this.difference.replaceChildren();
      if (!this.gesture.value) {
        say(this.summary, "There is no configuration to tune yet: bind a gesture first.");
        return;
      }
      const limits = await get("/tune", { gesture: this.gesture.value });
      if (load !== this.loading) return;
      this.keys = limits.keys.filter(key => key !== null);
      this.limits = limits;
      this.sliders.replaceChildren(...this.keys.map(key => this.slider(key)));
      await this.try();
    });
  }

  /// A slider for the usual range, a number for every value.
  slider(key) {
    const step = (key.most - key.least) / 200;
    const slider = make("input", { type: "range", min: key.least, max: key.most, step: "any", value: key.value });
    const number = make("input", { type: "number", min: key.lowest, max: key.highest, step: "any", value: key.value,
      "aria-label": `${key.key}${key.unit ? ` in ${key.unit}` : ""}` });
    slider.setAttribute("aria-valuetext", `${key.value} ${key.unit}`);
    const change = value => {
      key.now = Number(Number(value).toPrecision(3));
      slider.value = number.value = key.now;
      slider.setAttribute("aria-valuetext", `${key.now} ${key.unit}`);
      this.try();
    };
    slider.addEventListener("input", () => change(slider.value));
    slider.addEventListener("keydown", event => {
      const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key];
      if (!by) return;
      event.preventDefault();
      change(Math.min(key.most, Math.max(key.least, Number(slider.value) + by)));
    });
    number.addEventListener("change", () => { if (number.value !== "") change(number.value); });
    return make("div", { className: "slider" }, field(key.key, slider, key.help),
      make("p", { className: "value" }, number, make("span", {}, key.unit)));
  }

  get values() {
    return Object.fromEntries(this.keys.filter(key => key.now !== undefined && key.now !== key.value).map(key => [key.key, key.now]));
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
      this.save.disabled = true;
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
      ? `${name}: recognized in ${after} of ${trial.sequences.length} kept touch sequences (${before} now).`
      : "No touch sequence is kept yet: make the gesture a few times.");
    this.list.replaceChildren(...changed.map(sequence => make("li", {},
      make("span", { className: "number" }, `Sequence ${sequence.number}: `),
      ...sequence.gained.map(gesture => make("span", { className: "made" }, `${gesture} would be recognized. `)),
      ...sequence.lost.map(gesture => make("span", { className: "missed" }, `${gesture} would be lost. `)))));
    if (!changed.length && Object.keys(request.values).length) this.list.replaceChildren(make("li", {}, "No other result would change."));
    showDifference(this.difference, trial.difference);
    const remarks = trial.problem ? [trial.problem] : trial.remarks;
    this.remarks.replaceChildren(...remarks.map(line => make("li", { className: trial.problem ? "problem" : "" }, line.replaceAll("`", ""))));
    this.save.disabled = Boolean(trial.problem) || !trial.difference.split("\n").some(line => /^[+-]/.test(line));
  }

  write() {
    return this.page.attempt(async () => {
      this.save.disabled = true;
      const { written } = await post("/tune/save", this.shown);
      this.page.report(`Written: ${written} has other limits. Undo is at the top.`);
      await this.load();
    });
  }
}
