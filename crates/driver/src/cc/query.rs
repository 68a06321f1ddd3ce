//! Answers questions about the driver.

use super::options::{Options, Query};
use super::plan::{find_library, sysroot};
use crate::command::Command;
use crate::environment::Environment;
use crate::error::Error;
use crate::ports;
use crate::tools::{TARGET, Tools};
use crate::wrappers;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

/// Prints the answer on standard output.
pub(super) fn print_answer(
    query: &Query,
    options: &Options,
    environment: &Environment,
) -> Result<(), Error> {
    let text = answer_text(query, options, environment)?;
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::new(format!("cannot write the answer: {error}")))
        }
        _ => Ok(()),
    }
}

fn answer_text(
    query: &Query,
    options: &Options,
    environment: &Environment,
) -> Result<String, Error> {
    let sysroot = sysroot(options, environment);
    let tools = || Tools::find(options.clang.as_deref(), environment);
    let line = |path: &Path| format!("{}\n", path.display());
    Ok(match query {
        Query::Help => HELP.replace("{}", &environment.program),
        Query::Version => version(&tools()?)?,
        Query::Linker => linker_version(&version(&tools()?)?),
        Query::Machine => format!("{TARGET}\n"),
        Query::Sysroot => line(sysroot.as_deref().unwrap_or(Path::new(""))),
        Query::SearchFolders => {
            let mut folders: Vec<String> = Vec::new();
            let standard = sysroot.map(|sysroot| sysroot.join("lib"));
            for folder in options.library_folders.iter().chain(&standard) {
                folders.push(folder.display().to_string());
            }
            let tools = tools()?;
            let programs = tools.clang().parent().unwrap_or(Path::new(""));
            format!(
                "programs: ={}\nlibraries: ={}\n",
                programs.display(),
                folders.join(":")
            )
        }
        Query::File(name) => match find_library(name, options, sysroot.as_deref()) {
            Some(path) => line(&path),
            None => line(Path::new(name)),
        },
        Query::CmakeToolchain => {
            let launchers = options.launcher;
            cmake_toolchain(&tools()?, sysroot.as_deref(), launchers, environment)?
        }
        Query::Program(name) => line(&program(name, &tools()?)),
        Query::Clang(question) => {
            let mut command = Command::new(tools()?.clang());
            command.argument(format!("--target={TARGET}"));
            command.argument(question);
            let output = command.output()?;
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr);
                return Err(Error::new(said.trim_end()));
            }
            String::from_utf8_lossy(&output.stdout).into_owned()
        }
    })
}

/// Returns the toolchain file with which CMake builds programs.
pub(super) fn cmake_toolchain(
    tools: &Tools,
    sysroot: Option<&Path>,
    launchers: bool,
    environment: &Environment,
) -> Result<String, Error> {
    let wrappers = wrappers::folder(launchers, environment)?;
    let version = version(tools)?;
    let number = release_number(&version);
    let tool = |name: &str| tools.tool(name).map(|path| path.display().to_string());
    let tree = ports::tree(sysroot, environment).ok();
    let ports = tree.map(|tree| tree.folder().display().to_string());
    let sysroot = sysroot.unwrap_or(Path::new("")).display().to_string();
    Ok(CMAKE_TOOLCHAIN
        .replace("@COMPILER@", &environment.own_path().display().to_string())
        .replace("@TOOLS@", &wrappers.display().to_string())
        .replace("@AR@", &tool("llvm-ar")?)
        .replace("@RANLIB@", &tool("llvm-ranlib")?)
        .replace("@NM@", &tool("llvm-nm")?)
        .replace("@SYSROOT@", &sysroot)
        .replace("@PORTS@", &ports.unwrap_or_default())
        .replace("@VERSION@", number))
}

