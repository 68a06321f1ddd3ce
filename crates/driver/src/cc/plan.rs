//! The plan of a compilation: all commands, determined before any of them runs.

use super::assembly::{self, is_assembly};
use super::old_sources;
use super::options::{ExecutionModel, FOR_LIBRARIES, Item, Options, Phase};
use crate::command::Command;
use crate::environment::Environment;
use crate::error::Error;
use crate::finalize;
use crate::link::{self, predefined};
use crate::sdk::original::{BESIDE_C, REACTOR_START, START_FILES, Sdk};
use crate::tools::{TARGET, Tools};
use pinnacle_legalize::{Exceptions, library};
use pinnacle_ports::PORTS;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

/// Options that keep clang's output close to what programs may contain: no vectors (linking adds
/// them if requested), no integers of unusual widths, no fused operations, and no lifetime markers.
/// They also disable the warning that atomic accesses are slow, which does not apply to this target.
/// They must follow the optimisation level, which would enable vectors again.
pub(crate) const FOR_PROGRAMS: &[&str] = &[
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-mllvm",
    "-replexitval=never",
    "-ffp-contract=off",
    "-Xclang",
    NO_LIFETIMES,
    "-Wno-atomic-alignment",
];

/// The last word of the option that disables lifetime markers.
const NO_LIFETIMES: &str = "-disable-lifetime-markers";

/// Libraries that every program may use, and those for C++.
const LIBRARIES: [&str; 3] = ["c", "m", "pthread"];
const CXX_LIBRARIES: [&str; 2] = ["c++", "c++abi"];

/// The names under which programs link the C++ library.
const OF_CXX: [&str; 5] = ["c++", "c++abi", "stdc++", "supc++", "unwind"];

/// Libraries that programs link on other systems. The sysroot either does not need them, or has
/// their contents in other libraries.
const ELSEWHERE: [&str; 7] = ["dl", "gcc", "gcc_s", "nacl", "resolv", "rt", "util"];

/// The hint for a library that was not found.
const WAY_TO_LIBRARIES: &str = "libraries of this computer cannot be used: build the library for \
     PNaCl from its sources with `pinnacle configure` and `pinnacle make`, and name its folder \
     with -L";

/// The steps of a compilation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Runs of clang, which are independent of each other.
    pub compilations: Vec<Compilation>,
    /// The link step, if a program is built.
    pub linking: Option<Linking>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// A run of clang.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The command.
    pub command: Command,
    /// The command that optimises the output of the first one, and the intermediate file.
    pub optimization: Option<(PathBuf, Command)>,
    /// The command that preprocesses an assembly source, which must then be empty.
    pub preprocessing: Option<Command>,
    /// True if the command reads standard input.
    pub reads_input: bool,
}

/// The link step of a program.
#[derive(Clone, Debug)]
pub struct Linking {
    /// The inputs to link.
    pub job: link::Job,
    /// Options for finalizing; `None` if the result is not finalized.
    pub finalization: Option<finalize::Options>,
    /// The output file; `-` for standard output.
    pub output: PathBuf,
}

/// Plans a compilation. Temporary files are written to `folder`.
///
/// # Errors
///
/// Fails if the kind of an input does not allow compiling or linking it, a library is not found, or
/// the output cannot hold all results.
pub fn plan(
    options: &Options,
    tools: &Tools,
    environment: &Environment,
    folder: &Path,
) -> Result<Plan, Error> {
    if let Some(folder) = &options.sdk {
        Sdk::asked(folder)?;
    }
    let planner = Planner {
        options,
        tools,
        sysroot: sysroot(options, environment),
        sdk: sdk(options, environment),
        folder,
    };
    planner.plan()
}

/// Returns the requested sysroot, or the default one.
pub(super) fn sysroot(options: &Options, environment: &Environment) -> Option<PathBuf> {
    let asked = options.sysroot.clone();
    let asked = asked.or_else(|| sdk(options, environment).sysroot);
    asked.or_else(|| environment.sysroot())
}

/// Returns the requested SDK, with those of its parts that exist.
fn sdk(options: &Options, environment: &Environment) -> Sdk {
    let folder = options.sdk.clone().or_else(|| environment.sdk());
    folder.map_or_else(Sdk::default, |folder| Sdk::of(&folder))
}

