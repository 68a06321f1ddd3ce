//! Native Client's own tests that are C and C++ programs. The table `native_client/cases.txt`
//! states how each is built and run.

use super::bounded::Ended;
use super::options::Options;
use super::toolchain::{Launch, Program, Toolchain, not_status};
use super::{Judgement, Suite, read};
use crate::process::Result;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const SOURCE: &str =
    "`native_client/tests` of Chromium, the programs that PNaCl's tool chain built from C and C++";

const TABLE: &str = include_str!("native_client/cases.txt");

/// Compiler options for every program, from Native Client's own build.
const OPTIONS: [&str; 10] = [
    "-w",
    "-DNACL_WINDOWS=0",
    "-DNACL_OSX=0",
    "-DNACL_LINUX=0",
    "-DNACL_ANDROID=0",
    "-DNONSFI_MODE=0",
    "-DUSE_NEWLIB_NONSFI_LOADER=0",
    "-DTESTS_USE_IRT=1",
    "-DSUPPORTS_CXX11=1",
    "-pthread",
];

/// A program: how it is built and run, and the expected result.
#[derive(Debug, Default, PartialEq, Eq)]
struct Case {
    name: String,
    sources: Vec<String>,
    flags: Vec<String>,
    options: Vec<String>,
    arguments: Vec<String>,
    files: Vec<String>,
    input: Option<String>,
    output: Option<String>,
    status: i32,
}

impl Case {
    /// Parses a line of the table.
    fn parse(line: &str) -> Result<Case> {
        let mut words = line.split_whitespace();
        let source = words.next().unwrap_or_default();
        let (name, _) = source.rsplit_once('.').unwrap_or((source, ""));
        let mut case = Case {
            name: name.to_owned(),
            sources: vec![source.to_owned()],
            ..Case::default()
        };
        for word in words {
            if let Some(suffix) = word.strip_prefix('@') {
                case.name = format!("{name}@{suffix}");
                continue;
            }
            let unknown = || format!("cases.txt: unknown word {word} of {source}");
            let (key, value) = word.split_once(':').ok_or_else(unknown)?;
            let value = value.to_owned();
            match key {
                "with" => case.sources.push(value),
                "flag" => case.flags.push(value),
                "run" => case.options.push(value),
                "arg" => case.arguments.push(value),
                "file" => case.files.push(value),
                "in" => case.input = Some(value),
                "out" => case.output = Some(value),
                "exit" => case.status = value.parse().map_err(|_| unknown())?,
                _ => return Err(unknown()),
            }
        }
        Ok(case)
    }
}

/// Parses the table.
fn cases_of(table: &str) -> Result<Vec<Case>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(Case::parse).collect()
}

struct NativeClient {
    folder: PathBuf,
    cases: Vec<Case>,
    names: Vec<String>,
}

pub(super) fn prepare(options: &Options) -> Result<Box<dyn Suite>> {
    let folder = options.given("native-client", "`native_client/tests` of Chromium")?;
    let cases = cases_of(TABLE)?;
    let names = cases.iter().map(|case| case.name.clone()).collect();
    Ok(Box::new(NativeClient {
        folder,
        cases,
        names,
    }))
}

impl Suite for NativeClient {
    fn cases(&self) -> &[String] {
        &self.names
    }

    fn judge(&self, name: &str, toolchain: &Toolchain, scratch: &Path) -> Result<Judgement> {
        let case = self.cases.iter().find(|case| case.name == name);
        let case = case.ok_or_else(|| format!("cases.txt has no case {name}"))?;
        let path = |file: &String| self.folder.join(file);
        for file in &case.files {
            let file = path(file);
            let copy = scratch.join(file.file_name().unwrap_or_default());
            fs::copy(&file, copy).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let output = case.output.as_ref().map(|file| read(&path(file)));
        let output = output.transpose()?;
        let is_cxx = case.sources[0].ends_with(".cc");
        let mut options: Vec<String> = OPTIONS.map(str::to_owned).into();
        // Tests include headers by paths that begin with `native_client`.
        if let Some(above) = self.folder.ancestors().nth(2) {
            options.push(format!("-I{}", above.display()));
        }
        match is_cxx {
            true => options.extend(["-std=gnu++14", "--exceptions=sjlj"].map(str::to_owned)),
            false => options.push("-std=gnu99".to_owned()),
        }
        options.extend_from_slice(&case.flags);
        let sources: Vec<PathBuf> = case.sources.iter().map(path).collect();
        let program = Program {
            driver: if is_cxx { "c++" } else { "cc" },
            options: &options,
            sources: &sources,
            scratch,
        };
        let input = case.input.as_ref().map(path);
        let launch = Launch {
            options: &case.options,
            arguments: &case.arguments,
            input: input.as_deref(),
        };
        let fault = |ended: &Ended| {
            not_status(ended, case.status).or_else(|| {
                let expected = output.as_ref()?;
                (ended.stdout != *expected).then(|| difference(expected, &ended.stdout))
            })
        };
        let runs = toolchain.runs_as(&program, &launch, fault)?;
        Ok(Judgement::Judged(runs))
    }
}

/// Describes the first difference between two outputs.
fn difference(expected: &str, found: &str) -> String {
    let lines = expected.lines().zip(found.lines());
    let mut lines = lines.filter(|(expected, found)| expected != found);
    match lines.next() {
        Some((expected, found)) => format!("printed `{found}`, expected `{expected}`"),
        None => String::from("its output has another length"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read_and_its_names_differ() {
        let cases = cases_of(TABLE).expect("a good table");
        let mut names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_line_says_how_a_program_is_built_and_run() {
        let case = Case::parse("a/b.c @two with:a/c.c flag:-g arg:1 run:--env run:X=1 exit:3");
        let case = case.expect("a good line");
        assert_eq!(case.name, "a/b@two");
        assert_eq!(case.sources, ["a/b.c", "a/c.c"]);
        assert_eq!(
            (case.flags, case.arguments),
            (vec!["-g".into()], vec!["1".into()])
        );
        assert_eq!(
            (case.options, case.status),
            (vec!["--env".into(), "X=1".into()], 3)
        );
        assert!(Case::parse("a/b.c size:3").is_err());
    }
}
