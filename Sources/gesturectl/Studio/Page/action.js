// What a gesture does: an action of the examples, a command, keys, a button.

import { choose, field, make, pick } from "./dom.js";
import { KeyCapture } from "./keys.js";

const pointer = [["btn_left", "Left button"], ["btn_right", "Right button"], ["btn_middle", "Middle button"], ["btn_side", "Back"], ["btn_extra", "Forward"]];
const media = [["volumeup", "Louder"], ["volumedown", "Quieter"], ["mute", "Mute"], ["brightnessup", "Brighter"],
  ["brightnessdown", "Darker"], ["playpause", "Play or pause"], ["nextsong", "Next track"], ["previoussong", "Previous track"]];
/// Of a gesture that is followed, one way is a step up and the other a step down.
const steps = [["volumeup", "Louder and quieter"], ["brightnessup", "Brighter and darker"], ["nextsong", "Next and previous track"]];
const kinds = [["verb", "One of the examples"], ["run", "A command"], ["keys", "Keys"], ["media", "Volume, brightness or media"],
  ["pointer", "A button of the pointer"], ["none", "None yet: events only"]];

export class ActionForm {
  constructor(changed, page) {
    this.changed = changed;
    this.kind = make("select");
    choose(this.kind, kinds);
    this.verb = make("select");
    this.command = make("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: "firefox" });
    this.keys = new KeyCapture(() => this.changed(), page);
    this.media = make("select");
    choose(this.media, media);
    this.button = make("select");
    choose(this.button, pointer);
    this.kinds = {
      verb: field("What", this.verb), run: field("Command", this.command, "As in a shell. It has GESTURED_… in its environment."),
      keys: this.keys.element, media: field("Key", this.media), pointer: field("Button", this.button),
    };
    this.kind.addEventListener("input", () => this.kindChanged());
    this.element = make("div", {}, make("h3", {}, "2. What it does"),
      make("div", { className: "fields wide" }, field("Action", this.kind), ...Object.values(this.kinds)));
    this.kindChanged();
  }

  kindChanged() {
    for (const [kind, part] of Object.entries(this.kinds)) part.hidden = kind !== this.kind.value;
  }

  /// - hasSteps: the gesture has a motion that an action can follow.
  fill(groups, hasSteps) {
    const before = this.verb.value;
    this.verb.replaceChildren(...groups.map(group => make("optgroup", { label: group.group },
      ...group.verbs.filter(verb => !verb.stepped || hasSteps).map(verb =>
        make("option", { value: JSON.stringify([group.group, verb.name]), title: verb.line }, verb.name)))).filter(group => group.children.length));
    pick(this.verb, before);
    this.hasSteps = hasSteps;
    choose(this.media, hasSteps ? steps : media);
    // Without examples there is no list to choose from.
    const isEmpty = !this.verb.options.length;
    choose(this.kind, kinds.filter(([kind]) => kind !== "verb" || !isEmpty));
    this.kindChanged();
  }

  get value() {
    switch (this.kind.value) {
      case "verb": {
        const [group, value] = JSON.parse(this.verb.value || "[\"\",\"\"]");
        return group ? { kind: "verb", group, value } : { kind: "none" };
      }
      case "run": return { kind: "run", value: this.command.value };
      case "keys": return { kind: "keys", value: this.keys.value };
      case "media": return { kind: this.hasSteps ? "steps" : "keys", value: this.media.value };
      case "pointer": return { kind: "keys", value: this.button.value };
      default: return { kind: "none" };
    }
  }
}
