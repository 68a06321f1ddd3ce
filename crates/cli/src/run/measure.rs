//! The sink of a run that is traced, profiled, or counted for coverage.

use super::core_file::CoreFile;
use super::heap_profile::HeapFile;
use super::trace::TraceWriter;
use crate::debug_file::{DebugFile, Source};
use crate::output::{Failure, Output};
use crate::whole_file;
use clap::Args;
use pinnacle_debug::{Addresses, Coverage, Frame, Profile, demangle};
use pinnacle_debugger::Session;
use pinnacle_gdb::{Connection, Listener};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_runtime::Trap;
use pinnacle_runtime::interp::{
    CallEvent, Debugger, TraceEvent, TraceLevel, TracePoint, TraceSink,
};
use pinnacle_system::trap::{SourceFrame, SourceFrames, function_name};
use std::path::{Path, PathBuf};

/// The options that count what a program does.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct MeasureOptions {
    /// Count instructions by the calls that lead to them, and write a profile.
    ///
    /// If FILE ends in .json, writes a profile for the Firefox Profiler (profiler.firefox.com),
    /// otherwise collapsed stacks for flame graph tools.
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,

    /// Count allocated memory by call stack, and write a profile.
    ///
    /// FILE is as for --profile, with bytes in place of instructions: bytes allocated, and bytes
    /// still held at the end. Needs the function names that `pinnacle cc -g` writes.
    #[arg(long, value_name = "FILE")]
    heap_profile: Option<PathBuf>,

    /// Count how often each source line runs, and write an lcov tracefile.
    ///
    /// Without a debug file, writes counts of basic blocks: function, block and count.
    #[arg(long, value_name = "FILE")]
    coverage: Option<PathBuf>,

    /// Wait for gdb at a local port, and let it control the program [default port: 1234].
    #[arg(
        long,
        value_name = "PORT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1234",
        conflicts_with_all = ["profile", "heap_profile", "coverage", "trace"],
    )]
    gdb: Option<u16>,

    /// Write a core file for gdb if the program traps.
    ///
    /// `gdb NAME.debug FILE` shows the call stack and the variables.
    #[arg(long, value_name = "FILE", conflicts_with = "gdb")]
    core: Option<PathBuf>,
}

impl MeasureOptions {
    /// Returns true if gdb controls the program.
    pub(super) fn has_debugger(&self) -> bool {
        self.gdb.is_some()
    }

    /// The option that was given, if any.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        match self {
            _ if self.profile.is_some() => Some("--profile"),
            _ if self.heap_profile.is_some() => Some("--heap-profile"),
            _ if self.coverage.is_some() => Some("--coverage"),
            _ if self.gdb.is_some() => Some("--gdb"),
            _ if self.core.is_some() => Some("--core"),
            _ => None,
        }
    }
}

/// The sink of a run.
pub(super) struct Measure<'s> {
    trace: TraceWriter,
    /// The level of the lines that are written.
    level: TraceLevel,
    profile: Option<Profile>,
    heap: Option<HeapFile>,
    coverage: Option<Coverage>,
    source: Option<&'s Source>,
    /// The source location of the last line of the trace.
    last: Vec<SourceFrame>,
    session: Option<Session>,
    connection: Option<Connection>,
    core: Option<CoreFile>,
}

