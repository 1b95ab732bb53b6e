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
  return make("button", { type: "button", onclick: action, ...properties }, text);
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

/// Choices as [value, text]; keeps what was chosen where it is still there.
export function choose(select, choices) {
  const before = select.value;
  select.replaceChildren(...choices.map(([value, text]) => make("option", { value }, text)));
  if (choices.some(([value]) => value === before)) select.value = before;
}