/// Returns the path of a library in the given folders or in the sysroot.
pub(super) fn find_library(
    file: &OsStr,
    options: &Options,
    sysroot: Option<&Path>,
) -> Option<PathBuf> {
    let standard = sysroot.map(|sysroot| sysroot.join("lib"));
    let folders = options.library_folders.iter().chain(&standard);
    folders
        .map(|folder| folder.join(file))
        .find(|path| path.is_file())
}

struct Planner<'a> {
    options: &'a Options,
    tools: &'a Tools,
    sysroot: Option<PathBuf>,
    sdk: Sdk,
    folder: &'a Path,
}

impl Planner<'_> {
    fn plan(&self) -> Result<Plan, Error> {
        let options = self.options;
        let mut warnings = options.warnings.clone();
        let mut compilations = Vec::new();
        let mut inputs = Vec::new();
        let compiled = options.items.iter().filter(|item| options.compiles(item));
        if options.output.is_some() && options.phase != Phase::Link && compiled.count() > 1 {
            return Err(Error::new(
                "-o names one file, but each of the several inputs makes its own",
            ));
        }
        let mut wrong = Vec::new();
        let mut lacks_library = false;
        let mut missing_ports = Vec::new();
        let mut wants_cxx = options.is_cxx || options.exceptions == Exceptions::SetjmpLongjmp;
        for (index, item) in options.items.iter().enumerate() {
            if options.phase != Phase::Link && !options.compiles(item) {
                if let Item::Linked { path, .. } = item {
                    let path = path.display();
                    warnings.push(format!("{path} is not used, since nothing is linked"));
                }
                continue;
            }
            match item {
                Item::Source(path, language) => {
                    let as_code = options.phase != Phase::Preprocess;
                    let is_assembly = as_code && is_assembly(path, language.as_deref());
                    if is_assembly && !assembly::is_preprocessed(path, language.as_deref()) {
                        wrong.push(assembly::refusal(path));
                        continue;
                    }
                    let object = self.folder.join(format!("{index}-{}.o", stem(path)));
                    let language = language.as_deref();
                    let mut compilation = self.compilation(index, path, language, &object);
                    if is_assembly {
                        let (preprocessing, nothing) =
                            assembly::commands(path, &compilation.command);
                        compilation.preprocessing = Some(preprocessing);
                        compilation.command = nothing;
                    }
                    compilations.push(compilation);
                    inputs.push(link::Input {
                        path: object,
                        name: path.display().to_string(),
                        whole: false,
                        prepared: false,
                    });
                }
                Item::Linked { path, .. } if options.phase != Phase::Link => {
                    compilations.push(self.compilation(
                        index,
                        path,
                        Some(OsStr::new("ir")),
                        Path::new(""),
                    ));
                }
                Item::Linked { path, whole } => inputs.push(link::Input {
                    path: path.clone(),
                    name: path.display().to_string(),
                    whole: *whole,
                    prepared: false,
                }),
                Item::Library { name, whole } => {
                    wants_cxx |= name.to_str().is_some_and(|name| OF_CXX.contains(&name));
                    match self.find_named(name) {
                        Some(path) => inputs.push(self.library(path, *whole)),
                        None if self.is_not_missed(name) => {}
                        None => {
                            lacks_library = true;
                            wrong.push(format!("the library -l{} was not found", name.display()));
                            if let Some(port) = port_with(name)
                                && !missing_ports.contains(&port)
                            {
                                missing_ports.push(port);
                            }
                        }
                    }
                }
            }
        }
        if !wrong.is_empty() {
            let error = Error::all(wrong);
            return Err(if !missing_ports.is_empty() {
                let names = missing_ports.join(",");
                error.hint(format!(
                    "--use-port={names} adds them, or PINNACLE_USE_PORT={names} for a makefile"
                ))
            } else if lacks_library {
                error.hint(WAY_TO_LIBRARIES)
            } else {
                error
            });
        }
        if compilations.is_empty() && inputs.is_empty() {
            return Err(Error::new("no input files"));
        }
        let linking = match options.phase {
            Phase::Link => Some(self.linking(inputs, wants_cxx)?),
            _ => None,
        };
        Ok(Plan {
            compilations,
            linking,
            warnings,
        })
    }

    /// Returns the path of a library that is requested by name. In each folder a shared object
    /// takes precedence over an archive.
    fn find_named(&self, name: &OsStr) -> Option<PathBuf> {
        let options = self.options;
        let standard = self.sysroot.as_ref().map(|sysroot| sysroot.join("lib"));
        let names = library_files(name, options.only_archives || options.relocatable);
        let folders = options.library_folders.iter().chain(&standard);
        let mut folders = folders.chain(&self.sdk.libraries);
        folders.find_map(|folder| {
            let mut paths = names.iter().map(|name| folder.join(name));
            paths.find(|path| path.is_file())
        })
    }

    /// Returns true if a library that was not found is not needed, because the standard libraries
    /// contain everything that programs use of it.
    fn is_not_missed(&self, name: &OsStr) -> bool {
        let name = name.to_str().unwrap_or_default();
        let standard = LIBRARIES.contains(&name) || OF_CXX.contains(&name);
        (standard && self.options.default_libraries) || ELSEWHERE.contains(&name)
    }

    fn compilation(
        &self,
        index: usize,
        path: &Path,
        language: Option<&OsStr>,
        object: &Path,
    ) -> Compilation {
        let options = self.options;
        let is_split = self.is_split(path, language);
        let mut command = self.clang(match options.phase {
            Phase::Text if is_split => Phase::Object,
            phase => phase,
        });
        command.argument("-nostdlibinc");
        if options.standard_includes
            && let Some(sysroot) = &self.sysroot
        {
            let include = sysroot.join("include");
            // The C++ headers come before clang's own, which they include.
            if options.standard_cxx_includes && is_cxx(path, language, options) {
                command.argument("-cxx-isystem");
                command.argument(include.join("c++").join("v1"));
            }
            for include in [include].iter().chain(&self.sdk.include) {
                command.arguments(["-Xclang", "-internal-isystem", "-Xclang"]);
                command.argument(include);
            }
            for option in old_sources::SDK_HEADERS {
                command.arguments(["-Xclang", option]);
            }
        }
        if options.shared {
            command.arguments(FOR_LIBRARIES);
        }
        let is_cxx = is_cxx(path, language, options);
        command.arguments(old_sources::options(is_cxx, self.tools.release()));
        command.arguments(&options.for_clang);
        if options.phase > Phase::Check {
            command.arguments(self.for_programs());
        }
        let output = match options.phase {
            Phase::Link => Some(object.to_owned()),
            // Clang would choose the suffix `.bc`.
            Phase::Object if options.output.is_none() => Some(format!("{}.o", stem(path)).into()),
            _ => options.output.clone(),
        };
        if (options.phase == Phase::Link || is_split) && options.dependencies.written {
            self.dependencies(path, &mut command);
        }
        // The preprocessor would name the intermediate file as the target.
        let is_told = |option: &OsString| option.to_string_lossy().starts_with("-Wp,-M");
        if is_split && options.for_clang.iter().any(is_told) {
            self.dependency_target(path, &mut command);
        }
        let unoptimized = self.folder.join(format!("{index}-{}.bc", stem(path)));
        if is_split {
            command.arguments(["-Xclang", "-disable-llvm-passes"]);
        }
        if let Some(language) = language {
            command.argument("-x").argument(language);
        }
        command.argument(path);
        let optimization = is_split.then(|| {
            command.argument("-o").argument(&unoptimized);
            let default = format!("{}.ll", stem(path));
            let output = output.as_deref().unwrap_or(Path::new(&default));
            let optimization = self.optimization(&unoptimized, output);
            (unoptimized, optimization)
        });
        if optimization.is_none()
            && let Some(output) = output
        {
            command.argument("-o").argument(output);
        }
        Compilation {
            command,
            optimization,
            preprocessing: None,
            reads_input: path.as_os_str() == "-",
        }
    }

    /// Returns the beginning of a command, to which the caller adds the inputs.
    fn clang(&self, phase: Phase) -> Command {
        let mut command = Command::new(self.tools.clang());
        command.argument(format!("--target={TARGET}"));
        if self.options.is_cxx {
            command.argument("--driver-mode=g++");
        }
        match phase {
            Phase::Preprocess => {
                command.argument("-E");
            }
            // The option is already among those passed to clang.
            Phase::Check => {}
            Phase::Text => {
                command.arguments(["-S", "-emit-llvm"]);
            }
            Phase::Object | Phase::Link => {
                command.arguments(["-c", "-emit-llvm"]);
            }
        }
        command
    }

    /// Returns true if a source is compiled in two runs, between which undefined parts of
    /// initializers are set to zero. This is done for optimised sources other than LLVM IR and
    /// headers. The second run does not know the name of the source, which AddressSanitizer needs.
    fn is_split(&self, path: &Path, language: Option<&OsStr>) -> bool {
        const WHOLE: [&str; 9] = ["S", "asm", "h", "hh", "hpp", "hxx", "ll", "s", "sx"];
        let options = self.options;
        let is_whole = match language.and_then(OsStr::to_str) {
            Some(language) => {
                language == "ir"
                    || language.starts_with("assembler")
                    || language.ends_with("header")
            }
            None => (path.extension().and_then(OsStr::to_str))
                .is_some_and(|extension| WHOLE.contains(&extension)),
        };
        options.phase > Phase::Check
            && options.optimization.is_some()
            && !options.sanitizers.address
            && !is_whole
    }

    /// Returns the options that keep clang's output close to what programs may contain.
    /// AddressSanitizer needs lifetime markers, which finalizing removes.
    fn for_programs(&self) -> Vec<&'static str> {
        let mut options = FOR_PROGRAMS.to_vec();
        if self.options.sanitizers.needs_scopes()
            && let Some(at) = options.iter().position(|&option| option == NO_LIFETIMES)
        {
            options.drain(at.saturating_sub(1)..=at);
        }
        options
    }

    /// Returns the command of the second run: from unoptimised LLVM IR to the result.
    fn optimization(&self, unoptimized: &Path, output: &Path) -> Command {
        let mut command = self.clang(self.options.phase);
        // Options for the preprocessor and the language took effect in the first run.
        command.argument("-Qunused-arguments");
        command.arguments(&self.options.for_clang);
        command.arguments(self.for_programs());
        command.arguments(["-x", "ir"]).argument(unoptimized);
        command.argument("-o").argument(output);
        command
    }

    /// Sets the path and the target of the dependency file to those that clang would choose if the
    /// object were not a temporary file.
    fn dependencies(&self, path: &Path, command: &mut Command) {
        let output = self.options.output.as_deref();
        if !self.options.dependencies.has_file {
            let file = match output {
                Some(output) => output.with_extension("d"),
                None => format!("{}.d", stem(path)).into(),
            };
            command.argument("-MF").argument(file);
        }
        self.dependency_target(path, command);
    }

    /// Sets the target in a dependency file, unless the user has set it.
    fn dependency_target(&self, path: &Path, command: &mut Command) {
        if !self.options.dependencies.has_target {
            let target = match self.options.output.as_deref() {
                Some(output) => output.as_os_str().to_owned(),
                None => format!("{}.o", stem(path)).into(),
            };
            command.argument("-MT").argument(target);
        }
    }

    /// Returns the link input for a library that was found.
    fn library(&self, path: PathBuf, whole: bool) -> link::Input {
        let prepared = (self.sysroot.as_ref()).is_some_and(|sysroot| path.starts_with(sysroot));
        link::Input {
            name: path.display().to_string(),
            path,
            whole,
            prepared,
        }
    }

    fn linking(&self, inputs: Vec<link::Input>, wants_cxx: bool) -> Result<Linking, Error> {
        let options = self.options;
        let mut missing = Vec::new();
        let mut standard = |file: &str, required: bool| {
            let found = find_library(OsStr::new(file), options, self.sysroot.as_deref());
            if found.is_none() && required {
                missing.push(file.to_owned());
            }
            // The user may already have linked it by name.
            let is_new = |path: &PathBuf| inputs.iter().all(|input| input.path != *path);
            found.filter(is_new).map(|path| self.library(path, false))
        };
        let mut start = None;
        let (mut runtimes, mut archives) = (Vec::new(), Vec::new());
        let is_program = !options.relocatable && !options.shared;
        let mut reactor = None;
        let model = options.execution_model;
        if options.start_files && is_program {
            if model == Some(ExecutionModel::Reactor) {
                start = standard(REACTOR_START, true);
            } else {
                start = START_FILES.iter().find_map(|name| standard(name, false));
                if start.is_none() {
                    standard(START_FILES[0], true);
                }
            }
            if model.is_none() && !options.exports.is_empty() {
                reactor = standard(REACTOR_START, false);
            }
        }
        // A shared object uses the libraries of the program.
        if options.default_libraries && is_program {
            // The runtimes replace functions of all other libraries.
            for library in options.sanitizers.libraries() {
                runtimes.extend(standard(&format!("lib{library}.a"), true));
            }
            if wants_cxx {
                for library in CXX_LIBRARIES {
                    archives.extend(standard(&format!("lib{library}.a"), false));
                }
            }
            for library in LIBRARIES {
                archives.extend(standard(&format!("lib{library}.a"), true));
            }
            if self.sysroot == self.sdk.sysroot {
                for library in BESIDE_C {
                    archives.extend(standard(&format!("lib{library}.a"), false));
                }
            }
        }
        if !missing.is_empty() {
            return Err(no_sysroot(&missing, self.sysroot.as_deref()));
        }
        let own = runtimes.into_iter().chain(inputs);
        let inputs = start.into_iter().chain(own).chain(archives).collect();
        let mut exports = options.exports.clone();
        if is_program && model == Some(ExecutionModel::Reactor) && options.start_files {
            exports.push(link::FINISH.to_owned());
        }
        let mut roots = options.roots.clone();
        roots.extend(exports.iter().cloned());
        if is_program {
            roots.push("_start".to_owned());
        }
        if is_program && options.default_libraries {
            roots.extend(
                options
                    .sanitizers
                    .roots()
                    .iter()
                    .map(|&root| root.to_owned()),
            );
        }
        let exceptions = match options.exceptions {
            // A linked C++ program makes the same choice as when its sources are compiled:
            // exceptions are caught, unless the user says otherwise.
            Exceptions::Refuse if wants_cxx && options.compiles_exceptions => {
                Exceptions::SetjmpLongjmp
            }
            Exceptions::Refuse if wants_cxx => Exceptions::None,
            chosen => chosen,
        };
        if exceptions == Exceptions::SetjmpLongjmp && is_program {
            roots.extend(predefined::FOR_EXCEPTIONS.map(str::to_owned));
        }
        let mut kept = roots.clone();
        kept.extend(library::functions().map(str::to_owned));
        let stays_bitcode = options.emit_bitcode || !is_program;
        let output = options.output.clone().unwrap_or_else(|| "a.out".into());
        let name = || {
            let name = options.so_name.clone();
            name.unwrap_or_else(|| link::role::default_name(&output))
        };
        let finalization = finalize::Options {
            keep_names: false,
            debug_info: options.debug_info && output.as_os_str() != "-",
            exceptions,
            exports,
            compress: options.compress,
        };
        Ok(Linking {
            job: link::Job {
                inputs,
                reactor,
                wrapped: options.wrapped.clone(),
                roots,
                kept,
                optimization: options.optimization.clone(),
                vectorizers: options.vectorizers,
                only_own: wants_cxx,
                relocatable: options.relocatable,
                export_dynamic: options.export_dynamic,
                shared: options.shared.then(name),
                library_folders: options.library_folders.clone(),
                exceptions,
            },
            finalization: (!stays_bitcode).then_some(finalization),
            output,
        })
    }
}

