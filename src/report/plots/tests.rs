use std::path::Path;

use super::*;

/// A repeatable number in [0, 1).
fn noise(i: u64) -> f64 {
    let mixed = (i.wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((mixed ^ (mixed >> 29)) >> 11) as f64 / (1u64 << 53) as f64
}

fn objective(name: &str, unit: &str, maximise: bool) -> PlottedObjective {
    PlottedObjective { name: name.into(), unit: unit.into(), maximise, is_log: false }
}

const SCALES: [(f64, f64, f64, f64); 4] = [
    (13_000.0, 6_200.0, 180.0, 1.0),
    (4_000.0, 3_000.0, 120.0, 1.0),
    (0.1, 0.3, 0.012, 1.0),
    (900.0, -500.0, 8.0, -1.0),
];

/// Values of point `i`: a trade-off around a curve, better later in the run.
fn estimates(i: u64, total: u64, objectives: usize, shift: f64) -> Vec<Estimate> {
    let effort = 1.0 - 0.9 * noise(i) * (1.0 - 0.6 * i as f64 / total as f64);
    let raw: Vec<f64> = (0..objectives as u64).map(|k| 0.05 + noise(i * 7 + k + 1_000_003)).collect();
    let length = raw.iter().map(|v| v * v).sum::<f64>().sqrt();
    let values = raw.iter().zip(SCALES).enumerate();
    values
        .map(|(k, (raw, (base, width, error, _)))| {
            let value =
                base + width * effort * raw / length + shift * error * (noise(i * 3 + k as u64) - 0.8);
            Estimate { value, std_error: error * (0.6 + 0.8 * noise(i + 5)), games: 500 }
        })
        .collect()
}

fn dominated(points: &[Vec<Estimate>], i: usize) -> bool {
    let better = |a: &[Estimate], b: &[Estimate]| {
        a.iter().zip(b).zip(SCALES).all(|((a, b), scale)| a.value * scale.3 >= b.value * scale.3)
    };
    (0..points.len()).any(|j| j != i && better(&points[j], &points[i]))
}

pub(super) fn data(objectives: usize, total: u64) -> PlotData {
    let all = [
        objective("mean_score", "points", true),
        objective("p10_score", "points", true),
        objective("share_level_12", "share of games", true),
        objective("mean_work", "nodes per move", false),
    ];
    let training: Vec<_> = (0..total).map(|i| estimates(i, total, objectives, 0.0)).collect();
    let mut points: Vec<Point> = (0..total)
        .map(|i| Point {
            id: i,
            training: training[i as usize].clone(),
            test: None,
            genes: (0..8).map(|g| 2.0 * noise(i * 11 + g) - 1.0).collect(),
            on_front: (total <= 3_000 || i.is_multiple_of(8)) && !dominated(&training, i as usize),
            picks: Vec::new(),
        })
        .collect();
    play_fresh_and_pick(&mut points, total, objectives);
    let names = ["empty", "merges", "mono4", "mono1", "sum35", "smooth", "edge", "value"];
    PlotData {
        title: "What can one minute of self-play find?".into(),
        subtitle: format!(
            "nim · population 64, 40 generations, {total} evaluations · 500 training games and 2,000 test games each · seed 1"
        ),
        objectives: all[..objectives].to_vec(),
        gene_names: names.map(String::from).to_vec(),
        points,
        history: history(),
        shares: vec![levels("knee", 0.0), levels("best:mean_score", 0.03), levels("best:p10_score", -0.04)],
        category: Category { what: "highest level".into(), ..Category::default() },
        importance: importance(objectives, 8),
        true_front: None,
    }
}

fn play_fresh_and_pick(points: &mut [Point], total: u64, objectives: usize) {
    for point in points.iter_mut().filter(|point| point.on_front) {
        point.test = Some(estimates(point.id, total, objectives, 2.0));
    }
    let front: Vec<usize> = (0..points.len()).filter(|i| points[*i].on_front).collect();
    points[front[front.len() / 2]].picks.push(NamedPick::Knee);
    for (k, name) in ["mean_score", "p10_score", "share_level_12"].iter().enumerate().take(objectives) {
        let value = |i: &usize| points[*i].test.as_ref().map_or(0.0, |test| test[k].value);
        let best = front.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b)));
        points[best.unwrap()].picks.push(NamedPick::Best((*name).into()));
    }
}

