// A gesture from examples: touch sequences that are it or are not it, what it does, and what would be written.

import { button, choose, enable, field, make, say } from "./dom.js";
import { get, post } from "./server.js";
import { Pad } from "./pad.js";

/// Seconds between two touch sequences of one motion: the taps of a double tap.
const pause = 0.7;
/// Milliseconds around a click of this page in which its own tap is not an example.
const ownTap = 400;
/// The most examples that are taken without another click, and the most motions that are listed.
const enough = 5, most = 12;

export class Teach {
  title = "Teach";

  constructor(section, page) {
    this.section = section;
    this.page = page;
    this.motions = [];
    /// true for an example, false for what is not it, by the number of the first touch sequence.
    this.marks = new Map();
    this.pad = new Pad("The last motion on the pad");
    this.makeGesture();
    this.makeAction();
    this.makeResult();
    section.append(make("div", { className: "columns" },
      make("div", {}, this.gesturePart, make("figure", {}, this.pad.svg), this.list), make("div", {}, this.actionPart, this.resultPart)));
    section.addEventListener("input", () => this.try());
  }

  // 1. The examples

  makeGesture() {
    this.names = make("datalist", { id: "gestures" });
    this.name = make("input", { type: "text", autocomplete: "off", spellcheck: false, list: "gestures" });
    this.listens = [true, false].map(isIt => button(isIt ? "Show it" : "Show what is not it", () => this.listen(isIt), { "aria-pressed": "false" }));
    this.back = button("Take the last one back", () => this.takeBack(), { "aria-disabled": "true" });
    this.prompt = make("p", { role: "status" });
    this.list = make("ol", { className: "motions", "aria-label": "Motions" });
    this.gesturePart = make("div", {}, make("h3", {}, "1. Show it three times"),
      field("Name", this.name, "A new name makes a gesture; one of the list is fitted to your hand. Empty: from type, direction and fingers."),
      this.names, make("p", { className: "buttons" }, ...this.listens, this.back), this.prompt);
  }

  /// From now on each motion is an example, or what is not it, until the button is pressed again.
  listen(isIt) {
    // The tap that ends it is not an example.
    if (this.listening === isIt && performance.now() - this.markedAt < ownTap) this.takeBack();
    this.hear(this.listening === isIt ? undefined : isIt);
  }

  hear(isIt) {
    this.listening = isIt;
    this.since = performance.now();
    this.listens.forEach((each, index) => each.setAttribute("aria-pressed", String(isIt === !index)));
    this.ask();
  }

  ask() {
    const count = [...this.marks.values()].filter(Boolean).length;
    say(this.prompt, this.listening === undefined ? count || this.marks.size ? "" : "Or choose among the motions below."
      : this.listening ? count === 0 ? "Make the gesture now." : count < 2 ? "Again, as you would in a hurry." : "Again, or end with the same button."
        : "Make something that is not it, such as a scroll.");
    enable(this.back, this.marks.size > 0);
  }

  takeBack() { this.mark([...this.marks.keys()].at(-1), undefined); }

  mark(number, isIt) {
    this.marks.delete(number);
    if (isIt !== undefined) {
      this.marks.set(number, isIt);
      this.page.quietly(async () => this.pad.draw({ ...await get("/sequence", { number }), thresholds: "" }));
    }
    this.markedAt = performance.now();
    if (this.listening && [...this.marks.values()].filter(Boolean).length >= enough) this.hear(undefined);
    this.draw();
    this.ask();
    this.try();
  }

