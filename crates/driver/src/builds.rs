//! Builds third-party projects: provides the tools that they use in addition to the compiler, and
//! the settings that make `configure`, CMake and make use them.
//!
//! [`configure`] and [`make`] run a command with environment variables such as `CC`, `CXX` and
//! `AR`. Other settings that a `configure` script, CMake or make needs are added to the command
//! line, unless it already has them.
//!
//! Linked programs start with a launcher by default, so that a build can execute them. The launcher
//! runs them as commands, even if they could run in a page. Within one command, each compiler
//! warning is printed once.
//!
//! `PATH` starts with a folder that contains our `pkg-config` and the `sdl2-config` of ports.

use crate::build_host;
use crate::cc;
use crate::command::{Command, quoted};
use crate::environment::Environment;
use crate::error::Error;
use crate::ports;
use crate::search_path;
use crate::tools::Tools;
use crate::wrappers;
use pinnacle_base::whole_file;
use pinnacle_ports::InstallTree;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// LLVM programs by their Unix names.
pub const TOOLS: [(&str, &str); 4] = [
    ("ar", "llvm-ar"),
    ("ranlib", "llvm-ranlib"),
    ("nm", "llvm-nm"),
    ("objdump", "llvm-objdump"),
];

/// Runs one of [`TOOLS`], given its Unix name.
///
/// # Errors
///
/// Fails if the tool does not exist.
pub fn tool(
    name: &str,
    arguments: &[OsString],
    environment: &Environment,
) -> Result<ExitStatus, Error> {
    let tools = Tools::find(None, environment)?;
    let known = TOOLS.iter().find(|(unix, _)| *unix == name);
    let program = tools.tool(known.map_or(name, |(_, llvm)| llvm))?;
    let mut command = Command::new(program);
    // Makefiles with `AR = ar rcu` lose the second word if make gets another `AR`.
    let names_archive = |word: &OsString| Path::new(word).extension() == Some(OsStr::new("a"));
    if name == "ar" && arguments.first().is_some_and(names_archive) {
        command.argument("rcs");
    }
    run(command.arguments(arguments), &[])
}

/// Runs the system's pkg-config for the target's libraries instead of the host's: those of the
/// sysroot, of the ports that were built, and of the folders in `PKG_CONFIG_PATH`. All of them are
/// static, so the output includes their dependencies.
///
/// # Errors
///
/// Fails if pkg-config is missing.
pub fn pkg_config(arguments: &[OsString], environment: &Environment) -> Result<ExitStatus, Error> {
    let program = ["pkg-config", "pkgconf"]
        .iter()
        .find_map(|name| search_path::find_on_host(name, environment))
        .ok_or_else(|| Error::new("program not found: pkg-config"))?;
    let mut command = Command::new(program);
    command.argument("--static").arguments(arguments);
    let mut variables = vec![("PKG_CONFIG_DIR", String::new())];
    if environment.variable("PKG_CONFIG_LIBDIR").is_none()
        && let Some(sysroot) = environment.sysroot()
    {
        let tree = ports::tree(None, environment);
        let roots = std::iter::once(sysroot).chain(tree.iter().flat_map(InstallTree::built));
        let folders = roots
            .flat_map(|root| ["lib/pkgconfig", "share/pkgconfig"].map(|folder| root.join(folder)));
        let folders: Vec<_> = folders.map(|folder| folder.display().to_string()).collect();
        variables.push(("PKG_CONFIG_LIBDIR", folders.join(":")));
    }
    run(&command, &variables)
}

/// Options for building third-party sources.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// True if the system can execute the programs that are built.
    pub launchers: bool,
}

/// Runs a command that examines the system: a `configure` script, CMake, or any other command that
/// uses the variables.
///
/// # Errors
///
/// Fails if no command is given or the toolchain is missing.
pub fn configure(
    words: &[OsString],
    options: Options,
    environment: &Environment,
) -> Result<ExitStatus, Error> {
    let (program, arguments) = split(words)?;
    let variables = variables(options, environment)?;
    let mut command = Command::new(program);
    command.arguments(arguments);
    let program = Path::new(program);
    let name = program.file_name().unwrap_or_default();
    let says = |prefix: &str| {
        arguments
            .iter()
            .any(|argument| argument.to_string_lossy().starts_with(prefix))
    };
    // CMake records the name of the file, so the file must not be temporary.
    let is_configuring = !says("--build") && !says("--install") && !says("-E") && !says("-P");
    if name == "cmake" && is_configuring && !says("-DCMAKE_TOOLCHAIN_FILE") {
        let file = cmake_file(options, environment)?;
        let mut argument = OsString::from("-DCMAKE_TOOLCHAIN_FILE=");
        argument.push(file);
        command.argument(argument);
    } else if !says("--host") && is_of_autoconf(program) {
        command.argument(format!("--host={}", build_host::name_for(program)));
    }
    run_telling_once(&command, variables)
}

