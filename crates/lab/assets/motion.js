// Moves that are seen to happen: what is new appears, what went elsewhere goes there, curves bend into their new course
// or are drawn, what is gone fades. Whoever wants no motion gets none.
import { $, likeness } from "./dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 180;
// What goes is looked after for longer than what comes.
const FADING = 360;
// A picture with more shapes than this changes at once.
const MOST = 1500;
// A picture with fewer may change altogether and still be followed by the eye.
const FEW = 40;
// Points of a curve that is followed, the most curves, and how far one goes at most, as a part of the sheet: what is
// farther away is another curve.
const POINTS = 24;
const CURVES = 80;
const NEAR = 0.2;
const OUTLINE = ["d", "x", "y", "cx", "cy", "r", "x1", "y1", "x2", "y2", "width", "height"];

// Points along a curve; nothing for what is no curve.
function course(shape) {
  if (!shape.matches("path[fill=none]:not([data-move])")) return null;
  const length = shape.getTotalLength();
  return Array.from({ length: POINTS }, (_, index) => shape.getPointAtLength((length * index) / (POINTS - 1)));
}

// How far a hand has carried it.
function carried(shape) {
  const moved = shape.matches(".lifted") && $(".carried", shape.ownerSVGElement)?.transform.baseVal.consolidate()?.matrix;
  return moved ? [moved.e, moved.f] : [0, 0];
}

// What a shape is and where, apart from what it plays.
function seen(shape) {
  const [box, kind] = [shape.getBBox(), `${shape.tagName} ${shape.getAttribute("class")}`];
  const [dx, dy] = carried(shape);
  const outline = OUTLINE.map((key) => shape.getAttribute(key)).join();
  return {
    shape,
    box,
    kind,
    outline,
    look: [kind, outline, shape.lastChild?.nodeValue].join(),
    // A coin is the same coin, whatever is known of it.
    name: shape.getAttribute("aria-label") && `${shape.tagName} ${shape.getAttribute("aria-label").split(/, |:/)[0]}`,
    middle: [box.x + box.width / 2 + dx, box.y + box.height / 2 + dy],
    curve: course(shape),
  };
}

// A button on which a picture stands shows what it plays; neither of them is a part of the board.
function withoutSmall(all) {
  const small = new Set();
  const within = ([x, y], box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  for (const button of all.filter(({ shape }) => shape.matches("rect[data-move]"))) {
    const held = all.filter((one) => one === button || within(one.middle, button.box));
    if (held.length > 4) held.forEach((one) => small.add(one));
  }
  return all.filter((one) => !small.has(one));
}

// The picture as it is, to be compared with the one that follows it.
export function picture(svg) {
  // A mask and a gradient have no place of their own.
  const lasts = (shape) => shape instanceof SVGGraphicsElement && !shape.matches(".worth, .cursor, .coming, .leaving, .carried, .reach, .trail");
  const shapes = svg && !still.matches ? [...svg.children].filter(lasts) : [];
  return shapes.length > MOST ? [] : withoutSmall(shapes.map(seen));
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

// What is gone stays for a moment as a picture only.
function fade(gone, svg) {
  if (gone.length === 0) return;
  const group = likeness(gone.map(({ shape }) => shape), "leaving");
  svg.append(group);
  group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADING, easing: "ease-in" }).finished.finally(() => group.remove());
}

// A curve is seen to be drawn.
function retrace(path) {
  const length = path.getTotalLength();
  path.animate([{ strokeDasharray: length, strokeDashoffset: length }, { strokeDasharray: length, strokeDashoffset: 0 }], { duration: 2 * FADING, easing: "ease-in-out" });
}

const line = (points) => `path("M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}")`;

// A curve bends into its new course.
function bend(one, source) {
  one.shape.animate([{ d: line(source.curve) }, { d: line(one.curve) }], { duration: FADING, easing: "ease-out" });
}

// Which curve has become which: the nearest pairs first, each curve once. The pairs that were found are in motion.
function follow(fresh, gone, svg) {
  const [now, old] = [fresh, gone].map((list) => list.filter((one) => one.curve));
  if (now.length === 0 || now.length > CURVES || old.length > CURVES) return new Map();
  const sheet = svg.viewBox.baseVal.width;
  const apart = (one, other) => Math.max(...one.curve.map(({ x, y }, index) => Math.hypot(x - other.curve[index].x, y - other.curve[index].y)));
  const pairs = now.flatMap((one) => old.map((other) => [apart(one, other), one, other])).filter(([far]) => far < NEAR * sheet);
  const became = new Map();
  for (const [, one, other] of pairs.sort(([a], [b]) => a - b)) {
    if (became.has(one) || [...became.values()].includes(other)) continue;
    became.set(one, other);
    if (one.outline !== other.outline) bend(one, other);
  }
  return became;
}

// Leads from the picture that was to the one that is. What matches `fixed` is at its place at once: a hand may be on its
// way there.
export function glide(before, svg, fixed = ".leaving") {
  if (before.length === 0) return;
  const after = picture(svg);
  const [were, are] = [before, after].map((list) => new Set(list.map((one) => one.look)));
  const fresh = after.filter((one) => !were.has(one.look));
  const gone = before.filter((one) => !are.has(one.look));
  // In a picture that is another one altogether only curves and what has a name is followed.
  const other = after.length > FEW && fresh.length > 0.7 * after.length;
  const became = follow(fresh, gone, svg);
  const followed = new Set(became.values());
  const left = new Set(gone.filter((one) => !followed.has(one) && !one.shape.dataset.layer && !fresh.some((another) => another.outline === one.outline)));
  for (const one of fresh) {
    if (became.has(one)) continue;
    if (one.curve && one.shape.matches(".s-accent")) {
      retrace(one.shape);
      continue;
    }
    const source = origin(one, fresh, gone);
    left.delete(source);
    if (one.shape.matches(fixed)) continue;
    const from = source?.middle ?? one.middle;
    const [dx, dy] = from.map((value, axis) => value - one.middle[axis]);
    const moves = Math.abs(dx) + Math.abs(dy) > 1;
    if (!moves && other) continue;
    const steps = moves ? [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }] : [{ opacity: 0 }, { opacity: 1 }];
    one.shape.animate(steps, { duration: TIME, easing: "ease-out" });
  }
  if (!other) fade([...left], svg);
}
