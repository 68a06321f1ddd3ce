//! The IRT: the functions of a PNaCl program's operating system.
//!
//! A program finds the address of the query function in its start-up block. It calls this function
//! with the names of interfaces and gets tables of function addresses. Each interface is declared
//! as a table in the file named after it. A new interface needs a new file and an entry in
//! `INTERFACES`.
//!
//! Every function returns 0 or an error number. Results are returned through pointers. Every access
//! through a pointer is checked by [`Memory`], and an invalid one fails with `EFAULT`. If an
//! operation cannot be undone, the pointers for its results are checked first.

mod arena;
mod basic;
mod call;
mod clock_get;
mod fdio;
mod filename;
mod futex;
mod getpid;
mod imc;
mod layout;
mod memory;
mod modules;
mod objects;
mod random;
mod saved;
mod system_calls;
mod thread;
mod tls;

#[cfg(test)]
mod harness;

use crate::Errno;
use crate::clock::{Clock, VirtualClock};
use crate::files::{FileSystem, MessageMachine};
use crate::host::{Action, Host, HostContext, HostFunction};
use crate::memory::{Fault, Memory, Protection};
use crate::memory_budget::MemoryBudget;
use crate::random::{RandomSource, Seeded};
use crate::trap::TrapKind;
use arena::{Arena, Where};
use call::Call;
pub use imc::MAX_MESSAGE;
use modules::Modules;
pub use modules::{Finalizer, Libraries, MAX_MODULE_FUNCTIONS, MAX_MODULES};
use objects::Objects;
use pinnacle_pexe::module::Initializer;
use pinnacle_pexe::{Module, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use system_calls::Waiting;
pub use system_calls::system_call_declarations;

/// The implementation of an interface's function.
type Handler = fn(&mut Call<'_, '_>) -> Result<Action, Errno>;

/// A function of an interface.
struct Function {
    name: &'static str,
    params: &'static [Type],
    result: Type,
    run: Handler,
    /// True if buffered output need not be flushed before the call.
    waits: bool,
}

/// A set of functions with a name and a version.
struct Interface {
    name: &'static str,
    /// The interface whose functions come first in this one.
    extends: Option<&'static Interface>,
    own: &'static [Function],
}

impl Interface {
    /// Returns its functions in the order of the table.
    fn functions(&self) -> Vec<&'static Function> {
        let mut functions = self.extends.map_or_else(Vec::new, Interface::functions);
        functions.extend(self.own);
        functions
    }

    /// Returns the number of its functions.
    fn len(&self) -> u32 {
        self.extends.map_or(0, Interface::len) + self.own.len() as u32
    }
}

/// Declares an interface: its name, the interface that it extends, if any, then its own functions
/// in the order of the table, each with its types and, if the name differs, its handler.
macro_rules! interface {
    ($interface:literal $(extends $base:ident)?:
        $($function:ident($($param:ident),*) -> $result:ident $(= $handler:path)?),* $(,)?
    ) => {
        $crate::irt::Interface {
            name: $interface,
            extends: interface!(@base $($base)?),
            own: &[$($crate::irt::Function {
                name: stringify!($function),
                params: &[$(pinnacle_pexe::Type::$param),*],
                result: pinnacle_pexe::Type::$result,
                run: interface!(@handler $function $($handler)?),
                // `write` flushes other streams itself.
                waits: matches!(stringify!($function).as_bytes(), b"write"),
            }),*],
        }
    };
    (@base) => { None };
    (@base $base:ident) => { Some(&$base) };
    (@handler $function:ident) => { $function };
    (@handler $function:ident $handler:path) => { $handler };
}
use interface;

/// Every interface that a program can request.
static INTERFACES: &[Interface] = &[
    basic::BASIC_0_1,
    fdio::FDIO_0_1,
    fdio::DEV_FDIO_0_1,
    fdio::DEV_FDIO_0_2,
    fdio::DEV_FDIO_0_3,
    filename::FILENAME_0_1,
    filename::DEV_FILENAME_0_2,
    filename::DEV_FILENAME_0_3,
    memory::MEMORY_0_1,
    memory::MEMORY_0_2,
    memory::MEMORY_0_3,
    tls::TLS_0_1,
    thread::THREAD_0_1,
    futex::FUTEX_0_1,
    random::RANDOM_0_1,
    clock_get::CLOCK_GET_0_1,
    getpid::DEV_GETPID_0_1,
    modules::MODULES_0_1,
];

