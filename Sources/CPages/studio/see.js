// The gesture that is being made, the pad, the other gestures, and the last touch sequences.

import { button, make, menu, say } from "./dom.js";
import { Bar } from "./bar.js";
import { Pad } from "./pad.js";
import { get, post } from "./server.js";
import { sentence } from "./teach.js";

/// What a row says of itself: a form, and a word.
const signs = { made: "✓", active: "◐", near: "✕", missed: "○", failed: "✕", none: "○" };

/// Its own limits are reached, and it waits for another gesture to fail.
const isWaiting = row => !row.others && row.state === "possible" && row.reason;

/// A miss that came halfway to its limit, or went beyond it by half.
const isNear = row => row.kind === "missed" && !row.others && row.share >= 0.5 && row.share <= 1.5;

/// The gesture that is made now, or that the last touches made: the largest thing of the page.
class Lead {
  constructor() {
    this.sign = make("span", { className: "sign", "aria-hidden": "true" });
    this.name = make("span", { className: "name" });
    this.words = make("p", { className: "words" });
    this.state = make("p", { className: "state", "aria-live": "polite" });
    this.bar = new Bar();
    this.next = button("", () => this.nextStep(), { className: "main", hidden: true });
    this.element = make("div", { className: "lead" }, make("p", { className: "title" }, this.sign, this.name), this.words, this.state, this.next, this.bar.element);
    this.draw(null, false);
  }

  /// Below a recognition and a near miss: what waits for another gesture, then what has come nearest to its limit.
  static of(rows, isOver) {
    const waiting = rows.find(isWaiting);
    const nearest = [...rows].filter(row => !row.others && row.verdict === "not yet").sort((a, b) => b.share - a.share)[0];
    return rows.find(row => row.kind === "active") ?? rows.find(row => row.kind === "failed") ?? rows.find(row => row.kind === "made") ?? rows.find(row => row.nearest)
      ?? rows.find(row => row.kind === "near") ?? (isOver ? null : waiting ?? (nearest?.share > 0 ? nearest : null));
  }

  /// What to do where there is nothing to show yet; undefined takes the button away.
  offer(text, action) {
    this.next.hidden = !text;
    say(this.next, text ?? "");
    this.nextStep = action;
  }

  /// - title, hint: what is said without a gesture.
  draw(row, isOver, title = "No touch yet", hint = "Touch the pad: the gesture stands here while it is made.") {
    this.element.className = `lead ${row?.nearest ? "nearly" : row?.kind ?? "none"}`;
    say(this.sign, row ? row.nearest ? "○" : signs[row.kind] : "");
    say(this.name, row?.name ?? title);
    say(this.words, row ? [row.words, row.purpose].filter(Boolean).join(": ") : hint);
    this.bar.show(row, isOver);
    const states = { made: "Recognized", active: "In progress", near: "Cancelled", failed: "Recognized, but its action failed" };
    // What is not yet reached has that word beside its bar.
    const word = row?.nearest ? "Nearly" : states[row?.kind] ?? "";
    const reason = row?.reason?.replaceAll("`", "") ?? "";
    say(this.state, word && reason ? `${word}: ${reason}` : word || sentence(reason));
  }
}

const outcome = sequence => sequence.failed ? `${sequence.outcome}, its action failed`
  : sequence.near && !sequence.recognized ? `nearly ${sequence.near}` : sequence.outcome;

/// A line for each gesture, kept in place while its state changes.
class Rows {
  constructor(pad) {
    this.pad = pad;
    this.list = make("ul", { className: "gestures" });
    this.rest = make("ul", { className: "gestures" });
    this.count = make("summary");
    this.more = make("details", { hidden: true }, this.count, this.rest);
    this.none = make("p", { className: "hint", hidden: true }, "The configuration has no gesture for this device.");
    this.element = make("div", {}, this.list, this.more, this.none);
    this.rows = new Map();
  }

