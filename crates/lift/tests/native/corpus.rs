//! The command-line programs of the corpus, linked with the host in `examples/native-host`.

use crate::tools::{self, Executable};
use anyhow::Result;
use pinnacle_lift::Options;
use pinnacle_pexe::decode;
use pinnacle_testing::corpus;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn build(clang: &str, program: &Path) -> Result<Executable> {
    let bytes = std::fs::read(program)?;
    let program = decode::decode(&bytes, &decode::Options::default())
        .map_err(|errors| anyhow::anyhow!("{errors}"))?;
    let options = Options {
        host: tools::host_functions(),
        ..Options::default()
    };
    let ir = tools::text_of(&program, &options)?;
    let host = tools::repository("examples/native-host/host.c");
    Executable::build(clang, "-O2", &ir, &host)
}

/// Runs the rows whose expected output is a file; the others take long.
#[test]
fn programs_write_what_they_should_and_end_as_they_should() {
    let (Some(clang), Some(corpus)) = (tools::clang(), corpus::folder("corpus")) else {
        return;
    };
    let cases = std::fs::read_to_string(corpus.join("cases.tsv")).unwrap();
    let mut built: HashMap<String, Executable> = HashMap::new();
    let mut failures = Vec::new();
    for row in cases.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, program, arguments, status, stdout] = columns[..] else {
            panic!("a row of cases.tsv has five columns: {row}");
        };
        let Ok(expected) = std::fs::read(corpus.join(stdout)) else {
            continue;
        };
        let executable = built
            .entry(program.to_owned())
            .or_insert_with(|| build(&clang, &corpus.join(program)).unwrap());
        use std::os::unix::process::CommandExt as _;
        let output = executable
            .command()
            .arg0(program)
            .args(arguments.split_whitespace())
            .output()
            .unwrap();
        if output.stdout != expected || output.status.code() != status.parse().ok() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            failures.push(format!("{name}: {}, {said}", output.status));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Checks the text of every program of each folder with one release of LLVM. The releases take
/// turns.
#[test]
fn llvm_takes_the_text() {
    let assemblers = tools::assemblers();
    let Some(corpus) = corpus::folder("corpus") else {
        return;
    };
    for folder in ["cli", "ppapi"] {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(corpus.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "pexe")
            })
            .collect();
        paths.sort();
        for (index, path) in paths.iter().enumerate() {
            let bytes = std::fs::read(path).unwrap();
            let program = decode::decode(&bytes, &decode::Options::default()).unwrap();
            let ir = tools::text_of(&program, &Options::default()).unwrap();
            let Some(assembler) = assemblers.get(index % assemblers.len().max(1)) else {
                return;
            };
            if let Err(error) = assembler.assemble(false, ir.as_bytes()) {
                panic!("{}: {error}", path.display());
            }
        }
    }
}
