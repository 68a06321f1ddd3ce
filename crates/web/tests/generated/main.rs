//! Generates the TypeScript in `web/src/generated` from tables in Rust. `cargo xtask generate`
//! writes it. Otherwise these tests check that it is up to date.

mod bare_numbers;
mod boundary;
mod gl;

use anyhow::Result;
use pinnacle_testing::bless::expect_file;
use std::path::Path;

/// Compares a file with the expected content, or writes it. `table` names its source.
fn expect(name: &str, about: &str, table: &str, content: &str) -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated");
    let head = format!(
        "// {about}\n//\n// Made of {table} by `cargo xtask generate`: change that, not this file.\n"
    );
    expect_file(folder.join(name), head + content)
}
