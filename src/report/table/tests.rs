use super::*;
use crate::inference::Interval;
use crate::objective::Scale;
use crate::optim::Gene;
use crate::problem::noise::Noise;
use crate::report::{importance_table, picks, summary};
use crate::rng::{Purpose, Rng, stream};
use crate::run::{Gain, NamedPick, ObjectiveInfo, WinnersCurse};
use crate::statistics::Estimate;
use crate::table::plain;
use proptest::prelude::*;
use rand::RngExt;
use std::collections::BTreeSet;
use std::path::Path;
use textwrap::core::display_width;

/// What a front is made of.
#[derive(Debug, Clone)]
pub struct Made {
    pub members: usize,
    pub objectives: usize,
    pub genes: usize,
    /// Whether there are games, so errors and intervals.
    pub games: bool,
    /// How many of the last genes are those of the depth.
    pub depth_genes: bool,
    pub misses: bool,
    /// The size of the figures.
    pub size: f64,
    pub seed: u64,
    pub long_names: bool,
}

impl Default for Made {
    fn default() -> Self {
        Self {
            members: 3,
            objectives: 2,
            genes: 8,
            games: true,
            depth_genes: false,
            misses: false,
            size: 20_000.0,
            seed: 1,
            long_names: false,
        }
    }
}

/// A front with figures of all kinds: negative ones, failed ones, ones without an error.
pub fn made(made: &Made) -> FrontFile {
    let mut rng = stream(made.seed, Purpose::Inference, 0);
    let objectives: Vec<ObjectiveInfo> = (0..made.objectives).map(|j| objective(made, j)).collect();
    let members: Vec<FrontMember> = (0..made.members).map(|i| member(made, i, &mut rng)).collect();
    let picks = objectives.iter().map(|it| NamedPick::Best(it.name.clone())).chain([NamedPick::Knee]);
    let picks = picks.map(|pick| (pick, members[rng.random_range(0..members.len())].id)).collect();
    let mut front: FrontFile = serde_json::from_str(EMPTY).unwrap();
    front.games = if made.games { 19_200 } else { 0 };
    front.confidence = Some(0.95);
    front.genes = (0..made.genes).map(|i| format!("gene_{i}{}", long(made, i))).collect();
    front.gains = objectives.iter().map(|it| gain(it, &members[0])).collect();
    front.winners_curse = objectives.iter().map(|it| curse(it, &members[0])).collect();
    (front.objectives, front.members, front.picks) = (objectives, members, picks);
    front
}

/// The problem of [`made`]: the last two genes are whole numbers if it has such.
pub fn problem(made: &Made) -> Noise {
    let whole = if made.depth_genes { 2 } else { 0 };
    let gene = |i: usize| match i + whole >= made.genes {
        true => Gene::integer(format!("gene_{i}"), -1, 9),
        false => Gene::real(format!("gene_{i}"), 0.0, 1.0),
    };
    Noise::with_genes((0..made.genes).map(gene).collect())
}

const EMPTY: &str = r#"{
    "format": 1, "question": "", "domain": "noise", "seed": 1, "generations": 25, "evaluations": 1200,
    "games": 19200, "scenarios": [{}], "objectives": [], "genes": [], "frame": null, "hypervolume": [0.8, 0.7],
    "finalists": 64, "members": [], "picks": {}, "winners_curse": [], "switching": null
}"#;

fn long(made: &Made, i: usize) -> &'static str {
    match (made.long_names, i % 2) {
        (false, _) => "",
        (true, 0) => "_of_games_that_are_longer_than_most_are@one",
        (true, _) => "_of_games_that_are_longer_than_most_are@two",
    }
}

fn objective(made: &Made, j: usize) -> ObjectiveInfo {
    ObjectiveInfo {
        name: format!("objective_{j}{}", long(made, j)),
        measures: None,
        unit: String::new(),
        goal: if j.is_multiple_of(2) { Goal::Max } else { Goal::Min },
        scale: Scale::Linear,
    }
}

fn member(made: &Made, i: usize, rng: &mut Rng) -> FrontMember {
    let mut figure = || estimate(made, rng);
    let mut figures = || (0..made.objectives).map(|_| figure()).collect::<Vec<_>>();
    let (training, validation, test) = (figures(), figures(), figures());
    let interval = |e: &Estimate| match made.games {
        true => Interval::around(e.value, 3.0 * e.std_error),
        false => Interval::exact(e.value),
    };
    FrontMember {
        id: 10_007 * i as u64,
        generation: 1,
        training,
        validation,
        intervals: test.iter().map(interval).collect(),
        test,
        violation: 0.0,
        violation_test: if made.misses && i % 2 == 1 { 0.25 } else { 0.0 },
        p_non_dominated: (made.games && i != 2).then_some(0.07 * (i % 15) as f64),
        distribution: vec![],
        genome: (0..made.genes).map(|_| rng.random_range(0.0..1.0)).collect(),
    }
}

fn estimate(made: &Made, rng: &mut Rng) -> Estimate {
    let value = made.size * rng.random_range(-1.0..1.0);
    let games = if made.games { 400 } else { 0 };
    match rng.random_range(0..20) {
        0 => Estimate { value: f64::NAN, std_error: f64::NAN, games },
        1 => Estimate { value, std_error: f64::NAN, games },
        2 => Estimate { value, std_error: 0.0, games },
        _ if !made.games => Estimate::exact(value),
        _ => Estimate { value, std_error: made.size * rng.random_range(0.0..0.1), games },
    }
}

