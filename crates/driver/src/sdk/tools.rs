//! Translates command lines of the original tools to command lines of `pinnacle`.
//!
//! Most options have the same meaning and are passed on. Options that request the default behaviour
//! are dropped. Unsupported options are rejected, either here or by the command that gets them.

use super::loader;
use crate::error::Error;
use pinnacle_legalize::passes::pass_of;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The rule for translating the command line of a tool.
#[derive(Clone, Copy)]
enum Way {
    /// These words, followed by all arguments.
    Words(&'static [&'static str]),
    /// A compiler driver, whose results stay bitcode until they are finalised.
    Compiler(&'static str),
    Linker,
    Finalizer,
    Freezer,
    Thawer,
    Checker,
    Disassembler,
    Assembler,
    Optimizer,
    Translator,
    Analyzer,
    Compressor,
    Describer,
    Loader,
}

/// The names of all tools with their rules, sorted.
const TOOLS: &[(&str, Way)] = &[
    ("nacl_helper_bootstrap", Way::Loader),
    ("nacl_loader", Way::Loader),
    ("pnacl-abicheck", Way::Checker),
    ("pnacl-ar", Way::Words(&["ar"])),
    ("pnacl-as", Way::Assembler),
    ("pnacl-bcanalyzer", Way::Analyzer),
    ("pnacl-bccompress", Way::Words(&["compress"])),
    (
        "pnacl-bcdis",
        Way::Words(&["dis", "--listing", "--allow-no-entry-point"]),
    ),
    ("pnacl-clang", Way::Compiler("cc")),
    ("pnacl-clang++", Way::Compiler("c++")),
    ("pnacl-compress", Way::Compressor),
    ("pnacl-dis", Way::Disassembler),
    ("pnacl-finalize", Way::Finalizer),
    ("pnacl-freeze", Way::Freezer),
    ("pnacl-g++", Way::Compiler("c++")),
    ("pnacl-gcc", Way::Compiler("cc")),
    ("pnacl-info", Way::Describer),
    ("pnacl-ld", Way::Linker),
    ("pnacl-link", Way::Words(&["llvm", "llvm-link"])),
    ("pnacl-meta", Way::Describer),
    ("pnacl-nm", Way::Words(&["nm"])),
    ("pnacl-objdump", Way::Words(&["objdump"])),
    ("pnacl-opt", Way::Optimizer),
    ("pnacl-ranlib", Way::Words(&["ranlib"])),
    ("pnacl-readelf", Way::Describer),
    ("pnacl-strip", Way::Words(&["strip"])),
    ("pnacl-thaw", Way::Thawer),
    ("pnacl-translate", Way::Translator),
    ("sel_ldr", Way::Loader),
];

/// LLVM tools that Pinnacle replaces if it is called by their names, as in the tests of PNaCl's
/// LLVM. They are not among [`names`], because they would hide LLVM's own tools.
const OF_LLVM: &[(&str, &[&str])] = &[
    ("llvm-as", &["opt"]),
    ("llvm-dis", &["opt", "-S"]),
    ("opt", &["opt"]),
];

/// The options that asked an original tool for help.
const HELP: [&str; 3] = ["--help", "-help", "-h"];

impl Way {
    /// Returns the command whose help describes the tool, or `None` if LLVM's tool has its own
    /// help.
    fn command(self) -> Option<&'static str> {
        match self {
            Way::Words(words) => words.first().copied().filter(|word| *word != "llvm"),
            Way::Compiler(_) | Way::Linker => Some("cc"),
            Way::Finalizer => Some("finalize"),
            Way::Freezer => Some("freeze"),
            Way::Thawer => Some("thaw"),
            Way::Checker => Some("verify"),
            Way::Disassembler => Some("dis"),
            Way::Translator => Some("translate"),
            Way::Analyzer => Some("stats"),
            Way::Compressor => Some("compress"),
            Way::Describer => Some("info"),
            Way::Loader => Some("run"),
            Way::Assembler | Way::Optimizer => None,
        }
    }
}

