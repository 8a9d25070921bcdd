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
