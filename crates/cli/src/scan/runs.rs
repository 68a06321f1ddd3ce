//! Runs programs of a scan and stores the results.
//!
//! Results are stored in the journal. A resumed scan runs the programs without a result, and those
//! whose picture is missing.

use super::catalogue::{name_of, picture, run};
use super::journal::Journal;
use crate::output::Failure;
use crate::progress::Progress;
use crate::trial_run;
use pinnacle_scan::Joined;
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The results by the programs' checksums.
#[derive(Default, Debug)]
pub(super) struct Runs(HashMap<String, Value>);

impl Runs {
    /// Runs each valid Pepper program once.
    pub(super) fn run(
        &mut self,
        mut journal: Journal,
        numbers: &[usize],
        joined: &Joined,
        folder: &Path,
        options: &trial_run::Options,
        jobs: usize,
    ) -> Result<Journal, Failure> {
        let mut programs = Vec::new();
        let mut number = 0;
        journal.each(numbers, &mut |mut line| {
            joined.complete(number, &mut line);
            let is_wanted = line["kind"] == "program"
                && line["valid"] == true
                && line["pepper"] == true
                && line["duplicate_of"].is_null();
            if let (true, Some(name)) = (is_wanted, name_of(&line))
                && let Some((start, element)) = joined.start_of(number)
                && start != "-"
                && !start.starts_with("-!")
            {
                let place = line["place"].as_str().unwrap_or_default();
                let file_name = place.rsplit(['/', '!']).next().unwrap_or(place);
                programs.push(run::Program {
                    name: name.to_owned(),
                    trial: trial_run::Program {
                        file_name: file_name.to_owned(),
                        start: start.to_owned(),
                        element: element.map(str::to_owned),
                    },
                });
            }
            number += 1;
            Ok(())
        })?;
        let mut left = Vec::new();
        for program in programs {
            let kept = journal.ran(&program.key(options)).unwrap_or_default();
            let has_picture = |result: &Value| {
                result["picture"].is_null() || picture(folder, &program.name).is_file()
            };
            match kept.filter(has_picture) {
                Some(result) => {
                    self.0.insert(program.name, result);
                }
                None => left.push(program),
            }
        }
        let progress = Progress::start("running", left.len());
        let found = Mutex::new((journal, &mut self.0));
        run::all(&left, folder, options, jobs, &|number, result| {
            let program = &left[number];
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.0.keep_run(&program.key(options), &result);
            found.1.insert(program.name.clone(), result);
            progress.file(&program.trial.start);
            progress.advance();
        })?;
        let (journal, _) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(journal)
    }

    /// Adds the result of its program to a line.
    pub(super) fn complete(&self, line: &mut Value) {
        let result = name_of(line).and_then(|name| self.0.get(name)).cloned();
        if let (Some(result), Some(fields)) = (result, line.as_object_mut()) {
            fields.insert("run".into(), result);
        }
    }
}
