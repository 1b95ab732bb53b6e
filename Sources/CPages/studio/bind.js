// A gesture is made or chosen, then what it does; the server shows what would be written.

import { button, choose, enable, field, make, pick, say } from "./dom.js";
import { get, post } from "./server.js";
import { ActionForm } from "./action.js";
import { Pad } from "./pad.js";
import { ZoneFrame } from "./zone.js";

/// Seconds between two touch sequences of one gesture: the taps of a double tap.
const pause = 0.5;
/// A sequence of this many fingers or more is a gesture; one of fewer moves the pointer, scrolls, or touches a button of the page.
const meant = 3;
/// Milliseconds after "Make it now" in which its own tap or click ends.
const ownTap = 400;

export class Bind {
  title = "Bind";

  constructor(section, page) {
    this.section = section;
    this.page = page;
    this.known = [];
    this.numbers = [];
    this.pad = new Pad("The gesture on the pad");
    this.zoneFrame = new ZoneFrame(this.pad, rectangle => this.drawnZone(rectangle));
    this.makeGesture();
    this.action = new ActionForm(() => this.changed(), page);
    this.makeResult();
    section.append(make("div", { className: "columns" },
      make("div", {}, this.gesturePart, make("figure", {}, this.pad.svg, this.caption), this.offer, this.readings),
      make("div", {}, this.formPart, this.action.element, this.resultPart)));
    section.addEventListener("input", event => {
      this.isTouched = event.target !== this.prompt || this.prompt.value !== "";
      this.isMeant = true;
      this.changed();
    });
  }

  // 1. The gesture

  makeGesture() {
    this.caption = make("figcaption", { "aria-live": "polite" }, "Make the gesture on the pad, or choose it.");
    this.prompt = make("select");
    this.ready = button("Make it now", () => this.arm(), { "aria-pressed": "false" });
    this.drawing = make("pre", { className: "drawing", "aria-hidden": "true" });
    this.words = make("p");
    this.offer = make("p", { className: "buttons", "aria-live": "polite" });
    this.readings = make("div", { role: "radiogroup", "aria-label": "Read as", className: "buttons" });
    this.taps = make("input", { type: "number", min: 1, max: 4, value: 1 });
    this.name = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    this.type = make("select");
    this.fingers = make("input", { type: "number", min: 1, max: 5, value: 1 });
    this.way = make("select");
    this.zone = make("select");
    this.zoneName = make("input", { type: "text", value: "corner", autocomplete: "off", spellcheck: false });
    this.application = make("input", { type: "text", autocomplete: "off", spellcheck: false, list: "applications" });
    this.applications = make("datalist", { id: "applications" });
    this.prompt.addEventListener("input", () => this.choosePrompt());
    this.taps.addEventListener("change", () => this.read(this.latest(Number(this.taps.value))));
    this.type.addEventListener("input", () => this.typeChanged());
    this.zone.addEventListener("input", () => this.zoneChanged());
    this.zoneField = field("Name of the new zone", this.zoneName, "Drag on the pad, or use the fields.");
    this.zoneFields = make("div", {}, this.zoneField, this.zoneFrame.fields);
    this.zoneFields.hidden = true;
    this.wayField = field("Direction", this.way);
    this.gesturePart = make("div", {},
      make("h3", {}, "1. The gesture"),
      make("div", { className: "choice" }, field("Choose from the list", this.prompt), this.ready),
      make("p", { className: "hint" }, "Or make the gesture. Three or more fingers are read at once, one or two after \u201cMake it now\u201d."),
      this.drawing, this.words);
    this.formPart = make("div", {},
      make("h3", {}, "The gesture in detail"),
      make("div", { className: "fields" },
        field("Type", this.type), field("Fingers", this.fingers), this.wayField,
        field("Touch sequences", this.taps, "A double tap has 2."),
        field("Zone", this.zone), field("Application", this.application, "Empty: everywhere."), field("Name", this.name)),
      this.zoneFields, this.applications);
  }

  /// The next touch sequence is read, whatever it is.
  arm() {
    this.armed = performance.now();
    this.ready.setAttribute("aria-pressed", "true");
    say(this.caption, "Make the gesture now.");
  }

  disarm() {
    this.armed = undefined;
    this.ready.setAttribute("aria-pressed", "false");
  }

  /// The last kept sequences, as many as belong to one gesture.
  latest(count) {
    return this.known.filter(sequence => sequence.outcome).slice(-count).map(sequence => sequence.number);
  }

