//! Options that several commands have, each declared once. A command takes them in with
//! `#[command(flatten)]`.

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

/// What is reported on, and how.
#[derive(Args, Debug)]
pub(crate) struct Reported {
    /// The files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Write the answer as JSON: an array with an object for each file.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Folders among what is reported on.
#[derive(Args, Debug)]
pub(crate) struct Recursive {
    /// Look for programs in folders and in the folders and containers below them.
    #[arg(long = "recursive", short = 'r')]
    pub(crate) recursive: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Jobs {
    /// How many threads share the work on a file; 0 for one on each processor.
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
    /// How much address space the program has, as 512k, 64m or 1g.
    #[arg(id = "memory", long = "memory", value_name = "SIZE", value_parser = values::memory,
          default_value_t = Size(DEFAULT_MEMORY_LIMIT))]
    pub(crate) size: Size,
}

/// The memory that a compressed file may take.
#[derive(Args, Debug)]
pub(crate) struct Unpacking {
    /// The most memory that compressed bytecode may take, as 64m or 1g [default: 256m].
    #[arg(id = "memory", long = "memory", value_name = "SIZE", value_parser = values::byte_count)]
    memory: Option<ByteCount>,
}

impl Unpacking {
    /// The limit in bytes.
    pub(crate) fn limit(&self) -> usize {
        let limit = self.memory.map(|memory| usize::try_from(memory.0));
        limit.map_or(MAX_UNPACKED, |limit| limit.unwrap_or(usize::MAX))
    }
}

#[derive(Args, Debug)]
pub(crate) struct Stack {
    /// The size of the main thread's stack.
    #[arg(id = "stack", long = "stack", value_name = "SIZE", value_parser = values::size,
          default_value_t = Size(DEFAULT_STACK_SIZE))]
    pub(crate) size: Size,
}

#[derive(Args, Debug)]
pub(crate) struct Calls {
    /// Let calls through function pointers of another type pass: missing
    /// arguments are zero, further ones are dropped.
    #[arg(id = "lenient_calls", long = "lenient-calls")]
    pub(crate) lenient: bool,
}

/// Where a result goes.
#[derive(Args, Debug)]
pub(crate) struct Target {
    /// Where to write the result [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Target {
    /// The file that is to be written; `None` is standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdin(path))
    }

    /// Refuses to write what is not text, such as `a .pexe`, to a terminal.
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

    /// The same with contents that are made on the way.
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

/// Where the shared objects of a program are.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct Libraries {
    /// Look here for the shared objects (.pso) that a program names; may be repeated.
    #[arg(short = 'L', long = "library-path", value_name = "DIR")]
    pub(crate) library_folders: Vec<PathBuf>,
}
