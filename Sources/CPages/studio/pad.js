// The pad to scale.

import { svg } from "./dom.js";

const layers = ["ground", "thresholds", "withheld", "trails", "recognitions"];

/// The drawing of the pad. The server makes its parts.
export class Pad {
  constructor(label) {
    this.svg = svg("svg", { class: "pad", role: "img", "aria-label": label });
    this.groups = Object.fromEntries(layers.map(name => [name, svg("g")]));
    this.svg.append(...Object.values(this.groups));
    this.shown = {};
  }

  draw(picture) {
    if (picture.viewBox) this.svg.setAttribute("viewBox", picture.viewBox);
    for (const name of layers) {
      const markup = picture[name] ?? "";
      if (this.shown[name] === markup) continue;
      this.shown[name] = markup;
      this.groups[name].innerHTML = markup;
    }
  }

  /// The thresholds of one gesture, while its row is pointed at.
  point(gesture, isOn) {
    for (const shape of this.groups.thresholds.querySelectorAll(`.t${gesture}`)) shape.classList.toggle("pointed", isOn);
  }
}
