//! Options that several commands share. A command includes them with `#[command(flatten)]`.

use crate::input::is_stdin;
use crate::output::{Failure, Output};
use crate::values::{self, ByteCount, Size};
use crate::whole_file;
use clap::Args;
use pinnacle_bytecode::limits::MAX_UNPACKED;
use pinnacle_pexe::layout::DEFAULT_STACK_SIZE;
use pinnacle_runtime::loader::DEFAULT_MEMORY_LIMIT;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The files to report on, and the form of the report.
#[derive(Args, Debug)]
pub(crate) struct Reported {
    /// The files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Write the result as JSON: an array with an object for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The option that allows folders among the files.
#[derive(Args, Debug)]
pub(crate) struct Recursive {
    /// Search folders, their subfolders and containers for programs.
    #[arg(long = "recursive", short = 'r')]
    pub(crate) recursive: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Jobs {
    /// Number of threads that work on a file; 0 for one per processor.
    #[arg(
        id = "jobs",
        long = "jobs",
        short = 'j',
        value_name = "N",
        default_value_t = 0
    )]
    pub(crate) threads: usize,
}

#[derive(Args, Debug)]
pub(crate) struct Memory {
    /// Size of the program's address space, such as 512k, 64m or 1g.
    #[arg(id = "memory", long = "memory", value_name = "SIZE", value_parser = values::memory,
          default_value_t = Size(DEFAULT_MEMORY_LIMIT))]
    pub(crate) size: Size,
}

/// The memory limit for decompressing a file.
#[derive(Args, Debug)]
pub(crate) struct Unpacking {
    /// Refuse compressed bytecode that needs more memory than this, such as 64m or 1g [default:
    /// 256m].
    #[arg(id = "memory", long = "memory", value_name = "SIZE", value_parser = values::byte_count)]
    memory: Option<ByteCount>,
}

impl Unpacking {
    /// Returns the limit in bytes.
    pub(crate) fn limit(&self) -> usize {
        let limit = self.memory.map(|memory| usize::try_from(memory.0));
        limit.map_or(MAX_UNPACKED, |limit| limit.unwrap_or(usize::MAX))
    }
}

#[derive(Args, Debug)]
pub(crate) struct Stack {
    /// Size of the main thread's stack, such as 512k or 1m.
    #[arg(id = "stack", long = "stack", value_name = "SIZE", value_parser = values::size,
          default_value_t = Size(DEFAULT_STACK_SIZE))]
    pub(crate) size: Size,
}

#[derive(Args, Debug)]
pub(crate) struct Calls {
    /// Allow calls through function pointers of the wrong type: missing arguments are zero, extra
    /// arguments are dropped.
    #[arg(id = "lenient_calls", long = "lenient-calls")]
    pub(crate) lenient: bool,
}

/// The option for the output file.
#[derive(Args, Debug)]
pub(crate) struct Target {
    /// Write the result to this file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Target {
    /// Returns the output file. `None` is standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdin(path))
    }

    /// Refuses to write binary output, such as `a .pexe`, to a terminal.
    pub(crate) fn refuse_terminal(&self, what: &str) -> Result<(), Failure> {
        if self.file().is_some() || !io::stdout().is_terminal() {
            return Ok(());
        }
        let failure = format!("standard output is a terminal, and {what} is not text");
        Err(Failure::new(failure)
            .hint("give the name of a file with -o FILE, or redirect the output"))
    }

    pub(crate) fn write(&self, contents: &[u8], output: &Output) -> Result<(), Failure> {
        self.write_with(output, |out| out.write_all(contents))
    }

    /// Writes contents that a function produces.
    pub(crate) fn write_with(
        &self,
        output: &Output,
        contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self.file() {
            Some(path) => whole_file::write_with(path, contents),
            None => Ok(output.show(contents)?),
        }
    }
}

/// The option for the folders of shared objects.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct Libraries {
    /// Search this folder for the shared objects (.pso) that a program names; can be repeated.
    #[arg(short = 'L', long = "library-path", value_name = "DIR")]
    pub(crate) library_folders: Vec<PathBuf>,
}