/// Returns the tool that replaces the program with this name.
fn program(name: &OsStr, tools: &Tools) -> std::path::PathBuf {
    let known = match name.to_str() {
        Some("ar" | "gcc-ar" | "llvm-ar") => "llvm-ar",
        Some("ranlib" | "gcc-ranlib" | "llvm-ranlib") => "llvm-ranlib",
        Some("nm" | "gcc-nm" | "llvm-nm") => "llvm-nm",
        Some("objdump" | "llvm-objdump") => "llvm-objdump",
        Some("strip" | "llvm-strip") => "llvm-strip",
        _ => return name.into(),
    };
    tools.tool(known).unwrap_or_else(|_| name.into())
}

/// Returns the version text of the linker. Meson accepts only linkers that it knows, so ours claims
/// to be LLVM's LLD.
fn linker_version(compiler: &str) -> String {
    let number = release_number(compiler);
    let own = concat!("Pinnacle ", env!("CARGO_PKG_VERSION"));
    format!("LLD {number} (compatible with GNU linkers)\n{own}\n")
}

/// Returns the release number in clang's version text.
fn release_number(version: &str) -> &str {
    let said = version.split_once("clang version ");
    let number = said.and_then(|(_, rest)| rest.split_whitespace().next());
    number.unwrap_or_default()
}

/// Returns clang's version text for the target, followed by a line about this driver. Tools search
/// for clang's text, and find it at its usual place.
pub(super) fn version(tools: &Tools) -> Result<String, Error> {
    let mut command = Command::new(tools.clang());
    command.argument(format!("--target={TARGET}"));
    command.argument("--version");
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let own = concat!("Pinnacle ", env!("CARGO_PKG_VERSION"));
    Ok(format!("{said}{own}\n"))
}

const CMAKE_TOOLCHAIN: &str = include_str!("toolchain.cmake");

const HELP: &str = include_str!("help.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::options;
    use std::fs;

    /// Returns the answer to a command line without an installed clang.
    fn answer_to(arguments: &[&str], sysroot: &Path) -> Result<String, Error> {
        let variables = [("PINNACLE_SYSROOT".into(), sysroot.into())];
        let environment = Environment::new("pinnacle cc", variables);
        let arguments: Vec<_> = arguments.iter().map(Into::into).collect();
        let options = options::parse(&arguments)?;
        let query = options.query.as_ref().expect("a question");
        answer_text(query, &options, &environment)
    }

    #[test]
    fn the_target_needs_no_clang() {
        let nowhere = Path::new("/nowhere");
        let answer = answer_to(&["-c", "x.c", "-dumpmachine"], nowhere).unwrap();
        assert_eq!(answer, "le32-unknown-nacl\n");
        assert!(answer_to(&["--version"], nowhere).is_err());
    }

    #[test]
    fn the_linker_says_what_meson_looks_for() {
        let compiler = "Debian clang version 19.1.7 (3~deb12u1)\nTarget: x\n";
        let said = linker_version(compiler);
        assert!(
            said.starts_with("LLD 19.1.7 (compatible with GNU linkers)\n"),
            "{said}"
        );
    }

    #[test]
    fn the_first_question_is_answered() {
        let answer = answer_to(&["-print-sysroot", "--help"], Path::new("/s")).unwrap();
        assert_eq!(answer, "/s\n");
    }

    #[test]
    fn files_are_looked_for_where_linking_does() {
        let sysroot = tempfile::tempdir().unwrap();
        let [own, standard] = ["own", "lib"].map(|name| sysroot.path().join(name));
        for folder in [&own, &standard] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("libc.a"), "").unwrap();
        }
        let ask = |arguments: &[&str]| answer_to(arguments, sysroot.path()).unwrap();
        let line = |path: &Path| format!("{}\n", path.join("libc.a").display());
        assert_eq!(ask(&["-print-file-name=libc.a"]), line(&standard));
        let own_first = format!("-L{}", own.display());
        assert_eq!(ask(&[&own_first, "-print-file-name=libc.a"]), line(&own));
        assert_eq!(ask(&["-print-file-name=libx.a"]), "libx.a\n");
    }

    #[test]
    fn help_names_the_command() {
        let help = answer_to(&["--help"], Path::new("/s")).unwrap();
        assert!(help.contains("Usage: pinnacle cc [OPTIONS] FILE..."));
    }
}