/// Returns the names of all tools, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|(name, _)| *name)
}

/// Returns the exit status of a failed tool, if it differs from that of its `pinnacle` command.
/// Only the loader has one, for programs that it cannot start.
pub fn failure_status(name: &OsStr) -> Option<u8> {
    let (_, way) = TOOLS.iter().find(|(known, _)| *known == name)?;
    matches!(way, Way::Loader).then_some(loader::NO_START)
}

/// Returns the `pinnacle` command line for a tool, or `None` for an unknown name.
///
/// # Errors
///
/// Fails if an option requests a feature that does not exist here, or lacks its value.
pub fn words(name: &OsStr, arguments: &[OsString]) -> Option<Result<Vec<OsString>, Error>> {
    if let Some((_, words)) = OF_LLVM.iter().find(|(known, _)| *known == name) {
        return Some(Ok(with_words(words, arguments)));
    }
    let (_, way) = TOOLS.iter().find(|(known, _)| *known == name)?;
    if let [only] = arguments
        && HELP.iter().any(|help| only == help)
        && let Some(command) = way.command()
    {
        return Some(Ok(with_words(&[command, "--help"], &[])));
    }
    Some(match way {
        Way::Words(words) if reads_input(name) && files(arguments).is_empty() => {
            Ok([with_words(words, arguments), vec!["-".into()]].concat())
        }
        Way::Words(words) => Ok(with_words(words, arguments)),
        Way::Compiler(command) => Ok(with_words(&[command, "-emit-llvm"], arguments)),
        Way::Linker => linker(arguments),
        Way::Finalizer => finalizer(arguments),
        Way::Freezer => Ok(freezer(arguments)),
        Way::Thawer => Ok(thawer(arguments)),
        Way::Checker => Ok(checker(arguments)),
        Way::Disassembler => Ok(without(&["dis"], arguments, &["-f"])),
        Way::Assembler => Ok(assembler(arguments)),
        Way::Optimizer => optimizer(arguments),
        Way::Translator => translator(arguments),
        Way::Analyzer => analyzer(arguments),
        Way::Compressor => Ok(compressor(arguments)),
        Way::Describer => Ok(with_words(&["info"], &files(arguments))),
        Way::Loader => loader::words(name, arguments),
    })
}

/// Returns true if a tool reads standard input if no file is given.
fn reads_input(name: &OsStr) -> bool {
    ["pnacl-bccompress", "pnacl-bcdis"]
        .iter()
        .any(|tool| *tool == name)
}

fn with_words(words: &[&str], arguments: &[OsString]) -> Vec<OsString> {
    let words = words.iter().map(OsString::from);
    words.chain(arguments.iter().cloned()).collect()
}

fn without(words: &[&str], arguments: &[OsString], dropped: &[&str]) -> Vec<OsString> {
    let stays = |argument: &&OsString| dropped.iter().all(|dropped| argument != dropped);
    let arguments: Vec<_> = arguments.iter().filter(stays).cloned().collect();
    with_words(words, &arguments)
}

/// Returns the arguments that are not options.
fn files(arguments: &[OsString]) -> Vec<OsString> {
    let is_file =
        |argument: &&OsString| *argument == "-" || !argument.as_encoded_bytes().starts_with(b"-");
    arguments.iter().filter(is_file).cloned().collect()
}

fn has_output(arguments: &[OsString]) -> bool {
    let is_output = |argument: &OsString| argument.as_encoded_bytes().starts_with(b"-o");
    arguments.iter().any(is_output)
}

/// Returns the value of an option, which is in the same word or the next one.
fn value<'a>(
    option: &str,
    joined: &str,
    rest: &mut impl Iterator<Item = &'a OsString>,
) -> Result<OsString, Error> {
    if !joined.is_empty() {
        return Ok(joined.into());
    }
    rest.next()
        .cloned()
        .ok_or_else(|| Error::new(format!("{option} must be followed by a value")))
}

