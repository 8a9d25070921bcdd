// Who answers: the lab, over the network; or, on a page without a server, the rooms themselves, which that page has put
// in the lab's place under the name `answerer`.
const own = globalThis.answerer;

// An address in its parts, wherever the page lies.
export const at = (address) => new URL(address, own ? "http://parlor" : location.href);

// What is answered at an address.
export const request = (address, options) => (own ? own.request(address, options) : fetch(address, options));

// The address of what is shown.
export const here = () => (own ? own.here() : location.href);

// An address as it can be sent to somebody.
export const sent = (address) => (own ? own.sent(address) : at(address).href);

// Goes to another page.
export const visit = (address) => (own ? own.visit(address) : location.assign(address));

// Shows this page anew.
export const reload = () => (own ? own.visit(own.here(), "replace") : location.reload());

// What is shown has another address now: a new entry of the browser's list of pages, or in place of the last.
export const enter = (address, entry) => (own ? own.enter(address, entry) : history[`${entry}State`](null, "", address));

// Who shows this page without loading it anew when somebody goes back to another entry of it.
export const returning = (show) => (own ? own.returning(show) : addEventListener("popstate", show));