/// The function that a program calls to request interfaces: function 0 of the host.
pub const QUERY: HostFunction = HostFunction::new(
    "nacl_irt_query",
    &[Type::I32, Type::I32, Type::I32],
    Type::I32,
);

/// The process ID that programs see in repeatable runs.
const REPEATABLE_PROCESS_ID: u32 = 1;

/// Maximum length of an interface name. Longer ones do not exist.
pub const MAX_INTERFACE_NAME: u32 = 256;

/// Maximum number of names of missing interfaces that are remembered.
const MAX_MISSING: usize = 100;

/// Returns the functions that the IRT offers, in the order of their addresses. The first is the
/// query function.
pub fn declarations() -> impl Iterator<Item = HostFunction> {
    let declared = INTERFACES.iter().flat_map(|interface| {
        let functions = interface.functions().into_iter();
        functions.map(|function| HostFunction {
            name: format!("{}.{}", interface.name, function.name).into(),
            params: function.params.into(),
            result: function.result,
            fixed_address: None,
        })
    });
    std::iter::once(QUERY).chain(declared)
}

/// Returns the number of functions that the IRT offers, including the query function.
pub fn function_count() -> u32 {
    1 + INTERFACES.iter().map(Interface::len).sum::<u32>()
}

/// Returns true if a program may start threads. It asks for the interface by name at run time, so
/// the name is in its data.
pub fn uses_threads(module: &Module) -> bool {
    names(module, b"nacl-irt-thread-")
}

/// Returns true if a program may load modules while it runs.
pub fn loads_modules(module: &Module) -> bool {
    names(module, modules::NAME.as_bytes())
}

/// Returns true if the program's data contains a text, such as the name of an interface.
pub fn names(module: &Module, text: &[u8]) -> bool {
    module.initializers.iter().any(|initializer| {
        let &Initializer::Data(start, len) = initializer else {
            return false;
        };
        let data = &module.data[start as usize..][..len as usize];
        data.windows(text.len()).any(|window| window == text)
    })
}

/// Returns the names of all interfaces.
pub fn interface_names() -> impl Iterator<Item = &'static str> {
    INTERFACES.iter().map(|interface| interface.name)
}

/// The state that the functions share.
struct State {
    files: FileSystem,
    clock: Arc<dyn Clock>,
    random: Box<dyn RandomSource>,
    arena: Arena,
    process_id: u32,
    processors: u32,
    missing: BTreeSet<String>,
    modules: Modules,
    /// The budget for the memory and sockets that the machine creates for the program.
    kept_by_machine: MemoryBudget,
    /// Creates sockets and memory for system calls.
    machine: Option<Box<dyn MessageMachine>>,
    /// A buffer that is reused for messages.
    message: Vec<u8>,
    /// The system calls in which threads wait.
    waiting: BTreeMap<u32, Waiting>,
    /// The objects on which threads wait with system calls.
    objects: Objects,
    /// The second pointers of threads. Only system calls set them.
    second_pointers: BTreeMap<u32, u32>,
    /// True once the program has started a thread.
    has_threads: bool,
    /// Number of threads that the program has started and that have not ended.
    threads: u32,
    /// The starts of these threads.
    starts: thread::Starts,
}

/// The IRT of a running program.
pub struct Irt {
    declarations: Box<[HostFunction]>,
    /// The functions after the query function.
    functions: Box<[&'static Function]>,
    state: State,
}

impl fmt::Debug for Irt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Irt")
            .field("files", &self.state.files)
            .field("clock", &self.state.clock)
            .field("missing", &self.state.missing)
            .finish_non_exhaustive()
    }
}

impl Irt {
    /// Creates the IRT of a program that maps memory in `arena` and sees this process ID.
    pub fn new(
        files: FileSystem,
        clock: Arc<dyn Clock>,
        random: Box<dyn RandomSource>,
        arena: Range<u32>,
        process_id: u32,
    ) -> Irt {
        Irt {
            declarations: declarations().collect(),
            functions: INTERFACES.iter().flat_map(Interface::functions).collect(),
            state: State {
                files,
                clock,
                random,
                arena: Arena::new(arena),
                process_id,
                processors: 1,
                missing: BTreeSet::new(),
                modules: Modules::default(),
                kept_by_machine: MemoryBudget::default(),
                machine: None,
                message: Vec::new(),
                waiting: BTreeMap::new(),
                objects: Objects::default(),
                second_pointers: BTreeMap::new(),
                has_threads: false,
                threads: 0,
                starts: thread::Starts::default(),
            },
        }
    }

