//! The area that a growing set of points dominates in the plane.

/// Mutually non-dominated points: the first coordinate ascends, the second descends.
pub(super) struct Staircase {
    limit: [f64; 2],
    steps: Vec<[f64; 2]>,
}

impl Staircase {
    /// An empty staircase below `limit`.
    pub fn new(limit: [f64; 2]) -> Self {
        Self { limit, steps: Vec::new() }
    }

    /// Removes all points and sets another limit.
    pub fn reset(&mut self, limit: [f64; 2]) {
        self.limit = limit;
        self.steps.clear();
    }

    /// Adds a point below the limit and returns the area that it alone dominates.
    pub fn insert(&mut self, [x, y]: [f64; 2]) -> f64 {
        let start = self.steps.partition_point(|step| step[0] < x);
        let mut top = start.checked_sub(1).map_or(self.limit[1], |i| self.steps[i][1]);
        let is_beside_equal = self.steps.get(start).is_some_and(|step| step[0] == x && step[1] <= y);
        if top <= y || is_beside_equal {
            return 0.0;
        }
        let (mut area, mut left, mut end) = (0.0, x, start);
        while let Some(step) = self.steps.get(end).filter(|step| step[1] >= y) {
            area += (step[0] - left) * (top - y);
            [left, top] = *step;
            end += 1;
        }
        let right = self.steps.get(end).map_or(self.limit[0], |step| step[0]);
        if end > start {
            self.steps[start] = [x, y];
            self.steps.drain(start + 1..end);
        } else {
            self.steps.insert(start, [x, y]);
        }
        area + (right - left) * (top - y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_those_worked_by_hand() {
        let mut stairs = Staircase::new([4.0, 4.0]);
        assert_eq!(stairs.insert([2.0, 2.0]), 4.0);
        assert_eq!(stairs.insert([2.0, 2.0]), 0.0);
        assert_eq!(stairs.insert([3.0, 2.5]), 0.0);
        assert_eq!(stairs.insert([1.0, 3.0]), 1.0);
        assert_eq!(stairs.insert([3.0, 1.0]), 1.0);
        assert_eq!(stairs.insert([2.0, 1.5]), 0.5);
        assert_eq!(stairs.insert([0.0, 0.0]), 9.5);
        assert_eq!(stairs.steps, [[0.0, 0.0]]);
    }
}
