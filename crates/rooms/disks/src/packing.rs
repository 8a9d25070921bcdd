//! Disks in a cavity: overlaps, their energy, and the descent to its nearest minimum.

/// The shape of the cavity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wall {
    /// A circle; its size is the diameter.
    Circle,
    /// A square; its size is the side.
    Square,
}

impl Wall {
    /// Reads a name.
    pub fn read(name: &str) -> Wall {
        match name {
            "square" => Wall::Square,
            _ => Wall::Circle,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Wall::Circle => "circle",
            Wall::Square => "square",
        }
    }

    /// Its area.
    pub fn area(self, size: f64) -> f64 {
        match self {
            Wall::Circle => std::f64::consts::PI * size * size / 4.0,
            Wall::Square => size * size,
        }
    }
}

/// Disks of given radii and the shape of their cavity.
#[derive(Clone, Debug)]
pub struct Disks {
    /// The radii.
    pub radii: Vec<f64>,
    /// The cavity.
    pub wall: Wall,
}

/// The coordinates x, y, x, y, ... of the centres; the middle of the cavity is the origin.
pub type Layout = Vec<f64>;

/// A touch, or an overlap: two disks, or a disk and a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pair {
    /// Two disks.
    Disks(usize, usize),
    /// A disk and the wall in this direction (for the circle the direction is that of the disk itself).
    Wall(usize, [f64; 2]),
}

impl Disks {
    /// Every pair that can touch, with its gap (negative: overlap); `half` is half the size of the cavity.
    pub fn gaps(&self, half: f64, x: &[f64]) -> Vec<(Pair, f64)> {
        let n = self.radii.len();
        let mut gaps = Vec::with_capacity(n * (n + 3) / 2);
        for i in 0..n {
            let (px, py) = (x[2 * i], x[2 * i + 1]);
            match self.wall {
                Wall::Circle => {
                    let distance = px.hypot(py);
                    let out = if distance > 0.0 { [px / distance, py / distance] } else { [1.0, 0.0] };
                    gaps.push((Pair::Wall(i, out), half - distance - self.radii[i]));
                }
                Wall::Square => {
                    for out in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
                        let reach = px * out[0] + py * out[1] + self.radii[i];
                        gaps.push((Pair::Wall(i, out), half - reach));
                    }
                }
            }
            for j in 0..i {
                let distance = (px - x[2 * j]).hypot(py - x[2 * j + 1]);
                gaps.push((Pair::Disks(j, i), distance - self.radii[i] - self.radii[j]));
            }
        }
        gaps
    }

    /// Half the size of the least cavity that holds this layout after it has been blown up until no disks overlap, and
    /// that layout.
    pub fn valid(&self, x: &[f64]) -> (f64, Layout) {
        let mut scale = 1.0f64;
        for i in 0..self.radii.len() {
            for j in 0..i {
                let distance = (x[2 * i] - x[2 * j]).hypot(x[2 * i + 1] - x[2 * j + 1]);
                scale = scale.max((self.radii[i] + self.radii[j]) / distance.max(1e-300));
            }
        }
        let blown: Layout = x.iter().map(|c| c * scale).collect();
        let reach = |i: usize| {
            let (px, py) = (blown[2 * i], blown[2 * i + 1]);
            self.radii[i]
                + match self.wall {
                    Wall::Circle => px.hypot(py),
                    Wall::Square => px.abs().max(py.abs()),
                }
        };
        ((0..self.radii.len()).map(reach).fold(0.0, f64::max), blown)
    }

    /// The sum of the squares of all overlaps, and its gradient.
    pub fn energy(&self, half: f64, x: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(0.0);
        let mut energy = 0.0;
        for i in 0..self.radii.len() {
            let (px, py, r) = (x[2 * i], x[2 * i + 1], self.radii[i]);
            energy += self.wall_energy(half, [px, py], r, &mut gradient[2 * i..2 * i + 2]);
            for j in 0..i {
                let (dx, dy, reach) = (px - x[2 * j], py - x[2 * j + 1], r + self.radii[j]);
                let square = dx * dx + dy * dy;
                if square < reach * reach {
                    let distance = square.sqrt().max(1e-12);
                    let overlap = reach - distance;
                    energy += overlap * overlap;
                    let pull = -2.0 * overlap / distance;
                    gradient[2 * i] += pull * dx;
                    gradient[2 * i + 1] += pull * dy;
                    gradient[2 * j] -= pull * dx;
                    gradient[2 * j + 1] -= pull * dy;
                }
            }
        }
        energy
    }

    fn wall_energy(&self, half: f64, [px, py]: [f64; 2], r: f64, gradient: &mut [f64]) -> f64 {
        let room = half - r;
        match self.wall {
            Wall::Circle => {
                let square = px * px + py * py;
                if room > 0.0 && square <= room * room {
                    return 0.0;
                }
                let distance = square.sqrt().max(1e-12);
                let overlap = distance - room;
                gradient[0] += 2.0 * overlap * px / distance;
                gradient[1] += 2.0 * overlap * py / distance;
                overlap * overlap
            }
            Wall::Square => {
                let mut energy = 0.0;
                for (place, slope) in [px, py].into_iter().zip(gradient) {
                    let overlap = place.abs() - room;
                    if overlap > 0.0 {
                        *slope += 2.0 * overlap * place.signum();
                        energy += overlap * overlap;
                    }
                }
                energy
            }
        }
    }
}

