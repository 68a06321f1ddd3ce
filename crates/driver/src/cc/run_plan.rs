//! Runs a plan.

use super::assembly;
use super::options::Options;
use super::padding;
use super::plan::{self, Compilation, Linking, Plan};
use crate::command::{Command, quoted};
use crate::environment::Environment;
use crate::error::Error;
use crate::finalize::finalize_linked;
use crate::launcher;
use crate::link;
use crate::tools::Tools;
use pinnacle_base::whole_file;
use pinnacle_pexe::decode::{self, decode};
use pinnacle_pexe::module::Initializer;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Number of sources compiled at a time.
const AT_A_TIME: usize = 2;

/// Compiles, links and finalizes.
pub(super) fn run(
    plan: &Plan,
    options: &Options,
    tools: &Tools,
    environment: &Environment,
    folder: &Path,
) -> Result<(), Error> {
    let typed_pointers = tools.release() < link::OPAQUE_POINTERS;
    compile(&plan.compilations, options.verbose, typed_pointers).map_err(|error| {
        let sysroot = plan::sysroot(options, environment);
        let there = sysroot.is_some_and(|sysroot| sysroot.join("include").is_dir());
        if there || !options.standard_includes {
            return error;
        }
        error.hint("if headers are missing: `pinnacle sysroot build` makes the sysroot")
    })?;
    match &plan.linking {
        Some(linking) => link(linking, options, tools, environment, folder),
        None => Ok(()),
    }
}

