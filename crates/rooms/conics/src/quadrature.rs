//! Gauss-Legendre quadrature and what is built on its nodes.

/// Nodes and weights of a rule on the interval from 0 to 1.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The nodes, ascending.
    pub nodes: Vec<f64>,
    /// Their weights; the sum is 1.
    pub weights: Vec<f64>,
}

impl Rule {
    /// The rule of n nodes on [0, 1], exact for polynomials of degree 2n - 1: Newton's iteration on the Legendre
    /// polynomial from the usual cosine guess.
    pub fn legendre(n: usize) -> Rule {
        let mut rule = Rule { nodes: vec![0.0; n], weights: vec![0.0; n] };
        for k in 0..n {
            let mut x = (std::f64::consts::PI * (k as f64 + 0.75) / (n as f64 + 0.5)).cos();
            let mut slope = 1.0;
            for _ in 0..100 {
                let (value, derivative) = legendre(n, x);
                slope = derivative;
                let change = value / derivative;
                x -= change;
                if change.abs() < 1e-16 {
                    slope = legendre(n, x).1;
                    break;
                }
            }
            rule.nodes[n - 1 - k] = (1.0 + x) / 2.0;
            rule.weights[n - 1 - k] = 1.0 / ((1.0 - x * x) * slope * slope);
        }
        rule
    }

    /// The integral of `f` from `from` to `to`.
    pub fn integral(&self, from: f64, to: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
        let width = to - from;
        width * self.nodes.iter().zip(&self.weights).map(|(&x, &w)| w * f(from + width * x)).sum::<f64>()
    }

    /// The matrix whose entry `[k][l]` is the integral, from 0 to the node `k`, of the Lagrange polynomial of the node
    /// `l`: with it the integral of a smooth function up to each node is a product of a matrix and a vector.
    pub fn cumulative(&self) -> Vec<Vec<f64>> {
        let n = self.nodes.len();
        let barycentric: Vec<f64> = (0..n)
            .map(|l| (0..n).filter(|&k| k != l).map(|k| self.nodes[l] - self.nodes[k]).product::<f64>())
            .collect();
        let lagrange =
            |l: usize, x: f64| (0..n).filter(|&k| k != l).map(|k| x - self.nodes[k]).product::<f64>() / barycentric[l];
        self.nodes.iter().map(|&end| (0..n).map(|l| self.integral(0.0, end, |x| lagrange(l, x))).collect()).collect()
    }
}

/// The Legendre polynomial of degree n and its derivative, by the recurrence.
fn legendre(n: usize, x: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, x);
    if n == 0 {
        return (1.0, 0.0);
    }
    for k in 2..=n {
        let k = k as f64;
        (before, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k);
    }
    (value, n as f64 * (x * value - before) / (x * x - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_integrated_exactly() {
        for n in 1..=40 {
            let rule = Rule::legendre(n);
            for degree in 0..2 * n {
                let value = rule.integral(0.0, 1.0, |x| x.powi(degree as i32));
                let truth = 1.0 / (degree as f64 + 1.0);
                assert!((value - truth).abs() < 2e-15, "{n} nodes, degree {degree}: {value} and {truth}");
            }
        }
    }

    #[test]
    fn the_cumulative_matrix_integrates_up_to_each_node() {
        let rule = Rule::legendre(12);
        for (row, &end) in rule.cumulative().iter().zip(&rule.nodes) {
            let value: f64 = row.iter().zip(&rule.nodes).map(|(w, x)| w * x.exp()).sum();
            assert!((value - (end.exp() - 1.0)).abs() < 1e-14);
        }
    }
}
