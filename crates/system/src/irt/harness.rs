//! A guest for tests: memory, an IRT, and calls by name.

use super::Irt;
use crate::Errno;
use crate::clock::VirtualClock;
use crate::files::{
    Capture, File, FileSystem, GuestPath, MemoryTree, MessageMachine, Mount, Stdio, Stream,
};
use crate::host::{Action, Host, HostContext};
use crate::memory::{Memory, PAGE_SIZE, Protection};
use crate::random::Seeded;
use std::sync::Arc;

/// The result of a function that succeeded.
pub(super) const OK: Action = Action::Return(0);

/// Returns the result of a function that failed.
pub(super) fn failed(errno: Errno) -> Action {
    Action::Return(errno.number().into())
}

/// A machine that cannot create sockets.
struct NoMachine;

impl MessageMachine for NoMachine {
    fn socket_pair(&self) -> Result<[Box<dyn File>; 2], Errno> {
        Err(Errno::ENFILE)
    }

    fn memory(&self, _: u64) -> Result<Box<dyn File>, Errno> {
        Err(Errno::ENOMEM)
    }
}

/// A guest with 64 pages of memory, of which the second to the fourth are writable, and an IRT with
/// repeatable time and random numbers.
pub(super) struct Guest {
    pub(super) memory: Memory,
    pub(super) irt: Irt,
    pub(super) output: Capture,
    next_string: u32,
}

impl Guest {
    pub(super) const FIRST_HOST_FUNCTION: u32 = 1000;
    pub(super) const THREAD_POINTER: u32 = 0xabcd;
    pub(super) const PROCESS_ID: u32 = 42;
    /// A writable page for data.
    pub(super) const BUFFER: u32 = PAGE_SIZE;
    /// A writable page for a table or structure.
    pub(super) const TABLE: u32 = 2 * PAGE_SIZE;
    /// A writable word for a result.
    pub(super) const RESULT: u32 = 3 * PAGE_SIZE;
    const STRINGS: u32 = 3 * PAGE_SIZE + 64;
    /// Start of the range for mappings.
    pub(super) const ARENA: u32 = 4 * PAGE_SIZE;
    const LIMIT: u32 = 64 * PAGE_SIZE;

    pub(super) fn new() -> Guest {
        Guest::build("", Vec::new())
    }

    pub(super) fn with_input(input: &str) -> Guest {
        Guest::build(input, Vec::new())
    }

    /// Creates a guest with a tree mounted at `/`.
    pub(super) fn with_files() -> (MemoryTree, Guest) {
        let tree = MemoryTree::new(1, 1 << 30, Arc::new(VirtualClock::new()));
        let mount = Mount {
            guest: GuestPath::root(),
            tree: Box::new(tree.clone()),
            read_only: false,
        };
        (tree, Guest::build("", vec![mount]))
    }

    fn build(input: &str, mounts: Vec<Mount>) -> Guest {
        let mut memory = Memory::new(Guest::LIMIT).unwrap();
        memory
            .protect(PAGE_SIZE..Guest::ARENA, Protection::ReadWrite)
            .unwrap();
        let output = Capture::new();
        let stdio = Stdio {
            input: Stream::bytes(input),
            output: output.stream(),
            error: Stream::null(),
        };
        let irt = Irt::new(
            FileSystem::new(stdio, mounts).unwrap(),
            Arc::new(VirtualClock::new()),
            Box::new(Seeded::new(0)),
            Guest::ARENA..Guest::LIMIT,
            Guest::PROCESS_ID,
        );
        Guest {
            memory,
            irt,
            output,
            next_string: Guest::STRINGS,
        }
    }

    /// Adds the system calls of Native Client, with a machine that creates nothing.
    pub(super) fn with_system_calls(self) -> Guest {
        Guest {
            irt: self.irt.with_system_calls(Box::new(NoMachine)),
            ..self
        }
    }

    /// Calls a function by a name such as `nacl-irt-basic-0.1.exit`.
    pub(super) fn call(&mut self, name: &str, args: &[u32]) -> Action {
        let args: Vec<u64> = args.iter().copied().map(u64::from).collect();
        self.call_wide(name, &args)
    }

    /// Calls a function with 64-bit arguments. Missing ones are 0.
    pub(super) fn call_wide(&mut self, name: &str, args: &[u64]) -> Action {
        self.call_wide_as(0, name, args).0
    }

    /// Calls a function in a thread. Also returns the threads that it wakes.
    pub(super) fn call_as(&mut self, thread: u32, name: &str, args: &[u32]) -> (Action, Vec<u32>) {
        let args: Vec<u64> = args.iter().copied().map(u64::from).collect();
        self.call_wide_as(thread, name, &args)
    }

    fn call_wide_as(&mut self, thread: u32, name: &str, args: &[u64]) -> (Action, Vec<u32>) {
        let index = self
            .irt
            .functions()
            .iter()
            .position(|function| function.name == name)
            .unwrap_or_else(|| panic!("there is no function {name}"));
        let mut args = args.to_vec();
        args.resize(self.irt.functions()[index].params.len(), 0);
        let mut context = Guest::context(&mut self.memory);
        context.thread = thread;
        let action = self.irt.call(index, &args, &mut context);
        (action, context.wake)
    }

    /// Continues after an action.
    pub(super) fn resume(&mut self) -> Action {
        self.resume_as(0)
    }

    /// Continues a thread after an action.
    pub(super) fn resume_as(&mut self, thread: u32) -> Action {
        let mut context = Guest::context(&mut self.memory);
        context.thread = thread;
        self.irt.resume(0, &mut context)
    }

    fn context(memory: &mut Memory) -> HostContext<'_> {
        HostContext {
            memory,
            thread: 0,
            thread_pointer: Guest::THREAD_POINTER,
            first_host_function: Guest::FIRST_HOST_FUNCTION,
            bytes: 0,
            wake: Vec::new(),
        }
    }

    /// Queries an interface. Its table is written to [`Guest::TABLE`].
    pub(super) fn query(&mut self, name: &str, size: u32) -> u32 {
        self.next_string = Guest::STRINGS;
        let name = self.string(name);
        match self.call("nacl_irt_query", &[name, Guest::TABLE, size]) {
            Action::Return(size) => size as u32,
            other => panic!("the query gave {other:?}"),
        }
    }

    /// Opens a file and returns its descriptor.
    pub(super) fn open(&mut self, path: &str, flags: u32) -> u32 {
        let path = self.string(path);
        let args = [path, flags, 0o644, Guest::RESULT];
        assert_eq!(self.call("nacl-irt-filename-0.1.open", &args), OK);
        self.words(Guest::RESULT, 1)[0]
    }

    /// Writes a string to memory, and returns its address.
    pub(super) fn string(&mut self, text: &str) -> u32 {
        let address = self.next_string;
        self.next_string += text.len() as u32 + 1;
        let bytes = [text.as_bytes(), b"\0"].concat();
        self.memory.write(address, &bytes).unwrap();
        address
    }

    pub(super) fn fill(&mut self, address: u32, len: u32, byte: u8) {
        self.memory.fill(address, len, byte).unwrap();
    }

    pub(super) fn words(&self, address: u32, count: u32) -> Vec<u32> {
        (0..count)
            .map(|index| self.memory.load_u32(address + 4 * index).unwrap())
            .collect()
    }
}