/// The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno with its working memory.
pub struct Descent {
    steps: Vec<Vec<f64>>,
    turns: Vec<Vec<f64>>,
    gradient: Vec<f64>,
    next: Vec<f64>,
    next_gradient: Vec<f64>,
    direction: Vec<f64>,
}

/// How many past steps are remembered.
const MEMORY: usize = 8;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

impl Descent {
    /// Working memory for so many coordinates.
    pub fn new(coordinates: usize) -> Descent {
        let zeros = || vec![0.0; coordinates];
        Descent {
            steps: Vec::new(),
            turns: Vec::new(),
            gradient: zeros(),
            next: zeros(),
            next_gradient: zeros(),
            direction: zeros(),
        }
    }

    /// Descends from `x` until the energy is below `enough` or the squared gradient below `flat` times the energy, in
    /// at most so many steps; returns the energy. Of hundreds of disks a descent takes seconds, so each step may be the
    /// last.
    pub fn relax(
        &mut self,
        disks: &Disks,
        half: f64,
        x: &mut Layout,
        [enough, flat]: [f64; 2],
        most: usize,
        stopped: &dyn Fn() -> bool,
    ) -> f64 {
        self.steps.clear();
        self.turns.clear();
        let mut energy = disks.energy(half, x, &mut self.gradient);
        for _ in 0..most {
            let slope = dot(&self.gradient, &self.gradient);
            if energy <= enough || slope <= flat * energy || slope < 1e-30 || stopped() {
                break;
            }
            self.choose_direction();
            let Some(lower) = self.search_line(disks, half, x, energy) else {
                if self.steps.is_empty() {
                    break;
                }
                self.steps.clear();
                self.turns.clear();
                continue;
            };
            self.remember(x);
            std::mem::swap(x, &mut self.next);
            std::mem::swap(&mut self.gradient, &mut self.next_gradient);
            energy = lower;
        }
        energy
    }

    /// The two loops of the method.
    fn choose_direction(&mut self) {
        self.direction.copy_from_slice(&self.gradient);
        let mut shares = [0.0; MEMORY];
        for k in (0..self.steps.len()).rev() {
            let share = dot(&self.steps[k], &self.direction) / dot(&self.steps[k], &self.turns[k]);
            shares[k] = share;
            self.direction.iter_mut().zip(&self.turns[k]).for_each(|(d, t)| *d -= share * t);
        }
        let scale = match (self.steps.last(), self.turns.last()) {
            (Some(step), Some(turn)) => dot(step, turn) / dot(turn, turn),
            // The curvature of one squared overlap is 2 for each of two disks.
            _ => 0.25,
        };
        self.direction.iter_mut().for_each(|d| *d *= scale);
        for ((step, turn), share) in self.steps.iter().zip(&self.turns).zip(shares) {
            let share = share - dot(turn, &self.direction) / dot(step, turn);
            self.direction.iter_mut().zip(step).for_each(|(d, s)| *d += share * s);
        }
    }