  show(rows, isOver) {
    const names = rows.map(row => row.name);
    for (const [name, row] of this.rows) {
      if (names.includes(name)) continue;
      row.item.remove();
      this.rows.delete(name);
    }
    const others = rows.filter(row => row.others);
    this.place(this.list, rows.filter(row => !row.others), isOver);
    this.place(this.rest, others, isOver);
    this.more.hidden = !others.length;
    this.none.hidden = rows.length > 0;
    say(this.count, others.length === 1 ? "1 gesture needs another number of fingers" : `${others.length} gestures need another number of fingers`);
  }

  place(list, rows, isOver) {
    rows.forEach((data, index) => {
      const row = this.rows.get(data.name) ?? this.add(data.name);
      if (list.children[index] !== row.item) list.insertBefore(row.item, list.children[index] ?? null);
      row.gesture = data.gesture;
      row.item.className = `${data.kind}${data.nearest ? " nearest" : ""}${isNear(data) ? " nearby" : ""}`;
      row.item.title = data.words;
      say(row.sign, data.others ? "" : signs[data.kind]);
      say(row.state, data.nearest ? "nearly" : data.others ? "" : data.state);
      row.bar.show(data, isOver);
      say(row.reason, data.reason ? data.reason.replaceAll("`", "") : data.purpose ?? "");
    });
  }

  add(name) {
    const row = {
      sign: make("span", { className: "sign", "aria-hidden": "true" }), state: make("span", { className: "state" }), bar: new Bar(),
      reason: make("span", { className: "reason" }),
    };
    row.item = make("li", { tabIndex: 0 }, row.sign, make("span", { className: "name" }, name), row.bar.element, row.state, row.reason);
    for (const [event, isOn] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]])
      row.item.addEventListener(event, () => this.pad.point(row.gesture, isOn));
    this.rows.set(name, row);
    return row;
  }
}

export class See {
  title = "See";

  constructor(section, page) {
    this.section = section;
    this.page = page;
    this.pad = new Pad("Touches on the pad");
    this.lead = new Lead();
    this.rows = new Rows(this.pad);
    this.latest = 0;
    this.chosen = null;
    this.caption = make("figcaption", { "aria-live": "polite" }, "No touch yet");
    this.hidden = make("ul", { className: "withheld" });
    this.list = make("ol", { className: "sequences" });
    this.log = make("ol", { className: "log", tabIndex: 0, "aria-label": "Events, commands and reloads" });
    this.earlier = button("← Earlier", () => this.step(-1));
    this.later = button("Later →", () => this.step(1));
    this.newest = button("Latest", () => this.pick(null), { "aria-pressed": "true", title: "Follow the latest touch sequence" });
    this.save = button("Save as a recording", () => this.keep());
    this.again = button("Play again", () => this.replay(false));
    this.end = button("To the end", () => this.replay(true));
    section.append(
      make("div", { className: "columns wide-left" },
        make("div", {},
          make("figure", {}, this.pad.svg, this.caption),
          this.hidden,
          make("p", { className: "buttons", role: "group", "aria-label": "Touch sequences" },
            this.earlier, this.later, this.newest, menu("More", this.save, this.again, this.end)),
          make("h3", { className: "last" }, "Last touch sequences"), this.list),
        make("div", {}, this.lead.element, make("h3", {}, "All gestures"), this.rows.element,
          make("details", { className: "events", open: matchMedia("(min-width: 52rem)").matches }, make("summary", {}, "Events, commands and reloads"), this.counts = make("p"), this.log))));
    section.addEventListener("keydown", event => {
      if (event.target.closest("input, select, textarea")) return;
      if (event.key === "ArrowLeft") this.step(-1);
      if (event.key === "ArrowRight") this.step(1);
    });
  }

  // What the server sends

  state(news) {
    this.ground = news.devices[0];
    this.again.hidden = this.end.hidden = news.feed !== "recording";
    this.invite(news);
    if (!this.latest && this.ground) {
      this.pad.draw(this.ground);
      say(this.caption, `${this.ground.title}, ${Math.round(this.ground.width)} × ${Math.round(this.ground.height)} mm: no touch yet`);
    }
    const counts = news.actions;
    say(this.counts, counts
      ? `Commands: ${counts.running} running, ${counts.started} started, ${counts.failed} failed, ${counts.timed_out} timed out, ${counts.dropped} dropped.`
      : "");
  }

