//! Points of a sheet in whole numbers, and what is decided about them without rounding.

/// A point: x to the right, y downward, so many of these to the unit of a picture.
pub type Pt = (i64, i64);

/// Steps of the grid in a unit of a picture.
pub const UNIT: i64 = 100_000;

/// Twice the area of a triangle, positive where c lies to the left of the way from a to b. Coordinates of a sheet stay
/// below 2^22, so it is exact.
pub fn area(a: Pt, b: Pt, c: Pt) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Whether p lies on the stretch from a to b.
pub fn lies_on(p: Pt, a: Pt, b: Pt) -> bool {
    area(a, b, p) == 0 && (a.0.min(b.0)..=a.0.max(b.0)).contains(&p.0) && (a.1.min(b.1)..=a.1.max(b.1)).contains(&p.1)
}

/// Whether two stretches have a point in common.
pub fn meet(a: Pt, b: Pt, c: Pt, d: Pt) -> bool {
    let apart = |p: i64, q: i64, r: i64, s: i64| p.max(q) < r.min(s) || r.max(s) < p.min(q);
    if apart(a.0, b.0, c.0, d.0) || apart(a.1, b.1, c.1, d.1) {
        return false;
    }
    let sides = |p: Pt, q: Pt, r: Pt, s: Pt| area(p, q, r).signum() * area(p, q, s).signum();
    sides(a, b, c, d) <= 0 && sides(c, d, a, b) <= 0
}

/// Whether p lies in the triangle or on its border.
pub fn in_triangle(p: Pt, [a, b, c]: [Pt; 3]) -> bool {
    let signs = [area(a, b, p), area(b, c, p), area(c, a, p)];
    !(signs.iter().any(|&s| s < 0) && signs.iter().any(|&s| s > 0))
}

/// Whether a closed chain of points goes an odd number of times around p, which does not lie on it.
pub fn encloses(chain: &[Pt], p: Pt) -> bool {
    let mut odd = false;
    for (i, &a) in chain.iter().enumerate() {
        let b = chain[(i + 1) % chain.len()];
        if (a.1 > p.1) != (b.1 > p.1) {
            let left = area(a, b, p) > 0;
            odd ^= left == (b.1 > a.1);
        }
    }
    odd
}

/// Twice the area that a closed chain goes around, positive when it lies to its left.
pub fn turned_area(chain: &[Pt]) -> i64 {
    (0..chain.len())
        .map(|i| {
            let (a, b) = (chain[i], chain[(i + 1) % chain.len()]);
            a.0 * b.1 - a.1 * b.0
        })
        .sum()
}

/// How far p is from q.
pub fn far(p: Pt, q: Pt) -> f64 {
    let (x, y) = ((p.0 - q.0) as f64, (p.1 - q.1) as f64);
    (x * x + y * y).sqrt()
}

/// How far p is from the stretch from a to b.
pub fn distance(p: Pt, a: Pt, b: Pt) -> f64 {
    let (along, to) = (((b.0 - a.0) as f64, (b.1 - a.1) as f64), ((p.0 - a.0) as f64, (p.1 - a.1) as f64));
    let length = along.0 * along.0 + along.1 * along.1;
    let t = if length > 0.0 { ((to.0 * along.0 + to.1 * along.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (to.0 - t * along.0, to.1 - t * along.1);
    (x * x + y * y).sqrt()
}

/// Directions in the order in which a hand turns from x toward y, all the way around.
pub fn by_angle(a: Pt, b: Pt) -> std::cmp::Ordering {
    let half = |d: Pt| d.1 < 0 || (d.1 == 0 && d.0 < 0);
    half(a).cmp(&half(b)).then_with(|| 0.cmp(&(a.0 * b.1 - a.1 * b.0)))
}

/// The middle of a stretch, rounded.
pub fn middle(a: Pt, b: Pt) -> Pt {
    ((a.0 + b.0).div_euclid(2), (a.1 + b.1).div_euclid(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_meet_where_they_cross_touch_or_overlap() {
        assert!(meet((0, 0), (4, 4), (0, 4), (4, 0)));
        assert!(meet((0, 0), (4, 0), (2, 0), (2, 5)));
        assert!(meet((0, 0), (4, 0), (3, 0), (9, 0)));
        assert!(!meet((0, 0), (4, 0), (5, 0), (9, 0)));
        assert!(!meet((0, 0), (4, 4), (3, 2), (9, 2)));
    }

    #[test]
    fn angles_turn_once_around() {
        let round = [(2, 0), (3, 1), (1, 1), (0, 3), (-1, 2), (-2, 0), (-2, -1), (0, -1), (1, -4)];
        assert!(round.windows(2).all(|pair| by_angle(pair[0], pair[1]).is_lt()));
    }

    #[test]
    fn a_chain_encloses_what_lies_within() {
        let square = [(0, 0), (4, 0), (4, 4), (0, 4)];
        assert!(turned_area(&square) == 32 && encloses(&square, (1, 2)) && !encloses(&square, (5, 2)));
        let reversed: Vec<Pt> = square.iter().rev().copied().collect();
        assert!(turned_area(&reversed) == -32 && encloses(&reversed, (1, 2)) && !encloses(&reversed, (-1, 4)));
    }
}