/// Runs all compilations. Their messages are printed in order. If one fails, the others still run,
/// because the first errors of each file are the most useful ones.
fn compile(compilations: &[Compilation], verbose: bool, typed_pointers: bool) -> Result<(), Error> {
    if let [compilation] = compilations {
        let command = &compilation.command;
        check_assembly(compilation, verbose)?;
        tell(command, verbose);
        let mut process = command.process();
        if !compilation.reads_input {
            process.stdin(Stdio::null());
        }
        let status = process
            .status()
            .map_err(|error| command.not_started(&error))?;
        if !status.success() {
            return Err(command.failed(status));
        }
        let Some((unoptimized, optimization)) = &compilation.optimization else {
            return Ok(());
        };
        padding::define(unoptimized, typed_pointers)?;
        tell(optimization, verbose);
        let mut process = optimization.process();
        let status = (process.stdin(Stdio::null()).status())
            .map_err(|error| optimization.not_started(&error))?;
        return if status.success() {
            Ok(())
        } else {
            Err(optimization.failed(status))
        };
    }
    let next = AtomicUsize::new(0);
    let coloured = io::stderr().is_terminal();
    let mut first_error = None;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..AT_A_TIME.min(compilations.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(compilation) = compilations.get(index) else {
                        break;
                    };
                    let output = captured(compilation, coloured, typed_pointers);
                    if sender.send((index, output)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outputs: Vec<Option<Result<Output, Error>>> = Vec::new();
        outputs.resize_with(compilations.len(), || None);
        let mut told = 0;
        for (index, output) in receiver {
            outputs[index] = Some(output);
            while let Some(Some(output)) = outputs.get_mut(told).map(Option::take) {
                let command = &compilations[told].command;
                let checked = check_assembly(&compilations[told], verbose);
                tell(command, verbose);
                if let Some((_, optimization)) = &compilations[told].optimization {
                    tell(optimization, verbose);
                }
                let passed = output.and_then(|output| pass_on(command, &output));
                if let Err(error) = checked.and(passed) {
                    first_error.get_or_insert(error);
                }
                told += 1;
            }
        }
    });
    match first_error {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Refuses an assembly source that is not empty.
fn check_assembly(compilation: &Compilation, verbose: bool) -> Result<(), Error> {
    let Some(preprocessing) = &compilation.preprocessing else {
        return Ok(());
    };
    tell(preprocessing, verbose);
    assembly::check(preprocessing)
}

/// Runs a compilation and captures its output.
fn captured(
    compilation: &Compilation,
    coloured: bool,
    typed_pointers: bool,
) -> Result<Output, Error> {
    let output = |command: &Command, reads_input: bool| {
        let mut command = command.clone();
        if coloured {
            // Clang cannot detect that its output will be printed to a terminal.
            command.arguments.insert(0, "-fcolor-diagnostics".into());
        }
        let mut process = command.process();
        if !reads_input {
            process.stdin(Stdio::null());
        }
        process
            .output()
            .map_err(|error| command.not_started(&error))
    };
    let mut first = output(&compilation.command, compilation.reads_input)?;
    let Some((unoptimized, optimization)) = &compilation.optimization else {
        return Ok(first);
    };
    if !first.status.success() {
        return Ok(first);
    }
    padding::define(unoptimized, typed_pointers)?;
    let second = output(optimization, false)?;
    first.stdout.extend(second.stdout);
    first.stderr.extend(second.stderr);
    first.status = second.status;
    Ok(first)
}

/// Prints the messages of a compilation.
fn pass_on(command: &Command, output: &Output) -> Result<(), Error> {
    // If the output cannot be written, the error cannot be reported either.
    let _ = io::stdout().write_all(&output.stdout);
    let _ = io::stderr().write_all(&output.stderr);
    if output.status.success() {
        return Ok(());
    }
    Err(command.failed(output.status))
}

fn link(
    linking: &Linking,
    options: &Options,
    tools: &Tools,
    environment: &Environment,
    folder: &Path,
) -> Result<(), Error> {
    let to_stdout = linking.output.as_os_str() == "-";
    if to_stdout && io::stdout().is_terminal() {
        return Err(Error::new(
            "standard output is a terminal, and a program is not text",
        ));
    }
    let mut show = |command: &Command| tell(command, options.verbose);
    let linked = link::link(&linking.job, tools, folder, &mut show)?;
    let module = linked.module;
    // If the program needs shared objects, it is finalized once they exist.
    let finalization = linking.finalization.clone();
    let mut finalization = finalization.filter(|_| linked.libraries.is_empty());
    if let Some(finalization) = &mut finalization {
        finalization.exports.extend(linked.exports);
    }
    let finalization = finalization.as_ref();
    let read = |error: io::Error| Error::new(format!("cannot read {}: {error}", module.display()));
    let bitcode = fs::read(&module).map_err(read)?;
    let mut debug = None;
    let bytes = match finalization {
        Some(finalization) => {
            let mut command = plan::finalization(finalization, &linking.output, environment);
            command.argument(&module);
            command.argument("-o").argument(&linking.output);
            tell(&command, options.verbose);
            let finalized = finalize_linked(&bitcode, finalization)?;
            let program = finalized.program;
            debug = finalized.debug;
            if options.launcher {
                let command = quoted(environment.own_path().as_os_str());
                [launcher::lines(&command, &answers(&program)), program].concat()
            } else {
                program
            }
        }
        None => bitcode,
    };
    let written = if to_stdout {
        let mut out = io::stdout().lock();
        out.write_all(&bytes).and_then(|()| out.flush())
    } else if finalization.is_some() {
        whole_file::write_executable_with(&linking.output, |out| out.write_all(&bytes))
    } else {
        whole_file::write(&linking.output, &bytes)
    };
    let failed = |path: &Path, error: io::Error| {
        let path = path.display();
        Error::new(format!("cannot write {path}: {error}"))
    };
    written.map_err(|error| failed(&linking.output, error))?;
    if let Some(debug) = debug {
        let path = pinnacle_debug::path_beside(&linking.output);
        whole_file::write(&path, &debug).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}

/// Returns the strings that CMake searches for in compiled files. The encoding of a program would
/// hide them from CMake.
fn answers(program: &[u8]) -> Vec<String> {
    const MARK: &[u8] = b"INFO:";
    let Ok(program) = decode(program, &decode::Options::default()) else {
        return Vec::new();
    };
    let module = program.module();
    let mut found = Vec::new();
    for initializer in &module.initializers {
        let Initializer::Data(start, size) = *initializer else {
            continue;
        };
        let bytes = &module.data[start as usize..][..size as usize];
        let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
        let is_plain = text.iter().all(|byte| (b' '..=b'~').contains(byte));
        if text.starts_with(MARK) && is_plain {
            found.push(String::from_utf8_lossy(text).into_owned());
        }
    }
    found
}

fn tell(command: &Command, verbose: bool) {
    if verbose {
        eprintln!("{command}");
    }
}