/// Returns true if a script was generated by autoconf. Handwritten scripts do not support `--host`.
fn is_of_autoconf(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = std::fs::read(path).unwrap_or_default();
    let variable = b"host_alias";
    name.starts_with("configure") && text.windows(variable.len()).any(|word| word == variable)
}

/// Runs a build command, usually make. Its variables are passed on the command line, so that they
/// take precedence over those of a makefile.
///
/// # Errors
///
/// Fails if no command is given or the toolchain is missing.
pub fn make(
    words: &[OsString],
    options: Options,
    environment: &Environment,
) -> Result<ExitStatus, Error> {
    let (program, arguments) = match words {
        // Words that start with a dash are options of make.
        [first, ..] if first.as_encoded_bytes().starts_with(b"-") => (OsStr::new("make"), words),
        _ => {
            let (program, arguments) = split(words)?;
            (program.as_os_str(), arguments)
        }
    };
    let variables = variables(options, environment)?;
    let mut command = Command::new(program);
    let name = Path::new(program).file_name().unwrap_or_default();
    if [OsStr::new("make"), OsStr::new("gmake")].contains(&name) {
        for (variable, value) in &variables {
            let assignment = format!("{variable}=");
            let is_said = |argument: &OsString| argument.to_string_lossy().starts_with(&assignment);
            if PROGRAMS.contains(variable) && !arguments.iter().any(is_said) {
                command.argument(format!("{assignment}{value}"));
            }
            // Some makefiles use `LD` to link with options of the compiler.
            let links = |argument: &OsString| argument.to_string_lossy().starts_with("LD=");
            if *variable == "CC" && !arguments.iter().any(links) {
                command.argument(format!("LD={value}"));
            }
        }
    }
    command.arguments(arguments);
    run_telling_once(&command, variables)
}

