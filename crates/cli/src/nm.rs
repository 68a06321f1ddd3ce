//! `pinnacle nm`: shows the symbols of programs as LLVM's nm does, and runs llvm-nm for other
//! files.

use crate::builds::{self, ToolArguments};
use crate::input::{self, Input};
use crate::load::decode_input;
use crate::output::{BAD_FILE, Failure, Output};
use pinnacle_inspect::Kind;
use pinnacle_pexe::Module;
use pinnacle_pexe::module::Linkage;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

/// Number of bytes that are read to recognise a file.
const HEAD: u64 = 4096;

/// Long options, each with its short form.
const LONG: [(&str, char); 7] = [
    ("--extern-only", 'g'),
    ("--undefined-only", 'u'),
    ("--defined-only", 'U'),
    ("--just-symbol-name", 'j'),
    ("--no-sort", 'p'),
    ("--demangle", 'C'),
    ("--format=bsd", 'B'),
];

/// A named part of a program.
struct Symbol {
    letter: char,
    name: String,
}

/// The symbols of programs to show, and the format.
#[derive(Default)]
struct Options {
    only_external: bool,
    only_undefined: bool,
    only_defined: bool,
    names_alone: bool,
    unsorted: bool,
}

pub(crate) fn run(arguments: &ToolArguments, output: &Output) -> Result<ExitCode, Failure> {
    let words = arguments.words();
    let is_option = |word: &&OsString| word.as_encoded_bytes().starts_with(b"-");
    let files: Vec<&OsString> = words.iter().filter(|word| !is_option(word)).collect();
    let programs: Vec<&OsString> = (files.iter().copied())
        .filter(|file| is_program(Path::new(file)))
        .collect();
    if programs.is_empty() {
        if let Some(text) = files.iter().find(|file| is_text(Path::new(file))) {
            return Err(Failure::new(format!(
                "{} is a text, expected a program, an object or an archive",
                text.display()
            )));
        }
        return builds::tool("nm", arguments);
    }
    if programs.len() < files.len() {
        return Err(Failure::new(
            "programs (.pexe) and other files cannot be listed by one command",
        ));
    }
    let options = Options::of(words.iter().filter(is_option))?;
    let mut status = ExitCode::SUCCESS;
    for (index, file) in programs.iter().enumerate() {
        let input = input::read_as_it_is(Path::new(file))?;
        let Some(program) = decode_input(&input, 0, output) else {
            status = BAD_FILE.into();
            continue;
        };
        let symbols = symbols(program.module(), &options);
        show(&input, &symbols, &options, files.len() > 1, index, output)?;
    }
    Ok(status)
}

/// Returns true if a file begins like text. Of files with symbols only archives do.
fn is_text(path: &Path) -> bool {
    let head = head(path);
    let is_archive = head.starts_with(b"!<arch>") || head.starts_with(b"!<thin>");
    let is_printable = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    !head.is_empty() && !is_archive && head.iter().all(is_printable)
}

/// Returns the first bytes of a file, or no bytes if it cannot be read.
fn head(path: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.map_or_else(|_| Vec::new(), |_| head)
}

/// Returns true if a file is a program, with or without a launcher for the shell.
fn is_program(path: &Path) -> bool {
    Input::new(String::new(), head(path)).kind == Kind::Pexe
}

impl Options {
    fn of<'a>(words: impl Iterator<Item = &'a OsString>) -> Result<Options, Failure> {
        let mut options = Options::default();
        for word in words {
            let text = word.to_str().unwrap_or_default();
            let is_known = match text.strip_prefix('-') {
                Some(letters) if !letters.starts_with('-') => {
                    letters.chars().all(|letter| options.set(letter))
                }
                _ => LONG
                    .iter()
                    .find(|(name, _)| *name == text)
                    .is_some_and(|&(_, letter)| options.set(letter)),
            };
            if !is_known {
                return Err(Failure::new(format!(
                    "{} is not for programs: their symbols have neither addresses nor sizes",
                    word.display()
                )));
            }
        }
        Ok(options)
    }

    fn set(&mut self, letter: char) -> bool {
        match letter {
            'g' => self.only_external = true,
            'u' => self.only_undefined = true,
            'U' => self.only_defined = true,
            'j' => self.names_alone = true,
            'p' => self.unsorted = true,
            // These request the default, or have no effect.
            'a' | 'B' | 'C' | 'n' => {}
            _ => return false,
        }
        true
    }

    fn shows(&self, letter: char) -> bool {
        let is_undefined = letter == 'U';
        !(self.only_external && letter.is_ascii_lowercase()
            || self.only_undefined && !is_undefined
            || self.only_defined && is_undefined)
    }
}

/// Returns the symbols: intrinsics and `_start`, and all others if names were kept.
fn symbols(module: &Module, options: &Options) -> Vec<Symbol> {
    let functions = module.functions.iter().map(|function| {
        let letter = match (function.declared, function.linkage) {
            (true, _) => 'U',
            (false, Linkage::External) => 'T',
            (false, Linkage::Internal) => 't',
        };
        (letter, &function.name)
    });
    let globals = module.globals.iter().map(|global| {
        let letter = if global.constant { 'r' } else { 'd' };
        (letter, &global.name)
    });
    let named = functions.chain(globals).filter_map(|(letter, name)| {
        let name = String::from_utf8_lossy(name.as_deref()?).into_owned();
        options.shows(letter).then_some(Symbol { letter, name })
    });
    let mut symbols: Vec<Symbol> = named.collect();
    if !options.unsorted {
        symbols.sort_by(|one, other| one.name.cmp(&other.name));
    }
    symbols
}

fn show(
    input: &Input,
    symbols: &[Symbol],
    options: &Options,
    are_several: bool,
    index: usize,
    output: &Output,
) -> Result<(), Failure> {
    output.show(|out| {
        if are_several {
            writeln!(out, "{}{}:", if index > 0 { "\n" } else { "" }, input.name)?;
        }
        symbols.iter().try_for_each(|Symbol { letter, name }| {
            let address = if *letter == 'U' { ' ' } else { '-' };
            match options.names_alone {
                true => writeln!(out, "{name}"),
                false => writeln!(out, "{} {letter} {name}", String::from(address).repeat(8)),
            }
        })
    })?;
    Ok(())
}