impl<'s> Measure<'s> {
    pub(super) fn new(
        options: &MeasureOptions,
        trace: TraceWriter,
        level: TraceLevel,
        source: Option<&'s Source>,
    ) -> Measure<'s> {
        Measure {
            trace,
            level,
            profile: options.profile.as_ref().map(|_| Profile::default()),
            heap: None,
            coverage: options.coverage.as_ref().map(|_| Coverage::default()),
            source,
            last: Vec::new(),
            session: None,
            connection: None,
            core: None,
        }
    }

    /// Attaches the session of a debugger that is already connected.
    pub(super) fn attach(&mut self, session: Session) {
        self.session = Some(session);
    }

    /// Prepares a heap profile, if requested. It may take `limit` bytes of memory.
    pub(super) fn follow_heap(
        &mut self,
        options: &MeasureOptions,
        program: &Program,
        program_name: &str,
        limit: usize,
    ) -> Result<(), Failure> {
        if let Some(path) = &options.heap_profile {
            let heap = HeapFile::new(path, program, program_name, self.source, limit)?;
            self.heap = Some(heap);
        }
        Ok(())
    }

    /// Waits for a debugger, or prepares a core file, if requested. In a replay the debugger can go
    /// back.
    pub(super) fn wait_for_debugger(
        &mut self,
        options: &MeasureOptions,
        program: &Program,
        debug: &DebugFile,
        is_replay: bool,
        output: &Output,
    ) -> Result<(), Failure> {
        let core = options.core.as_ref();
        self.core = core.map(|path| CoreFile::new(path, Addresses::of(program)));
        let Some(port) = options.gdb else {
            return Ok(());
        };
        let failed = |error| Failure::new(format!("cannot wait for gdb at port {port}: {error}"));
        let listener = Listener::open(port).map_err(failed)?;
        let port = listener.port().map_err(failed)?;
        output.note(format_args!(
            "waiting for a debugger: gdb -ex 'target remote localhost:{port}' {}",
            debug.path().display()
        ));
        let accepted = listener.accept(Addresses::of(program), is_replay);
        let (session, connection) = accepted.map_err(failed)?;
        self.session = Some(session);
        self.connection = Some(connection);
        Ok(())
    }

    /// Returns true if a debugger runs the program.
    pub(super) fn is_debugged(&self) -> bool {
        self.session.is_some()
    }

    /// Returns the trace level that the engine must report.
    pub(super) fn level(&self) -> TraceLevel {
        if self.session.is_some() {
            return TraceLevel::Steps;
        }
        match () {
            () if self.profile.is_some() || self.coverage.is_some() => TraceLevel::Insts,
            () if self.heap.is_some() => self.level.max(TraceLevel::Calls),
            () => self.level,
        }
    }

    /// Writes the measurements.
    pub(super) fn finish(
        self,
        options: &MeasureOptions,
        program: &Program,
        program_name: &str,
        result: &Result<u8, Trap>,
        output: &Output,
    ) -> Result<(), Failure> {
        self.trace.finish()?;
        if let Some(session) = self.session {
            let end = result.as_ref();
            session.finish(end.copied().map_err(|trap| trap.kind.signal()));
        }
        if let Some(connection) = self.connection {
            connection.close();
        }
        if let Some(core) = self.core {
            core.finish()?;
        }
        let source = self.source;
        let name = |function| name(program, source, function);
        let frames = |function, inst| frames(source, function, inst);
        if let (Some(path), Some(profile)) = (&options.profile, &self.profile) {
            whole_file::write_with(path, |out| match is_json(path) {
                true => profile.write_firefox(program_name, &name, &frames, out),
                false => profile.write_collapsed(&name, &frames, out),
            })?;
        }
        if let Some(heap) = self.heap {
            heap.finish(program, program_name, source, output)?;
        }
        if let (Some(path), Some(coverage)) = (&options.coverage, &self.coverage) {
            whole_file::write_with(path, |out| match source {
                Some(_) => coverage.write_lcov(program, frames, out),
                None => coverage.write_blocks(program, out),
            })?;
        }
        Ok(())
    }
}

/// Returns true if a profile is written in the format of the Firefox Profiler, according to the
/// name of its file.
pub(super) fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "json")
}

/// Returns the name of a function: its name in the source, otherwise its name in the program.
pub(super) fn name(program: &Program, source: Option<&Source>, function: FuncId) -> String {
    let symbol = source.and_then(|source| {
        let address = source.addresses.of_inst(function, InstId(0))?;
        source.symbols.symbol(address)
    });
    match symbol {
        Some(symbol) => demangle(symbol),
        None => function_name(program.module(), function),
    }
}

/// Returns the source location of an instruction, with full file names, which other tools need.
pub(super) fn frames(source: Option<&Source>, function: FuncId, inst: InstId) -> Vec<Frame> {
    let frames = source.and_then(|source| {
        let address = source.addresses.of_inst(function, inst)?;
        Some(source.symbols.frames(address))
    });
    frames.unwrap_or_default()
}

impl TraceSink for Measure<'_> {
    fn line(&mut self, line: &str) {
        self.trace.line(line);
    }

    fn event(&mut self, event: TraceEvent) -> bool {
        let TraceEvent {
            thread, function, ..
        } = event;
        if let Some(profile) = &mut self.profile {
            match event.point {
                TracePoint::Enter => profile.enter(thread, function),
                TracePoint::Leave => profile.leave(thread),
                TracePoint::Inst(inst) => profile.inst(thread, function, inst),
            }
        }
        if let Some(coverage) = &mut self.coverage {
            match event.point {
                TracePoint::Enter => coverage.enter(function),
                TracePoint::Leave => {}
                TracePoint::Inst(inst) => coverage.inst(function, inst),
            }
        }
        let TracePoint::Inst(inst) = event.point else {
            return self.level >= TraceLevel::Calls;
        };
        if self.level < TraceLevel::Insts {
            return false;
        }
        if let Some(source) = self.source {
            let frames = source.frames(function, inst);
            let known = frames.first().is_some_and(|frame| frame.line > 0);
            if known && frames != self.last {
                self.trace.line(&format!("// {}", SourceFrames(&frames)));
                self.last = frames;
            }
        }
        true
    }

    fn call(&mut self, call: CallEvent<'_>) {
        if let Some(heap) = &mut self.heap {
            heap.call(call);
        }
    }

    fn takes_values(&self) -> bool {
        self.heap.is_some()
    }

    fn debugger(&mut self) -> Option<&mut dyn Debugger> {
        let session = self.session.as_mut();
        let session = session.map(|session| session as &mut dyn Debugger);
        session.or(self.core.as_mut().map(|core| core as &mut dyn Debugger))
    }

    fn wants_host_calls(&self) -> bool {
        self.level >= TraceLevel::Host
    }
}

/// The name of a program's file for reports.
pub(super) fn program_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