    /// Creates the IRT of a repeatable run: its clock is virtual, its random bytes come from the
    /// seed, and the process ID is fixed.
    pub fn repeatable(files: FileSystem, seed: u64, arena: Range<u32>) -> Irt {
        let (clock, random) = (VirtualClock::new(), Seeded::new(seed));
        Irt::new(
            files,
            Arc::new(clock),
            Box::new(random),
            arena,
            REPEATABLE_PROCESS_ID,
        )
    }

    /// Sets the number of processors that the program sees; the default is one.
    #[must_use]
    pub fn with_processors(mut self, processors: u32) -> Irt {
        self.state.processors = processors;
        self
    }

    /// Lets the program load modules, which the engine must support. The finalizer converts files
    /// such as bitcode to modules. Without a finalizer, such files are rejected.
    #[must_use]
    pub fn with_modules(mut self, finalizer: Option<Finalizer>) -> Irt {
        self.state.modules.are_possible = true;
        self.state.modules.finalizer = finalizer;
        self
    }

    /// Also offers Native Client's system calls at their fixed addresses. The machine creates
    /// sockets and memory for them. Such a program cannot load modules.
    #[must_use]
    pub fn with_system_calls(mut self, machine: Box<dyn MessageMachine>) -> Irt {
        let declarations = std::mem::take(&mut self.declarations).into_iter();
        self.declarations = declarations.chain(system_call_declarations()).collect();
        self.state.machine = Some(machine);
        self.state.modules.are_possible = false;
        self
    }

    /// Lets the program load libraries by name from its own location.
    #[must_use]
    pub fn with_libraries(mut self, libraries: Libraries) -> Irt {
        self.state.modules.libraries = Some(libraries);
        self
    }

    /// Charges the program's pages to a budget shared with others.
    #[must_use]
    pub fn with_memory_budget(mut self, budget: MemoryBudget) -> Irt {
        self.state.arena.budget = budget;
        self
    }

    /// Returns the budget to which the program's pages are charged.
    pub fn memory_budget(&self) -> &MemoryBudget {
        &self.state.arena.budget
    }

    /// Sets the number of functions of the other hosts.
    pub fn set_other_host_functions(&mut self, count: u32) {
        self.state.modules.other_host_functions = count;
    }

    /// Returns the number of functions that it offers, including the query function.
    pub fn function_count(&self) -> u32 {
        self.declarations.len() as u32
    }

    /// Returns the time since the program's start. It never decreases.
    pub fn monotonic(&self) -> Duration {
        self.state.clock.monotonic()
    }

    /// Writes random bytes to the program's memory, for another host. Returns false if the source
    /// has no bytes.
    ///
    /// # Errors
    ///
    /// Fails if the memory is not writable.
    pub fn give_random_bytes(
        &mut self,
        memory: &mut Memory,
        address: u32,
        count: u32,
    ) -> Result<bool, Fault> {
        enum Failure {
            Fault(Fault),
            Random,
        }
        impl From<Fault> for Failure {
            fn from(fault: Fault) -> Failure {
                Failure::Fault(fault)
            }
        }
        let random = &mut self.state.random;
        let given = memory.receive(address, count, |buffer| {
            random.fill(buffer).map_err(|_| Failure::Random)?;
            Ok::<usize, Failure>(buffer.len())
        });
        match given {
            Ok(_) => Ok(true),
            Err(Failure::Random) => Ok(false),
            Err(Failure::Fault(fault)) => Err(fault),
        }
    }

    /// Maps zeroed, readable and writable pages for another host, as `mmap` does for the program.
    /// The number of bytes is rounded up to whole pages. Returns `None` if there is no room.
    pub fn map_pages(&mut self, memory: &mut Memory, len: u32) -> Option<u32> {
        let arena = &mut self.state.arena;
        let above = arena.upper_half();
        let range = arena.place(memory, len, Where::Above(above)).ok()?;
        let start = range.start;
        arena.map(memory, range, Protection::ReadWrite).ok()?;
        Some(start)
    }

    /// Unmaps pages from [`Irt::map_pages`].
    pub fn unmap_pages(&mut self, memory: &mut Memory, start: u32, len: u32) {
        // The program may already have unmapped these pages.
        let _ = self.state.arena.unmap(memory, start, len);
    }

    /// Returns the missing interfaces that the program has requested.
    pub fn missing_interfaces(&self) -> impl Iterator<Item = &str> {
        self.state.missing.iter().map(String::as_str)
    }

