//! Launchers: a few shell lines before a program, which call `pinnacle run` for it, so that the
//! system can execute the file. [`pinnacle_pexe::launcher`] finds the program after these lines.

use pinnacle_pexe::launcher::{MARK, MAX_LENGTH};

/// The options of `pinnacle run` for a program that is executed by the system. The program sees its
/// working directory and the environment variables, and gets the options in `PINNACLE_RUN_OPTIONS`.
pub const OPTIONS: &str = "--dir \"$PWD\" --cwd \"$PWD\" --env-all $PINNACLE_RUN_OPTIONS";

/// Returns the lines that run the program after them. `command` is in shell syntax; [`OPTIONS`] are
/// added to it. The strings in `shown`, which a native executable would contain unencoded, are
/// added as comments as far as there is room.
#[must_use]
pub fn lines(command: &str, shown: &[String]) -> Vec<u8> {
    let mut lines = MARK.to_vec();
    for text in shown {
        if lines.len() + text.len() < MAX_LENGTH / 2 && !text.contains('\n') {
            lines.extend_from_slice(format!("# {text}\n").as_bytes());
        }
    }
    let script = format!("exec {command} run {OPTIONS} -- \"$0\" \"$@\"\n");
    lines.extend_from_slice(script.as_bytes());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pexe::launcher::{offset, program};

    #[test]
    fn a_program_is_found_after_its_lines() {
        let mut file = lines(
            "'/a b/pinnacle'",
            &["INFO:size[4]".into(), "PEXE\nx".into()],
        );
        let length = file.len();
        file.extend_from_slice(b"PEXE and more");
        assert_eq!(offset(&file), length);
        assert_eq!(program(&file), b"PEXE and more");
    }
}