/// Runs a command whose compilers print each warning only once.
fn run_telling_once(
    command: &Command,
    mut variables: Vec<(&'static str, String)>,
) -> Result<ExitStatus, Error> {
    let told = tempfile::NamedTempFile::with_prefix("pinnacle-told-")
        .map_err(|error| Error::new(format!("cannot make a temporary file: {error}")))?;
    variables.push((cc::TOLD, told.path().display().to_string()));
    run(command, &variables)
}

/// The variables that name programs.
const PROGRAMS: [&str; 6] = ["CC", "CXX", "AR", "RANLIB", "NM", "STRIP"];

/// Returns the environment variables that name a build's tools.
///
/// # Errors
///
/// Fails if clang or one of its companion tools is missing.
pub fn variables(
    options: Options,
    environment: &Environment,
) -> Result<Vec<(&'static str, String)>, Error> {
    let tools = Tools::find(None, environment)?;
    tools.tool("llvm-ar")?;
    let folder = wrappers::folder(options.launchers, environment)?;
    let tool = |name: &str| quoted(folder.join(format!("pinnacle-{name}")).as_os_str());
    let ports = environment.variable(ports::USE_PORT).unwrap_or_default();
    // Scripts test for the libraries before they compile anything.
    let names: Vec<String> = ports::names(&ports.to_string_lossy()).collect();
    if !names.is_empty() {
        ports::build_named(&ports::tree(None, environment)?, &names, environment)?;
    }
    let path = search_path::path(&folder, environment)?;
    let variables = vec![
        ("CC", tool("cc")),
        ("CXX", tool("c++")),
        ("CPP", format!("{} -E", tool("cc"))),
        ("AR", tool("ar")),
        ("RANLIB", tool("ranlib")),
        ("NM", tool("nm")),
        ("OBJDUMP", tool("objdump")),
        ("STRIP", tool("strip")),
        // Libraries of the host cannot be used.
        ("PKG_CONFIG", tool("pkg-config")),
        ("PATH", path.to_string_lossy().into_owned()),
        ("CC_FOR_BUILD", "cc".to_owned()),
        ("CONFIG_SITE", config_site(&folder, environment)?),
        ("PINNACLE_RUN_OPTIONS", run_options(environment)),
        (ports::USE_PORT, ports.to_string_lossy().into_owned()),
        // Handwritten scripts use this as `--host`.
        ("CHOST", crate::tools::TARGET.to_owned()),
    ];
    Ok(variables)
}

/// Settings for `configure` scripts, as shell lines, so that the scripts need not run their own
/// tests.
const SITE: &str = include_str!("cc/config.site");

/// Returns the path of a file with [`SITE`], next to the tools, or the path that `CONFIG_SITE`
/// already has.
fn config_site(folder: &Path, environment: &Environment) -> Result<String, Error> {
    if let Some(named) = environment.variable("CONFIG_SITE") {
        return Ok(named.to_string_lossy().into_owned());
    }
    let path = folder.join("config.site");
    let written = whole_file::write(&path, SITE.as_bytes());
    written.map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
    Ok(path.display().to_string())
}

/// Returns the options for programs that a build executes. In addition to their working directory,
/// they may use the build folder and the folder for temporary files. Folders with spaces in their
/// names cannot be passed.
fn run_options(environment: &Environment) -> String {
    let folders = [std::env::current_dir().ok(), Some(std::env::temp_dir())];
    let folders = folders.iter().flatten().filter(|folder| folder.is_dir());
    let names = folders.map(|folder| folder.display().to_string());
    let plain = names.filter(|name| !name.contains([' ', ':', '\t', '\n']));
    let mut options: Vec<String> = plain.map(|name| format!("--dir {name}")).collect();
    // With the port of SDL2, every program of a build could run in a page, including its tools and
    // tests, so pages are disabled.
    options.push("--no-page".to_owned());
    if let Some(said) = environment.variable("PINNACLE_RUN_OPTIONS") {
        options.push(said.to_string_lossy().into_owned());
    }
    options.join(" ")
}

/// Writes a toolchain file for CMake into the user's cache. Returns its path.
///
/// # Errors
///
/// Fails if clang is missing or the file cannot be written.
pub fn cmake_file(options: Options, environment: &Environment) -> Result<PathBuf, Error> {
    let text = cc::cmake_toolchain(options.launchers, environment)?;
    write_file("toolchain.cmake", &text, options, environment)
}

/// Writes a cross file for Meson into the user's cache. Returns its path.
///
/// # Errors
///
/// Fails if clang is missing or the file cannot be written.
pub fn meson_file(options: Options, environment: &Environment) -> Result<PathBuf, Error> {
    Tools::find(None, environment)?.tool("llvm-ar")?;
    let tools = wrappers::folder(options.launchers, environment)?;
    let text = MESON.replace("@TOOLS@", &tools.display().to_string());
    write_file("cross.meson", &text, options, environment)
}

const MESON: &str = include_str!("cc/cross.meson");

/// Writes a file next to the tools.
fn write_file(
    name: &str,
    text: &str,
    options: Options,
    environment: &Environment,
) -> Result<PathBuf, Error> {
    let path = wrappers::folder(options.launchers, environment)?.join(name);
    let written = whole_file::write(&path, text.as_bytes());
    written.map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
    Ok(path)
}

fn split(words: &[OsString]) -> Result<(&OsString, &[OsString]), Error> {
    words
        .split_first()
        .ok_or_else(|| Error::new("no command was named"))
}

fn run(command: &Command, variables: &[(&str, String)]) -> Result<ExitStatus, Error> {
    let mut process = command.process();
    for (name, value) in variables {
        process.env(name, value);
    }
    process
        .status()
        .map_err(|error| command.not_started(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_autoconf_are_told_from_others() {
        let folder = tempfile::tempdir().unwrap();
        let script = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        assert!(is_of_autoconf(&script(
            "configure",
            "test -n \"$host_alias\""
        )));
        assert!(!is_of_autoconf(&script("configure.own", "CHOST=$CHOST")));
        assert!(!is_of_autoconf(&script("build", "host_alias=")));
        assert!(!is_of_autoconf(&folder.path().join("configure.none")));
    }

    #[test]
    fn answers_for_scripts_are_those_that_are_named_or_our_own() {
        let folder = tempfile::tempdir().unwrap();
        let nothing = Environment::new("test", []);
        let own = config_site(folder.path(), &nothing).unwrap();
        let text = std::fs::read_to_string(own).unwrap();
        assert!(text.contains("sv_cv_stack_direction=-1"), "{text}");
        let named = [("CONFIG_SITE".into(), "/named".into())];
        let named = Environment::new("test", named);
        assert_eq!(config_site(folder.path(), &named).unwrap(), "/named");
    }

    #[test]
    fn programs_of_a_build_find_its_folder_and_options() {
        let more = [("PINNACLE_RUN_OPTIONS".into(), "--memory 64m".into())];
        let options = run_options(&Environment::new("test", more));
        let folder = std::env::current_dir().unwrap();
        let folder = folder.display().to_string();
        let is_plain = !folder.contains([' ', ':']);
        assert_eq!(
            options.contains(&format!("--dir {folder} ")),
            is_plain,
            "{options}"
        );
        assert!(options.ends_with(" --no-page --memory 64m"), "{options}");
    }

    #[test]
    fn a_command_is_needed() {
        let nothing = Environment::new("test", []);
        let options = Options { launchers: true };
        for result in [
            configure(&[], options, &nothing),
            make(&[], options, &nothing),
        ] {
            let error = result.unwrap_err().to_string();
            assert_eq!(error, "no command was named");
        }
    }
}
