// Moves that are seen to happen: what is new appears, what went elsewhere goes there. Whoever wants no motion gets
// none.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 180;
// A picture with more shapes than this changes at once.
const MOST = 1500;
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
  const shapes = svg && !still.matches ? [...svg.children].filter((shape) => !shape.matches(".worth, .cursor, .coming, .reach, .trail")) : [];
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

export function glide(before, svg) {
  const after = picture(svg);
  const [were, are] = [before, after].map((list) => new Set(list.map((one) => one.look)));
  const fresh = after.filter((one) => !were.has(one.look));
  const gone = before.filter((one) => !are.has(one.look));
  // A picture that is another one altogether does not move.
  if (before.length === 0 || fresh.length > 0.7 * after.length) return;
  for (const one of fresh) {
    const from = origin(one, fresh, gone)?.middle ?? one.middle;
    const [dx, dy] = from.map((value, axis) => value - one.middle[axis]);
    const moves = Math.abs(dx) + Math.abs(dy) > 1;
    const steps = moves ? [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }] : [{ opacity: 0 }, { opacity: 1 }];
    one.shape.animate(steps, { duration: TIME, easing: "ease-out" });
  }
}
