// What a gesture does: one list that is filtered by words, and fields for a command and for keys.

import { button, field, make, say } from "./dom.js";
import { KeyCapture } from "./keys.js";

const pointer = [["btn_left", "Left button"], ["btn_right", "Right button"], ["btn_middle", "Middle button"], ["btn_side", "Back"], ["btn_extra", "Forward"]];
const media = [["volumeup", "Volume up"], ["volumedown", "Volume down"], ["mute", "Mute"], ["brightnessup", "Brightness up"],
  ["brightnessdown", "Brightness down"], ["playpause", "Play or pause"], ["nextsong", "Next track"], ["previoussong", "Previous track"]];
/// Of a gesture that is followed, one way is a step up and the other a step down.
const steps = [["volumeup", "Volume up and down"], ["brightnessup", "Brightness up and down"], ["nextsong", "Next and previous track"]];
const own = [["run", "Your own command"], ["keys", "Keys of your choice"], ["none", "None yet: events only"]];

/// The value is what the server is sent; its text is the key of the entry.
const entry = (group, words, line, value, isOther = false) => ({ group, words, line, value, isOther, key: JSON.stringify(value) });

export class ActionForm {
  constructor(changed, page) {
    this.changed = changed;
    this.search = make("input", { type: "search", role: "combobox", autocomplete: "off", spellcheck: false, placeholder: "Search: workspace, volume, …",
      "aria-expanded": "true", "aria-controls": "actions", "aria-autocomplete": "list" });
    this.list = make("div", { id: "actions", className: "actions", role: "listbox", "aria-label": "Actions" });
    this.more = button("", () => {
      this.showsOthers = !this.showsOthers;
      this.draw();
    }, { className: "more", "aria-controls": "actions" });
    this.chosen = make("p", { className: "chosen", role: "status" });
    this.command = make("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: "firefox" });
    this.keys = new KeyCapture(() => this.changed(), page);
    this.fields = { run: field("Command", this.command, "As in a shell. It has GESTURED_… in its environment."), keys: this.keys.element };
    this.search.addEventListener("input", event => {
      event.stopPropagation();
      this.active = undefined;
      this.draw();
    });
    this.search.addEventListener("keydown", event => this.press(event));
    this.element = make("div", {}, make("h3", {}, "2. What it does"), field("Action", this.search), this.list,
      make("p", { className: "buttons" }, this.more), this.chosen, ...Object.values(this.fields));
    this.fill([], false);
  }

  /// - hasSteps: the gesture has a motion that an action can follow.
  fill(groups, hasSteps) {
    const verbs = groups.flatMap(group => group.verbs.filter(verb => !verb.stepped || hasSteps).map(verb =>
      entry(group.title, verb.words, verb.line, { kind: "verb", group: group.group, value: verb.name }, group.isOther)));
    const kind = hasSteps ? "steps" : "keys";
    this.entries = [
      ...own.map(([kind, words]) => entry("Your own", words, "", { kind })),
      ...verbs.filter(verb => !verb.isOther),
      ...(hasSteps ? steps : media).map(([value, words]) => entry("Media keys", words, `keys = "${value}"`, { kind, value })),
      ...pointer.map(([value, words]) => entry("Pointer", words, `keys = "${value}"`, { kind: "keys", value })),
      ...verbs.filter(verb => verb.isOther),
    ];
    const key = this.choice?.key;
    this.choose(this.entries.find(entry => entry.key === key) ?? this.entries.find(entry => entry.value.kind === "none"), true);
  }

  has(entry) {
    const text = `${entry.words} ${entry.group} ${entry.line}`.toLowerCase();
    return this.search.value.toLowerCase().split(/\s+/).every(word => text.includes(word));
  }

  /// What the words match; a command of one's own is always there, last.
  get matching() {
    if (!this.search.value.trim()) return this.entries;
    const isRun = entry => entry.value.kind === "run";
    return [...this.entries.filter(entry => this.has(entry) && !isRun(entry)), this.entries.find(isRun)];
  }

  draw() {
    const matching = this.matching;
    const others = matching.filter(entry => entry.isOther).length;
    this.shown = matching.filter(entry => !entry.isOther || this.showsOthers);
    say(this.more, `${this.showsOthers ? "▾" : "▸"} Other desktops and uses: ${others}`);
    this.more.setAttribute("aria-expanded", String(Boolean(this.showsOthers)));
    const groups = Map.groupBy(this.shown, entry => entry.group);
    this.options = new Map();
    this.list.replaceChildren(...[...groups].map(([group, entries]) => make("div", { role: "group", "aria-label": group },
      make("p", { className: "heading", "aria-hidden": "true" }, group),
      make("div", { className: "cards", role: "presentation" }, ...entries.map(entry => {
        const option = make("div", { role: "option", id: `action-${this.entries.indexOf(entry)}`, className: "card", title: entry.line,
          "aria-selected": String(entry === this.choice), onclick: () => this.choose(entry) },
          make("span", {}, entry.words), entry.line ? make("code", {}, entry.line) : null);
        this.options.set(entry, option);
        return option;
      })))));
    this.point(this.shown.includes(this.active) ? this.active : undefined);
  }

  /// The option that the arrow keys are at; the focus stays in the field.
  point(entry) {
    this.options.get(this.active)?.classList.remove("active");
    this.active = entry;
    const option = this.options.get(entry);
    if (!option) return this.search.removeAttribute("aria-activedescendant");
    option.classList.add("active");
    this.search.setAttribute("aria-activedescendant", option.id);
    const { offsetTop: top, offsetHeight: height } = option;
    if (top < this.list.scrollTop || top + height > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top - height;
  }

  press(event) {
    const at = this.shown.indexOf(this.active);
    if (event.key === "ArrowDown") this.point(this.shown[Math.min(at + 1, this.shown.length - 1)]);
    else if (event.key === "ArrowUp") this.point(this.shown[Math.max(at - 1, 0)]);
    else if (event.key === "Enter" && (this.active || this.search.value)) this.choose(this.active ?? this.shown[0]);
    else return;
    event.preventDefault();
  }

  choose(entry, isQuiet) {
    const before = this.choice;
    this.choice = entry;
    // Words that are the name of nothing are the command.
    if (!isQuiet && entry.value.kind === "run" && !this.has(entry)) this.command.value = this.search.value;
    if (!isQuiet) this.search.value = "";
    say(this.chosen, `Chosen: ${entry.words}`);
    for (const [kind, part] of Object.entries(this.fields)) part.hidden = entry.key !== JSON.stringify({ kind });
    this.active = isQuiet ? this.active : entry;
    this.draw();
    if (!isQuiet && before !== entry) this.list.dispatchEvent(new Event("input", { bubbles: true }));
  }

  get value() {
    switch (this.choice.key) {
      case "{\"kind\":\"run\"}": return { kind: "run", value: this.command.value };
      case "{\"kind\":\"keys\"}": return { kind: "keys", value: this.keys.value };
      default: return this.choice.value;
    }
  }
}
