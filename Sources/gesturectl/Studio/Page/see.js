// The pad, the gestures and their states, the last touch sequences.

import { button, make, say } from "./dom.js";
import { Pad } from "./pad.js";
import { get, post } from "./server.js";

/// A line for each gesture, kept in place while its state changes.
class Rows {
  constructor(pad) {
    this.pad = pad;
    this.list = make("ul", { className: "gestures" });
    this.rows = new Map();
  }

  show(rows) {
    const names = rows.map(row => row.name);
    for (const [name, row] of this.rows) {
      if (names.includes(name)) continue;
      row.item.remove();
      this.rows.delete(name);
    }
    rows.forEach((data, index) => {
      const row = this.rows.get(data.name) ?? this.add(data.name);
      if (this.list.children[index] !== row.item) this.list.insertBefore(row.item, this.list.children[index] ?? null);
      row.gesture = data.gesture;
      row.item.className = data.kind;
      say(row.state, data.state);
      row.track.hidden = data.part === undefined;
      row.track.classList.toggle("ceiling", Boolean(data.ceiling));
      row.bar.style.width = `${100 * (data.part ?? 0)}%`;
      row.bar.classList.toggle("full", data.part >= 1);
      say(row.measure, data.measure ?? "");
      say(row.reason, data.reason.replaceAll("`", ""));
    });
  }

  add(name) {
    const row = {
      state: make("span", { className: "state" }), bar: make("i"), measure: make("span", { className: "measure" }),
      reason: make("span", { className: "reason" }),
    };
    row.track = make("span", { className: "track", "aria-hidden": "true" }, row.bar);
    row.item = make("li", { tabIndex: 0 }, make("span", { className: "name" }, name), row.state, row.track, row.measure, row.reason);
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
    this.rows = new Rows(this.pad);
    this.latest = 0;
    this.chosen = null;
    this.caption = make("figcaption", { "aria-live": "polite" }, "No touch yet");
    this.nearest = make("p", { className: "nearest" });
    this.hidden = make("ul", { className: "withheld" });
    this.list = make("ol", { className: "sequences" });
    this.log = make("ol", { className: "log", tabIndex: 0, "aria-label": "Events, commands and reloads" });
    this.earlier = button("Earlier", () => this.step(-1));
    this.later = button("Later", () => this.step(1));
    this.newest = button("Follow the latest", () => this.pick(null), { "aria-pressed": "true" });
    this.save = button("Save as a recording", () => this.keep());
    this.again = button("Play again", () => this.replay(false));
    this.end = button("To the end", () => this.replay(true));
    section.append(
      make("div", { className: "columns" },
        make("div", {},
          make("figure", {}, this.pad.svg, this.caption),
          this.nearest, this.hidden,
          make("p", { className: "buttons", role: "group", "aria-label": "Touch sequences" },
            this.earlier, this.later, this.newest, this.save, this.again, this.end)),
        make("div", {}, make("h3", {}, "Gestures"), this.rows.list)),
      make("div", { className: "columns" },
        make("div", {}, make("h3", {}, "Last touch sequences"), this.list),
        make("div", {}, make("h3", {}, "Events, commands and reloads"), this.counts = make("p"), this.log)));
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
    if (!this.latest && this.ground) {
      this.pad.draw(this.ground);
      say(this.caption, `${this.ground.title}, ${Math.round(this.ground.width)} × ${Math.round(this.ground.height)} mm: no touch yet`);
    }
    const counts = news.actions;
    say(this.counts, counts
      ? `Commands: ${counts.running} running, ${counts.started} started, ${counts.failed} failed, ${counts.timed_out} timed out, ${counts.dropped} dropped.`
      : "");
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
        ? `${sequence.number}: ${sequence.fingers === 1 ? "1 finger" : `${sequence.fingers} fingers`}, ${sequence.duration}, ${sequence.outcome}`
        : `${sequence.number}: fingers are down`;
      return make("li", { className: sequence.recognized ? "made" : "" },
        button(text, () => this.pick(sequence.number), { "data-number": sequence.number }));
    }));
    this.mark();
  }

  notes(lines) {
    this.log.append(...lines.map(line => make("li", {}, line)));
    while (this.log.children.length > 200) this.log.firstElementChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  // What is shown

  draw(picture) {
    this.pad.draw(picture);
    this.rows.show(picture.rows);
    say(this.caption, picture.title);
    say(this.nearest, picture.nearest ? `Nearest miss: ${picture.nearest.replaceAll("`", "")}` : "");
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
