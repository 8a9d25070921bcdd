// Pictures that move: shown in a sheet of their own, where they can be stopped, led step by step, and played again.
import { request } from "./answerer.js";
import { $$, button, make } from "./dom.js";

// Milliseconds; a picture that has come to its end stays there.
const now = (all) => Math.max(0, ...all.map((one) => Number(one.currentTime ?? 0)));
const end = (all) => Math.max(0, ...all.map((one) => one.effect.getComputedTiming().endTime));
const starts = (all) => [...new Set(all.map((one) => Math.round(one.effect.getComputedTiming().delay)))].sort((a, b) => a - b);

const SHEET = ":host { display: block } svg { display: block; width: 100%; height: auto; max-height: 90vh }";

// The drawing without its own styles, which a strict page does not take from a text, and those styles: they are given
// to it by name.
function read(text) {
  const rules = [SHEET];
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, own) => (rules.push(own), "")).replaceAll(' style="', ' data-style="');
  return { svg: new DOMParser().parseFromString(bare, "image/svg+xml").documentElement, rules: rules.join("\n") };
}

function taken({ svg, rules }, sheet) {
  const style = new CSSStyleSheet();
  style.replaceSync(rules);
  sheet.adoptedStyleSheets = [style];
  sheet.append(document.adoptNode(svg));
  $$("[data-style]", svg).forEach((one) => (one.style.cssText = one.dataset.style));
}

function seek(all, time) {
  for (const one of all) {
    one.pause();
    one.currentTime = time;
  }
}

async function show(place) {
  const reply = await request(place.dataset.moving);
  if (!reply.ok) return;
  const picture = read(await reply.text());
  if (picture.svg.nodeName !== "svg") return;
  const host = make("div", { className: "moving" });
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", place.querySelector("img").alt);
  taken(picture, host.attachShadow({ mode: "open" }));
  place.querySelector("img").replaceWith(host);
  // It takes the whole width, below what is told.
  const report = place.closest(".report");
  if (report) {
    place.replaceWith("below");
    report.after(place);
  }
  const all = host.shadowRoot.getAnimations();
  if (all.length > 0) host.after(controls(all));
}

function controls(all) {
  let plays = true;
  const last = end(all);
  const set = (running) => {
    plays = running;
    turn.textContent = running ? "Pause" : "Play";
  };
  const turn = button("Pause", () => {
    if (plays) {
      all.forEach((one) => one.pause());
      return set(false);
    }
    // What was over begins anew.
    if (now(all) >= last) seek(all, 0);
    all.forEach((one) => one.play());
    set(true);
  });
  const step = (by) => () => {
    const [here, times] = [now(all), [...starts(all), last]];
    const to = by > 0 ? times.find((time) => time > here + 1) : times.findLast((time) => time < here - 1);
    seek(all, to ?? (by > 0 ? last : 0));
    set(false);
  };
  const anew = button("From the start", () => {
    seek(all, 0);
    all.forEach((one) => one.play());
    set(true);
  });
  turn.className = "turn";
  Promise.all(all.map((one) => one.finished)).then(() => set(false), () => {});
  return make("div", { className: "controls" }, turn, button("Step back", step(-1)), button("Step", step(1)), anew);
}

export function moving() {
  const begin = () => $$("[data-moving]:not([data-shown])").forEach((place) => {
    place.dataset.shown = "yes";
    show(place);
  });
  document.addEventListener("answered", begin);
  begin();
}
