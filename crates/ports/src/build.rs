//! Building ports: the command `pinnacle` runs the build system of the library.

use crate::error::Error;
use crate::fetch::{self, Source};
use crate::install_tree::{InstallTree, STAMP};
use crate::patches;
use crate::table::{Patches, Port, Step, find};
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A step of a build that is reported.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The sources of a port are fetched.
    Fetch(&'a Port),
    /// A port is built.
    Build(&'a Port),
    /// A port is complete.
    Done(&'a Port),
}

/// Receives the progress of a build.
pub type Progress<'a> = &'a dyn Fn(Event<'_>);

/// Settings of builds.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// The command `pinnacle`.
    pub command: PathBuf,
    /// The origin of sources.
    pub source: Source,
    /// Number of compilers run at once; 0 for one per core.
    pub jobs: usize,
}

/// The user's environment variables that would change the result.
const UNSET: [&str; 18] = [
    "AR",
    "CC",
    "CFLAGS",
    "CHOST",
    "CMAKE_GENERATOR",
    "CONFIG_SITE",
    "CPP",
    "CPPFLAGS",
    "CXX",
    "CXXFLAGS",
    "DESTDIR",
    "LDFLAGS",
    "LIBS",
    "MAKEFLAGS",
    "MAKELEVEL",
    "MFLAGS",
    "PINNACLE_USE_PORT",
    "PKG_CONFIG_PATH",
];

/// Number of lines of a failed build that an error shows.
const LAST_LINES: usize = 12;

impl InstallTree {
    /// Builds the ports of a list that are not there yet, in its order. Other processes that build
    /// ports wait.
    ///
    /// # Errors
    ///
    /// Fails if sources cannot be fetched, a program is missing or a step fails. What was complete
    /// before stays.
    pub fn build(
        &self,
        ports: &[&Port],
        settings: &BuildSettings,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        if ports.iter().all(|port| self.has(port)) {
            return Ok(());
        }
        let folder = self.folder();
        fs::create_dir_all(folder).map_err(|error| Error::not_written(folder, &error))?;
        let lock = folder.join(".lock");
        let file = File::create(&lock).map_err(|error| Error::not_written(&lock, &error))?;
        file.lock()
            .map_err(|error| Error::not_written(&lock, &error))?;
        for port in ports {
            if !self.has(port) {
                self.build_one(port, settings, progress)?;
            }
            progress(Event::Done(port));
        }
        Ok(())
    }

    fn build_one(
        &self,
        port: &Port,
        settings: &BuildSettings,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        let tools = ["make", "tar"].iter().chain(port.tools);
        if let Some(tool) = tools.copied().find(|tool| !is_in_path(tool)) {
            return Err(Error::new(format!(
                "the port {} is built with the program {tool}, which was not found",
                port.name
            ))
            .hint(
                "`apt-get install bzip2 cmake make patch tar tcl xz-utils` installs all of them",
            ));
        }
        progress(Event::Fetch(port));
        let fetch = |archive| fetch::archive(port, archive, self.archives(), &settings.source);
        let sources = fetch(&port.sources)?;
        let patches = match &port.patches {
            Some(patches) => Some(fetch(&patches.archive)?),
            None => None,
        };
        progress(Event::Build(port));
        let folder = self.folder();
        let work = tempfile::Builder::new()
            .prefix(&format!(".{}-", port.name))
            .tempdir_in(folder)
            .map_err(|error| Error::not_written(folder, &error))?;
        let prefix = self.prefix(port);
        let stage = work.path().join("stage");
        let relative = prefix.strip_prefix("/").unwrap_or(&prefix);
        let job = Job {
            tree: self,
            port,
            settings,
            sources: work.path().join("sources"),
            debian: work.path().join("debian"),
            out: stage.join(relative),
            stage,
            prefix,
            log: folder.join(format!("{}.log", port.name)),
        };
        job.run(&sources, patches.as_deref())?;
        job.put_into_place(&work.path().join("old"))
    }
}

/// Returns true if a program is in a folder of `PATH`.
fn is_in_path(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// The build of one port.
struct Job<'a> {
    tree: &'a InstallTree,
    port: &'a Port,
    settings: &'a BuildSettings,
    /// The folder with the sources.
    sources: PathBuf,
    /// The folder with Debian's patches.
    debian: PathBuf,
    /// The folder that is used as the root of the file system (`DESTDIR`).
    stage: PathBuf,
    /// The folder in the stage that becomes the prefix.
    out: PathBuf,
    /// The folder of the finished port.
    prefix: PathBuf,
    /// The file with the output of the steps.
    log: PathBuf,
}

impl Job<'_> {
    fn run(&self, archive: &Path, patches: Option<&Path>) -> Result<(), Error> {
        for folder in [&self.sources, &self.debian, &self.out] {
            fs::create_dir_all(folder).map_err(|error| Error::not_written(folder, &error))?;
        }
        File::create(&self.log).map_err(|error| Error::not_written(&self.log, &error))?;
        self.unpack(archive, &self.sources)?;
        if let (Some(archive), Some(patches)) = (patches, &self.port.patches) {
            self.unpack(archive, &self.debian)?;
            self.apply(patches)?;
        }
        for glue in self.port.glue {
            self.replace_folder(&self.sources.join(glue.folder), glue.files)?;
        }
        for step in self.port.steps {
            self.step(step)?;
        }
        let stamp = self.out.join(STAMP);
        fs::write(&stamp, self.tree.key(self.port))
            .map_err(|error| Error::not_written(&stamp, &error))
    }

    fn unpack(&self, archive: &Path, folder: &Path) -> Result<(), Error> {
        let mut tar = Command::new("tar");
        tar.args([
            "--extract",
            "--strip-components=1",
            "--no-same-owner",
            "--file",
        ]);
        tar.arg(archive).arg("--directory").arg(folder);
        self.execute(&mut tar)
    }

    /// Applies Debian's patches to the sources.
    fn apply(&self, patches: &Patches) -> Result<(), Error> {
        let folder = self.debian.join("patches");
        let series = folder.join("series");
        let text = fs::read_to_string(&series)
            .map_err(|error| Error::new(format!("cannot read {}: {error}", series.display())))?;
        for name in patches::series(&text, patches.without) {
            let mut patch = Command::new("patch");
            patch.args(["--strip=1", "--forward", "--batch", "--input"]);
            patch.arg(folder.join(name)).current_dir(&self.sources);
            self.execute(&mut patch)?;
        }
        patches::equal_times(&self.sources)
            .map_err(|error| Error::not_written(&self.sources, &error))
    }

    /// Replaces a folder of the sources with our own files.
    fn replace_folder(&self, folder: &Path, files: &[(&str, &str)]) -> Result<(), Error> {
        let failed = |error| Error::not_written(folder, &error);
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(failed)?;
        }
        fs::create_dir_all(folder).map_err(failed)?;
        for (name, text) in files {
            fs::write(folder.join(name), text).map_err(failed)?;
        }
        Ok(())
    }

    fn step(&self, step: &Step) -> Result<(), Error> {
        match step {
            Step::Configure(arguments) => {
                let mut command = self.pinnacle("configure");
                let include = self.for_needs("include", "-I");
                let libraries = self.for_needs("lib", "-L");
                command.env("CPPFLAGS", include).env("LDFLAGS", libraries);
                command.env("CFLAGS", "-O2").arg("./configure");
                command
                    .arg(self.filled("--prefix=@PREFIX@"))
                    .args(*arguments);
                self.execute(&mut command)
            }
            Step::Cmake(arguments) => {
                let mut command = self.pinnacle("configure");
                command.args(["cmake", "-S", ".", "-B", "build-pnacl"]);
                command.args(["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF"]);
                command.arg("-DCMAKE_INSTALL_LIBDIR:STRING=lib");
                command.arg(self.filled("-DCMAKE_INSTALL_PREFIX=@PREFIX@"));
                // For headers that those of another port include.
                command.env("CFLAGS", self.for_needs("include", "-I"));
                command.args(*arguments);
                self.execute(&mut command)?;
                let mut command = self.pinnacle("make");
                command.args(["cmake", "--build", "build-pnacl", "--parallel"]);
                command.arg(self.jobs().to_string());
                self.execute(&mut command)?;
                let mut command = self.pinnacle("make");
                command.args(["cmake", "--install", "build-pnacl"]);
                self.execute(command.env("DESTDIR", &self.stage))
            }
            Step::Make(arguments) => {
                let mut command = self.pinnacle("make");
                command.arg("make").arg(format!("-j{}", self.jobs()));
                command.args(arguments.iter().map(|argument| self.filled(argument)));
                self.execute(&mut command)
            }
            Step::Copy(from, to) => {
                let to = self.result(to)?;
                let copied = fs::copy(self.sources.join(from), &to);
                copied
                    .map(|_| ())
                    .map_err(|error| Error::not_written(&to, &error))
            }
            Step::Write(name, text) => {
                let path = self.result(name)?;
                let text = text.replace("@PREFIX@", &self.prefix.to_string_lossy());
                fs::write(&path, text).map_err(|error| Error::not_written(&path, &error))
            }
        }
    }

    /// Returns the path of a file in the result, and creates its folder.
    fn result(&self, name: &str) -> Result<PathBuf, Error> {
        let path = self.out.join(name);
        let folder = path.parent().unwrap_or(&self.out);
        fs::create_dir_all(folder).map_err(|error| Error::not_written(folder, &error))?;
        Ok(path)
    }

    fn jobs(&self) -> usize {
        match self.settings.jobs {
            0 => std::thread::available_parallelism().map_or(1, NonZero::get),
            jobs => jobs,
        }
    }

    /// Replaces `@NAME@` in an argument with the path of that folder.
    fn filled(&self, argument: &str) -> OsString {
        let folders = [
            ("@PREFIX@", &self.prefix),
            ("@STAGE@", &self.stage),
            ("@OUT@", &self.out),
        ];
        let filled = folders
            .iter()
            .fold(argument.to_owned(), |text, (name, folder)| {
                text.replace(name, &folder.to_string_lossy())
            });
        filled.into()
    }

    /// Builds compiler options for a folder in each port that this one needs.
    fn for_needs(&self, folder: &str, option: &str) -> String {
        let needs = self.port.needs.iter().filter_map(|name| find(name).ok());
        let folders = needs.map(|port| self.tree.prefix(port).join(folder));
        let options = folders.map(|folder| format!("{option}{}", folder.display()));
        options.collect::<Vec<_>>().join(" ")
    }

    /// Prepares a subcommand of `pinnacle` that runs a build tool in the folder of the sources.
    fn pinnacle(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.settings.command);
        for variable in UNSET {
            command.env_remove(variable);
        }
        command.env("PINNACLE_SYSROOT", self.tree.sysroot());
        command.arg(subcommand).arg("--").current_dir(&self.sources);
        command
    }

    /// Runs a command with its output in the log.
    fn execute(&self, command: &mut Command) -> Result<(), Error> {
        let failed = |error| Error::not_written(&self.log, &error);
        let mut log = File::options()
            .append(true)
            .open(&self.log)
            .map_err(failed)?;
        writeln!(log, "$ {command:?}").map_err(failed)?;
        let errors = log.try_clone().map_err(failed)?;
        command.stdin(Stdio::null()).stdout(log).stderr(errors);
        let status = command.status().map_err(|error| {
            let program = command.get_program().display();
            Error::new(format!("cannot run {program}: {error}"))
        })?;
        if status.success() {
            return Ok(());
        }
        let text = fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
        let name = self.port.name;
        Err(Error::new(format!(
            "the port {name} cannot be built:\n{}",
            last.join("\n")
        ))
        .hint(format!("{} has the whole output", self.log.display())))
    }

    /// Moves the result to its prefix. An older one is moved aside first, and back if that fails.
    fn put_into_place(&self, old: &Path) -> Result<(), Error> {
        let failed = |error| Error::not_written(&self.prefix, &error);
        let is_replaced = self.prefix.symlink_metadata().is_ok();
        if is_replaced {
            fs::rename(&self.prefix, old).map_err(failed)?;
        }
        if let Err(error) = fs::rename(&self.out, &self.prefix) {
            if is_replaced {
                let _ = fs::rename(old, &self.prefix);
            }
            return Err(failed(error));
        }
        let _ = fs::remove_file(&self.log);
        Ok(())
    }
}
