//! The options of the driver.
//!
//! Options that the driver needs are parsed here. Unknown options are passed to clang in order.
//! Options for the linkers and code generators of real machines have no meaning here and are
//! dropped: silently if they request the default behaviour, otherwise with a warning.

use super::linker;
use super::sanitizers::{self, Sanitizers};
use crate::error::Error;
use crate::link::Vectorizers;
use crate::ports;
use crate::tools::TARGET;
use pinnacle_legalize::Exceptions;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The last phase of the compilation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Preprocess only: `-E`, `-M`, `-MM`.
    Preprocess,
    /// Check only: `-fsyntax-only`, `--analyze`.
    Check,
    /// Compile to LLVM IR as text: `-S`.
    Text,
    /// Compile to an object: `-c`.
    Object,
    /// Link a program.
    #[default]
    Link,
}

/// The start code of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecutionModel {
    /// A command: runs `main` and ends.
    Command,
    /// A reactor: runs constructors and returns. Afterwards the embedder calls its functions.
    Reactor,
}

/// A question about the driver. It is answered instead of compiling anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `--help`.
    Help,
    /// `--version`.
    Version,
    /// `-dumpmachine`, `-print-target-triple`.
    Machine,
    /// `-print-search-dirs`.
    SearchFolders,
    /// `-print-sysroot`.
    Sysroot,
    /// `-print-cmake-toolchain`.
    CmakeToolchain,
    /// `-Wl,--version`.
    Linker,
    /// `-print-file-name=NAME`.
    File(OsString),
    /// `-print-prog-name=NAME`.
    Program(OsString),
    /// A query that clang answers.
    Clang(OsString),
}

/// An input to compile or link, in the order of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A source for clang, or `-` for standard input, with its language if one was given.
    Source(PathBuf, Option<OsString>),
    /// An object or archive.
    Linked {
        /// The file.
        path: PathBuf,
        /// True if all members are linked, in the case of an archive.
        whole: bool,
    },
    /// A library to search for.
    Library {
        /// Its name, without `lib` and `.a`.
        name: OsString,
        /// True if all members are linked.
        whole: bool,
    },
}

/// The options about dependency files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// True if a dependency file is written while compiling: `-MD`, `-MMD`.
    pub written: bool,
    /// True if its name was given: `-MF`.
    pub has_file: bool,
    /// True if its target was given: `-MT`, `-MQ`.
    pub has_target: bool,
}

/// The parsed command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// The last phase for the inputs.
    pub phase: Phase,
    /// A question to answer instead of compiling.
    pub query: Option<Query>,
    /// The inputs to compile and link.
    pub items: Vec<Item>,
    /// The output file.
    pub output: Option<PathBuf>,
    /// Options for clang, in order.
    pub for_clang: Vec<OsString>,
    /// True if the C++ library is linked, and C sources are compiled as C++.
    pub is_cxx: bool,
    /// The optimisation level for linking: `1`, `2`, `3`, `s`, `z`.
    pub optimization: Option<String>,
    /// The treatment of C++ exceptions.
    pub exceptions: Exceptions,
    /// True if sources are compiled with exceptions, as they are without `-fno-exceptions`.
    pub compiles_exceptions: bool,
    /// True if a debug file is written, as with `-g`.
    pub debug_info: bool,
    /// True if the program is compressed.
    pub compress: bool,
    /// True if a launcher is added before the program, so that the system can execute it.
    pub launcher: bool,
    /// True if the linked program is not finalized but stays bitcode.
    pub emit_bitcode: bool,
    /// True if the result of linking is an object.
    pub relocatable: bool,
    /// True if the result of linking is a shared object.
    pub shared: bool,
    /// The name of the shared object, if it was given.
    pub so_name: Option<String>,
    /// True if all symbols of the program are visible to libraries that it loads.
    pub export_dynamic: bool,
    /// True if libraries are only searched for as archives.
    pub only_archives: bool,
    /// True if the commands are printed.
    pub verbose: bool,
    /// True if the commands are printed but not run.
    pub dry_run: bool,
    /// The requested clang.
    pub clang: Option<OsString>,
    /// The requested sysroot.
    pub sysroot: Option<PathBuf>,
    /// The folder of the SDK whose libraries are requested.
    pub sdk: Option<PathBuf>,
    /// True if the headers of the sysroot are searched.
    pub standard_includes: bool,
    /// True if the C++ headers of the sysroot are searched.
    pub standard_cxx_includes: bool,
    /// True if the start code is linked.
    pub start_files: bool,
    /// True if the standard libraries are linked.
    pub default_libraries: bool,
    /// Folders that are searched for libraries.
    pub library_folders: Vec<PathBuf>,
    /// Symbols that must be defined.
    pub roots: Vec<String>,
    /// Symbols that embedders use.
    pub exports: Vec<String>,
    /// Symbols whose uses are replaced with `__wrap_SYMBOL`.
    pub wrapped: Vec<String>,
    /// The start code that is requested.
    pub execution_model: Option<ExecutionModel>,
    /// Names of ports that are used.
    pub ports: Vec<String>,
    /// The vectorisers that run on the linked program.
    pub vectorizers: Vectorizers,
    /// The sanitizers that are compiled in and linked.
    pub sanitizers: Sanitizers,
    /// The options about dependency files.
    pub dependencies: Dependencies,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            phase: Phase::default(),
            query: None,
            items: Vec::new(),
            output: None,
            for_clang: Vec::new(),
            is_cxx: false,
            optimization: None,
            exceptions: Exceptions::default(),
            compiles_exceptions: true,
            debug_info: false,
            compress: false,
            launcher: false,
            emit_bitcode: false,
            relocatable: false,
            shared: false,
            so_name: None,
            export_dynamic: false,
            only_archives: false,
            verbose: false,
            dry_run: false,
            clang: None,
            sysroot: None,
            sdk: None,
            standard_includes: true,
            standard_cxx_includes: true,
            start_files: true,
            default_libraries: true,
            library_folders: Vec::new(),
            roots: Vec::new(),
            exports: Vec::new(),
            wrapped: Vec::new(),
            execution_model: None,
            ports: Vec::new(),
            vectorizers: Vectorizers::default(),
            sanitizers: Sanitizers::default(),
            dependencies: Dependencies::default(),
            warnings: Vec::new(),
        }
    }
}

