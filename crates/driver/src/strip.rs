//! Removes names and debug information from programs, objects and archives.
//!
//! A finished program loses the names of its functions and variables. An object keeps them, because
//! the linker needs them, and loses its debug information; so do the members of an archive. What a
//! linked program in bitcode loses depends on the options. The same is true for a native
//! executable, as created by `translate --to native`.

use crate::archive;
use crate::command::Command;
use crate::error::Error;
use crate::symbols::{self, Definition};
use crate::tools::Tools;
use pinnacle_base::whole_file;
use pinnacle_llvm::bitcode;
use pinnacle_pexe::construct::block_id;
use pinnacle_pexe::header::MAGIC;
use pinnacle_pexe::launcher;
use pinnacle_pexe::rewrite::{Edit, rewrite};
use std::fs;

use std::path::Path;

/// The first bytes of an ELF executable.
pub const EXECUTABLE: &[u8] = b"\x7fELF";

/// The option that makes LLVM's optimiser strip a module.
const STRIP: &str = "--passes=strip";
const STRIP_DEBUG: &str = "--strip-debug";

/// The extent to which linked programs are stripped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// Names and debug information.
    #[default]
    All,
    /// Only debug information.
    Debug,
}

/// Strips a file. The output may be the same file.
///
/// # Errors
///
/// Fails if the file cannot be read, is of an unsupported kind, or cannot be written.
pub fn strip(
    input: &Path,
    output: &Path,
    extent: Extent,
    tools: &dyn Fn() -> Result<Tools, Error>,
) -> Result<(), Error> {
    let named = |error: &dyn std::fmt::Display| Error::new(format!("{}: {error}", input.display()));
    let bytes = fs::read(input)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", input.display())))?;
    let program = launcher::program(&bytes);
    let stripped = if program.starts_with(MAGIC) {
        let lines = &bytes[..bytes.len() - program.len()];
        match extent {
            Extent::All => [
                lines,
                &without_names(program).map_err(|error| named(&error))?,
            ]
            .concat(),
            Extent::Debug => bytes.clone(),
        }
    } else if archive::is_archive(&bytes) {
        of_archive(input, &bytes, &tools()?)?
    } else if bitcode::is_bitcode(&bytes) {
        of_bitcode(&bytes, extent, &tools()?)?
    } else if bytes.starts_with(EXECUTABLE) {
        of_executable(input, extent, &tools()?)?
    } else {
        return Err(named(
            &"expected a program, an object of bitcode, an archive or an executable",
        ));
    };
    let written = if fs::metadata(input).is_ok_and(|metadata| is_executable(&metadata)) {
        whole_file::write_executable_with(output, |out| out.write_all(&stripped))
    } else {
        whole_file::write(output, &stripped)
    };
    written.map_err(|error| Error::new(format!("cannot write {}: {error}", output.display())))
}

/// Returns a finished program without the names that its author gave. The names of intrinsics and
/// of the entry point are kept, because they have a meaning.
fn without_names(program: &[u8]) -> Result<Vec<u8>, pinnacle_pexe::Error> {
    rewrite(program, |record, writer| {
        if writer.block_id() != Some(block_id::SYMBOLS) {
            return Ok(Edit::Keep);
        }
        let name: Vec<u8> = record
            .operands
            .iter()
            .skip(1)
            .map(|&byte| byte as u8)
            .collect();
        let has_meaning = name == b"_start" || name.starts_with(b"llvm.");
        Ok(if has_meaning { Edit::Keep } else { Edit::Done })
    })
}

fn of_bitcode(bytes: &[u8], extent: Extent, tools: &Tools) -> Result<Vec<u8>, Error> {
    let symbols = symbols::of_bitcode(bytes).map_err(|error| Error::new(error.to_string()))?;
    let starts = |(name, definition): &(String, Definition)| {
        name == "_start" && *definition == Definition::Strong
    };
    let is_linked = symbols.defined.iter().any(starts);
    let pass = match extent {
        Extent::All if is_linked => STRIP,
        _ => STRIP_DEBUG,
    };
    let folder = temporary()?;
    let place = folder.path().join("stripped.bc");
    optimize(bytes, pass, folder.path(), &place, tools)?;
    fs::read(&place)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", place.display())))
}

fn of_executable(input: &Path, extent: Extent, tools: &Tools) -> Result<Vec<u8>, Error> {
    let folder = temporary()?;
    let result = folder.path().join("stripped");
    let mut command = Command::new(tools.tool("llvm-strip")?);
    command.argument(match extent {
        Extent::All => "--strip-all",
        Extent::Debug => "--strip-debug",
    });
    command.argument("-o").argument(&result).argument(input);
    succeed(&command)?;
    fs::read(&result)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", result.display())))
}

fn of_archive(input: &Path, bytes: &[u8], tools: &Tools) -> Result<Vec<u8>, Error> {
    let wrong = |error: &dyn std::fmt::Display| Error::new(format!("{}: {error}", input.display()));
    let beside = input.parent().unwrap_or(Path::new(""));
    let members = archive::members(bytes, beside).map_err(|error| wrong(&error))?;
    let folder = temporary()?;
    let result = folder.path().join("result.a");
    let mut archiver = Command::new(tools.tool("llvm-ar")?);
    archiver.argument("qcsD").argument(&result);
    for (index, member) in members.iter().enumerate() {
        let own = folder.path().join(index.to_string());
        let name = Path::new(&member.name).file_name().unwrap_or_default();
        let place = own.join(name);
        fs::create_dir(&own).map_err(|error| wrong(&error))?;
        if bitcode::is_bitcode(&member.contents) {
            optimize(&member.contents, STRIP_DEBUG, folder.path(), &place, tools)?;
        } else {
            fs::write(&place, &member.contents).map_err(|error| wrong(&error))?;
        }
        archiver.argument(place);
    }
    succeed(&archiver)?;
    fs::read(&result).map_err(|error| wrong(&error))
}

/// Runs an LLVM pass over a module.
fn optimize(
    bytes: &[u8],
    pass: &str,
    folder: &Path,
    output: &Path,
    tools: &Tools,
) -> Result<(), Error> {
    let place = folder.join("input.bc");
    fs::write(&place, bytes)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", place.display())))?;
    let mut command = Command::new(tools.tool("opt")?);
    command.argument(pass);
    command.argument(place).argument("-o").argument(output);
    succeed(&command)
}

fn succeed(command: &Command) -> Result<(), Error> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::new(format!(
        "{}: {}",
        command.program.display(),
        said.trim()
    )))
}

fn temporary() -> Result<tempfile::TempDir, Error> {
    tempfile::Builder::new()
        .prefix("pinnacle-strip-")
        .tempdir()
        .map_err(|error| Error::new(format!("cannot make a folder for temporary files: {error}")))
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_metadata: &fs::Metadata) -> bool {
    false
}