fn history() -> Vec<HistoryPoint> {
    let at = |generation: u32| HistoryPoint {
        generation,
        evaluations: 64 * (u64::from(generation) + 1),
        games: 32_000 * (u64::from(generation) + 1),
        hypervolume: 0.82 - 0.4 * (-f64::from(generation) / 9.0).exp() + 0.01 * noise(generation.into()),
        smoothed: 0.78 - 0.4 * (-f64::from(generation) / 9.0).exp(),
        front_size: 5 + (24.0 * (1.0 - (-f64::from(generation) / 12.0).exp())) as usize,
    };
    (0..40).map(at).collect()
}

/// The first objectives explained, the last of several not.
fn importance(objectives: usize, genes: u64) -> Vec<GeneImportance> {
    let of = |k: usize| GeneImportance {
        objective: format!("objective_{k}"),
        explained: 0.7 - 0.2 * k as f64,
        genes: if k == 2 { vec![] } else { (0..genes).map(|g| 0.9 * noise(g + k as u64) - 0.02).collect() },
    };
    (0..objectives).map(of).collect()
}

fn levels(pick: &str, shift: f64) -> CategoryShares {
    let shares = [(9, 0.013), (10, 0.09), (11, 0.46), (12, 0.40), (13, 0.037)];
    let shares = shares.map(|(level, share): (i64, f64)| {
        let share = share + if level == 12 { shift } else { -shift / 4.0 };
        (level, share.max(0.001), (share.max(0.001) * (1.0 - share) / 2000.0).sqrt())
    });
    CategoryShares { pick: pick.parse().unwrap(), games: 2_000, shares: shares.to_vec() }
}

fn constant_column() -> PlotData {
    let mut data = data(3, 300);
    for point in &mut data.points {
        point.training[1] = Estimate::exact(5_000.0);
        point.genes[3] = 0.25;
        if let Some(test) = &mut point.test {
            test[1] = Estimate::exact(5_000.0);
        }
    }
    data
}

fn not_finite() -> PlotData {
    let mut data = data(2, 200);
    for (i, point) in data.points.iter_mut().enumerate() {
        match i % 5 {
            0 => point.training[0].value = f64::NAN,
            1 => point.training[1].value = f64::INFINITY,
            2 => point.training[1].std_error = f64::NAN,
            3 => point.genes[2] = f64::NEG_INFINITY,
            _ => {}
        }
    }
    let member = data.points.iter_mut().find(|point| point.on_front).unwrap();
    member.test = Some(vec![Estimate::exact(f64::NAN), Estimate::exact(f64::INFINITY)]);
    data.history[3].hypervolume = f64::NAN;
    data.shares[0].shares[1].1 = f64::NAN;
    data.shares[0].shares[2].2 = f64::NAN;
    data
}

fn extreme() -> PlotData {
    let mut data = data(3, 40);
    data.points[0].training[0].value = f64::MAX;
    data.points[1].training[0].value = f64::MIN;
    data.points[2].training[1].std_error = f64::INFINITY;
    data.points[3].training[2].value = f64::MIN_POSITIVE;
    data.points[4].training.clear();
    data.points[5].genes = vec![f64::MAX, f64::MIN];
    for point in &mut data.points {
        point.on_front = true;
        point.test = None;
    }
    data.history[0].hypervolume = f64::MAX;
    data.history[1].hypervolume = f64::MIN;
    data.history[2].generation = u32::MAX;
    data.shares[0].shares[0].1 = f64::MAX;
    data
}

fn without_test() -> PlotData {
    let mut data = data(2, 400);
    data.points.iter_mut().for_each(|point| point.test = None);
    data
}

fn long_names() -> PlotData {
    let mut data = data(4, 200);
    data.title = "A rather long question that somebody put on the first line of the experiment file, and that runs on for more than a line?".into();
    data.gene_names = (0..16).map(|g| format!("a_rather_long_gene_name_{g}")).collect();
    data.importance = importance(4, 16);
    for point in &mut data.points {
        point.genes = (0..16).map(|g| 1e-5 * noise(point.id + g)).collect();
    }
    data.objectives[0].name = "share_of_games_with_a_level_of_at_least_13@endgame_with_clock".into();
    data
}

