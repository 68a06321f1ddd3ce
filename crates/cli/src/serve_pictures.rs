//! The pictures of programs in the lists of `pinnacle serve`: each program runs for a moment in a
//! separate process.

use crate::scratch;
use crate::trial_run::{self, Options, Program};
use pinnacle_serve::{MakePicture, Subject};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Seconds of the program's own clock, and the limit of real time. A program that shows nothing is
/// run twice, so the total is at most ten seconds.
const OPTIONS: Options = Options {
    time: 3.0,
    timeout: Duration::from_secs(5),
};

/// Makes pictures by running programs.
pub(crate) struct Trials {
    /// The folder or the web archive that is served.
    pub(crate) served: PathBuf,
}

impl Trials {
    /// Returns the name of a subject in the form that `pinnacle run` accepts.
    fn start(&self, subject: Subject<'_>) -> io::Result<String> {
        let name = match subject {
            Subject::File(path) => self.served.join(path).into_os_string(),
            Subject::Capture(place) => {
                let mut name = self.served.clone().into_os_string();
                name.push("!");
                name.push(place);
                name
            }
        };
        name.into_string()
            .map_err(|_| io::Error::other("its path is not valid UTF-8"))
    }
}

impl MakePicture for Trials {
    fn picture(&self, subject: Subject<'_>) -> Result<Vec<u8>, String> {
        let (Subject::File(name) | Subject::Capture(name)) = subject;
        let outcome = || {
            let program = Program {
                file_name: name.rsplit('/').next().unwrap_or(name).to_owned(),
                start: self.start(subject)?,
                element: None,
            };
            let folder = scratch::folder("pinnacle-serve-")?;
            trial_run::run(&program, folder.path(), &OPTIONS)
        };
        let outcome = outcome().map_err(|error| format!("It cannot be run: {error}"))?;
        let why = || match outcome.error {
            Some(error) => format!("It shows no picture: {error}"),
            None => "It shows no picture.".to_owned(),
        };
        outcome.picture.ok_or_else(why)
    }
}
