use super::*;

fn plan(ply: u8, features: &str, rounds: usize) -> BenchPlan {
    BenchPlan {
        workloads: workloads(Some(ply), Some(features)),
        kernels: Kernel::available().collect(),
        rounds,
    }
}

#[test]
fn every_kernel_has_a_row_for_every_workload() {
    let report = run(&plan(2, "lines", 1), |_| ()).unwrap();
    let kernels: Vec<&str> = report.rows.iter().map(|row| row.kernel).collect();
    assert_eq!(kernels, Kernel::available().map(Kernel::name).collect::<Vec<_>>());
    for row in &report.rows {
        assert_eq!((row.features, row.ply, row.search), ("lines", 2, "exact"));
        assert!((row.moves_per_s * row.ns_per_move / 1e9 - 1.0).abs() < 1e-12);
        assert!(row.positions_per_s > row.moves_per_s && row.moves_per_s > row.games_per_s);
        assert!(row.ratio_quartiles[0] <= row.ratio && row.ratio <= row.ratio_quartiles[1]);
    }
    assert_eq!(report.rows[0].ratio, 1.0);
}

#[test]
fn the_signature_is_that_of_the_games_alone() {
    let once = run(&plan(1, "article", 1), |_| ()).unwrap().signature;
    let plain = BenchPlan { kernels: vec![], ..plan(1, "article", 2) };
    let (mut steps, mut games) = (0, 0);
    let report = run(&plain, |played| (steps, games) = (steps + 1, games + played)).unwrap();
    assert_eq!((report.signature, steps), (once.clone(), plain.steps()));
    assert_eq!(games, 2 * plain.workloads[0].seeds().len() as u64);
    let [workload] = plain.workloads.as_slice() else { panic!("one search at 1-ply") };
    let records = SearchPlayer::with_kernel(workload.heuristic().unwrap(), Kernel::Plain)
        .play(workload.search.options, &workload.seeds());
    let work: u64 = records.iter().map(|record| record.work).sum();
    let score: u64 = records.iter().map(|record| record.score).sum();
    assert_eq!(once, format!("{work}-{score}"));
}

#[test]
fn workloads_are_narrowed() {
    assert_eq!(workloads(None, None).len(), 8);
    assert_eq!(workloads(Some(3), None).len(), 4);
    assert_eq!(workloads(None, Some("lines")).len(), 4);
    assert!(workloads(Some(4), None).is_empty());
}

#[test]
fn quartiles_are_the_nearest_values() {
    let values = [1.0, 2.0, 3.0, 4.0, 5.0];
    assert_eq!([at(&values, 0.25), at(&values, 0.5), at(&values, 0.75)], [2.0, 3.0, 4.0]);
    assert!(at(&[], 0.5).is_nan());
}
