//! What is the typical spread of each feature over positions of real play?
//!
//! Plays 1-ply games with a good weight vector and prints, for each feature, the mean and the
//! standard deviation of its board value over all afterstates. The constants of the heuristic's
//! scales are the last column. Usage: `cargo run --release --example measure-scales [GAMES]`.

use paretune::games::twenty48::bench::LINES;
use paretune::games::twenty48::heuristic::{Feature, Heuristic};
use paretune::games::twenty48::search::{SearchOptions, Searcher, play_with};
use paretune::rng::{Purpose, seed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u64 = std::env::args().nth(1).map_or(Ok(1000), |games| games.parse())?;
    let heuristic = Heuristic::unscaled(&LINES)?;
    let mut searcher = Searcher::new(&heuristic, SearchOptions::exact(1));
    let mut sums = [(0.0, 0.0); Feature::ALL.len()];
    let (mut count, mut score) = (0_u64, 0_u64);
    for game in 0..games {
        searcher.new_game();
        let record =
            play_with(&mut |board| searcher.choose(board), seed(1, Purpose::Measure, game), |_, choice| {
                count += 1;
                for (sum, feature) in sums.iter_mut().zip(Feature::ALL) {
                    let value = feature.board_value(choice.after);
                    *sum = (sum.0 + value, sum.1 + value * value);
                }
            });
        score += record.score;
    }
    println!("{games} games, {count} afterstates, mean score {}", score / games);
    println!("{:<12} {:>12} {:>12} {:>8}", "feature", "mean", "deviation", "scale");
    for ((sum, squares), feature) in sums.into_iter().zip(Feature::ALL) {
        let mean = sum / count as f64;
        let deviation = (squares / count as f64 - mean * mean).sqrt();
        let digits = 10_f64.powf(deviation.log10().floor() - 2.0);
        let scale = (deviation / digits).round() * digits;
        println!("{:<12} {mean:>12.3} {deviation:>12.3} {scale:>8.3}", feature.name());
    }
    Ok(())
}
