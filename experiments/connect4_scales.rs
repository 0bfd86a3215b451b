//! How much do the features of Connect Four vary in real play?
//!
//! Plays games between the article's weights, four moves ahead, from random openings, where every fourth move is made by
//! chance, and prints for each count the standard deviation of one side's and of the difference of both, over all
//! positions. The heuristic divides its features by these, so that equal weights matter equally.
//! Usage: `cargo run --release --example connect4-scales [GAMES]` (2,000 games if not given).

use paretune::games::connect4::heuristic::{Count, Feature, Side};
use paretune::games::connect4::policy::{Mover, PRESETS, PolicySpec};
use paretune::games::connect4::rules::Position;
use paretune::rng::{Purpose, stream};
use rand::RngExt;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Fallible<()> {
    let games = std::env::args().nth(1).map_or(Ok(2_000), |games| games.parse::<u64>())?;
    let mut positions = Vec::new();
    for game in 0..games {
        positions.extend(played(game)?);
    }
    println!("| count | one side | difference |");
    println!("|---|---:|---:|");
    for count in Count::ALL {
        let spread = |side| spread(&positions, Feature { count, side });
        println!("| {count:?} | {:.2} | {:.2} |", spread(Side::Own), spread(Side::Both));
    }
    println!("{} positions of {games} games", positions.len());
    Ok(())
}

/// The positions of a game after its opening.
fn played(game: u64) -> Fallible<Vec<Position>> {
    let named =
        |name: &str| PRESETS.into_iter().find(|preset| preset.name == name).ok_or("a preset is missing");
    let mut by_weights = Mover::new(&PolicySpec::of(&named("c4-article")?.policy()?)?)?;
    let mut by_chance = Mover::new(&PolicySpec::of(&named("c4-random")?.policy()?)?)?;
    let mut rng = stream(1, Purpose::Measure, game);
    by_weights.new_game(true, 0);
    by_chance.new_game(true, rng.random());
    let (mut position, mut positions) = (Position::EMPTY, Vec::new());
    loop {
        let is_opening = position.stones() < 4;
        let mover = if is_opening || rng.random_range(0..4) == 0 { &mut by_chance } else { &mut by_weights };
        let Some(choice) = mover.choose(position) else { return Ok(positions) };
        position = position.play(choice.column)?;
        if !is_opening && !position.is_won() {
            positions.push(position);
        }
    }
}

/// The standard deviation of `feature` over `positions`.
fn spread(positions: &[Position], feature: Feature) -> f64 {
    let values: Vec<f64> = positions.iter().map(|&position| feature.value(position).into()).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)).sqrt()
}
