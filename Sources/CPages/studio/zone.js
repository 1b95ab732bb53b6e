// A zone: a rectangle on the pad, drawn with the pointer or given in percent.

import { field, make, svg } from "./dom.js";

const sides = ["Left %", "Right %", "Top %", "Bottom %"];

export class ZoneFrame {
  constructor(pad, changed) {
    this.pad = pad;
    this.changed = changed;
    this.inputs = sides.map((_, index) => make("input", { type: "number", min: 0, max: 100, value: index % 2 ? 50 : 0 }));
    this.fields = make("div", { className: "fields" }, ...sides.map((side, index) => field(side, this.inputs[index])));
    this.shape = svg("rect", { class: "zone" });
    pad.svg.append(this.shape);
    pad.svg.addEventListener("pointerdown", event => this.begin(event));
    pad.svg.addEventListener("pointermove", event => this.move(event));
    pad.svg.addEventListener("pointerup", () => this.end());
    this.fields.addEventListener("input", () => this.refresh());
  }

  set isOn(value) {
    this.on = value;
    this.pad.svg.classList.toggle("drawn", value);
    this.refresh();
  }

  get rectangle() {
    const [left, right, top, bottom] = this.inputs.map(input => Math.round(Math.min(100, Math.max(0, Number(input.value)))));
    return [Math.min(left, right), Math.max(left, right), Math.min(top, bottom), Math.max(top, bottom)];
  }

  get stage() { return this.pad.groups.ground.querySelector(".stage"); }

  refresh() {
    const stage = this.stage;
    this.shape.toggleAttribute("hidden", !this.on || !stage);
    if (!this.on || !stage) return;
    const [left, right, top, bottom] = this.rectangle;
    const [width, height] = ["width", "height"].map(side => Number(stage.getAttribute(side)) / 100);
    for (const [name, value] of [["x", left * width], ["y", top * height], ["width", (right - left) * width], ["height", (bottom - top) * height]])
      this.shape.setAttribute(name, value);
  }

  /// In percent of the stage.
  place(event) {
    const box = this.stage.getBoundingClientRect();
    return [100 * (event.clientX - box.left) / box.width, 100 * (event.clientY - box.top) / box.height]
      .map(value => Math.round(Math.min(100, Math.max(0, value))));
  }

  begin(event) {
    if (!this.on) return;
    this.pad.svg.setPointerCapture(event.pointerId);
    this.from = this.place(event);
  }

  move(event) {
    if (!this.from) return;
    const to = this.place(event);
    const values = [this.from[0], to[0], this.from[1], to[1]];
    values.forEach((value, index) => { this.inputs[index].value = value; });
    this.refresh();
  }

  end() {
    if (!this.from) return;
    this.from = undefined;
    const tidy = this.rectangle;
    tidy.forEach((value, index) => { this.inputs[index].value = value; });
    this.changed(tidy);
  }
}
