//! The loader of Native Client: translates its command line to one of `pinnacle run`.
//!
//! `nacl_helper_bootstrap` reserved the address space and became the loader named by its first
//! argument. It had no options of its own. Here one command replaces both.

use super::loader_log::Log;
use crate::error::Error;
use std::ffi::{OsStr, OsString};

/// Options without a value that are ignored, because they request the default behaviour or
/// something that never happens here: the loader's warnings, checks of machine code, signals.
const WITHOUT_EFFECT: &str = "cdeqQRsS";

/// Options whose value is ignored: the IRT's library, and features that only the original loader
/// had.
const VALUE_WITHOUT_EFFECT: &str = "BXDz";

/// The exit status of the loader when it cannot start a program.
pub(super) const NO_START: u8 = 1;

/// The exit status of the loader for an option that it does not know.
const UNKNOWN_OPTION: u8 = 255;

/// The prefix of environment variables for the program.
const VARIABLE_PREFIX: &str = "NACLENV_";

/// The option that waits for a debugger at the port of the original loader.
const GDB: &str = "--gdb=4014";

/// The name that a program gets as its `argv[0]`, unless it may open files.
const NAME: &str = "NaClMain";

/// The program, and the options for running it.
#[derive(Default)]
struct Run {
    options: Vec<OsString>,
    file: Option<OsString>,
    opens_files: bool,
    descriptors: Vec<OsString>,
    log: Log,
}

/// Returns the command line for the loader, which was called by one of its names.
///
/// # Errors
///
/// Fails if an option is unknown, not supported or lacks its value, or if there is no program. The
/// error has the exit status of the original loader.
pub(super) fn words(name: &OsStr, arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    let words = read(name, arguments);
    words.map_err(|error| match error.status() {
        Some(_) => error,
        None => error.with_status(NO_START),
    })
}

fn read(name: &OsStr, arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    let mut rest = arguments.iter();
    if name == "nacl_helper_bootstrap" && rest.next().is_none() {
        return Err(Error::new("no loader specified"));
    }
    let mut run = Run {
        log: Log::of_environment(),
        ..Run::default()
    };
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.to_str()?.strip_prefix(VARIABLE_PREFIX)?;
        Some(joined(&format!("{name}="), &value))
    });
    for variable in variables {
        run.add("--env", variable);
    }
    let mut after = Vec::new();
    while let Some(argument) = rest.next() {
        let text = argument.to_str().unwrap_or_default();
        if text == "--" {
            after.extend(rest.by_ref().cloned());
        } else if let Some(option) = text.strip_prefix("--") {
            let (option, value) = option.split_once('=').unwrap_or((option, ""));
            if !matches!(option, "r_debug" | "reserved_at_zero") {
                return Err(unknown(text));
            }
            if value.is_empty() && rest.next().is_none() {
                return Err(no_value(text));
            }
        } else if let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.is_empty()) {
            run.take(letters, &mut rest)?;
        } else {
            after.push(argument.clone());
            after.extend(rest.by_ref().cloned());
        }
    }
    run.finish(after)
}

impl Run {
    fn add(&mut self, option: &str, value: OsString) {
        self.options.extend([option.into(), value]);
    }