pub(super) fn benchmark() -> PlotData {
    let curve = |i: u64| vec![i as f64 / 999.0, 1.0 - (i as f64 / 999.0).sqrt()];
    let point = |i: u64| {
        let (x, front) = (noise(i), i.is_multiple_of(10));
        let lift = if front { 0.004 } else { 4.0 * noise(i + 77) };
        let values = [x, 1.0 - x.sqrt() + lift].map(Estimate::exact).to_vec();
        Point { id: i, training: values, test: None, genes: vec![x, lift], on_front: front, picks: vec![] }
    };
    PlotData {
        title: "zdt1".into(),
        objectives: vec![objective("f1", "", false), objective("f2", "", false)],
        gene_names: vec!["x1".into(), "x2".into()],
        points: (0..1000).map(point).collect(),
        history: history(),
        true_front: Some((0..1000).map(curve).collect()),
        ..PlotData::default()
    }
}

/// Every case; `total` is the number of points of an ordinary run.
fn cases(total: u64) -> Vec<(&'static str, PlotData)> {
    let empty_front = {
        let mut data = data(3, 100);
        data.points.iter_mut().for_each(|point| point.on_front = false);
        data
    };
    let no_points = PlotData { points: Vec::new(), ..data(2, 50) };
    vec![
        ("one", data(1, total)),
        ("two", data(2, total)),
        ("three", data(3, total)),
        ("four", data(4, total)),
        ("constant", constant_column()),
        ("single", data(3, 1)),
        ("single1", data(1, 1)),
        ("training", without_test()),
        ("nan", not_finite()),
        ("extreme", extreme()),
        ("long", long_names()),
        ("zdt1", benchmark()),
        ("nofront", empty_front),
        ("nopoints", no_points),
    ]
}

fn read(path: &Path) -> (png::OutputInfo, Vec<u8>) {
    let mut reader = png::Decoder::new(std::fs::File::open(path).unwrap()).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info, pixels)
}

#[test]
fn every_case_gives_whole_pictures() {
    let folder = tempfile::tempdir().unwrap();
    for (name, data) in cases(200) {
        let dir = folder.path().join(name);
        std::fs::create_dir(&dir).unwrap();
        let paths = write_all(&data, &dir).unwrap();
        assert_eq!(paths.len(), if data.shares.is_empty() { 3 } else { 5 }, "{name}");
        for path in &paths {
            let (info, pixels) = read(path);
            assert_eq!((info.width, info.height), (canvas::WIDTH, canvas::HEIGHT), "{name}");
            assert!(pixels.iter().any(|byte| *byte < 60), "{name}: {path:?} is blank");
        }
        assert_eq!(std::fs::read_dir(&dir).unwrap().count(), paths.len(), "{name}: left-over files");
    }
}

#[test]
fn same_data_same_bytes() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = data(3, 300);
    let bytes = |dir: &Path| -> Vec<Vec<u8>> {
        let paths = write_all(&data, dir).unwrap();
        paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
    };
    assert_eq!(bytes(first.path()), bytes(second.path()));
    assert_eq!(bytes(first.path()), bytes(second.path()), "written over the first");
}

#[test]
fn a_missing_folder_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let error = write_all(&data(2, 10), &dir.path().join("gone")).unwrap_err();
    assert!(matches!(&error, Error::Io { action: "write", .. }), "{error}");
    assert!(error.to_string().contains("gone"), "{error}");
}

#[test]
fn nothing_to_show_writes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    assert!(write_all(&PlotData::default(), dir.path()).unwrap().is_empty());
}

/// Writes the pictures of every case for looking at: `PLOTS_DIR=… cargo test --release
/// look_at_them -- --ignored --nocapture`.
#[test]
#[ignore = "writes pictures for a person to look at"]
fn look_at_them() {
    let folder = std::path::PathBuf::from(std::env::var("PLOTS_DIR").unwrap());
    let mut cases = cases(2_560);
    cases.push(("many", data(4, 10_000)));
    for (name, data) in cases {
        let dir = folder.join(name);
        std::fs::create_dir_all(&dir).unwrap();
        let start = std::time::Instant::now();
        write_all(&data, &dir).unwrap();
        println!("{name}: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    }
}
