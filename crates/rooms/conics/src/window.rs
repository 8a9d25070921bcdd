//! A square window on the plane and the board units of the sheet on which it is drawn.

/// The side of every sheet in board units.
pub const SHEET: f64 = 10.0;

/// A square window on the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Its middle.
    pub middle: [f64; 2],
    /// Half its side.
    pub half: f64,
}

impl Window {
    /// The least square window around these points with a margin of that share of its half side.
    pub fn around(points: impl IntoIterator<Item = [f64; 2]>, margin: f64) -> Window {
        let (mut least, mut most) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            for axis in 0..2 {
                least[axis] = least[axis].min(point[axis]);
                most[axis] = most[axis].max(point[axis]);
            }
        }
        let middle = [0, 1].map(|axis| least[axis] / 2.0 + most[axis] / 2.0);
        let half = (0..2).map(|axis| most[axis] / 2.0 - least[axis] / 2.0).fold(0.0, f64::max);
        let floor = middle[0].abs().max(middle[1].abs()).max(1e-300) * 1e-9;
        // Below this a unit of the sheet would be no double.
        let floor = floor.max(1e-300);
        Window { middle, half: (half * (1.0 + margin)).max(floor) }
    }

    /// Board units of a point of the plane; the plane's y runs upward.
    pub fn place(&self, [x, y]: [f64; 2]) -> (f64, f64) {
        let scale = SHEET / (2.0 * self.half);
        (SHEET / 2.0 + (x - self.middle[0]) * scale, SHEET / 2.0 - (y - self.middle[1]) * scale)
    }

    /// The point of the plane at board units.
    pub fn point(&self, x: f64, y: f64) -> [f64; 2] {
        let scale = 2.0 * self.half / SHEET;
        [self.middle[0] + (x - SHEET / 2.0) * scale, self.middle[1] - (y - SHEET / 2.0) * scale]
    }

    /// Whether it holds the point, that share of its half side counted.
    pub fn holds(&self, [x, y]: [f64; 2], margin: f64) -> bool {
        (x - self.middle[0]).abs() <= self.half * margin && (y - self.middle[1]).abs() <= self.half * margin
    }
}

/// The part of a stretch inside the window, by Liang and Barsky.
pub fn clip(window: &Window, from: [f64; 2], to: [f64; 2]) -> Option<([f64; 2], [f64; 2])> {
    // Where doubles end there is nothing to draw.
    if [from, to].iter().flatten().any(|x| !x.is_finite()) {
        return None;
    }
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for axis in 0..2 {
        let step = to[axis] - from[axis];
        let [low, high] = [window.middle[axis] - window.half, window.middle[axis] + window.half];
        for (distance, speed) in [(low - from[axis], step), (from[axis] - high, -step)] {
            if speed == 0.0 {
                if distance > 0.0 {
                    return None;
                }
            } else if speed > 0.0 {
                enter = enter.max(distance / speed);
            } else {
                leave = leave.min(distance / speed);
            }
        }
    }
    let at = |t: f64| [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
    (enter < leave).then(|| (at(enter), if leave == 1.0 { to } else { at(leave) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_places_and_finds_points() {
        let window = Window::around([[0.0, 0.0], [2.0, 1.0]], 0.0);
        assert_eq!(window.place([0.0, 0.5]), (0.0, 5.0));
        let [x, y] = window.point(0.0, 5.0);
        assert!((x, y) == (0.0, 0.5));
    }

    #[test]
    fn a_stretch_is_cut_at_the_window() {
        let window = Window { middle: [0.0, 0.0], half: 1.0 };
        assert_eq!(clip(&window, [-2.0, 0.0], [2.0, 0.0]), Some(([-1.0, 0.0], [1.0, 0.0])));
        assert_eq!(clip(&window, [-2.0, 3.0], [2.0, 3.0]), None);
    }
}
