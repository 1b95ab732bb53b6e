// A limit as a slider for the usual range and a number for every value; a pair of limits as two handles on one track.

import { make } from "./dom.js";

/// How the keys of a pair begin.
export const starts = [["min_", "max_"], ["slow_", "fast_"]];

/// What one handle of a key sets: "at least", "slow".
export function handleName(key, index) {
  if (key.ends) return index ? "fast" : "slow";
  const [start] = key.key.split("_");
  return { min: "at least", max: "at most", slow: "slow", fast: "fast" }[start] ?? "";
}

const steps = 200;

export class Slider {
  constructor(keys, handles, changed) {
    this.least = Math.min(...keys.map(key => key.least));
    this.most = Math.max(...keys.map(key => key.most));
    this.changed = changed;
    this.fill = make("i");
    const unit = keys[0].unit;
    const rows = handles.map(handle => this.handle(handle, unit, handles.length > 1));
    this.handles = handles;
    const help = make("small", { id: `about-${keys[0].key}` }, keys.map(key => key.help).join(" "));
    for (const { slider } of handles) slider.setAttribute("aria-describedby", help.id);
    const names = keys.map(key => make("code", {}, key.key));
    this.element = make("div", { className: "slider", role: "group", "aria-label": keys[0].title },
      make("p", { className: "head" }, make("strong", {}, keys[0].title), ...names),
      make("div", { className: `range${handles.length > 1 ? " two" : ""}` }, make("span", { className: "track", "aria-hidden": "true" }, this.fill),
        ...handles.map(handle => handle.slider)),
      make("div", { className: "values" }, ...rows), help);
    this.paint();
  }

  handle(handle, unit, isOne) {
    const { key, name, value } = handle;
    const label = [key.title, name].filter(Boolean).join(", ");
    handle.unit = unit;
    handle.slider = make("input", { type: "range", min: this.least, max: this.most, step: "any", value, "aria-label": label });
    handle.number = make("input", { type: "number", min: key.lowest, max: key.highest, step: "any", value,
      "aria-label": `${label}${unit ? ` in ${unit}` : ""}` });
    handle.decides = key.slack ? make("output", {}) : null;
    this.describe(handle, value);
    const change = to => {
      this.set(handle, Number(Number(to).toPrecision(3)));
      this.changed(handle, handle.now);
    };
    const step = (this.most - this.least) / steps;
    handle.slider.addEventListener("input", () => change(handle.slider.value));
    handle.slider.addEventListener("keydown", event => {
      const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key];
      if (!by) return;
      event.preventDefault();
      change(Math.min(this.most, Math.max(this.least, Number(handle.slider.value) + by)));
    });
    handle.number.addEventListener("change", () => { if (handle.number.value !== "") change(handle.number.value); });
    return make("span", { className: "value" }, name ? make("span", {}, name) : null, handle.number, make("span", {}, unit), handle.decides);
  }

  set(handle, value) {
    handle.now = value;
    handle.slider.value = handle.number.value = value;
    this.describe(handle, value);
    this.paint();
  }

  /// The value, and what decides where the fingers add to it.
  describe({ key, slider, decides, unit }, value) {
    const sum = key.slack && `${Number((value + key.slack).toPrecision(3))} ${unit} with ${key.slackFor}`;
    slider.setAttribute("aria-valuetext", sum ?? `${value} ${unit}`);
    if (decides) decides.textContent = `decides at ${sum}`;
  }

  /// The part of the track that the handles limit.
  paint() {
    const places = this.handles?.map(handle => 100 * (Number(handle.slider.value) - this.least) / (this.most - this.least || 1)) ?? [];
    if (!places.length) return;
    const from = places.length > 1 ? Math.min(...places) : 0;
    this.fill.style.left = `${from}%`;
    this.fill.style.width = `${Math.max(...places) - from}%`;
  }
}