    /// Handles the query function: writes the table of an interface, if it exists and the program's
    /// buffer is large enough, and returns its size in bytes; otherwise 0.
    fn query(&mut self, args: &[u64], context: &mut HostContext<'_>) -> u32 {
        let [name, table, size] = [args[0] as u32, args[1] as u32, args[2] as u32];
        let Ok(Some(name)) = context.memory.c_string(name, MAX_INTERFACE_NAME) else {
            return 0;
        };
        let mut first = context.first_host_function + 1;
        let mut found = None;
        for interface in INTERFACES {
            let count = interface.len();
            if interface.name.as_bytes() == name.as_slice() {
                let is_there = interface.name != modules::NAME || self.state.modules.are_possible;
                found = is_there.then_some(count);
                break;
            }
            first += count;
        }
        let Some(count) = found else {
            if self.state.missing.len() < MAX_MISSING {
                self.state
                    .missing
                    .insert(String::from_utf8_lossy(&name).into_owned());
            }
            return 0;
        };
        if size < 4 * count {
            return 0;
        }
        let filled = context.memory.receive(table, 4 * count, |table| {
            for (word, address) in table.chunks_exact_mut(4).zip(first..) {
                word.copy_from_slice(&address.to_le_bytes());
            }
            Ok::<usize, Fault>(table.len())
        });
        filled.map_or(0, |len| len as u32)
    }
}

impl Host for Irt {
    fn functions(&self) -> &[HostFunction] {
        &self.declarations
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        let Some(index) = function.checked_sub(1) else {
            return Action::Return(self.query(args, context).into());
        };
        let Some(&&Function { run, waits, .. }) = self.functions.get(index) else {
            let index = index - self.functions.len();
            if !system_calls::waits(index) {
                self.state.files.hand_on();
            }
            return system_calls::run(&mut self.state, index, args, context);
        };
        if !waits {
            self.state.files.hand_on();
        }
        let mut call = Call::new(&mut self.state, context, args);
        run(&mut call).unwrap_or_else(|errno| Action::Return(errno.number().into()))
    }

    fn resume(&mut self, _: u64, context: &mut HostContext<'_>) -> Action {
        match self.state.waiting.remove(&context.thread) {
            Some(waiting) => system_calls::resume(&mut self.state, waiting, context),
            None => Action::Trap(TrapKind::Host(
                "a thread that does not wait was resumed".into(),
            )),
        }
    }

    fn real_time(&self) -> Duration {
        self.state.clock.real_time()
    }

    fn has_own_clock(&self) -> bool {
        self.state.clock.is_virtual()
    }

    fn pass_time(&mut self, duration: Duration) {
        self.state.clock.pass(duration);
    }
}

#[cfg(test)]
mod tests {
    use super::harness::Guest;
    use super::*;

    #[test]
    fn a_query_writes_the_table_and_gives_its_size() {
        let mut guest = Guest::new();
        for (name, words) in [
            ("nacl-irt-basic-0.1", 6),
            ("nacl-irt-fdio-0.1", 8),
            ("nacl-irt-dev-fdio-0.1", 8),
            ("nacl-irt-dev-fdio-0.2", 13),
            ("nacl-irt-dev-fdio-0.3", 14),
            ("nacl-irt-filename-0.1", 2),
            ("nacl-irt-dev-filename-0.2", 7),
            ("nacl-irt-dev-filename-0.3", 16),
            ("nacl-irt-memory-0.1", 3),
            ("nacl-irt-memory-0.2", 4),
            ("nacl-irt-memory-0.3", 3),
            ("nacl-irt-tls-0.1", 2),
            ("nacl-irt-thread-0.1", 3),
            ("nacl-irt-futex-0.1", 2),
            ("nacl-irt-random-0.1", 1),
            ("nacl-irt-clock_get-0.1", 2),
            ("nacl-irt-dev-getpid-0.1", 1),
        ] {
            assert_eq!(guest.query(name, 4 * words), 4 * words, "{name}");
            assert_eq!(
                guest.query(name, 400),
                4 * words,
                "{name} with a larger table"
            );
            assert_eq!(
                guest.query(name, 4 * words - 1),
                0,
                "{name} with a smaller table"
            );
        }
        assert_eq!(interface_names().count(), 18);
    }

    #[test]
    fn the_table_holds_the_addresses_of_the_named_functions() {
        let mut guest = Guest::new();
        guest.query("nacl-irt-clock_get-0.1", 8);
        let functions: Vec<String> = (0..2)
            .map(|slot| {
                let address = guest.memory.load_u32(Guest::TABLE + 4 * slot).unwrap();
                let index = address - Guest::FIRST_HOST_FUNCTION;
                guest.irt.functions()[index as usize].name.to_string()
            })
            .collect();
        assert_eq!(
            functions,
            [
                "nacl-irt-clock_get-0.1.clock_getres",
                "nacl-irt-clock_get-0.1.clock_gettime"
            ]
        );
    }

