//! What a user of the crate gets: no command line and no plots where they are not wanted, and a small package.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::Command;

/// What only the program and its pictures need.
const NOT_THE_LIBRARY: [&str; 8] =
    ["anstream", "clap", "dejavu", "indicatif", "plotters", "png", "signal-hook", "terminal_size"];

/// The largest package as it is uploaded, in bytes.
const LARGEST: u64 = 1_000_000;

/// What cargo prints.
fn cargo(args: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO"));
    let output = command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The names of the crates that the library is built with.
fn crates(features: &[&str]) -> Vec<String> {
    let tree =
        ["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{lib}"];
    cargo(&[&tree, features].concat())
}

#[test]
fn the_library_alone_needs_no_command_line_and_no_plots() {
    let names = NOT_THE_LIBRARY.map(|name| name.replace('-', "_"));
    let found = |features: &[&str]| {
        let crates = crates(features);
        assert!(crates.iter().any(|name| name == "rayon"), "{crates:?}");
        names.iter().filter(|name| crates.contains(name)).cloned().collect::<Vec<_>>()
    };
    assert_eq!(found(&[]), names);
    assert_eq!(found(&["--no-default-features"]), [""; 0]);
    assert_eq!(found(&["--no-default-features", "--features", "plots"]), ["dejavu", "plotters", "png"]);
}

#[test]
fn the_package_is_small_and_holds_no_runs() {
    let files = cargo(&["package", "--list", "--allow-dirty", "--locked", "--offline"]);
    for needed in
        ["src/lib.rs", "docs/library.md", "experiments/quick.toml", "experiments/policies/quick.json"]
    {
        assert!(files.iter().any(|file| file == needed), "{needed} is not in the package");
    }
    for file in &files {
        let is_run = ["results/", "tests/"].iter().any(|folder| file.starts_with(folder));
        let is_data = [".png", ".jsonl", ".csv"].iter().any(|end| file.ends_with(end));
        assert!(!is_run && !is_data, "{file} is in the package");
    }
    let dir = tempfile::tempdir().unwrap();
    let target = ["--target-dir", dir.path().to_str().unwrap()];
    cargo(&[&["package", "--no-verify", "--allow-dirty", "--locked", "--offline"], &target[..]].concat());
    let name = concat!("package/", env!("CARGO_PKG_NAME"), "-", env!("CARGO_PKG_VERSION"), ".crate");
    let size = dir.path().join(name).metadata().unwrap().len();
    assert!(size < LARGEST, "the package has {size} bytes; allowed are {LARGEST}");
}

/// A version of Rust as numbers: 1.89 is [1, 89].
fn version(text: &str) -> Vec<u32> {
    text.split('.').map(|part| part.parse().unwrap()).collect()
}

#[test]
fn no_dependency_wants_a_newer_rust() {
    // Not offline: crates for other platforms may not be there yet.
    let lines = cargo(&["metadata", "--format-version", "1", "--locked"]);
    let metadata: serde_json::Value = serde_json::from_str(&lines.concat()).unwrap();
    let ours = version(env!("CARGO_PKG_RUST_VERSION"));
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50, "{} packages", packages.len());
    for package in packages {
        let wanted = package["rust_version"].as_str().map(version).unwrap_or_default();
        let cut = &wanted[..wanted.len().min(ours.len())];
        assert!(cut <= &ours[..], "{} wants Rust {wanted:?}", package["name"]);
    }
}