  /// The kept touch sequences as motions: those with short pauses between them are one.
  sequences(list) {
    const before = new Set(this.motions.map(motion => motion[0].number));
    const longer = motion => this.marks.has(motion[0].number) && this.motions.find(old => old[0].number === motion[0].number)?.length !== motion.length;
    const motions = [];
    for (const sequence of list.filter(sequence => sequence.outcome)) {
      const last = motions.at(-1);
      if (last && last.at(-1).device === sequence.device && sequence.pause <= pause) last.push(sequence);
      else motions.push([sequence]);
    }
    const isChanged = motions.some(longer);
    this.motions = motions;
    for (const number of this.marks.keys()) if (!motions.some(motion => motion[0].number === number)) this.marks.delete(number);
    const isHeard = this.listening !== undefined && !this.section.hidden && performance.now() - this.since > ownTap;
    const fresh = isHeard ? motions.filter(motion => !before.has(motion[0].number)).at(-1) : undefined;
    if (fresh) return this.mark(fresh[0].number, this.listening);
    if (isChanged) this.try();
    this.draw();
  }

  draw() {
    const shown = this.motions.filter((motion, index) => this.marks.has(motion[0].number) || index >= this.motions.length - most);
    const rows = shown.map(motion => {
      const number = motion[0].number, mark = this.marks.get(number);
      const words = this.seen?.get(this.key(motion)) ?? motion.map(sequence => sequence.outcome).join(", ");
      return { number, mark, words };
    });
    const text = JSON.stringify(rows);
    if (text === this.drawn) return;
    this.drawn = text;
    const focus = document.activeElement?.dataset?.mark;
    this.list.replaceChildren(...rows.map(({ number, mark, words }) => make("li", {}, make("span", {}, `${number}: ${words}`),
      ...[true, false].map(isIt => button(isIt ? "It" : "Not it", () => this.mark(number, mark === isIt ? undefined : isIt),
        { "aria-pressed": String(mark === isIt), "aria-label": `Motion ${number} is ${isIt ? "it" : "not it"}`, "data-mark": `${number} ${isIt}` })))));
    if (focus) this.list.querySelector(`[data-mark="${focus}"]`)?.focus();
  }

  key(motion) { return motion.map(sequence => sequence.number).join(" "); }

  // 2. What it does

  makeAction() {
    this.action = make("select");
    this.value = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    this.valueField = field("Command or keys", this.value, "A command as in a shell, or keys such as super+left.");
    this.actionPart = make("div", {}, make("h3", {}, "2. What it does"), field("Action", this.action), this.valueField);
  }

  get chosenAction() {
    const [kind, group, value] = JSON.parse(this.action.value || "[\"run\"]");
    return kind === "verb" ? { kind, group, value } : { kind, value: this.value.value };
  }

  opened() {
    return this.page.quietly(async () => {
      const groups = await get("/teach/actions");
      const own = [["run", "Your own command"], ["keys", "Keys of your choice"], ["none", "None yet: events only"]];
      const option = (value, text) => make("option", { value: JSON.stringify(value) }, text);
      if (!this.action.options.length) this.action.replaceChildren(...own.map(([kind, words]) => option([kind], words)),
        ...groups.map(({ group, title, verbs }) => make("optgroup", { label: title }, ...verbs.map(verb => option(["verb", group, verb.name], verb.words)))));
      this.draw();
      this.ask();
      this.try();
    });
  }

  // 3. What is written

  makeResult() {
    this.type = make("select");
    this.typeField = field("Read as", this.type);
    this.choices = ["It goes first: the others wait until it has failed", "Only where the examples begin"].map(text => {
      const box = make("input", { type: "checkbox" });
      return { box, row: make("label", { className: "choice" }, box, text) };
    });
    this.table = make("table");
    this.difference = make("pre", { className: "difference", tabIndex: 0, role: "region", "aria-label": "Lines that would be changed" });
    this.remarks = make("ul", { className: "notes", "aria-live": "polite" });
    this.save = button("Save", () => this.write(), { className: "main", "aria-disabled": "true" });
    // The button stands above what grows and shrinks.
    this.resultPart = make("div", {}, make("h3", {}, "3. What is written"), make("p", { className: "buttons" }, this.save), this.typeField,
      ...this.choices.map(choice => choice.row), make("div", { className: "graph" }, this.table), this.remarks, this.difference);
    this.typeField.hidden = true;
  }

