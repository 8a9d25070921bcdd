// Moves that are seen to happen: what is new appears, what went elsewhere goes there, what is gone fades. Whoever wants
// no motion gets none.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 180;
// What goes is looked after for longer than what comes.
const FADING = 360;
// A picture with more shapes than this changes at once.
const MOST = 1500;
// A picture with fewer may change altogether and still be followed by the eye.
const FEW = 40;
const OUTLINE = ["d", "x", "y", "cx", "cy", "r", "x1", "y1", "x2", "y2", "width", "height"];

// What a shape is and where, apart from what it plays.
function seen(shape) {
  const [box, kind] = [shape.getBBox(), `${shape.tagName} ${shape.getAttribute("class")}`];
  const outline = OUTLINE.map((key) => shape.getAttribute(key)).join();
  return {
    shape,
    kind,
    outline,
    look: [kind, outline, shape.lastChild?.nodeValue].join(),
    // A coin is the same coin, whatever is known of it.
    name: shape.getAttribute("aria-label") && `${shape.tagName} ${shape.getAttribute("aria-label").split(/, |:/)[0]}`,
    middle: [box.x + box.width / 2, box.y + box.height / 2],
  };
}

// The picture as it is, to be compared with the one that follows it.
export function picture(svg) {
  // A mask and a gradient have no place of their own.
  const lasts = (shape) => shape instanceof SVGGraphicsElement && !shape.matches(".worth, .cursor, .coming, .leaving, .reach, .trail");
  const shapes = svg && !still.matches ? [...svg.children].filter(lasts) : [];
  return shapes.length > MOST ? [] : shapes.map(seen);
}

// Where a new shape comes from: nowhere if one of its outline was there, else from the only one of its name, or the
// only one of its kind.
function origin(one, fresh, gone) {
  if (gone.some((other) => other.outline === one.outline)) return null;
  const single = (list, same) => (list.filter(same).length === 1 ? list.find(same) : null);
  for (const key of one.shape.tagName === "path" ? ["name", "kind"] : ["name"]) {
    const same = (other) => one[key] && other[key] === one[key];
    if (single(fresh, same) && single(gone, same)) return single(gone, same);
  }
  return null;
}

// What is gone stays for a moment as a picture only, out of reach of hands and readers.
function fade(gone, svg) {
  if (gone.length === 0) return;
  const group = document.createElementNS(svg.namespaceURI, "g");
  group.setAttribute("class", "leaving");
  group.setAttribute("aria-hidden", "true");
  for (const { shape } of gone) {
    const ghost = shape.cloneNode(true);
    [...ghost.attributes].filter(({ name }) => /^(data-|aria-|role$|tabindex$|id$)/.test(name)).forEach(({ name }) => ghost.removeAttribute(name));
    group.append(ghost);
  }
  svg.append(group);
  group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADING, easing: "ease-in" }).finished.finally(() => group.remove());
}

// A curve is seen to be drawn.
function retrace(path) {
  const length = path.getTotalLength();
  path.animate([{ strokeDasharray: length, strokeDashoffset: length }, { strokeDasharray: length, strokeDashoffset: 0 }], { duration: 2 * FADING, easing: "ease-in-out" });
}

// Leads from the picture that was to the one that is. What matches `fixed` is at its place at once: a hand may be on its
// way there.
export function glide(before, svg, fixed = ".leaving") {
  if (before.length === 0) return;
  const after = picture(svg);
  const [were, are] = [before, after].map((list) => new Set(list.map((one) => one.look)));
  const fresh = after.filter((one) => !were.has(one.look));
  const gone = before.filter((one) => !are.has(one.look));
  // A picture that is another one altogether does not move, but for the curve that was drawn last.
  if (after.length > FEW && fresh.length > 0.7 * after.length) return fresh.forEach(({ shape }) => shape.matches("path.s-accent[fill=none]") && retrace(shape));
  const left = new Set(gone.filter((one) => !one.shape.dataset.layer && !fresh.some((other) => other.outline === one.outline)));
  for (const one of fresh) {
    const source = origin(one, fresh, gone);
    left.delete(source);
    if (one.shape.matches(fixed)) continue;
    const from = source?.middle ?? one.middle;
    const [dx, dy] = from.map((value, axis) => value - one.middle[axis]);
    const moves = Math.abs(dx) + Math.abs(dy) > 1;
    const steps = moves ? [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }] : [{ opacity: 0 }, { opacity: 1 }];
    one.shape.animate(steps, { duration: TIME, easing: "ease-out" });
  }
  fade([...left], svg);
}