    /// Parses the options in one word, each of which is a letter.
    fn take<'a>(
        &mut self,
        letters: &str,
        rest: &mut impl Iterator<Item = &'a OsString>,
    ) -> Result<(), Error> {
        for (place, letter) in letters.char_indices() {
            if WITHOUT_EFFECT.contains(letter) {
                continue;
            }
            match letter {
                'a' => self.opens_files = true,
                'v' => self.log.level = self.log.level.saturating_add(1),
                'g' => self.options.push(GDB.into()),
                'p' => self.options.push("--env-all".into()),
                'F' => {
                    let error = Error::new(
                        "-F is not supported: programs cannot be loaded without running them",
                    );
                    return Err(error.hint("`pinnacle verify` checks a program"));
                }
                _ => {
                    let joined = &letters[place + letter.len_utf8()..];
                    return self.take_with_value(letter, joined, rest);
                }
            }
        }
        Ok(())
    }

    /// Parses an option with a value, which is in the same word or the next one.
    fn take_with_value<'a>(
        &mut self,
        letter: char,
        joined: &str,
        rest: &mut impl Iterator<Item = &'a OsString>,
    ) -> Result<(), Error> {
        let option = format!("-{letter}");
        if !VALUE_WITHOUT_EFFECT.contains(letter) && !"Efhilmrw".contains(letter) {
            return Err(unknown(&option));
        }
        let value = match joined {
            "" => rest.next().cloned().ok_or_else(|| no_value(&option))?,
            joined => joined.into(),
        };
        match letter {
            'E' => self.add("--env", value),
            'f' => self.file = Some(value),
            // The access mode is determined from the descriptor itself.
            'h' | 'i' | 'r' | 'w' => {
                self.descriptors.push(value.clone());
                self.add("--fd", value);
            }
            'l' => self.log.file = Some(value.into()),
            'm' => {
                let mut folder = value;
                folder.push("::/");
                self.add("--dir", folder);
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(self, after: Vec<OsString>) -> Result<Vec<OsString>, Error> {
        let mut after = after.into_iter();
        let file = self.file.or_else(|| after.next());
        let file = file.ok_or_else(|| Error::new("no nacl file specified"))?;
        self.log.write(&file, &self.descriptors)?;
        let mut words: Vec<OsString> = vec!["run".into(), "--nacl-syscalls".into()];
        words.extend(self.options);
        if self.opens_files {
            let here = std::env::current_dir().unwrap_or_else(|_| "/".into());
            words.extend(["--dir".into(), "/".into(), "--cwd".into(), here.into()]);
        } else {
            words.extend(["--argv0".into(), NAME.into()]);
        }
        words.push("--".into());
        words.push(file);
        words.extend(after);
        Ok(words)
    }
}

fn joined(start: &str, end: &OsStr) -> OsString {
    let mut text = OsString::from(start);
    text.push(end);
    text
}

fn unknown(option: &str) -> Error {
    let error = Error::new(format!("unknown option of the loader: {option}"));
    error.with_status(UNKNOWN_OPTION)
}

fn no_value(option: &str) -> Error {
    Error::new(format!("{option} needs a value"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: &str) -> String {
        let mut arguments = line.split(' ').map(OsString::from);
        let name = arguments.next().expect("a name");
        let arguments: Vec<_> = arguments.collect();
        match words(&name, &arguments) {
            Ok(words) => words.join(OsStr::new(" ")).into_string().expect("text"),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn the_command_line_of_an_engine_runs_a_program_with_a_socket() {
        let started = line(
            "nacl_helper_bootstrap ./nacl_loader --r_debug=0xXX --reserved_at_zero=0xXX -Q -vv \
             -B irt_core.nexe -e -i 100:5 -- game.nexe 100",
        );
        let run = "run --nacl-syscalls --fd 100:5 --argv0 NaClMain -- game.nexe 100";
        assert_eq!(started, run);
    }

    #[test]
    fn options_are_letters_with_values_in_the_same_word_or_the_next() {
        for (original, own) in [
            ("sel_ldr x.nexe -v", "--argv0 NaClMain -- x.nexe -v"),
            ("nacl_loader -qSi3:4 x", "--fd 3:4 --argv0 NaClMain -- x"),
            (
                "sel_ldr -E A=b -p -f x -- y",
                "--env A=b --env-all --argv0 NaClMain -- x y",
            ),
            (
                "sel_ldr -r 4:5 -w 6:7 -g x",
                "--fd 4:5 --fd 6:7 --gdb=4014 --argv0 NaClMain -- x",
            ),
            ("sel_ldr -m data x", "--dir data::/ --argv0 NaClMain -- x"),
            ("sel_ldr --r_debug 0x1 x", "--argv0 NaClMain -- x"),
        ] {
            assert_eq!(
                line(original),
                format!("run --nacl-syscalls {own}"),
                "{original}"
            );
        }
        let open = line("sel_ldr -a x");
        assert!(
            open.starts_with("run --nacl-syscalls --dir / --cwd /"),
            "{open}"
        );
    }

    #[test]
    fn errors_have_the_statuses_of_the_original() {
        let status = |arguments: &[&str]| {
            let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
            let error = words(OsStr::new("sel_ldr"), &arguments).expect_err("an error");
            error.status()
        };
        assert_eq!(status(&["-k", "x"]), Some(255));
        assert_eq!(status(&["--none", "x"]), Some(255));
        assert_eq!(status(&["-q"]), Some(1));
        assert_eq!(status(&["-l", "/no/such/folder/log", "x"]), Some(1));
    }

    #[test]
    fn unavailable_tools_are_refused() {
        for (original, error) in [
            ("sel_ldr -v", "no nacl file specified"),
            ("sel_ldr -k x", "unknown option of the loader: -k"),
            ("sel_ldr --none x", "unknown option of the loader: --none"),
            ("sel_ldr -i", "-i needs a value"),
            ("sel_ldr --r_debug", "--r_debug needs a value"),
            ("nacl_helper_bootstrap", "no loader specified"),
            (
                "sel_ldr -F x",
                "-F is not supported: programs cannot be loaded without running them\nhint: \
                 `pinnacle verify` checks a program",
            ),
        ] {
            let found = line(original).replace("nacl_helper_bootstrap ", "");
            assert_eq!(found, format!("error: {error}"), "{original}");
        }
    }
}