#[cold]
fn no_sysroot(missing: &[String], sysroot: Option<&Path>) -> Error {
    let missing = missing.join(", ");
    let message = match sysroot {
        Some(sysroot) if sysroot.is_dir() => {
            format!("the sysroot {} lacks {missing}", sysroot.display())
        }
        Some(sysroot) => format!(
            "there is no sysroot in {}, for {missing}",
            sysroot.display()
        ),
        None => format!("no sysroot was found for {missing}: HOME is not set"),
    };
    Error::new(message).hint("`pinnacle sysroot build` makes it")
}

/// Returns the name of the port that contains a library.
fn port_with(library: &OsStr) -> Option<&'static str> {
    // The file of libpng has the version in its name, but programs also link it without the
    // version.
    let name = if library == "png" {
        OsStr::new("png16")
    } else {
        library
    };
    let mut ports = PORTS.iter();
    let port = ports.find(|port| port.libraries.iter().any(|library| name == *library))?;
    Some(port.name)
}

/// Returns the file names that a library may have. `-l:NAME` requests exactly the file `NAME`.
fn library_files(name: &OsStr, only_archives: bool) -> Vec<OsString> {
    if let Some(file) = name.to_str().and_then(|name| name.strip_prefix(':')) {
        return vec![file.into()];
    }
    let file = |extension: &str| {
        let mut file = OsString::from("lib");
        file.push(name);
        file.push(extension);
        file
    };
    match only_archives {
        true => vec![file(".a")],
        false => vec![file(".pso"), file(".a")],
    }
}

