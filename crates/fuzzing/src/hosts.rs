//! Plays a program and its engine for a host: a sequence of steps makes calls and answers requests.
//!
//! Arguments are numbers of all sizes, results of earlier calls, addresses of accessible and
//! inaccessible memory, of structures that again hold such numbers, and of texts. The host's
//! requests, such as calls of the program and waits, are answered later with the same kinds of
//! numbers. The host is called in between.

use arbitrary::{Arbitrary, Unstructured};
use pinnacle_runtime::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_system::host::{Action, Host, HostContext};

/// Range of memory addresses that the program uses.
pub(crate) const USED: std::ops::Range<u32> = PAGE_SIZE..17 * PAGE_SIZE;
/// The end of its address space. Each input clears all of it, which is most of the time of a short
/// input.
pub(crate) const LIMIT: u32 = 64 * PAGE_SIZE;

const THREADS: usize = 4;
const FIRST_HOST_FUNCTION: u32 = 1000;
/// Maximum number of steps of one input.
const STEPS: usize = 300;
/// Maximum nesting depth of unanswered requests per thread.
const MAX_DEPTH: usize = 8;
/// Number of results that are remembered.
const KNOWN: usize = 32;
/// Size of a structure in bytes.
const STRUCTURE: u32 = 64;

/// A number that a program passes.
#[derive(Clone, Copy, Debug)]
enum Number {
    Small(u8),
    /// The result of an earlier call.
    Known(u8),
    /// The address of a structure.
    Structure(u8),
    /// An address within the memory.
    Inside(u16),
    /// An address near the end of the used memory.
    Edge(u8),
    /// A small negative number.
    Negative(u8),
    Any(u32),
}

/// The next action of a program.
#[derive(Debug)]
enum Step {
    /// Calls a function of the host. The arguments follow.
    Call { thread: u8, function: u16 },
    /// Answers a request of the host.
    Answer { thread: u8, result: Number },
    /// Writes numbers into a structure.
    Fill { structure: u8, words: [Number; 6] },
    /// Writes a text into a structure.
    Text { structure: u8, which: u8 },
    /// Makes a page of memory read-only, unmaps it, or maps it again.
    Protect { page: u8, how: u8 },
}

impl Arbitrary<'_> for Number {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Number> {
        Ok(match bytes.int_in_range(0..=6)? {
            0 => Number::Small(bytes.arbitrary()?),
            1 => Number::Known(bytes.arbitrary()?),
            2 => Number::Structure(bytes.arbitrary()?),
            3 => Number::Inside(bytes.arbitrary()?),
            4 => Number::Edge(bytes.arbitrary()?),
            5 => Number::Negative(bytes.arbitrary()?),
            _ => Number::Any(bytes.arbitrary()?),
        })
    }
}

impl Arbitrary<'_> for Step {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> arbitrary::Result<Step> {
        // Most steps are calls.
        Ok(match bytes.int_in_range(0..=9)? {
            0 | 1 => Step::Answer {
                thread: bytes.arbitrary()?,
                result: bytes.arbitrary()?,
            },
            2 => Step::Fill {
                structure: bytes.arbitrary()?,
                words: bytes.arbitrary()?,
            },
            3 => Step::Text {
                structure: bytes.arbitrary()?,
                which: bytes.arbitrary()?,
            },
            4 if bytes.ratio(1, 4)? => Step::Protect {
                page: bytes.arbitrary()?,
                how: bytes.arbitrary()?,
            },
            _ => Step::Call {
                thread: bytes.arbitrary()?,
                function: bytes.arbitrary()?,
            },
        })
    }
}

/// A host, and the state of the program that uses it.
pub(crate) struct Player<'a, H> {
    host: H,
    memory: Memory,
    texts: &'a [&'a [u8]],
    /// For each thread, the requests of the host that are not answered yet.
    asked: [Vec<Asked>; THREADS],
    known: [u32; KNOWN],
    next_known: usize,
    is_over: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Call,
    Wait,
}