/// Translates the command line of the linker, which links no start code, and only the given
/// libraries.
fn linker(arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    const OF_DRIVER: [&str; 8] = [
        "--pnacl-exceptions=none",
        "--pnacl-exceptions=sjlj",
        "--version",
        "-nostdlib",
        "-r",
        "-shared",
        "-static",
        "-v",
    ];
    let mut words = with_words(&["cc", "-nostdlib", "-emit-llvm"], &[]);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_str().unwrap_or_default();
        let is_file = !text.starts_with('-') || text == "-";
        let of_driver = OF_DRIVER.contains(&text)
            || ["-o", "-L", "-l", "-O"]
                .iter()
                .any(|option| text.starts_with(option));
        if is_file {
            words.push(argument.clone());
        } else if of_driver {
            words.push(argument.clone());
            if matches!(text, "-o" | "-L" | "-l") {
                words.push(value(text, "", &mut rest)?);
            }
        } else if matches!(
            text,
            "-e" | "--entry" | "-m" | "-T" | "-z" | "-soname" | "-rpath" | "-u"
        ) {
            let mut word = OsString::from(format!("-Wl,{text},"));
            word.push(value(text, "", &mut rest)?);
            words.push(word);
        } else {
            words.push(format!("-Wl,{text}").into());
        }
    }
    Ok(words)
}

/// Translates the command line of the finalizer. Without `-o`, the output replaces the input file.
fn finalizer(arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    let mut words = with_words(&["finalize", "--exceptions=auto"], &[]);
    for argument in arguments {
        match argument.to_str() {
            Some("--no-strip-syms") => words.push("--keep-names".into()),
            Some("--strip-syms" | "-v" | "--verbose") => {}
            _ => words.push(argument.clone()),
        }
    }
    if !has_output(arguments) && !arguments.iter().any(|argument| argument == "--help") {
        let [file] = &files(arguments)[..] else {
            return Err(Error::new("pnacl-finalize takes one file"));
        };
        words.extend(["-o".into(), file.clone()]);
    }
    Ok(words)
}

/// Translates the command line of the freezer. LLVM's tools accept options with one dash. Names of
/// values within functions are never kept.
fn freezer(arguments: &[OsString]) -> Vec<OsString> {
    const DROPPED: [&str; 3] = [
        "-f",
        "-allow-local-symbol-tables",
        "--allow-local-symbol-tables",
    ];
    let mut words = without(&["freeze"], arguments, &DROPPED);
    for word in &mut words {
        let text = word.to_str().unwrap_or_default();
        if let Some(rest) = text.strip_prefix("-pnacl-version") {
            *word = format!("--pnacl-version{rest}").into();
        }
    }
    words
}

/// Translates the command line of the checker, which accepts programs, and modules that could be
/// frozen.
fn checker(arguments: &[OsString]) -> Vec<OsString> {
    let mut words = with_words(&["verify", "--stable-subset"], arguments);
    for word in &mut words {
        if word == "-pnaclabi-allow-debug-metadata" || word == "--pnaclabi-allow-debug-metadata" {
            *word = "--allow-debug-info".into();
        }
    }
    if files(arguments).is_empty() {
        words.push("-".into());
    }
    words
}

/// Translates the command line of the thawer, whose output is bitcode, like that of LLVM's
/// assembler.
fn thawer(arguments: &[OsString]) -> Vec<OsString> {
    let mut words = without(&["thaw"], arguments, &["-f"]);
    for word in &mut words {
        if word == "-allow-local-symbol-tables" {
            *word = "--allow-local-symbol-tables".into();
        }
    }
    words
}