    #[test]
    fn a_program_with_threads_names_their_interface() {
        let module = |data: &[u8]| Module {
            initializers: vec![
                Initializer::Zero(4),
                Initializer::Data(2, data.len() as u32 - 2),
            ],
            data: data.to_vec(),
            ..Module::default()
        };
        assert!(uses_threads(&module(b"..x\0nacl-irt-thread-0.1\0y")));
        assert!(!uses_threads(&module(
            b"..nacl-irt-tls-0.1\0nacl-irt-thread"
        )));
        assert!(!uses_threads(&module(b"nacl-irt-thread-0.1")));
        assert!(!uses_threads(&module(b"..")));
    }

    #[test]
    fn unknown_names_and_bad_pointers_answer_zero() {
        let mut guest = Guest::new();
        assert_eq!(guest.query("nacl-irt-dyncode-0.1", 400), 0);
        assert_eq!(guest.query("nacl-irt-basic-0.1x", 400), 0);
        assert_eq!(guest.query("", 400), 0);
        let missing: Vec<&str> = guest.irt.missing_interfaces().collect();
        assert_eq!(missing, ["", "nacl-irt-basic-0.1x", "nacl-irt-dyncode-0.1"]);
        let name = guest.string("nacl-irt-basic-0.1");
        assert_eq!(
            guest.call("nacl_irt_query", &[0, Guest::TABLE, 24]),
            Action::Return(0)
        );
        assert_eq!(
            guest.call("nacl_irt_query", &[name, 0, 24]),
            Action::Return(0)
        );
        let end = guest.memory.limit();
        assert_eq!(
            guest.call("nacl_irt_query", &[name, end - 4, 24]),
            Action::Return(0)
        );
    }

    #[test]
    fn the_number_of_remembered_names_is_limited() {
        let mut guest = Guest::new();
        for number in 0..2 * MAX_MISSING {
            guest.query(&format!("missing-{number}"), 4);
        }
        assert_eq!(guest.irt.missing_interfaces().count(), MAX_MISSING);
    }

    #[test]
    fn the_functions_are_as_many_as_announced() {
        let guest = Guest::new();
        assert_eq!(guest.irt.functions().len(), function_count() as usize);
        assert_eq!(guest.irt.functions()[0].name, "nacl_irt_query");
    }

    /// Whatever arguments a program passes, the host does not panic and page 0 stays unmapped.
    #[test]
    fn no_arguments_make_a_function_panic() {
        let paths = [
            "a", "/a/", "a/b", "..", "/", ".", "", "a/../b", "l", "/l/x", "//a//.//", "../../x",
        ];
        let mut random = Seeded::new(7);
        let mut number = |below: u64| {
            let mut bytes = [0; 8];
            random.fill(&mut bytes).unwrap();
            u64::from_le_bytes(bytes) % below
        };
        for _ in 0..40 {
            let (_tree, guest) = Guest::with_files();
            let mut guest = guest.with_system_calls();
            let mut values: Vec<u64> = vec![0, 1, 2, 3, 4, 5, 24, 0x10, 0x22, 0x1042, 0x20_0000];
            values.extend([u64::MAX, i64::MAX as u64, u32::MAX.into(), 1 << 31, 0xffff]);
            for page in [0, 1, 2, 3, 4, 5, 8, 63, 64] {
                values.push(page << 16);
            }
            values.extend(paths.map(|path| u64::from(guest.string(path))));
            for round in 0..400_u32 {
                let index = number(guest.irt.functions().len() as u64) as usize;
                let declaration = guest.irt.functions()[index].clone();
                let args: Vec<u64> = declaration
                    .params
                    .iter()
                    .map(|ty| {
                        let value = values[number(values.len() as u64) as usize];
                        if *ty == Type::I64 {
                            value
                        } else {
                            value & 0xffff_ffff
                        }
                    })
                    .collect();
                let action = guest.call_wide(&declaration.name, &args);
                if let Action::Return(result) = action {
                    assert!(
                        result <= u32::MAX.into(),
                        "{} gave {result}",
                        declaration.name
                    );
                }
                assert!(guest.memory.load_u32(4).is_err());
                let address = Guest::BUFFER + 4 * (round % 8);
                let _ = guest.memory.store_u32(address, number(1 << 18) as u32);
            }
        }
    }
}