/// Options of clang whose value is the next argument.
const WITH_VALUE: &[&str] = &[
    "--param",
    "-D",
    "-F",
    "-I",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-U",
    "-Xanalyzer",
    "-Xclang",
    "-Xpreprocessor",
    "-cxx-isystem",
    "-dependency-file",
    "-ftrapv-handler",
    "-idirafter",
    "-imacros",
    "-include",
    "-include-pch",
    "-iprefix",
    "-iquote",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-mllvm",
    "-working-directory",
];

/// Options that are ignored, because they request the default behaviour, or a feature that does not
/// exist here and is not needed.
const WITHOUT_EFFECT: &[&str] = &[
    "--pnacl-allow-native",
    "--pnacl-allow-nexe-build-id",
    "--pnacl-allow-translate",
    "--pnacl-allow-zerocost-eh",
    "--pnacl-disable-abi-check",
    "--pnacl-use-lld",
    "-fPIE",
    "-fno-PIC",
    "-fno-PIE",
    "-fno-lto",
    "-fno-pic",
    "-fno-pie",
    "-fno-plt",
    "-fpie",
    "-m32",
    "-no-canonical-prefixes",
    "-no-pie",
    "-nopie",
    "-pie",
    "-pipe",
    "-static-libgcc",
    "-static-libstdc++",
    "-static-pie",
];

/// Options of clang for sources that become part of a shared object.
pub(super) const FOR_LIBRARIES: [&str; 2] = ["-fPIC", "-fsemantic-interposition"];

/// Options that have a value in the next argument and are meaningless here.
const MEANINGLESS_WITH_VALUE: &[&str] = &[
    "-B",
    "-T",
    "-Xassembler",
    "-arch",
    "-e",
    "-isysroot",
    "-rpath",
    "-z",
];

/// Parses a command line without its first word. Response files must already have been replaced.
///
/// # Errors
///
/// Fails if an option lacks its value or is not supported.
pub fn parse(arguments: &[OsString]) -> Result<Options, Error> {
    let mut parser = Parser {
        options: Options::default(),
        arguments: arguments.iter(),
        language: None,
        whole: false,
    };
    while let Some(argument) = parser.arguments.next() {
        match argument.to_str() {
            Some("--") => {
                for path in parser.arguments.by_ref() {
                    let (language, whole) = (parser.language.clone(), parser.whole);
                    parser.options.input(path, language, whole)?;
                }
            }
            Some(option) if option.starts_with('-') && option != "-" => {
                parser.option(argument, option)?;
            }
            _ => {
                let language = parser.language.clone();
                parser.options.input(argument, language, parser.whole)?;
            }
        }
    }
    sanitizers::finish(&mut parser.options);
    Ok(parser.options)
}

