// Keys by pressing them: the server has their names.

import { button, field, make, say } from "./dom.js";
import { post } from "./server.js";

export class KeyCapture {
  constructor(changed, page) {
    this.changed = changed;
    this.page = page;
    this.down = new Set();
    this.input = make("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: "super+left" });
    this.start = button("Press keys", () => this.begin(), { "aria-pressed": "false" });
    this.element = make("div", {}, field("Keys", this.input, "Type the names, or press the keys; Tab and Escape stop it."),
      make("p", { className: "buttons" }, this.start));
    this.start.addEventListener("keydown", event => this.press(event));
    this.start.addEventListener("keyup", event => this.release(event));
    this.start.addEventListener("blur", () => this.end());
  }

  get value() { return this.input.value; }

  begin() {
    if (this.isOn) return;
    this.isOn = true;
    this.down.clear();
    this.start.setAttribute("aria-pressed", "true");
    say(this.start, "Press the keys now");
  }

  end() {
    this.isOn = false;
    this.start.setAttribute("aria-pressed", "false");
    say(this.start, "Press keys");
  }

  press(event) {
    if (!this.isOn || event.code === "Tab") return;
    if (event.code === "Escape" && !this.down.size) return this.end();
    event.preventDefault();
    if (!event.repeat) this.down.add(event.code);
  }

  /// With the first that is lifted all of them have been pressed.
  release(event) {
    if (!this.isOn || !this.down.size) return;
    event.preventDefault();
    const codes = [...this.down];
    this.down.clear();
    this.end();
    this.page.attempt(async () => {
      this.input.value = (await post("/keys", { codes })).keys;
      this.changed();
    });
  }
}
