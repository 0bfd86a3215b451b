//! How long does self-play take, by kernel and workload, and how long the tables of a weight vector?
//!
//! The workloads of `paretune bench`, with criterion's statistics and its comparison with the last
//! run; the throughput is in moves. Usage: `cargo bench --bench selfplay [-- FILTER]`.

use criterion::{Criterion, Throughput};
use paretune::error::Result;
use paretune::games::twenty48::bench::{Workload, workloads};
use paretune::games::twenty48::search::{Kernel, SearchPlayer};
use std::hint::black_box;

fn games(criterion: &mut Criterion, workload: &Workload) -> Result<()> {
    let mut group = criterion.benchmark_group(workload.name());
    group.sample_size(10);
    let seeds = workload.seeds();
    for kernel in Kernel::available() {
        let player = SearchPlayer::with_kernel(workload.heuristic()?, kernel);
        let play = || player.play(workload.search.options, black_box(&seeds));
        let moves = play().iter().map(|record| u64::from(record.moves)).sum();
        group.throughput(Throughput::Elements(moves));
        group.bench_function(kernel.name(), |bencher| bencher.iter(play));
    }
    group.finish();
    Ok(())
}

fn tables(criterion: &mut Criterion, workload: &Workload) {
    let mut group = criterion.benchmark_group(format!("tables of {}", workload.name()));
    for kernel in Kernel::available() {
        let build = || {
            workload.heuristic().map(|heuristic| {
                SearchPlayer::with_kernel(heuristic, kernel).make_ready(workload.search.options);
            })
        };
        group.bench_function(kernel.name(), |bencher| bencher.iter(build));
    }
    group.finish();
}

fn main() -> Result<()> {
    // The crate's drawing library has no system fonts, without which a plot of criterion's fails.
    let mut criterion = Criterion::default().configure_from_args().without_plots();
    for workload in workloads(None, None) {
        games(&mut criterion, &workload)?;
        tables(&mut criterion, &workload);
    }
    criterion.final_summary();
    Ok(())
}
