//! Finding and reading the debug file of a program.

use crate::output::{Failure, Output};
use clap::Args;
use pinnacle_debug::{Addresses, MAX_SIZE, Symbols, fingerprint, path_beside};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_runtime::Trap;
use pinnacle_system::trap::SourceFrame;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The option that names a debug file.
#[derive(Args, Clone, Debug)]
pub(crate) struct DebugOption {
    /// Read source names and lines from this debug file [default: the one next to the program, with
    /// .debug for .pexe].
    #[arg(long, value_name = "FILE")]
    debug_file: Option<PathBuf>,
}

/// A debug file that may or may not exist.
#[derive(Debug)]
pub(crate) struct DebugFile {
    path: PathBuf,
    /// True if the user named the file.
    is_named: bool,
}

/// The names and lines of a program.
pub(crate) struct Source {
    pub(crate) symbols: Symbols,
    pub(crate) addresses: Addresses,
    /// The folder that files are shown relative to.
    folder: PathBuf,
}

impl DebugOption {
    /// Returns the file that the user named, or else the one next to the program.
    pub(crate) fn beside(&self, program: &Path) -> Result<DebugFile, Failure> {
        let Some(path) = &self.debug_file else {
            return Ok(DebugFile {
                path: path_beside(program),
                is_named: false,
            });
        };
        match fs::metadata(path) {
            Ok(_) => Ok(DebugFile {
                path: path.clone(),
                is_named: true,
            }),
            Err(error) => Err(Failure::new(format!(
                "cannot read {}: {error}",
                path.display()
            ))),
        }
    }
}

impl DebugFile {
    /// Returns the path, even if the file does not exist.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file if it exists and belongs to the program. Reports why it is not used.
    pub(crate) fn read(&self, program: &Program, output: &Output) -> Option<Source> {
        self.find(program).unwrap_or_else(|reason| {
            output.hint(reason);
            None
        })
    }

    /// Reads the file if it exists. Fails with the reason why it is not used.
    pub(crate) fn find(&self, program: &Program) -> Result<Option<Source>, String> {
        let found = self.contents();
        let found = found.and_then(|bytes| match bytes {
            Some(bytes) => Symbols::read_for(&bytes, &fingerprint(program))
                .map(Some)
                .map_err(|error| error.to_string()),
            None => Ok(None),
        });
        let found = found.map(|symbols| {
            symbols.map(|symbols| Source {
                symbols,
                addresses: Addresses::of(program),
                folder: std::env::current_dir().unwrap_or_default(),
            })
        });
        found.map_err(|reason| format!("{} is not used: {reason}", self.path.display()))
    }

    /// Returns the contents, or `None` if the file does not exist and the user did not name it.
    fn contents(&self) -> Result<Option<Vec<u8>>, String> {
        let is_file = fs::metadata(&self.path).is_ok_and(|metadata| metadata.is_file());
        if !self.is_named && !is_file {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(&self.path).map_err(|error| error.to_string())?;
        let read = file.take(MAX_SIZE + 1).read_to_end(&mut bytes);
        read.map_err(|error| error.to_string())?;
        if bytes.len() as u64 > MAX_SIZE {
            return Err(format!("it is larger than {} MiB", MAX_SIZE >> 20));
        }
        Ok(Some(bytes))
    }

    /// Adds source locations to a trap.
    pub(crate) fn locate(&self, trap: Trap, program: &Program, output: &Output) -> Trap {
        if trap.stack.is_empty() {
            return trap;
        }
        match self.read(program, output) {
            Some(source) => trap.with_source(|function, inst| source.frames(function, inst)),
            None => trap,
        }
    }
}

impl Source {
    /// Returns the source location of an instruction; see [`Symbols::frames`].
    pub(crate) fn frames(&self, function: FuncId, inst: InstId) -> Vec<SourceFrame> {
        let address = self.addresses.of_inst(function, inst);
        address.map_or_else(Vec::new, |address| self.frames_at(address))
    }

    /// Returns the source location of an address.
    pub(crate) fn frames_at(&self, address: u32) -> Vec<SourceFrame> {
        let frames = self.symbols.frames(address).into_iter();
        frames
            .map(|frame| SourceFrame {
                file: self.shown(&frame.file),
                function: frame.function,
                line: frame.line,
                column: frame.column,
            })
            .collect()
    }

    /// Returns the name of a file, relative to the current folder if it is in there.
    fn shown(&self, file: &str) -> String {
        let within = Path::new(file).strip_prefix(&self.folder);
        within.map_or_else(|_| file.to_owned(), |path| path.display().to_string())
    }
}
