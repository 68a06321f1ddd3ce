//! `pinnacle binfmt`: registers programs with Linux, which recognises them by their first bytes.

use crate::output::{BAD_USE, Failure, Output};
use clap::{Args, Subcommand};
use pinnacle_driver::launcher::OPTIONS;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Name of the format in the kernel.
const NAME: &str = "pinnacle";

/// Folder in which the kernel registers and lists formats.
const FORMATS: &str = "proc/sys/fs/binfmt_misc";

/// Folder of the formats that the system registers when it boots.
const AT_START: &str = "etc/binfmt.d";

/// Path of the script that runs a program.
const SCRIPT: &str = "usr/local/lib/pinnacle/execute";

/// Register .pexe files with Linux, so that they run like other executables.
///
/// From then on the kernel starts `pinnacle run` for a file that begins with `PEXE`, for all users.
/// If the folder /etc/binfmt.d exists, the registration survives a restart. A program can access
/// the current folder. PINNACLE_RUN_OPTIONS holds further options for `pinnacle run`.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  sudo pinnacle binfmt install
  ./hello.pexe
  sudo pinnacle binfmt install --remove

Exit status:
  0  success
  2  no permission, or not a Linux system")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Register the format, and report each step.
    Install {
        /// Remove the registration.
        #[arg(long)]
        remove: bool,

        /// Show the steps without carrying them out.
        #[arg(long)]
        dry_run: bool,

        /// Root folder of the system to change, if it is not this system.
        #[arg(long, value_name = "FOLDER", default_value = "/")]
        root: PathBuf,
    },
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    let Action::Install {
        remove,
        dry_run,
        root,
    } = &arguments.action;
    if !cfg!(target_os = "linux") && root == Path::new("/") {
        return Err(Failure::new("binfmt_misc exists only on Linux"));
    }
    let system = System { root, output };
    let steps = match remove {
        false => system.installing()?,
        true => system.removing(),
    };
    if steps.is_empty() {
        return Err(Failure::new("nothing is installed"));
    }
    for step in &steps {
        if !dry_run {
            step.perform()?;
        }
        system.tell(step)?;
    }
    if !remove && !root.join(FORMATS).join("register").exists() {
        output.hint(format!(
            "/{FORMATS}/register does not exist now: the change takes effect after a restart"
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// One step of the registration or its removal.
enum Step {
    /// Write a file. A script becomes executable.
    Write(PathBuf, String),
    /// Write a text to one of the kernel's control files.
    Tell(PathBuf, String),
    Remove(PathBuf),
}

struct System<'a> {
    root: &'a Path,
    output: &'a Output,
}

impl System<'_> {
    fn installing(&self) -> Result<Vec<Step>, Failure> {
        let own = std::env::current_exe()
            .map_err(|error| Failure::new(format!("cannot find this command: {error}")))?;
        let own = own.display().to_string().replace('\'', r"'\''");
        let script = format!("#!/bin/sh\nexec '{own}' run {OPTIONS} -- \"$@\"\n");
        // Fields: name, type (magic), offset, magic bytes, no mask, interpreter, no flags.
        let format = format!(":{NAME}:M:0:PEXE::/{SCRIPT}:");
        let formats = self.root.join(FORMATS);
        let register = formats.join("register");
        let at_start = self.root.join(AT_START);
        if !register.exists() && !at_start.is_dir() {
            let failure = Failure::with_status(
                vec![format!(
                    "{} does not exist: binfmt_misc is not mounted, or the kernel lacks it",
                    register.display()
                )],
                BAD_USE,
            );
            return Err(failure.hint(format!("mount -t binfmt_misc binfmt_misc /{FORMATS}")));
        }
        let mut steps = vec![Step::Write(self.root.join(SCRIPT), script)];
        if at_start.is_dir() {
            let line = format!("{format}\n");
            steps.push(Step::Write(at_start.join(format!("{NAME}.conf")), line));
        }
        if register.exists() {
            let there = formats.join(NAME);
            if there.exists() {
                steps.push(Step::Tell(there, "-1".into()));
            }
            steps.push(Step::Tell(register, format));
        }
        Ok(steps)
    }

    /// The steps that remove the registration.
    fn removing(&self) -> Vec<Step> {
        let format = self.root.join(FORMATS).join(NAME);
        let told = format.exists().then(|| Step::Tell(format, "-1".into()));
        let line = self.root.join(AT_START).join(format!("{NAME}.conf"));
        let files = [line, self.root.join(SCRIPT)];
        let files = files.into_iter().filter(|path| path.exists());
        told.into_iter().chain(files.map(Step::Remove)).collect()
    }

    fn tell(&self, step: &Step) -> Result<(), Failure> {
        Ok(self.output.show(|out| match step {
            Step::Write(path, _) => writeln!(out, "write {}", path.display()),
            Step::Tell(path, text) => writeln!(out, "write {text} to {}", path.display()),
            Step::Remove(path) => writeln!(out, "remove {}", path.display()),
        })?)
    }
}

impl Step {
    fn perform(&self) -> Result<(), Failure> {
        match self {
            Step::Write(path, text) => {
                let folder = path.parent().unwrap_or(Path::new("/"));
                fs::create_dir_all(folder)
                    .and_then(|()| fs::write(path, text))
                    .and_then(|()| match text.starts_with("#!") {
                        true => make_executable(path),
                        false => Ok(()),
                    })
                    .map_err(|error| refused(path, &error))
            }
            Step::Tell(path, text) => fs::OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut file| io::Write::write_all(&mut file, text.as_bytes()))
                .map_err(|error| refused(path, &error)),
            Step::Remove(path) => fs::remove_file(path).map_err(|error| refused(path, &error)),
        }
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the failure for a file that cannot be written, usually for lack of permission.
#[cold]
fn refused(path: &Path, error: &io::Error) -> Failure {
    let failure = Failure::new(format!("cannot write {}: {error}", path.display()));
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => failure.hint(
            "this needs administrator rights; without them, link programs with --launcher, which \
             makes them executable by themselves",
        ),
        _ => failure,
    }
}
