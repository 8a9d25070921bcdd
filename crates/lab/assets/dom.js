// The few words with which the other files speak of a page.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// An element with its properties and what it holds.
export function make(tag, properties = {}, ...inner) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...inner);
  return element;
}

export function button(text, act) {
  const made = make("button", { type: "button", textContent: text });
  if (act) made.addEventListener("click", act);
  return made;
}

// The sentence of a page that says what is wrong.
export function sentence(status, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return $(".error", page)?.textContent ?? `The lab answered ${status}.`;
}

export const SILENT = "The lab does not answer; is it still open?";

// A group of copies that are only seen, out of reach of hands and readers.
export function likeness(shapes, kind) {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("class", kind);
  group.setAttribute("aria-hidden", "true");
  for (const shape of shapes) {
    const copy = shape.cloneNode(true);
    [...copy.attributes].filter(({ name }) => /^(data-|aria-|role$|tabindex$|id$)/.test(name)).forEach(({ name }) => copy.removeAttribute(name));
    group.append(copy);
  }
  return group;
}
