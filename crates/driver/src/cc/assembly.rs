//! Assembly sources, which cannot become portable code. Many contain only code for certain
//! machines. Those are empty after preprocessing, and become empty objects.

use crate::command::Command;
use crate::error::Error;
use std::ffi::OsStr;
use std::path::Path;

/// Directives that do not produce any code or data.
const WITHOUT_EFFECT: [&str; 10] = [
    ".section",
    ".text",
    ".data",
    ".file",
    ".ident",
    ".intel_syntax",
    ".att_syntax",
    ".altmacro",
    ".p2align",
    ".align",
];

/// Returns true if a source is assembly.
pub(super) fn is_assembly(path: &Path, language: Option<&OsStr>) -> bool {
    if let Some(language) = language {
        return language.to_string_lossy().starts_with("assembler");
    }
    let extension = path.extension().and_then(OsStr::to_str);
    matches!(extension, Some("s" | "S" | "asm" | "sx"))
}

/// Returns true if the source is preprocessed, and may therefore be empty afterwards.
pub(super) fn is_preprocessed(path: &Path, language: Option<&OsStr>) -> bool {
    if let Some(language) = language {
        return language == "assembler-with-cpp";
    }
    let extension = path.extension().and_then(OsStr::to_str);
    matches!(extension, Some("S" | "sx"))
}

/// Returns true if a preprocessed file has no code or data.
fn is_empty(text: &str) -> bool {
    text.lines().flat_map(|line| line.split(';')).all(|line| {
        let line = line.trim();
        let word = line.split(char::is_whitespace).next().unwrap_or_default();
        line.is_empty() || line.starts_with('#') || WITHOUT_EFFECT.contains(&word)
    })
}

/// Runs the command that preprocesses a source, and refuses the source unless the result is empty.
pub(super) fn check(preprocessing: &Command) -> Result<(), Error> {
    let output = preprocessing.output()?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err(preprocessing.failed(output.status));
    }
    if is_empty(&String::from_utf8_lossy(&output.stdout)) {
        return Ok(());
    }
    let path = preprocessing.arguments.last().map(Path::new);
    Err(Error::new(refusal(path.unwrap_or(Path::new("-")))))
}

/// Returns the error message for a source that is not empty.
pub(super) fn refusal(path: &Path) -> String {
    let path = path.display();
    format!("{path} is assembly, which is not portable")
}

/// Returns the commands for a source that may be empty, derived from the command that would compile
/// it. The first preprocesses it, and the second creates an empty object.
pub(super) fn commands(path: &Path, compiling: &Command) -> (Command, Command) {
    let is_path = |argument: &&std::ffi::OsString| argument.as_os_str() == path.as_os_str();
    let mut preprocessing = Command::new(&compiling.program);
    let mut nothing = Command::new(&compiling.program);
    let mut arguments = compiling.arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("-x") => {
                arguments.next();
            }
            Some("-o" | "-MF" | "-MT" | "-MQ") => {
                nothing.argument(argument).arguments(arguments.next());
            }
            Some("-c" | "-emit-llvm" | "-MD" | "-MMD" | "-MP") => {
                nothing.argument(argument);
            }
            _ if is_path(&argument) => {
                nothing.arguments(["-x", "c", "/dev/null"]);
            }
            _ => {
                nothing.argument(argument);
                preprocessing.argument(argument);
            }
        }
    }
    preprocessing.arguments(["-E", "-P", "-x", "assembler-with-cpp"]);
    preprocessing.argument(path);
    (preprocessing, nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_comments_are_nothing() {
        for text in [
            "",
            "\n# 1 \"x.S\"\n",
            ".section .note.GNU-stack,\"\",%progbits\n",
            ".text;\n .file \"x\"\n",
        ] {
            assert!(is_empty(text), "{text}");
        }
        for text in ["nop", "f:\n", ".globl f\n", ".text; ret", ".long 1"] {
            assert!(!is_empty(text), "{text}");
        }
    }
}