  sequences(list) {
    const before = this.known.filter(sequence => sequence.outcome).at(-1)?.number;
    this.known = list;
    const done = list.filter(sequence => sequence.outcome);
    const last = done.at(-1);
    if (this.section.hidden || !last || last.number === before) return;
    let count = 1;
    while (count < 3 && done.at(-count - 1)?.fingers === last.fingers && done.at(-count).pause <= pause) count += 1;
    const isArmed = this.armed !== undefined && performance.now() - this.armed > ownTap;
    // The second tap of a double tap.
    const goesOn = count > 1 && this.numbers.includes(done.at(-2).number);
    if (this.isLive && last.fingers < meant && !isArmed && !goesOn) return;
    this.disarm();
    if (this.isTouched && !isArmed) return this.propose(count);
    this.taps.value = count;
    this.isMeant = true;
    this.read(this.latest(count));
  }

  /// A form that a person has filled in stays; the new gesture takes its place with this button.
  propose(count) {
    this.offer.replaceChildren(button(`Use touch sequence ${this.latest(1)[0]} instead`, () => {
      this.taps.value = count;
      this.isMeant = true;
      this.read(this.latest(count));
    }));
  }

  read(numbers) {
    if (!numbers.length) return;
    const before = this.numbers;
    this.numbers = numbers;
    this.isTouched = false;
    this.offer.replaceChildren();
    this.prompt.value = "";
    this.choosePrompt(true);
    return this.page.quietly(async () => {
      const made = await post("/bind/read", { numbers });
      // A field was changed meanwhile.
      if (this.isTouched) {
        this.numbers = before;
        return this.propose(numbers.length);
      }
      this.fingers.value = made.fingers;
      pick(this.zone, made.zone ?? "");
      this.zoneChanged(true);
      this.readings.replaceChildren(...made.readings.slice(0, 3).map((reading, index) => button(reading.phrase, () => this.take(reading, true),
        { role: "radio", "aria-checked": String(index === 0), "data-type": reading.type })));
      say(this.caption, made.readings.length
        ? `Touch sequence ${numbers.join(" and ")}: ${made.readings[0].phrase}.${made.readings.length > 1 ? " Choose how to read it:" : ""}`
        : `Touch sequence ${numbers.join(" and ")} matches no type of gesture. Choose the type.`);
      if (made.readings.length) this.take(made.readings[0]);
      else this.changed();
    });
  }

  take(reading, isChosen = false) {
    this.isMeant ||= isChosen;
    pick(this.type, reading.type);
    this.typeChanged(true);
    pick(this.way, reading.way ?? (this.choices.types.find(type => type.type === reading.type).ways.includes("any") ? "any" : ""));
    for (const choice of this.readings.children) choice.setAttribute("aria-checked", String(choice.dataset.type === reading.type));
    this.name.value = "";
    this.changed();
  }

  choosePrompt(isMade) {
    const prompt = this.choices?.prompts.find(prompt => prompt.label === this.prompt.value);
    say(this.drawing, prompt?.drawing ?? "");
    say(this.words, prompt?.words ?? "");
    this.drawing.hidden = this.words.hidden = !prompt;
    if (isMade || !prompt) return;
    this.numbers = [];
    this.readings.replaceChildren();
    this.taps.value = prompt.taps;
    this.fingers.value = prompt.fingers;
    say(this.caption, prompt.words);
    this.take(prompt);
  }

  typeChanged(isQuiet) {
    const type = this.choices?.types.find(type => type.type === this.type.value);
    if (!type) return;
    choose(this.way, type.ways.length ? type.ways.map((way, index) => [way, type.wayWords[index]]) : [["", "none"]]);
    this.wayField.hidden = !type.ways.length;
    this.fingers.min = type.least;
    this.fingers.max = type.most;
    this.fingers.disabled = type.least === type.most;
    if (this.fingers.disabled) this.fingers.value = type.least;
    this.action.fill(this.choices.verbs, type.hasSteps);
    if (!isQuiet) this.changed();
  }

  zoneChanged(isQuiet) {
    this.zoneFields.hidden = this.zone.value !== "new:";
    this.zoneFrame.isOn = !this.zoneFields.hidden;
    if (!isQuiet) this.changed();
  }

  drawnZone() { this.changed(); }

  // 3. What is written

  makeResult() {
    this.difference = make("pre", { className: "difference", tabIndex: 0, role: "region", "aria-label": "Lines that would be added" });
    this.remarks = make("ul", { className: "notes", "aria-live": "polite" });
    this.save = button("Save", () => this.write(), { className: "main", "aria-disabled": "true" });
    // The button stands above what grows and shrinks.
    this.resultPart = make("div", {}, make("h3", {}, "3. What is written"), make("p", { className: "buttons" }, this.save),
      this.remarks, this.difference);
  }

