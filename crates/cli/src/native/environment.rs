//! The options of an executable. They come from the environment, since all arguments belong to the
//! program.

use crate::output::Failure;
use crate::values::{self, Variable};
use pinnacle_runtime::loader::{DEFAULT_MEMORY_LIMIT, LoadError};
use pinnacle_runtime::machine::MountSpec;
use pinnacle_runtime::program::StartError;
use std::ffi::{OsStr, OsString};
use std::time::Duration;

/// The separator of a list's items.
const SEPARATOR: char = ';';

/// Settings for running the program, like the options of `pinnacle run`.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) name: Vec<u8>,
    pub(super) folders: Vec<MountSpec>,
    pub(super) environment: Vec<Vec<u8>>,
    pub(super) memory: u32,
    pub(super) timeout: Option<Duration>,
    pub(super) seed: Option<u64>,
}

impl Settings {
    /// Reads the environment of this process. `called` is the program's name unless a variable sets
    /// another.
    pub(super) fn from_environment(called: Option<OsString>) -> Result<Settings, Failure> {
        Settings::new(called, |name| {
            std::env::var_os(name).filter(|value| !value.is_empty())
        })
    }

    fn new(
        called: Option<OsString>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Settings, Failure> {
        let read = Variables(variable);
        let name = (read.0)("PINNACLE_ARGV0").or(called).unwrap_or_default();
        let memory = read.one("PINNACLE_MEMORY", values::size)?;
        Ok(Settings {
            name: name.into_encoded_bytes(),
            folders: read.list("PINNACLE_DIR", |text| {
                MountSpec::from_os(text).map_err(|error| error.to_string())
            })?,
            environment: read.list("PINNACLE_ENV", |text| {
                values::variable(text.to_owned()).map(|Variable(text)| text)
            })?,
            memory: memory.map_or(DEFAULT_MEMORY_LIMIT, |size| size.0),
            timeout: read.one("PINNACLE_TIMEOUT", values::duration)?,
            seed: read.one("PINNACLE_SEED", |text| {
                text.parse().map_err(|_| "expected a number".to_owned())
            })?,
        })
    }
}

/// The variables, and their names in messages.
struct Variables<F>(F);

impl<F: Fn(&str) -> Option<OsString>> Variables<F> {
    fn one<T>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Failure> {
        let Some(value) = (self.0)(name) else {
            return Ok(None);
        };
        parse(&value.to_string_lossy())
            .map(Some)
            .map_err(|error| wrong(name, &value, &error))
    }

    fn list<T>(
        &self,
        name: &str,
        parse: impl Fn(&OsStr) -> Result<T, String>,
    ) -> Result<Vec<T>, Failure> {
        let value = (self.0)(name).unwrap_or_default();
        let items = value
            .as_encoded_bytes()
            .split(|&byte| byte == SEPARATOR as u8);
        items
            .filter(|item| !item.is_empty())
            .map(|item| {
                let item = to_os_string(item);
                parse(&item).map_err(|error| wrong(name, &item, &error))
            })
            .collect()
    }
}

fn to_os_string(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).to_owned()
}

fn wrong(name: &str, value: &OsStr, error: &str) -> Failure {
    Failure::new(format!(
        "the environment variable {name} is invalid: {:?}: {error}",
        value.display().to_string()
    ))
}

/// Returns the failure for a program that cannot be started.
#[cold]
pub(super) fn no_start(error: &StartError) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        StartError::Load(LoadError::TooLarge(_)) => {
            failure.hint("raise its limit with PINNACLE_MEMORY")
        }
        StartError::Load(LoadError::NoMemory { .. }) => {
            failure.hint("ask for less with PINNACLE_MEMORY")
        }
        StartError::AddressSpace(_) => {
            failure.hint("raise the limits of address space and threads (ulimit -v, ulimit -u)")
        }
        StartError::Mount(_) => failure.hint(
            "PINNACLE_DIR takes HOST[::GUEST][:ro]: HOST is a folder on this machine, and GUEST is \
             its name in the program; separate several with semicolons",
        ),
        _ => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Result<Settings, String> {
        let find = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name)?;
            Some(OsString::from(found.1))
        };
        Settings::new(Some("app".into()), find).map_err(|failure| match failure {
            Failure::Told(told) => told.message,
            Failure::BrokenPipe => String::new(),
        })
    }

    #[test]
    fn nothing_is_given_by_default() {
        let settings = settings(&[]).unwrap();
        assert_eq!(settings.name, b"app");
        assert!(settings.folders.is_empty() && settings.environment.is_empty());
        assert_eq!(settings.memory, DEFAULT_MEMORY_LIMIT);
        assert_eq!((settings.timeout, settings.seed), (None, None));
    }

    #[test]
    fn variables_are_as_the_options_of_run() {
        let settings = settings(&[
            ("PINNACLE_ARGV0", "other"),
            ("PINNACLE_DIR", "notes::/data:ro;.;"),
            ("PINNACLE_ENV", "A=b=c;B="),
            ("PINNACLE_MEMORY", "64m"),
            ("PINNACLE_TIMEOUT", "1.5s"),
            ("PINNACLE_SEED", "7"),
        ])
        .unwrap();
        assert_eq!(settings.name, b"other");
        assert_eq!(settings.folders.len(), 2);
        assert_eq!(settings.folders[0], "notes::/data:ro".parse().unwrap());
        assert_eq!(settings.environment, [b"A=b=c".to_vec(), b"B=".to_vec()]);
        assert_eq!(settings.memory, 64 << 20);
        assert_eq!(settings.timeout, Some(Duration::from_millis(1500)));
        assert_eq!(settings.seed, Some(7));
    }

    #[test]
    fn errors_name_the_variable() {
        for (name, value) in [
            ("PINNACLE_MEMORY", "much"),
            ("PINNACLE_TIMEOUT", "1d"),
            ("PINNACLE_SEED", "x"),
            ("PINNACLE_ENV", "=b"),
        ] {
            let message = settings(&[(name, value)]).unwrap_err();
            assert!(
                message.contains(name) && message.contains(value),
                "{message}"
            );
        }
    }
}