impl<'a, H: Host> Player<'a, H> {
    /// A program for this host that can pass these texts.
    pub(crate) fn new(host: H, texts: &'a [&'a [u8]]) -> Player<'a, H> {
        let mut memory = Memory::new(LIMIT).expect("so much memory is there");
        memory
            .protect(USED, Protection::ReadWrite)
            .expect("the pages exist");
        Player {
            host,
            memory,
            texts,
            asked: [const { Vec::new() }; THREADS],
            known: [0; KNOWN],
            next_known: 0,
            is_over: false,
        }
    }

    pub(crate) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Plays the steps that bytes encode.
    pub(crate) fn play(&mut self, data: &[u8]) {
        let mut bytes = Unstructured::new(data);
        for _ in 0..STEPS {
            if bytes.is_empty() || self.is_over || self.step(&mut bytes).is_err() {
                return;
            }
        }
    }

    fn step(&mut self, bytes: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        match bytes.arbitrary()? {
            Step::Call { thread, function } => {
                let thread = usize::from(thread) % THREADS;
                if self.asked[thread].last() == Some(&Asked::Wait)
                    || self.asked[thread].len() > MAX_DEPTH
                {
                    return Ok(());
                }
                let function = usize::from(function) % self.host.functions().len();
                let count = self.host.functions()[function].params.len();
                let mut args = Vec::with_capacity(count);
                for _ in 0..count {
                    args.push(self.word(bytes)?);
                }
                self.call(thread, function, &args);
            }
            Step::Answer { thread, result } => {
                let thread = usize::from(thread) % THREADS;
                if self.asked[thread].pop().is_some() {
                    let result = self.number(result);
                    self.resume(thread, result.into());
                }
            }
            Step::Fill { structure, words } => {
                let words = words.map(|word| self.number(word).to_le_bytes());
                self.write(structure, &words.concat());
            }
            Step::Text { structure, which } => {
                let text = self.texts[usize::from(which) % self.texts.len()];
                self.write(structure, text);
            }
            Step::Protect { page, how } => {
                let page = USED.start + u32::from(page % 16) * PAGE_SIZE;
                let protection = match how % 4 {
                    0 => Protection::Unmapped,
                    1 => Protection::Read,
                    _ => Protection::ReadWrite,
                };
                let _ = self.memory.protect(page..page + PAGE_SIZE, protection);
            }
        }
        Ok(())
    }

    /// Reads an argument: one of the numbers, or a full word.
    fn word(&self, bytes: &mut Unstructured<'_>) -> arbitrary::Result<u64> {
        if bytes.ratio(1, 16)? {
            return bytes.arbitrary();
        }
        Ok(self.number(bytes.arbitrary()?).into())
    }

    fn number(&self, number: Number) -> u32 {
        match number {
            Number::Small(number) => number.into(),
            Number::Known(which) => self.known[usize::from(which) % KNOWN],
            Number::Structure(which) => place(which),
            Number::Inside(at) => USED.start + u32::from(at) * 16,
            Number::Edge(before) => USED.end - u32::from(before % 32),
            Number::Negative(number) => 0_u32.wrapping_sub(number.into()),
            Number::Any(number) => number,
        }
    }

    fn write(&mut self, structure: u8, bytes: &[u8]) {
        // Ignore the error: the page may be unmapped.
        let _ = self.memory.write(place(structure), bytes);
    }

    pub(crate) fn call(&mut self, thread: usize, function: usize, args: &[u64]) {
        self.with(thread, |host, context| host.call(function, args, context));
    }

    /// Calls a function by its name.
    pub(crate) fn call_named(&mut self, name: &str, args: &[u64]) {
        let functions = self.host.functions();
        let function = functions.iter().position(|one| one.name == name);
        self.call(0, function.expect("the function exists"), args);
    }

    /// Returns true if the host lets a thread wait.
    pub(crate) fn waits(&self, thread: usize) -> bool {
        self.asked[thread].last() == Some(&Asked::Wait)
    }

    /// Resumes a thread that waits.
    pub(crate) fn wake(&mut self, thread: usize) {
        if self.asked[thread].pop() == Some(Asked::Wait) {
            self.resume(thread, 0);
        }
    }

    pub(crate) fn resume(&mut self, thread: usize, result: u64) {
        self.with(thread, |host, context| host.resume(result, context));
    }

    /// Returns true if the host was waiting for the result of a call, and cancels the wait.
    pub(crate) fn take_call(&mut self, thread: usize) -> bool {
        self.asked[thread].pop() == Some(Asked::Call)
    }

    fn with(
        &mut self,
        thread: usize,
        question: impl FnOnce(&mut H, &mut HostContext<'_>) -> Action,
    ) {
        let mut context = HostContext {
            memory: &mut self.memory,
            thread: thread as u32,
            thread_pointer: 0,
            first_host_function: FIRST_HOST_FUNCTION,
            bytes: 0,
            wake: Vec::new(),
        };
        match question(&mut self.host, &mut context) {
            Action::Call(call) => {
                assert!(call.words().len() <= pinnacle_system::host::GuestCall::ARGUMENTS);
                self.asked[thread].push(Asked::Call);
            }
            Action::Wait { .. } | Action::RestartThread(_) => {
                self.asked[thread].push(Asked::Wait);
            }
            Action::Return(result) => {
                self.known[self.next_known % KNOWN] = result as u32;
                self.next_known += 1;
            }
            // The host must have checked these addresses before it passes them to an engine.
            Action::FutexWait { address, .. } => {
                assert!(
                    self.memory.load_u32(address).is_ok(),
                    "a futex at {address:#x}"
                );
            }
            Action::FutexWake { woken, .. } => {
                assert!(
                    self.memory.store_u32(woken, 0).is_ok(),
                    "woken at {woken:#x}"
                );
            }
            Action::ExitThread { flag } => {
                assert!(
                    flag == 0 || self.memory.store_u32(flag, 0).is_ok(),
                    "a flag at {flag:#x}"
                );
            }
            Action::Exit(_) => self.is_over = true,
            // An engine would stop the program here, but the host must survive further calls.
            Action::Trap(_) | Action::Load(_) => {}
            Action::SetThreadPointer(_)
            | Action::Yield
            | Action::Sleep(_)
            | Action::StartThread { .. } => {}
        }
    }
}

/// Returns the address of the structure with this number.
fn place(structure: u8) -> u32 {
    USED.start + u32::from(structure) * STRUCTURE
}
