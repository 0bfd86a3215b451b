//! Crowding distance (Deb, Pratap, Agarwal & Meyarivan, "A fast and elitist
//! multiobjective genetic algorithm: NSGA-II", 2002, §III.B).

/// The crowding distance of every point of one front: the sum over the objectives of the
/// gap between its two neighbours, as a share of the range; infinite for the first and
/// last point of an objective and in fronts of one or two points.
///
/// Points are rows of equal length without NaN. An objective that is the same for all
/// contributes 0. An infinite objective counts as one range beyond the finite ones, so no
/// distance is ever NaN.
pub fn crowding_distances<P: AsRef<[f64]>>(front: &[P]) -> Vec<f64> {
    if front.len() <= 2 {
        return vec![f64::INFINITY; front.len()];
    }
    let mut distances = vec![0.0; front.len()];
    for column in normalised_columns(front) {
        let order = ascending(&column);
        let (first, last) = (order[0], order[order.len() - 1]);
        if column[first] == column[last] {
            continue;
        }
        distances[first] = f64::INFINITY;
        distances[last] = f64::INFINITY;
        for triple in order.windows(3) {
            distances[triple[1]] += column[triple[2]] - column[triple[0]];
        }
    }
    distances
}

/// The objectives of a front, one vector per objective, each shifted and scaled so that
/// its finite values span [0, 1] (0 if they are all the same); −∞ becomes −1 and ∞ 2.
pub(super) fn normalised_columns<P: AsRef<[f64]>>(front: &[P]) -> Vec<Vec<f64>> {
    let width = front.first().map_or(0, |point| point.as_ref().len());
    (0..width)
        .map(|objective| normalised(front.iter().map(|point| point.as_ref()[objective]).collect()))
        .collect()
}

fn normalised(mut column: Vec<f64>) -> Vec<f64> {
    let finite = || column.iter().copied().filter(|value| value.is_finite());
    let lower = finite().fold(f64::INFINITY, f64::min);
    let upper = finite().fold(f64::NEG_INFINITY, f64::max);
    let half_range = upper / 2.0 - lower / 2.0; // halves, because the range may overflow
    for value in &mut column {
        *value = match *value {
            f64::NEG_INFINITY => -1.0,
            f64::INFINITY => 2.0,
            value if half_range > 0.0 => (value / 2.0 - lower / 2.0) / half_range,
            _ => 0.0,
        };
    }
    column
}

/// The indices of `column` from the least value to the greatest, ties by index.
pub(super) fn ascending(column: &[f64]) -> Vec<usize> {
    let mut keyed: Vec<(f64, usize)> = column.iter().copied().zip(0..).collect();
    keyed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    keyed.into_iter().map(|(_, index)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INF: f64 = f64::INFINITY;

    #[test]
    fn distances_are_those_worked_by_hand() {
        let front = [[0.0, 4.0], [1.0, 2.0], [2.0, 1.0], [4.0, 0.0]];
        assert_eq!(crowding_distances(&front), [INF, 0.5 + 0.75, 0.75 + 0.5, INF]);
        let front = [[4.0, 0.0, 1.0], [0.0, 4.0, 2.0], [2.0, 1.0, 0.0], [1.0, 2.0, 4.0], [2.0, 2.0, 1.0]];
        // The last: neighbours 2 and 4 in the first, 2 and 4 in the second, 1 and 2 in the third.
        let distances = crowding_distances(&front);
        assert_eq!(distances[..4], [INF; 4]);
        assert_eq!(distances[4], 0.5 + 0.5 + 0.25);
    }

    #[test]
    fn one_or_two_points_have_all_the_room() {
        assert_eq!(crowding_distances(&[[1.0, 1.0]]), [INF]);
        assert_eq!(crowding_distances(&[[1.0, 1.0], [0.0, 2.0]]), [INF; 2]);
        assert!(crowding_distances::<Vec<f64>>(&[]).is_empty());
    }

    #[test]
    fn equal_points_have_none() {
        assert_eq!(crowding_distances(&[[1.0, 1.0]; 4]), [0.0; 4]);
    }

    #[test]
    fn a_range_that_overflows_gives_no_nan() {
        let distances = crowding_distances(&[[f64::MIN, 1.0], [0.0, 0.5], [f64::MAX, 0.0]]);
        assert_eq!(distances, [INF, 2.0, INF]);
    }
}