  request() {
    const numbers = isIt => this.motions.filter(motion => this.marks.get(motion[0].number) === isIt).map(motion => motion.map(sequence => sequence.number));
    return { name: this.name.value, examples: numbers(true), against: numbers(false), type: this.type.value || null, action: this.chosenAction,
      first: this.choices[0].box.checked, here: this.choices[1].box.checked };
  }

  /// One question at a time; the last state counts.
  async try() {
    this.valueField.hidden = this.chosenAction.kind === "verb" || this.chosenAction.kind === "none";
    this.isStale = true;
    if (this.isTrying) return;
    this.isTrying = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        const request = this.request();
        if (!request.examples.length) this.show(request);
        else this.show(request, await post("/teach/try", request));
      }
    } catch (error) {
      this.show(this.request());
      this.remarks.replaceChildren(make("li", { className: "problem" }, sentence(error.message)));
    } finally {
      this.isTrying = false;
      // What changed while the answer was shown as an error.
      if (this.isStale) this.try();
    }
  }

  show(request, lesson) {
    this.shown = lesson && { ...request, name: lesson.gesture, version: lesson.version };
    if (lesson) this.seen = new Map([...request.examples, ...request.against].map((numbers, index) => [numbers.join(" "), lesson.seen[index]]));
    this.draw();
    this.name.placeholder = lesson?.gesture ?? "";
    const readings = lesson?.readings ?? [];
    this.typeField.hidden = readings.length + Boolean(this.type.value) < 2;
    if (readings.length && !this.type.value) choose(this.type, [["", readings[0].words], ...readings.slice(1).map(reading => [reading.type, reading.words])]);
    if (lesson?.known) this.type.value = "";
    this.actionPart.hidden = Boolean(lesson?.known);
    const rows = lesson?.examples ?? [];
    const gestures = [...new Set([lesson?.gesture, ...rows.flatMap(row => row.makes)])].filter(Boolean);
    this.table.replaceChildren(...lesson ? [make("tr", {}, make("td"), ...gestures.map(name => make("th", { scope: "col" }, name))),
      ...rows.map(row => make("tr", {}, make("th", { scope: "row" }, row.recording + (row.not_it ? " (not it)" : "")),
        ...gestures.map(name => make("td", {}, row.makes.includes(name) ? "✓" : "–"))))] : []);
    const notes = lesson ? [lesson.problem, lesson.obstacle && `It cannot be saved: ${lesson.obstacle}`].filter(Boolean) : [];
    this.remarks.replaceChildren(...notes.map(note => make("li", { className: "problem" }, sentence(note))),
      ...(lesson?.notes ?? []).map(note => make("li", {}, sentence(note))));
    showDifference(this.difference, lesson?.difference ?? "");
    enable(this.save, lesson && !notes.length && /^[+-]/m.test(lesson.difference));
  }

  write() {
    return this.page.attempt(async () => {
      enable(this.save, false);
      const { written } = await post("/teach/save", this.shown);
      this.page.report(`Written: ${written}. Undo is at the top.`, true);
      this.marks.clear();
      this.name.value = this.value.value = this.type.value = "";
      this.draw();
      this.ask();
      this.try();
    });
  }

  // What the server sends

  state(news) {
    const names = news.path ? news.gestures : [];
    this.names.replaceChildren(...names.map(({ name, words }) => make("option", { value: name }, words)));
    if (news.devices[0] && !this.motions.length) this.pad.draw(news.devices[0]);
    if (this.version !== news.version && !this.section.hidden) this.try();
    this.version = news.version;
  }

  picture(picture) { if (!this.section.hidden) this.pad.draw({ ...picture, thresholds: "" }); }
}

/// A message of the program as a sentence of the page.
export function sentence(text) {
  return text.replaceAll("`", "").replace(/^[a-z]/, letter => letter.toUpperCase()).replace(/[^.]$/, "$&.");
}

/// Lines of a difference with their numbers: the changed ones and those around them.
function showDifference(element, text) {
  const lines = text.split("\n").slice(0, -1);
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - 2), index + 3).some(line => line[0] !== " "));
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