/// Translates the command line of the assembler, for LLVM assembly or for that of finished
/// programs.
fn assembler(arguments: &[OsString]) -> Vec<OsString> {
    let finished = |file: &OsString| Path::new(file).extension() == Some(OsStr::new("pnasm"));
    if files(arguments).iter().any(finished) {
        return with_words(&["as"], arguments);
    }
    with_words(&["llvm", "llvm-as"], arguments)
}

/// Translates the command line of the optimiser. The original tool had a separate option for each
/// pass. Current LLVM takes all passes in one option.
fn optimizer(arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    const OF_MODULES: [&str; 8] = [
        "constmerge",
        "deadargelim",
        "globaldce",
        "globalopt",
        "internalize",
        "ipsccp",
        "mergefunc",
        "strip",
    ];
    const OF_FUNCTIONS: [&str; 13] = [
        "adce",
        "dce",
        "early-cse",
        "gvn",
        "instcombine",
        "instsimplify",
        "jump-threading",
        "lower-invoke",
        "mem2reg",
        "reassociate",
        "sccp",
        "simplifycfg",
        "sroa",
    ];
    // These are passes of PNaCl's own LLVM. `pinnacle opt` rejects a mixture of these and LLVM's.
    let is_own = |argument: &OsString| {
        let name = argument.to_string_lossy();
        pass_of(name.trim_start_matches('-')).is_some()
    };
    if arguments.iter().any(is_own) {
        return Ok(with_words(&["opt"], arguments));
    }
    let mut passes = Vec::new();
    let mut words = with_words(&["llvm", "opt"], &[]);
    for argument in arguments {
        let text = argument.to_str().unwrap_or_default();
        let name = text.trim_start_matches('-');
        let is_option = text.starts_with('-') && !name.is_empty();
        if let Some(level) = text.strip_prefix("-O").filter(|level| level.len() == 1) {
            passes.push(format!("default<O{level}>"));
        } else if is_option && OF_MODULES.contains(&name) {
            passes.push(name.to_owned());
        } else if is_option && OF_FUNCTIONS.contains(&name) {
            passes.push(format!("function({name})"));
        } else if is_option && name == "inline" {
            passes.push("cgscc(inline)".to_owned());
        } else if is_option
            && ["pnacl-", "nacl-", "expand-"]
                .iter()
                .any(|own| name.starts_with(own))
        {
            return Err(Error::new(format!("{text}: unknown pass"))
                .hint("pnacl-finalize does what PNaCl's own passes did"));
        } else if is_option && name.starts_with("disable-") && !text.contains('=') {
            return Err(Error::new(format!(
                "{text} is not an option of today's opt"
            )));
        } else {
            words.push(argument.clone());
        }
    }
    if !passes.is_empty() {
        words.push(format!("-passes={}", passes.join(",")).into());
        words.extend(["-vectorize-loops=false", "-vectorize-slp=false"].map(Into::into));
    }
    Ok(words)
}

/// Translates the command line of the translator. The output is machine code for this machine.
fn translator(arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    let mut words = with_words(&["translate", "--to", "native"], &[]);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some(option @ ("-arch" | "--arch" | "-target")) => {
                let asked = value(option, "", &mut rest)?;
                is_this_machine(&asked.to_string_lossy())?;
            }
            Some(option) if is_without_effect(option) => {}
            _ => words.push(argument.clone()),
        }
    }
    Ok(words)
}

/// Returns true if an option of the translator has no effect here: an optimisation level, debug
/// information, the treatment of exceptions (which was chosen when the program was linked), or the
/// distribution of the work.
fn is_without_effect(option: &str) -> bool {
    let level = option.strip_prefix("-O");
    level.is_some_and(|level| matches!(level, "" | "0" | "1" | "2" | "3" | "s" | "z"))
        || matches!(
            option,
            "-g" | "--noirt"
                | "-fPIC"
                | "-ffunction-sections"
                | "--pnacl-allow-exceptions"
                | "--pnacl-allow-zerocost-eh"
        )
        || option.starts_with("-split-module")
        || option.starts_with("-threads")
}

