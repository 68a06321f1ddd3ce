//! Starts a program.

use crate::arguments::text;
use crate::client::Client;
use pinnacle_debug::Symbols;
use pinnacle_debugger::{Remote, Stop};
use pinnacle_pexe::decode::Program;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// The launch configuration of an editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program; empty for the one that the recording names.
    pub program: PathBuf,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Environment variables.
    pub env: Vec<(String, String)>,
    /// Options of `pinnacle run`.
    pub options: Vec<String>,
    /// The debug file; `None` for the one next to the program.
    pub debug_file: Option<PathBuf>,
    /// The recording to replay.
    pub replay: Option<PathBuf>,
    pub(crate) stop_on_entry: bool,
    pub(crate) no_debug: bool,
}

/// A program that is stopped at its first instruction.
#[derive(Debug)]
pub struct Launched {
    /// The name of its file.
    pub name: String,
    /// The program.
    pub program: Arc<Program>,
    /// Its debug information, if there is a debug file.
    pub symbols: Option<Symbols>,
    /// True for a replay, which can go back.
    pub can_go_back: bool,
    /// Messages for the user.
    pub notes: Vec<String>,
    /// Sends commands to its session.
    pub remote: Remote,
    /// Receives the reason of each stop.
    pub stops: Receiver<Stop>,
    /// Receives its end.
    pub end: Receiver<End>,
}

/// The end of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The exit status, with the meaning of `pinnacle run`.
    pub status: u8,
    /// A message about it.
    pub report: Option<String>,
}

/// Starts programs.
pub trait Launcher {
    /// Starts a program. Its output goes to the client.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot start, as a sentence.
    fn launch(&mut self, launch: Launch, client: &Client) -> Result<Launched, String>;
}

impl Launch {
    /// Reads the configuration from the arguments of a request.
    pub(crate) fn of(arguments: &Value) -> Result<Launch, String> {
        let program = text(arguments, "program");
        let cwd = PathBuf::from(text(arguments, "cwd"));
        let file = |name: &str| {
            let file = text(arguments, name);
            (!file.is_empty()).then(|| cwd.join(file))
        };
        let replay = file("replay");
        if program.is_empty() && replay.is_none() {
            return Err("the configuration must have a `program`: the path of a .pexe".into());
        }
        let env = match &arguments["env"] {
            Value::Null => Vec::new(),
            Value::Object(variables) => {
                let pairs = variables.iter().map(|(name, value)| match value {
                    Value::String(value) => Ok((name.clone(), value.clone())),
                    _ => Err(format!("the value of {name} in `env` must be a string")),
                });
                pairs.collect::<Result<_, _>>()?
            }
            _ => return Err("`env` must be an object of names and values".into()),
        };
        Ok(Launch {
            program: file("program").unwrap_or_default(),
            args: strings(arguments, "args")?,
            env,
            options: strings(arguments, "runOptions")?,
            debug_file: file("debugFile"),
            replay,
            stop_on_entry: arguments["stopOnEntry"] == true,
            no_debug: arguments["noDebug"] == true,
        })
    }
}

/// Returns a list of strings; empty if it is missing.
fn strings(arguments: &Value, name: &str) -> Result<Vec<String>, String> {
    let refused = || format!("`{name}` must be a list of strings");
    match &arguments[name] {
        Value::Null => Ok(Vec::new()),
        Value::Array(values) => {
            let texts = values.iter().map(|value| value.as_str().map(str::to_owned));
            texts.collect::<Option<_>>().ok_or_else(refused)
        }
        _ => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn configurations_are_checked() {
        let launch = Launch::of(&json!({
            "program": "a.pexe", "cwd": "/w", "args": ["x"], "env": {"A": "b"},
            "runOptions": ["--seed", "7"], "stopOnEntry": true,
        }))
        .unwrap();
        assert_eq!(launch.program, PathBuf::from("/w/a.pexe"));
        assert_eq!(launch.env, [("A".to_owned(), "b".to_owned())]);
        assert_eq!(launch.options, ["--seed", "7"]);
        assert!(launch.stop_on_entry && !launch.no_debug);
        let launch = Launch::of(&json!({"replay": "a.rec", "cwd": "/w"})).unwrap();
        assert_eq!(launch.replay, Some(PathBuf::from("/w/a.rec")));
        assert_eq!(launch.program, PathBuf::new());
        for (wrong, reason) in [
            (json!(null), "`program`"),
            (json!({"program": 7}), "`program`"),
            (json!({"program": "a", "args": "x"}), "`args`"),
            (json!({"program": "a", "args": [1]}), "`args`"),
            (json!({"program": "a", "env": {"A": 1}}), "A in `env`"),
            (json!({"program": "a", "env": []}), "`env`"),
        ] {
            let error = Launch::of(&wrong).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
