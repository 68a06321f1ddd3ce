//! Real programs and invalid files that tests use if they exist. They are in `../shared`, next to
//! the repository. If that folder is absent, tests must report it and pass.

use crate::skip::{NO_SHARED, skip};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder next to the repository, if it exists and contains the real programs.
/// Otherwise reports that the test cannot run.
pub fn shared() -> Option<PathBuf> {
    folder("corpus").map(|corpus| corpus.with_file_name(""))
}

/// Returns a folder in it, or reports that the test cannot run. `bytecode` has files of the
/// original programs of LLVM 1.x, `corpus` real programs.
pub fn folder(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = folder.join(name);
    let found = folder.is_dir();
    if !found {
        skip(NO_SHARED);
    }
    found.then_some(folder)
}

/// The files in a folder with an extension, sorted by name.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Every `.pexe` file of the corpus: whole programs and damaged ones.
pub fn programs(shared: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for folder in ["cli", "ppapi", "bad"] {
        all.extend(files(&shared.join("corpus").join(folder), "pexe")?);
    }
    Ok(all)
}

/// Every file with one fault.
pub fn malformed(shared: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for folder in ["bits", "records"] {
        all.extend(files(&shared.join("malformed").join(folder), "pexe")?);
    }
    Ok(all)
}

/// The name of a file without folder and extension.
pub fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// A program's run and its expected output.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the run.
    pub name: String,
    /// The path of the program relative to the corpus. It is also its `argv[0]`.
    pub program: String,
    /// The arguments after `argv[0]`.
    pub args: Vec<String>,
    /// The expected exit status.
    pub status: u8,
    /// The expected standard output.
    pub stdout: ExpectedOutput,
}

/// The expected output of a program.
#[derive(Clone, Debug)]
pub enum ExpectedOutput {
    /// The exact bytes.
    Bytes(Vec<u8>),
    /// The MD5 checksum of the output, in hexadecimal.
    Md5(String),
}

/// The runs of the corpus.
pub fn cases(shared: &Path) -> Result<Vec<Case>> {
    let corpus = shared.join("corpus");
    let rows = table(&corpus.join("cases.tsv"))?;
    rows.iter()
        .map(|row| {
            let [name, program, args, status, stdout] = &row[..] else {
                anyhow::bail!("a row of cases.tsv has {} columns", row.len());
            };
            let stdout = match stdout.strip_prefix("md5:") {
                Some(sum) => ExpectedOutput::Md5(sum.to_owned()),
                None => ExpectedOutput::Bytes(fs::read(corpus.join(stdout))?),
            };
            Ok(Case {
                name: name.clone(),
                program: program.clone(),
                args: args.split_whitespace().map(str::to_owned).collect(),
                status: status
                    .parse()
                    .with_context(|| format!("status of {name}"))?,
                stdout,
            })
        })
        .collect()
}

/// The results of the original tools for a file with one fault.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// The file's name without its extension.
    pub name: String,
    /// The names of the tools that rejected it or crashed.
    pub refused_by: Vec<&'static str>,
    /// The position in bits at which the original disassembler reports its first error. It is the
    /// start of the faulty record.
    pub position: Option<u64>,
}

/// Reads the results for a folder of malformed files.
pub fn verdicts(folder: &Path) -> Result<Vec<Verdicts>> {
    const TOOLS: [&str; 4] = ["bcdis", "bcanalyzer", "abicheck", "thaw"];
    let rows = table(&folder.join("verdicts.tsv"))?;
    let verdicts = rows.into_iter().map(|row| {
        let refused = TOOLS
            .iter()
            .zip(&row[1..])
            .filter(|(_, said)| !said.starts_with("0 "));
        let refused_by = refused.map(|(tool, _)| *tool).collect();
        Verdicts {
            name: row[0].clone(),
            refused_by,
            position: first_position(&row[1]),
        }
    });
    Ok(verdicts.collect())
}

/// The position in the first `Error(BYTE:BIT)` of a tool's output.
fn first_position(said: &str) -> Option<u64> {
    let (_, rest) = said.split_once("Error(")?;
    let (position, _) = rest.split_once(')')?;
    let (byte, bit) = position.split_once(':')?;
    Some(byte.parse::<u64>().ok()? * 8 + bit.parse::<u64>().ok()?)
}

/// Lists the programs of the corpus that were compressed with the original tool: the path, and the
/// compressed size. The size is `None` if the tool failed.
pub fn compressed_sizes(shared: &Path) -> Result<Vec<(String, Option<usize>)>> {
    let rows = table(&shared.join("corpus/golden/reference.tsv"))?;
    let rows = rows.into_iter().filter(|row| !row[0].starts_with("bad/"));
    let sizes = rows.map(|row| {
        let size = row.last().and_then(|size| size.parse().ok());
        (row[0].clone(), size)
    });
    Ok(sizes.collect())
}

/// The rows of a tab-separated table, without its header.
fn table(path: &Path) -> Result<Vec<Vec<String>>> {
    let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let rows = text.lines().skip(1).filter(|line| !line.is_empty());
    Ok(rows
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect())
}