fn gain(objective: &ObjectiveInfo, member: &FrontMember) -> Gain {
    let best = member.test[0];
    let gain = Interval::normal(best.value, best.std_error);
    Gain { objective: objective.name.clone(), id: member.id, best, first_id: 3, first: best, gain }
}

fn curse(objective: &ObjectiveInfo, member: &FrontMember) -> WinnersCurse {
    let (training, validation) = (member.training[0], member.validation[0]);
    WinnersCurse { objective: objective.name.clone(), id: member.id, training, validation, mean_gap: 0.0 }
}

const HINT: &str = "--wide, --format csv";

/// The numbers of a text, without the signs around them; words with letters are none.
fn numbers(text: &str) -> BTreeSet<String> {
    let trimmed = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '…' && c != '−');
        (!word.contains(['_', '…', '@']) && word.contains(|c: char| c.is_ascii_digit()))
            .then(|| word.to_owned())
    };
    text.split_whitespace().filter_map(trimmed).collect()
}

/// Every number that any table of `front` may show.
fn whole(front: &FrontFile, problem: &Noise) -> BTreeSet<String> {
    let figures = front.members.iter().flat_map(|member| member.test.iter().map(with_error));
    let training = front.members.iter().flat_map(|member| member.training.iter().map(|it| plain(it.value)));
    let short: Vec<String> = figures.chain(training).collect();
    &numbers(&front_table(front, problem, None, HINT)) | &numbers(&short.join(" "))
}

fn is_within(text: &str, width: usize) -> bool {
    text.lines().all(|line| display_width(line) <= width)
}

fn any_front() -> impl Strategy<Value = Made> {
    let sizes = prop_oneof![Just(1e-4), Just(1.0), Just(20_000.0), Just(9e8), Just(9e14), Just(1e300)];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let counts = (prop_oneof![Just(1_usize), 2..12_usize, 41..45_usize], 1..7_usize, 1..32_usize);
    (counts, flags, sizes, 1..1000_u64).prop_map(
        |((members, objectives, genes), (games, depth_genes, misses, long_names), size, seed)| {
            let genes = if depth_genes { genes.max(4) } else { genes };
            Made { members, objectives, genes, games, depth_genes, misses, size, seed, long_names }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_table_fits_and_every_number_is_whole(made in any_front(), widths in proptest::collection::vec(60..=250_usize, 8)) {
        let front = super::tests::made(&made);
        let problem = problem(&made);
        let whole = whole(&front, &problem);
        for width in widths {
            let text = front_table(&front, &problem, Some(width), HINT);
            prop_assert!(is_within(&text, width), "{width}\n{text}");
            let (table, hidden) = text.split_once("Hidden: ").unwrap_or((&text, ""));
            let broken: Vec<String> = numbers(table).difference(&whole).cloned().collect();
            prop_assert!(broken.is_empty(), "{width} {broken:?}\n{text}");
            let rows = table.lines().skip(2).filter(|line| line.contains(|c: char| c.is_ascii_digit())).count();
            prop_assert!(rows == front.members.len().min(MAX_ROWS), "{rows} rows\n{text}");
            prop_assert_eq!(hidden.is_empty(), table == front_table(&front, &problem, None, HINT));
            let said = summary(&front, Some(width));
            prop_assert!(is_within(&said, width), "{width}\n{said}");
            let told = numbers(&said);
            prop_assert!(told.is_subset(&numbers(&summary(&front, None))), "{width}\n{said}");
            let sentences = picks(&front, &problem, Path::new("x"), Some(width));
            let sentences: Vec<&str> = sentences.lines().filter(|line| !line.starts_with("  paretune ")).collect();
            prop_assert!(is_within(&sentences.join("\n"), width), "{width}\n{sentences:?}");
            prop_assert!(is_within(&importance_table(&front, Some(width), HINT), width));
        }
    }
}

#[test]
fn columns_are_left_out_in_the_stated_order() {
    let it = Made { depth_genes: true, genes: 10, ..Made::default() };
    let (front, problem) = (made(&it), problem(&it));
    let hidden = |width| {
        let text = front_table(&front, &problem, Some(width), HINT);
        let line = text.split_once("Hidden: ").map_or("", |(_, line)| line);
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        line.split(". See").next().unwrap().to_owned()
    };
    let mut seen: Vec<String> = (40..=250).rev().map(hidden).collect();
    seen.dedup();
    let order = [
        "",
        "8 weights",
        "10 genes",
        "10 genes, training figures",
        "10 genes, training figures, intervals",
        "10 genes, training figures, intervals, non-dominated",
        "10 genes, training figures, intervals, non-dominated, 1 objective",
    ];
    assert_eq!(seen, order[..seen.len()], "{seen:?}");
    assert_eq!(seen.len(), order.len());
    let table = front_table(&front, &problem, None, HINT);
    assert!(
        !table.contains("Hidden") && table.contains("gene_9") && table.matches('─').count() < 400,
        "{table}"
    );
}