struct Parser<'a> {
    options: Options,
    arguments: std::slice::Iter<'a, OsString>,
    /// The language that `-x` has set for the following inputs.
    language: Option<OsString>,
    /// True after `--whole-archive`, until `--no-whole-archive`.
    whole: bool,
}

impl Parser<'_> {
    fn value(&mut self, option: &str) -> Result<OsString, Error> {
        match self.arguments.next() {
            Some(value) => Ok(value.clone()),
            None => Err(Error::new(format!("{option} must be followed by a value"))),
        }
    }

    /// Returns the value of an option, which is in the same or the next argument.
    fn joined(&mut self, option: &str, rest: &str) -> Result<OsString, Error> {
        if rest.is_empty() {
            return self.value(option);
        }
        Ok(rest.into())
    }

    fn option(&mut self, argument: &OsStr, option: &str) -> Result<(), Error> {
        if self.simple(argument, option)?
            || self.query(option)
            || sanitizers::parse(option, &mut self.options)?
            || self.own(option)?
        {
            return Ok(());
        }
        if WITH_VALUE.contains(&option) {
            let value = self.value(option)?;
            self.options.for_clang.extend([argument.to_owned(), value]);
            return Ok(());
        }
        if WITHOUT_EFFECT.contains(&option)
            || option.starts_with("-flto")
            || option.starts_with("-fuse-ld=")
            || option.starts_with("-stdlib=")
        {
            return Ok(());
        }
        let machine = option.starts_with("-m") && !option.starts_with("-mllvm");
        if machine || option.starts_with("-Wa,") || matches!(option, "-p" | "-pg") {
            self.ignored(option);
            return Ok(());
        }
        if option.starts_with("-g") && !option.starts_with("-gno-") {
            self.options.debug_info = option != "-g0";
        } else if let Some(level) = option.strip_prefix("-O") {
            self.options.optimization = level_of(level)?;
        }
        self.options.for_clang.push(argument.to_owned());
        Ok(())
    }

    fn ignored(&mut self, option: &str) {
        let warning = format!("{option} has no meaning for a portable program and is ignored");
        self.options.warnings.push(warning);
    }

    /// Parses options of one word without a value.
    fn simple(&mut self, argument: &OsStr, option: &str) -> Result<bool, Error> {
        let options = &mut self.options;
        match option {
            "-c" | "--compile" => options.phase = options.phase.min(Phase::Object),
            "-S" | "--assemble" => options.phase = options.phase.min(Phase::Text),
            "-E" | "--preprocess" => options.phase = Phase::Preprocess,
            "-M" | "-MM" | "--dependencies" | "--user-dependencies" => {
                options.phase = Phase::Preprocess;
                options.for_clang.push(argument.to_owned());
            }
            "-fsyntax-only" | "--analyze" => {
                options.phase = options.phase.min(Phase::Check);
                options.for_clang.push(argument.to_owned());
            }
            "-v" | "--verbose" | "--pnacl-driver-verbose" => {
                options.verbose = true;
                options.for_clang.push("-v".into());
            }
            "-###" | "--dry-run" => options.dry_run = true,
            "-emit-llvm" => options.emit_bitcode = true,
            "-fvectorize" | "-ftree-vectorize" => options.vectorizers.loops = true,
            "-fno-vectorize" | "-fno-tree-vectorize" => options.vectorizers.loops = false,
            "-fslp-vectorize" | "-ftree-slp-vectorize" => options.vectorizers.straight_line = true,
            "-fno-slp-vectorize" | "-fno-tree-slp-vectorize" => {
                options.vectorizers.straight_line = false;
            }
            "--pnacl-allow-exceptions" => options.exceptions = Exceptions::SetjmpLongjmp,
            "-s" | "--strip-all" => options.debug_info = false,
            "-r" | "--relocatable" => options.relocatable = true,
            "--compress" => options.compress = true,
            "--no-compress" => options.compress = false,
            "--launcher" => options.launcher = true,
            "--no-launcher" => options.launcher = false,
            "-nostdlib" | "--no-standard-libraries" => {
                options.start_files = false;
                options.default_libraries = false;
            }
            "-nostartfiles" => options.start_files = false,
            "-nodefaultlibs" | "-nolibc" => options.default_libraries = false,
            "-nostdinc" | "--no-standard-includes" => {
                options.standard_includes = false;
                options.for_clang.push(argument.to_owned());
            }
            "-nostdinc++" => options.standard_cxx_includes = false,
            "-fexceptions" | "-fno-exceptions" => {
                options.compiles_exceptions = option == "-fexceptions";
                options.for_clang.push(argument.to_owned());
            }
            "-nostdlibinc" => options.standard_includes = false,
            "-MD" | "-MMD" | "--write-dependencies" | "--write-user-dependencies" => {
                options.dependencies.written = true;
                options.for_clang.push(argument.to_owned());
            }
            "-shared" | "--shared" | "-dynamiclib" => options.shared = true,
            "-rdynamic" => options.export_dynamic = true,
            "-static" | "--static" => options.only_archives = true,
            // Code for a library must not assume that the library's own definitions are used,
            // because those of another library may take precedence.
            "-fPIC" | "-fpic" => options.for_clang.extend(FOR_LIBRARIES.map(Into::into)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn query(&mut self, option: &str) -> bool {
        let query = match option {
            "--help" | "-help" => Query::Help,
            "--version" => Query::Version,
            "-dumpmachine" | "-print-target-triple" | "--print-target-triple" => Query::Machine,
            "-print-search-dirs" | "--print-search-dirs" => Query::SearchFolders,
            "-print-sysroot" | "--print-sysroot" => Query::Sysroot,
            "-print-cmake-toolchain" | "--print-cmake-toolchain" => Query::CmakeToolchain,
            "-dumpversion" => Query::Clang(option.into()),
            _ => {
                let Some(printed) = option
                    .strip_prefix("--print-")
                    .or_else(|| option.strip_prefix("-print-"))
                else {
                    return false;
                };
                match printed.split_once('=') {
                    Some(("file-name", name)) => Query::File(name.into()),
                    Some(("prog-name", name)) => Query::Program(name.into()),
                    _ => Query::Clang(option.into()),
                }
            }
        };
        self.options.query.get_or_insert(query);
        true
    }

    /// Parses options with a value that the driver itself needs.
    fn own(&mut self, option: &str) -> Result<bool, Error> {
        let long = option
            .split_once('=')
            .map_or((option, None), |(name, value)| {
                (name, Some(OsString::from(value)))
            });
        if let (
            "--exceptions" | "--pnacl-exceptions" | "--clang" | "--sysroot" | "--sdk" | "--target"
            | "-target" | "--driver-mode" | "--output" | "--language" | "--export" | "-mexec-model"
            | "--use-port",
            value,
        ) = long
        {
            let value = match value {
                Some(value) => value,
                None => self.value(option)?,
            };
            self.own_long(long.0, value)?;
            return Ok(true);
        }
        if let Some(words) = option.strip_prefix("-Wl,") {
            let words: Vec<&str> = words.split(',').collect();
            self.linker(&words)?;
        } else if option == "-Xlinker" {
            let mut words = vec![self.value(option)?];
            while self
                .arguments
                .as_slice()
                .first()
                .is_some_and(|next| next == option)
            {
                self.arguments.next();
                words.push(self.value(option)?);
            }
            let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
            let words: Vec<&str> = words.iter().map(|word| &**word).collect();
            self.linker(&words)?;
        } else if MEANINGLESS_WITH_VALUE.contains(&option) {
            let value = self.value(option)?;
            self.ignored(&format!("{option} {}", value.display()));
        } else if let Some(rest) = option.strip_prefix("-o") {
            self.options.output = Some(self.joined("-o", rest)?.into());
        } else if let Some(rest) = option.strip_prefix("-x") {
            let language = self.joined("-x", rest)?;
            self.language = (language != "none").then_some(language);
        } else if let Some(rest) = option.strip_prefix("-l") {
            let name = self.joined("-l", rest)?;
            let whole = self.whole;
            self.options.items.push(Item::Library { name, whole });
        } else if let Some(rest) = option.strip_prefix("-L") {
            let folder = self.joined("-L", rest)?;
            self.options.library_folders.push(folder.into());
        } else if option == "-u" {
            let symbol = self.value(option)?;
            let symbol = symbol.to_string_lossy().into_owned();
            self.options.roots.push(symbol);
        } else {
            match option {
                "-MF" => self.options.dependencies.has_file = true,
                "-MT" | "-MQ" => self.options.dependencies.has_target = true,
                _ if option.starts_with("-MF") => self.options.dependencies.has_file = true,
                _ if option.starts_with("-MT") || option.starts_with("-MQ") => {
                    self.options.dependencies.has_target = true;
                }
                _ => {}
            }
            return Ok(false);
        }
        Ok(true)
    }

    fn own_long(&mut self, name: &str, value: OsString) -> Result<(), Error> {
        let options = &mut self.options;
        match name {
            "--clang" => options.clang = Some(value),
            "--sysroot" => options.sysroot = Some(value.into()),
            "--sdk" => options.sdk = Some(value.into()),
            "--output" => options.output = Some(value.into()),
            "--language" => self.language = (value != "none").then_some(value),
            "--exceptions" | "--pnacl-exceptions" => {
                options.exceptions = match value.to_str() {
                    Some("none") => Exceptions::None,
                    Some("sjlj") => Exceptions::SetjmpLongjmp,
                    _ => {
                        return Err(Error::new(format!(
                            "{name}={}: expected none or sjlj",
                            value.display()
                        )));
                    }
                }
            }
            "--export" => {
                let names = value.to_string_lossy();
                let names = names.split(',').filter(|name| !name.is_empty());
                options.exports.extend(names.map(str::to_owned));
            }
            "--use-port" => {
                options.ports.extend(ports::names(&value.to_string_lossy()));
            }
            "-mexec-model" => {
                options.execution_model = Some(match value.to_str() {
                    Some("command") => ExecutionModel::Command,
                    Some("reactor") => ExecutionModel::Reactor,
                    _ => {
                        return Err(Error::new(format!(
                            "-mexec-model={}: expected command or reactor",
                            value.display()
                        )));
                    }
                });
            }
            "--driver-mode" => match value.to_str() {
                Some("g++") => options.is_cxx = true,
                Some("gcc") => options.is_cxx = false,
                Some("cpp") => options.phase = Phase::Preprocess,
                _ => {
                    return Err(Error::new(format!(
                        "--driver-mode={}: expected gcc, g++ or cpp",
                        value.display()
                    )));
                }
            },
            _ => {
                let target = value.to_string_lossy();
                if !target.starts_with("le32-") || !target.ends_with("-nacl") {
                    return Err(Error::new(format!(
                        "the target {target} is not supported: everything is compiled for {TARGET}"
                    )));
                }
            }
        }
        Ok(())
    }

    fn linker(&mut self, words: &[&str]) -> Result<(), Error> {
        linker::options(words, &mut self.options, &mut self.whole)
    }
}

/// Returns the optimisation level for linking that corresponds to a level for compiling.
fn level_of(level: &str) -> Result<Option<String>, Error> {
    let level = match level {
        "0" => return Ok(None),
        "" | "1" | "g" => "1",
        "2" => "2",
        "s" | "z" => level,
        "fast" => "3",
        _ if level.bytes().all(|byte| byte.is_ascii_digit()) => "3",
        _ => {
            return Err(Error::new(format!(
                "-O{level} is not an optimisation level"
            )));
        }
    };
    Ok(Some(level.to_owned()))
}

impl Options {
    /// Adds an input file, whose kind is determined by the language or the name.
    fn input(
        &mut self,
        path: &OsStr,
        language: Option<OsString>,
        whole: bool,
    ) -> Result<(), Error> {
        let path = PathBuf::from(path);
        if language.is_none() && path.as_os_str() == "-" {
            if self.phase != Phase::Preprocess {
                return Err(Error::new("the language of standard input is unknown")
                    .hint("name the language first: -x c -"));
            }
            self.items.push(Item::Source(path, None));
            return Ok(());
        }
        self.items.push(match kind_of(&path, language.as_deref()) {
            Kind::Source => Item::Source(path, language),
            Kind::Linked => Item::Linked { path, whole },
        });
        Ok(())
    }

    /// Returns true if an input is compiled. This depends on the last phase.
    #[must_use]
    pub fn compiles(&self, item: &Item) -> bool {
        match item {
            Item::Source(..) => true,
            Item::Linked { path, .. } => {
                self.phase != Phase::Link && path.extension() == Some(OsStr::new("bc"))
            }
            Item::Library { .. } => false,
        }
    }
}

enum Kind {
    Source,
    Linked,
}

/// Returns the kind of a file, from the language or its name.
fn kind_of(path: &Path, language: Option<&OsStr>) -> Kind {
    const SOURCES: &[&str] = &[
        "C", "CPP", "H", "S", "asm", "c", "c++", "cc", "cp", "cpp", "cppm", "cxx", "h", "hh",
        "hpp", "hxx", "i", "ii", "ll", "m", "mi", "mii", "mm", "s", "sx",
    ];
    if language.is_some() {
        return Kind::Source;
    }
    match path.extension().and_then(OsStr::to_str) {
        Some(extension) if SOURCES.contains(&extension) => Kind::Source,
        _ => Kind::Linked,
    }
}