    /// Halves the step until the energy falls enough.
    fn search_line(&mut self, disks: &Disks, half: f64, x: &[f64], energy: f64) -> Option<f64> {
        let slope = dot(&self.gradient, &self.direction);
        if slope <= 0.0 {
            return None;
        }
        let mut length = 1.0;
        for _ in 0..25 {
            for (next, (here, step)) in self.next.iter_mut().zip(x.iter().zip(&self.direction)) {
                *next = here - length * step;
            }
            let lower = disks.energy(half, &self.next, &mut self.next_gradient);
            if lower <= energy - 1e-4 * length * slope {
                return Some(lower);
            }
            length *= 0.5;
        }
        None
    }

    fn remember(&mut self, x: &[f64]) {
        let (mut step, mut turn) = match self.steps.len() {
            MEMORY => (self.steps.remove(0), self.turns.remove(0)),
            _ => (vec![0.0; x.len()], vec![0.0; x.len()]),
        };
        for k in 0..x.len() {
            step[k] = self.next[k] - x[k];
            turn[k] = self.next_gradient[k] - self.gradient[k];
        }
        if dot(&step, &turn) > 1e-14 * dot(&turn, &turn).max(1e-300) {
            self.steps.push(step);
            self.turns.push(turn);
        }
    }
}

/// The disks as doubles.
pub fn disks_of(diameters: &[dashu::rational::RBig], wall: Wall) -> Disks {
    Disks { radii: diameters.iter().map(|d| engine::rational::to_f64(d) / 2.0).collect(), wall }
}

/// The share of the cavity that the disks cover.
pub fn density(disks: &Disks, half: f64) -> f64 {
    disks.radii.iter().map(|r| std::f64::consts::PI * r * r).sum::<f64>() / disks.wall.area(2.0 * half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_the_slope_of_the_energy() {
        for wall in [Wall::Circle, Wall::Square] {
            let disks = Disks { radii: vec![1.0, 0.8, 0.6, 1.2], wall };
            let x = vec![0.3, 0.2, -0.7, 0.4, 0.5, -0.9, 1.3, 1.1];
            let mut gradient = vec![0.0; 8];
            let energy = disks.energy(2.0, &x, &mut gradient);
            let gaps: f64 = disks.gaps(2.0, &x).iter().filter(|g| g.1 < 0.0).map(|g| g.1 * g.1).sum();
            assert!((energy - gaps).abs() < 1e-12, "{energy} and {gaps}");
            let mut unused = vec![0.0; 8];
            for k in 0..8 {
                let mut moved = [x.clone(), x.clone()];
                moved[0][k] += 1e-6;
                moved[1][k] -= 1e-6;
                let [up, down] = moved.map(|x| disks.energy(2.0, &x, &mut unused));
                assert!(((up - down) / 2e-6 - gradient[k]).abs() < 1e-6, "{wall:?}: coordinate {k}");
            }
        }
    }

    #[test]
    fn a_loose_layout_relaxes_to_no_overlap() {
        let disks = Disks { radii: vec![1.0; 7], wall: Wall::Circle };
        let mut x: Layout = (0..14).map(|k| ((k * 37 % 17) as f64 / 17.0 - 0.5) * 3.0).collect();
        let energy = Descent::new(14).relax(&disks, 3.3, &mut x, [1e-24, 1e-13], 2000, &|| false);
        assert!(energy < 1e-20, "{energy}");
        assert!(disks.valid(&x).0 < 3.3 + 1e-9);
    }
}