fn is_this_machine(asked: &str) -> Result<(), Error> {
    let is_this = match std::env::consts::ARCH {
        "x86_64" => asked.replace('_', "-").starts_with("x86-64"),
        "aarch64" => asked == "arm64" || asked == "aarch64",
        other => asked == other,
    };
    if is_this {
        return Ok(());
    }
    Err(Error::new(format!(
        "machine code for {asked} cannot be made on this system, which is {}",
        std::env::consts::ARCH
    ))
    .hint("a .pexe runs everywhere: with `pinnacle run`, and in pages by `pinnacle serve`"))
}

/// Translates the command line of the analyzer, for statistics or the records of a program. Options
/// may begin with one dash or two.
fn analyzer(arguments: &[OsString]) -> Result<Vec<OsString>, Error> {
    const ELEMENTS: [&str; 4] = [
        "dis",
        "--listing=elements",
        "--allow-no-entry-point",
        "--allow-local-symbol-tables",
    ];
    let mut words: Vec<&str> = vec!["stats"];
    let mut details = false;
    let mut operands = None;
    for argument in arguments {
        let text = argument.to_str().unwrap_or_default();
        let Some(option) = text.strip_prefix('-').filter(|option| !option.is_empty()) else {
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        match option.split_once('=') {
            None if option == "dump" => words = vec!["dis", "--listing=records"],
            None if option == "dump-records" => words = ELEMENTS.to_vec(),
            None if option == "dump-details" => details = true,
            Some(("operands-per-line", count)) => operands = Some(count),
            _ => {
                return Err(Error::new(format!(
                    "{text}: unknown option of pnacl-bcanalyzer"
                )));
            }
        }
    }
    if let Some(listing) = words.iter_mut().find(|word| **word == ELEMENTS[1]) {
        if details {
            *listing = "--listing=details";
        }
    } else if details || operands.is_some() {
        return Err(Error::new(
            "pnacl-bcanalyzer prints details and operands only with -dump-records",
        ));
    }
    let mut words = with_words(&words, &[]);
    words.extend(operands.map(|count| format!("--operands-per-line={count}").into()));
    words.extend(match files(arguments) {
        none if none.is_empty() => vec!["-".into()],
        files => files,
    });
    Ok(words)
}

fn compressor(arguments: &[OsString]) -> Vec<OsString> {
    let in_place: &[&str] = if has_output(arguments) { &[] } else { &["-i"] };
    with_words(&[&["compress"], in_place].concat(), arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: &str) -> String {
        let mut arguments = line.split(' ').map(OsString::from);
        let name = arguments.next().expect("a name");
        let arguments: Vec<_> = arguments.collect();
        match words(&name, &arguments).expect("a tool") {
            Ok(words) => words.join(OsStr::new(" ")).into_string().expect("text"),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn names_are_sorted_and_known() {
        assert!(names().is_sorted());
        assert!(words(OsStr::new("pnacl-none"), &[]).is_none());
        assert_eq!(failure_status(OsStr::new("sel_ldr")), Some(1));
        assert_eq!(failure_status(OsStr::new("pnacl-nm")), None);
    }

    #[test]
    fn command_lines_of_the_original_tools() {
        for (original, own) in [
            (
                "pnacl-clang -O2 x.c -o x.bc",
                "cc -emit-llvm -O2 x.c -o x.bc",
            ),
            (
                "pnacl-clang++ --pnacl-exceptions=sjlj --pnacl-allow-native x.o",
                "c++ -emit-llvm --pnacl-exceptions=sjlj --pnacl-allow-native x.o",
            ),
            (
                "pnacl-ld -o x a.o -Lx -l c --gc-sections -e _start",
                "cc -nostdlib -emit-llvm -o x a.o -Lx -l c -Wl,--gc-sections -Wl,-e,_start",
            ),
            (
                "pnacl-finalize x.bc",
                "finalize --exceptions=auto x.bc -o x.bc",
            ),
            (
                "pnacl-finalize --no-strip-syms x.bc -o x.pexe",
                "finalize --exceptions=auto --keep-names x.bc -o x.pexe",
            ),
            (
                "pnacl-freeze -pnacl-version=2 --allow-local-symbol-tables x.bc -o x.pexe",
                "freeze --pnacl-version=2 x.bc -o x.pexe",
            ),
            ("pnacl-freeze -h", "freeze --help"),
            (
                "pnacl-thaw -allow-local-symbol-tables -o x.bc x.pexe",
                "thaw --allow-local-symbol-tables -o x.bc x.pexe",
            ),
            ("pnacl-as x.ll -o x.bc", "llvm llvm-as x.ll -o x.bc"),
            ("pnacl-as x.pnasm -o x.pexe", "as x.pnasm -o x.pexe"),
            (
                "pnacl-opt -strip-debug -globaldce -mem2reg -O2 x.bc -o y.bc",
                "llvm opt -strip-debug x.bc -o y.bc -passes=globaldce,function(mem2reg),default<O2> \
                 -vectorize-loops=false -vectorize-slp=false",
            ),
            (
                "pnacl-opt -pnacl-abi-simplify-preopt -S x.bc",
                "opt -pnacl-abi-simplify-preopt -S x.bc",
            ),
            ("opt -O2 x.ll", "opt -O2 x.ll"),
            ("llvm-as -o x.bc x.ll", "opt -o x.bc x.ll"),
            ("llvm-dis -", "opt -S -"),
            (
                "pnacl-bcdis -o x.txt x.pexe",
                "dis --listing --allow-no-entry-point -o x.txt x.pexe",
            ),
            ("pnacl-abicheck -q", "verify --stable-subset -q -"),
            (
                "pnacl-bcanalyzer -dump x.pexe",
                "dis --listing=records x.pexe",
            ),
            ("pnacl-bcanalyzer x.pexe", "stats x.pexe"),
            (
                "pnacl-bcanalyzer -dump-records --dump-details -operands-per-line=4",
                "dis --listing=details --allow-no-entry-point --allow-local-symbol-tables \
                 --operands-per-line=4 -",
            ),
            ("pnacl-bcanalyzer --help", "stats --help"),
            ("pnacl-ld -help", "cc --help"),
            ("pnacl-bcdis -h", "dis --help"),
            ("pnacl-opt --help", "llvm opt --help"),
            ("pnacl-compress x.pexe", "compress -i x.pexe"),
            ("pnacl-readelf -a x.pexe", "info x.pexe"),
            ("pnacl-dis -f x.bc", "dis x.bc"),
            (
                "pnacl-translate --pnacl-allow-exceptions -O3 x.pexe -o x.nexe",
                "translate --to native x.pexe -o x.nexe",
            ),
            (
                "pnacl-translate -O2 --allow-llvm-bitcode-input x.bc -o x.nexe",
                "translate --to native --allow-llvm-bitcode-input x.bc -o x.nexe",
            ),
        ] {
            assert_eq!(line(original), own);
        }
    }

    #[test]
    fn unavailable_tools_are_refused() {
        assert!(line("pnacl-opt -pnacl-none x.bc").starts_with("error: -pnacl-none"));
        assert!(line("pnacl-translate -arch mips x.pexe").contains("mips cannot be made"));
        assert!(line("pnacl-bcanalyzer -order-blocks-by-id x").starts_with("error: -order"));
        assert!(line("pnacl-bcanalyzer -dump-details x").contains("only with -dump-records"));
        assert!(line("pnacl-finalize a b").starts_with("error: pnacl-finalize takes one"));
        assert!(line("pnacl-ld x.o -o").starts_with("error: -o must be followed"));
    }
}
