// Elements without a framework.

/// `make("button", { type: "button", onclick }, "Save")`; a property that starts with `aria-` or `data-`, and `role`, is an
/// attribute.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (/^(aria-|data-|role$|for$|list$)/.test(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

export function svg(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/// Sets a text only where it is another: screen readers read what is set.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function button(text, action, properties = {}) {
  const element = make("button", { type: "button", onclick: () => { if (element.getAttribute("aria-disabled") !== "true") action(); }, ...properties }, text);
  return element;
}

/// The buttons for which a row has no room, behind one.
export function menu(text, ...buttons) {
  const list = make("div", { className: "items" }, ...buttons);
  const summary = make("summary", {}, text);
  const element = make("details", { className: "menu" }, summary, list);
  const close = () => {
    if (!element.open) return;
    const hadFocus = list.contains(document.activeElement);
    element.open = false;
    if (hadFocus) summary.focus();
  };
  list.addEventListener("click", close);
  element.addEventListener("keydown", event => { if (event.key === "Escape") close(); });
  addEventListener("pointerdown", event => { if (!element.contains(event.target)) element.open = false; });
  return element;
}

/// A button that is off for a while keeps the focus; a disabled one would lose it.
export function enable(element, isOn) {
  element.setAttribute("aria-disabled", String(!isOn));
}

let count = 0;
/// A control with its label in front of it.
export function field(text, control, hint) {
  control.id ||= `field-${++count}`;
  const parts = [make("label", { for: control.id }, text), control];
  if (hint) {
    const note = make("small", { id: `${control.id}-hint` }, hint);
    control.setAttribute("aria-describedby", note.id);
    parts.push(note);
  }
  return make("p", { className: "field" }, ...parts);
}

/// Fills a list with choices, [value, text] each. Keeps the chosen one if it is still there, and leaves an open list alone.
export function choose(select, choices) {
  const shown = [...select.options].map(option => [option.value, option.textContent]);
  if (JSON.stringify(shown) === JSON.stringify(choices)) return;
  const before = select.value;
  select.replaceChildren(...choices.map(([value, text]) => make("option", { value }, text)));
  if (choices.some(([value]) => value === before)) select.value = before;
}