  request() {
    const isNew = this.zone.value === "new:";
    return {
      numbers: this.numbers, type: this.type.value, way: this.way.value, fingers: Number(this.fingers.value), taps: Number(this.taps.value),
      name: this.name.value, zone: isNew ? this.zoneName.value : this.zone.value, application: this.application.value,
      action: this.action.value, ...(isNew ? { rectangle: this.zoneFrame.rectangle } : {}),
    };
  }

  /// Shows what would be written; only the answer to the last question counts.
  async changed() {
    if (!this.choices || (!this.numbers.length && !this.prompt.value)) return;
    const turn = this.turn = (this.turn ?? 0) + 1;
    const request = this.request();
    try {
      const preview = await post("/bind/preview", request);
      if (turn !== this.turn) return;
      this.shown = { ...request, name: preview.name, version: preview.version };
      this.name.placeholder = preview.name;
      showDifference(this.difference, preview.difference);
      const notes = preview.problem ? [preview.problem] : preview.notes;
      this.remarks.replaceChildren(...notes
        .map(note => make("li", { className: preview.problem ? "problem" : "" }, sentence(note))));
      // A gesture from before this view was opened may not be one to save.
      enable(this.save, !preview.problem && this.isMeant);
      if (preview.viewBox) this.pad.draw(preview);
      this.zoneFrame.refresh();
    } catch (error) {
      if (turn === this.turn) this.refuse(error.message);
    }
  }

  refuse(text) {
    enable(this.save, false);
    this.remarks.replaceChildren(make("li", { className: "problem" }, text));
  }

  write() {
    return this.page.attempt(async () => {
      enable(this.save, false);
      const { written } = await post("/bind/save", this.shown);
      this.page.report(`Written: ${written}. Undo is at the top.`, true);
      this.isTouched = this.isMeant = false;
      this.name.value = "";
      this.numbers = [];
      this.prompt.value = "";
      await this.refreshChoices();
    });
  }

  // What the server sends

  state(news) {
    this.isLive = news.feed === "daemon";
    if (!this.numbers.length && news.devices[0]) this.pad.draw(news.devices[0]);
    // Zones and names are those of the file.
    if (this.choices && this.version !== news.version && !this.section.hidden) this.refreshChoices();
    this.version = news.version;
  }

  async opened() {
    await this.refreshChoices();
    const last = this.known.filter(sequence => sequence.outcome && (!this.isLive || sequence.fingers >= meant)).at(-1);
    if (this.choices && last && !this.numbers.length && !this.prompt.value && !this.isTouched) await this.read([last.number]);
  }

  /// After a change of the file a recording is played again, and its sequences are read when they arrive.
  refreshChoices() {
    return this.page.quietly(async () => {
      const choices = this.choices = await get("/bind/choices");
      choose(this.prompt, [["", "the gesture that I make"], ...choices.prompts.map(prompt => [prompt.label, prompt.phrase])]);
      choose(this.type, choices.types.map(type => [type.type, type.words]));
      choose(this.zone, [["", "whole pad"], ...choices.zones.map(zone => [zone, zone]), ["new:", "a new zone, drawn on the pad"]]);
      this.applications.replaceChildren(...choices.applications.map(name => make("option", { value: name })));
      this.typeChanged(true);
    });
  }
}

/// A message of the program as a sentence of the page.
export function sentence(text) {
  return text.replaceAll("`", "").replace(/^[a-z]/, letter => letter.toUpperCase()).replace(/[^.]$/, "$&.");
}

/// Lines of a difference with their numbers: the changed ones, what surrounds them, and the header and name of their table.
export function showDifference(element, text) {
  const lines = text.split("\n").slice(0, -1);
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - 2), index + 3).some(line => line[0] !== " "));
  const header = index => lines.findLastIndex((line, at) => at <= index && /^.\s*\[/.test(line));
  lines.forEach((line, index) => {
    const at = header(index);
    if (line[0] === " " || line.length === 1 || at < 0) return;
    near[at] = true;
    const name = lines.findIndex((line, other) => other > at && /^.name\s*=/.test(line));
    if (name > 0 && header(name) === at) near[name] = true;
  });
  let number = 0;
  const first = near.indexOf(true);
  const shown = lines.map((line, index) => {
    if (line[0] !== "-") number += 1;
    const part = make(line[0] === "+" ? "ins" : line[0] === "-" ? "del" : "span", { "data-line": line[0] === "-" ? "" : number }, line || " ");
    if (index > first && near[index] && !near[index - 1]) part.classList.add("gap");
    return part;
  });
  element.replaceChildren(...shown.filter((_, index) => near[index]));
}
