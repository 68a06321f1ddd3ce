//! The options of `cargo xtask conformance`.

use crate::process::Result;
use std::path::PathBuf;
use std::time::Duration;

/// Suites that are not available as packages. They need a folder, and only run if they are named.
const GIVEN: [&str; 9] = [
    "deqp",
    "deqp-page",
    "nacl-io",
    "native-client",
    "pnacl-llvm",
    "ppapi",
    "ppapi-page",
    "sdk",
    "singlesource",
];

/// The options of a run, including defaults.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The names of the suites to run.
    pub(super) suites: Vec<String>,
    /// The folder of the suite's sources. If `None`, a package is fetched.
    pub(super) from: Option<PathBuf>,
    /// The command `pinnacle` to use. If `None`, it is built.
    pub(super) command: Option<PathBuf>,
    /// The number of cases to run, spread evenly over the suite, or the number of programs to
    /// generate.
    pub(super) count: Option<usize>,
    /// The only cases to run. Their results update the figures of an earlier run.
    pub(super) cases: Vec<String>,
    pub(super) jobs: usize,
    /// Processor time limit for a compiler or a program.
    pub(super) timeout: Duration,
    /// The address space of a program, in the form that `pinnacle run --memory` takes.
    pub(super) memory: String,
    /// True if the section of the document is written.
    pub(super) writes: bool,
}

impl Options {
    /// Parses the words after `conformance`. `known` contains the names of all suites.
    pub(super) fn parse(words: &[&str], known: &[&str]) -> Result<Options> {
        let mut options = Options {
            suites: Vec::new(),
            from: None,
            command: None,
            count: None,
            cases: Vec::new(),
            jobs: 2,
            timeout: Duration::from_secs(60),
            memory: String::from("256m"),
            writes: true,
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "--dry-run" {
                options.writes = false;
                continue;
            }
            if !word.starts_with('-') {
                if !known.contains(&word) {
                    let known = known.join(", ");
                    return Err(format!("there is no suite {word}; these exist: {known}"));
                }
                options.suites.push(word.to_owned());
                continue;
            }
            let value = words.next();
            let value = *value.ok_or_else(|| format!("{word} needs a value"))?;
            let number = || match value.parse() {
                Ok(number) if number > 0 => Ok(number),
                _ => Err(format!("{word} needs a positive number, found {value}")),
            };
            match word {
                "--from" => options.from = Some(value.into()),
                "--command" => options.command = Some(value.into()),
                "--count" => options.count = Some(number()?),
                "--case" => options.cases.push(value.to_owned()),
                "--jobs" => options.jobs = number()?,
                "--timeout" => options.timeout = crate::fuzz::duration(value)?,
                "--memory" => options.memory = value.to_owned(),
                _ => return Err(format!("there is no option {word}")),
            }
        }
        if options.suites.is_empty() {
            let fetched = known.iter().filter(|name| !GIVEN.contains(name));
            options.suites = fetched.map(|&name| name.to_owned()).collect();
        }
        if options.from.is_some() && options.suites.len() != 1 {
            return Err(String::from("--from needs exactly one suite"));
        }
        if !options.cases.is_empty() && options.suites.len() != 1 {
            return Err(String::from("--case needs exactly one suite"));
        }
        Ok(options)
    }

    /// Returns the cases to run: all, those of `--case`, or `--count` of them, evenly spaced.
    pub(super) fn chosen<'c>(&self, cases: &'c [String]) -> Result<Vec<&'c str>> {
        if self.cases.is_empty() {
            return Ok(self.sample(cases));
        }
        let named = self.cases.iter().map(|name| {
            let case = cases.iter().find(|case| *case == name);
            case.map(String::as_str)
                .ok_or_else(|| format!("there is no case {name}"))
        });
        named.collect()
    }

    /// Returns the folder given for a suite that is not available as a package.
    pub(super) fn given(&self, suite: &str, what: &str) -> Result<PathBuf> {
        let from = self.from.as_ref().ok_or_else(|| {
            format!("{suite} needs --from FOLDER, the folder {what}; no package has it")
        })?;
        std::fs::canonicalize(from).map_err(|error| format!("{}: {error}", from.display()))
    }

    fn sample<'c>(&self, cases: &'c [String]) -> Vec<&'c str> {
        let count = self.count.unwrap_or(cases.len()).min(cases.len());
        let chosen = (0..count).map(|at| cases[at * cases.len() / count].as_str());
        chosen.collect()
    }

    /// Returns the origin of the cases, for the document.
    pub(super) fn source(&self, package: &str) -> String {
        match &self.from {
            None => package.to_owned(),
            Some(_)
                if self
                    .suites
                    .iter()
                    .all(|name| GIVEN.contains(&name.as_str())) =>
            {
                package.to_owned()
            }
            Some(_) => format!("a folder in place of {package}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Options> {
        let words: Vec<&str> = words.split_whitespace().collect();
        Options::parse(&words, &["torture", "csmith"])
    }

    #[test]
    fn without_names_every_suite_runs() {
        let options = parse("--jobs 4 --timeout 2m").expect("good options");
        assert_eq!(options.suites, ["torture", "csmith"]);
        assert_eq!((options.jobs, options.timeout.as_secs()), (4, 120));
        assert!(options.writes);
    }

    #[test]
    fn a_folder_is_for_one_suite() {
        assert!(parse("csmith --from sources --dry-run").is_ok());
        assert!(parse("--from sources").is_err());
        for wrong in ["gcc", "--count 0", "--count", "--speed 1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn cases_can_be_named() {
        let cases = ["a", "b", "c"].map(str::to_owned);
        let chosen = |words| parse(words).and_then(|options| Ok(options.chosen(&cases)?.join(" ")));
        assert_eq!(chosen("torture --case c --case a"), Ok("c a".into()));
        assert_eq!(chosen("torture --case d"), Err("there is no case d".into()));
        assert_eq!(
            chosen("--case a"),
            Err("--case needs exactly one suite".into())
        );
    }

    #[test]
    fn a_sample_is_spread_over_the_suite() {
        let cases: Vec<String> = (0..10).map(|n| n.to_string()).collect();
        let sample = |words| parse(words).expect("good options").sample(&cases).join(" ");
        assert_eq!(sample("--count 3"), "0 3 6");
        assert_eq!(sample("--count 20"), "0 1 2 3 4 5 6 7 8 9");
    }
}
