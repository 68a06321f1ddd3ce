//! Groups of commands in the help, and suggestions for misspelled commands.

use clap::Command;
use std::ffi::OsString;
use std::fmt::Write;

/// The commands grouped by purpose, in the order of the help. A build without Wasmtime skips those
/// that it lacks.
const GROUPS: [(&str, &[&str]); 7] = [
    (
        "Run",
        &["run", "record", "dap", "cache", "bisect", "shrink"],
    ),
    (
        "Look",
        &[
            "info",
            "verify",
            "dis",
            "addr2line",
            "demangle",
            "diff",
            "stats",
            "strings",
            "graph",
            "explore",
            "scan",
            "explain",
        ],
    ),
    ("Show", &["serve", "bundle"]),
    (
        "Change",
        &["as", "compress", "strip", "translate", "upgrade"],
    ),
    (
        "Build",
        &[
            "cc",
            "c++",
            "finalize",
            "freeze",
            "thaw",
            "opt",
            "sysroot",
            "configure",
            "make",
            "sdk",
            "binfmt",
            "ar",
            "nm",
            "objdump",
            "pkg-config",
            "ranlib",
        ],
    ),
    ("Test", &["smith", "mutate"]),
    ("Set up", &["docs", "completions", "man", "help"]),
];

/// Columns for the names of commands.
const NAME_WIDTH: usize = 13;

/// The largest edit distance at which a name is suggested.
const MAX_EDITS: usize = 2;

/// Returns true if a command line may ask for the help of the command: it does not begin with the
/// name of a subcommand.
pub(crate) fn may_be_shown(arguments: &[OsString]) -> bool {
    let first = arguments
        .get(1)
        .map_or("", |first| first.to_str().unwrap_or("?"));
    first.is_empty() || first.starts_with('-') || first == "help"
}

/// Groups the subcommands in the help of the command. That takes longer than all else before a
/// command runs, because it completes all of them.
pub(crate) fn grouped(command: Command) -> Command {
    // The command has `help` only after it is built.
    let mut built = command.clone();
    built.build();
    let styles = command.get_styles();
    let (title, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::from("{about-section}\n{usage-heading} {usage}\n\n");
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "{title}{heading}:{title:#}");
        for name in names {
            if let Some(found) = built.find_subcommand(name) {
                let about = found.get_about().map(ToString::to_string);
                let about = about.unwrap_or_default();
                let _ = writeln!(text, "  {literal}{name:NAME_WIDTH$}{literal:#}{about}");
            }
        }
        text.push('\n');
    }
    let _ = write!(text, "{title}Options:{title:#}\n{{options}}{{after-help}}");
    command.help_template(text)
}

/// Returns the visible command whose name is closest to a word, if one is close.
pub(crate) fn meant(command: &Command, word: &str) -> Option<String> {
    let names = command.get_subcommands().filter(|it| !it.is_hide_set());
    let distance = |name: &str| strsim::osa_distance(word, name);
    let (least, name) = names
        .map(|it| (distance(it.get_name()), it.get_name()))
        .min()?;
    (least <= MAX_EDITS && least < name.len()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn each_visible_command_is_in_one_group() {
        let mut command = grouped(Cli::command());
        command.build();
        let visible = command.get_subcommands().filter(|it| !it.is_hide_set());
        let visible: BTreeSet<&str> = visible.map(Command::get_name).collect();
        let listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let once: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!(listed.len(), once.len());
        let missing: Vec<_> = once.difference(&visible).copied().collect();
        let lacks_wasmtime = cfg!(not(all(feature = "wasmtime", unix)));
        let left_out: &[&str] = if lacks_wasmtime {
            &["bisect", "cache"]
        } else {
            &[]
        };
        assert_eq!(missing, left_out);
        assert!(visible.is_subset(&once), "{visible:?}");
    }

    #[test]
    fn the_command_that_is_meant_is_the_closest() {
        let command = Cli::command();
        let meant = |word| meant(&command, word);
        assert_eq!(meant("rnu").as_deref(), Some("run"));
        assert_eq!(meant("verfy").as_deref(), Some("verify"));
        assert_eq!(meant("translat").as_deref(), Some("translate"));
        assert_eq!(meant("nothing"), None);
        assert_eq!(meant("x"), None);
    }
}