/// Returns true if a source is C++.
fn is_cxx(path: &Path, language: Option<&OsStr>, options: &Options) -> bool {
    const EXTENSIONS: &[&str] = &[
        "C", "CPP", "H", "c++", "cc", "cp", "cpp", "cppm", "cxx", "hh", "hpp", "hxx", "ii", "mii",
        "mm",
    ];
    if let Some(language) = language {
        return language.to_string_lossy().contains("c++");
    }
    let extension = path.extension().and_then(OsStr::to_str);
    options.is_cxx || extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// Returns the name of a source without folder and extension.
fn stem(path: &Path) -> String {
    match path.file_stem() {
        Some(stem) if stem != "-" => stem.to_string_lossy().into_owned(),
        _ => "-".to_owned(),
    }
}

impl Plan {
    /// Prints the commands, one per line, in shell syntax. Notes about the link step are printed as
    /// comments.
    ///
    /// # Errors
    ///
    /// Fails if a tool is missing.
    pub fn show(
        &self,
        tools: &Tools,
        environment: &Environment,
        folder: &Path,
    ) -> Result<String, Error> {
        use fmt::Write;
        let mut text = String::new();
        for compilation in &self.compilations {
            let _ = writeln!(text, "{}", compilation.command);
            if let Some((_, optimization)) = &compilation.optimization {
                let _ = writeln!(text, "{optimization}");
            }
        }
        let Some(linking) = &self.linking else {
            return Ok(text);
        };
        let job = &linking.job;
        let is_archive = |input: &&link::Input| input.path.extension() == Some(OsStr::new("a"));
        let (archives, objects): (Vec<_>, Vec<_>) = job.inputs.iter().partition(is_archive);
        for archive in archives {
            let which = if archive.whole { "all" } else { "the needed" };
            let _ = writeln!(text, "# with {which} members of {}", archive.name);
        }
        let level = job.optimization.as_deref();
        let apart = job.only_own && level.is_some() && !job.relocatable && job.shared.is_none();
        let files = |prepared: bool| {
            let these = objects
                .iter()
                .filter(move |input| input.prepared == prepared);
            these.map(|input| input.path.clone())
        };
        let mut module = folder.join(if apart { "own.bc" } else { "linked.bc" });
        let first: Vec<_> = if apart {
            files(false).collect()
        } else {
            objects.iter().map(|input| input.path.clone()).collect()
        };
        if let Some(reactor) = &job.reactor {
            let name = &reactor.name;
            let _ = writeln!(text, "# with {name} as start code if nothing defines main");
        }
        let _ = writeln!(text, "{}", link::link_command(tools, &first, &module)?);
        if !job.relocatable && (level.is_some() || job.shared.is_some()) {
            let optimized = folder.join("optimized.bc");
            let list = folder.join("public");
            let public = match job.shared {
                Some(_) => link::Public::In(&list),
                None => link::Public::Names(&job.kept),
            };
            let command = link::optimize_command(tools, &module, &optimized, level, public)?;
            let _ = writeln!(text, "{command}");
            module = optimized;
        }
        if apart {
            let _ = writeln!(text, "# with the libraries of the sysroot");
            let all: Vec<_> = std::iter::once(module).chain(files(true)).collect();
            module = folder.join("linked.bc");
            let _ = writeln!(text, "{}", link::link_command(tools, &all, &module)?);
        }
        if job.vectorizes() {
            let vectorizing = link::plan_vectorizing(job.vectorizers, tools, &module, folder)?;
            for command in &vectorizing.commands {
                let _ = writeln!(text, "{command}");
            }
            module = vectorizing.module;
        }
        let mut last = match &linking.finalization {
            Some(options) => finalization(options, &linking.output, environment),
            None => Command::new("cp"),
        };
        last.argument(&module);
        if linking.finalization.is_some() {
            last.argument("-o");
        }
        last.argument(&linking.output);
        let _ = writeln!(text, "{last}");
        Ok(text)
    }
}

/// Returns the command that is equivalent to finalizing, which is done in this process.
pub(super) fn finalization(
    options: &finalize::Options,
    output: &Path,
    environment: &Environment,
) -> Command {
    let mut command = Command::new(&environment.finalizer);
    command.argument("finalize");
    match options.exceptions {
        Exceptions::Refuse => {}
        Exceptions::None => {
            command.argument("--exceptions=none");
        }
        Exceptions::SetjmpLongjmp => {
            command.argument("--exceptions=sjlj");
        }
    }
    if options.debug_info {
        command.argument("--debug-file");
        command.argument(pinnacle_debug::path_beside(output));
    }
    for name in &options.exports {
        command.argument(format!("--export={name}"));
    }
    if options.compress {
        command.argument("--compress");
    }
    command
}