  /// The next step of a page without a daemon, a device or a configuration.
  invite(news) {
    const [title, hint, ...next] = news.feed === "none"
      ? ["No daemon", "It recognizes the gestures. Start it, or see what it needs.", "Start the daemon", () => this.page.attempt(() => post("/start", {}))]
      : !news.devices.length ? ["No device", "Plug in a touchpad or a touchscreen, or see what keeps one away.", "See the devices", () => { location.hash = "#system"; }]
      : ["No touch yet", "Touch the pad: the gesture stands here while it is made.", ...news.path ? [] : ["Teach a gesture", () => { location.hash = "#teach"; }]];
    this.lead.offer(...next);
    if (!this.latest || news.feed === "none") this.lead.draw(null, false, title, hint);
  }

  picture(picture) {
    // A recording that begins again counts from 1.
    if (picture.number < this.latest) this.chosen = null;
    this.latest = picture.number;
    if (this.chosen !== null) return;
    this.next = picture;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw(this.next);
    });
  }

  sequences(list) {
    this.known = list.map(sequence => sequence.number);
    this.list.replaceChildren(...list.toReversed().map(sequence => {
      const text = sequence.outcome
        ? `${sequence.number}: ${sequence.fingers === 1 ? "1 finger" : `${sequence.fingers} fingers`}, ${sequence.duration}, ${outcome(sequence)}`
        : `${sequence.number}: in progress`;
      return make("li", { className: sequence.failed ? "failed" : sequence.recognized ? "made" : sequence.near ? "near" : "" },
        button(text, () => this.pick(sequence.number), { "data-number": sequence.number }));
    }));
    this.mark();
  }

  notes(lines) {
    this.log.append(...lines.map(line => make("li", { className: line.failed ? "missed" : "" }, line.text)));
    while (this.log.children.length > 200) this.log.firstElementChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  // What is shown

  draw(picture) {
    this.pad.draw(picture);
    this.rows.show(picture.rows, picture.over);
    const nothing = picture.over ? "Nothing recognized" : picture.title.replace(/^.*: /, "").replace(/^./, letter => letter.toUpperCase());
    const kept = picture.rows.find(row => !row.others && row.kind === "none" && row.reason);
    const hint = kept ? `${kept.name}: ${kept.reason.replaceAll("`", "")}.`
      : picture.rows.length && picture.rows.every(row => row.others) ? "No gesture in the configuration uses this number of fingers."
      : picture.rows.length ? "No gesture came near its limits." : "The configuration has no gesture for this device.";
    this.lead.draw(Lead.of(picture.rows, picture.over), picture.over, nothing, picture.over ? hint : "");
    say(this.caption, picture.title);
    this.hidden.replaceChildren(...picture.hidden.map(line => make("li", {}, line)));
    this.shownNumber = picture.number;
    this.mark();
  }

  mark() {
    this.newest.setAttribute("aria-pressed", String(this.chosen === null));
    for (const choice of this.list.querySelectorAll("button"))
      choice.setAttribute("aria-pressed", String(Number(choice.dataset.number) === this.shownNumber));
    this.save.disabled = !this.shownNumber;
  }

  step(by) {
    const at = this.known?.indexOf(this.shownNumber) ?? -1;
    const next = this.known?.[at + by];
    if (next !== undefined) this.pick(next === this.latest && by > 0 ? null : next);
  }

  pick(number) {
    this.chosen = number;
    return this.page.attempt(async () => this.draw(await get("/sequence", { number: number ?? this.latest })));
  }

  replay(atOnce) {
    return this.page.attempt(() => {
      this.latest = 0;
      this.chosen = null;
      return post("/replay", { atOnce });
    });
  }

  /// The browser saves the file where the user chooses.
  keep() {
    const link = make("a", { href: `/recording?number=${this.shownNumber}`, download: `sequence-${this.shownNumber}.evemu` });
    link.click();
  }
}
