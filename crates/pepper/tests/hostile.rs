//! Hostile programs: every function of every interface is called with garbage, from several
//! threads, and the host neither panics nor grows without bound.
//!
//! A generator plays the program and the engine. Arguments are numbers of all sizes, IDs that exist
//! and that do not, and addresses of accessible and inaccessible memory, of texts, vars, callbacks
//! and structures filled with the same kinds of numbers. The generator answers the host's requests,
//! calls and waits, at arbitrary times, also with garbage, and calls the host again in between.
//!
//! `PINNACLE_HOSTILE_CALLS` is the number of calls to make, and `DAMAGE` a percentage of the usual
//! number; a failure names its seed.

use peak_alloc::PeakAlloc;
use pinnacle_base::random::SplitMix64;
use pinnacle_pepper::device::Devices;
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_runtime::files::{FileSystem, Stdio};
use pinnacle_runtime::irt::Irt;
use pinnacle_runtime::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_system::host::{Action, Host, HostContext};
use pinnacle_testing::damage::copies;
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const THREADS: usize = 4;
const FIRST_HOST_FUNCTION: u32 = 1000;
/// Memory that the program may use.
const USED: std::ops::Range<u32> = PAGE_SIZE..17 * PAGE_SIZE;
const LIMIT: u32 = 512 * PAGE_SIZE;
/// Number of calls after which a program is replaced by the next one.
const CALLS_OF_A_PROGRAM: u32 = 5_000;
/// Maximum size in bytes of the host's data for one program, besides its memory.
const HOST_BYTES: usize = LIMIT as usize + (48 << 20);

/// A request of the host that a thread has not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Call,
    Wait,
}

struct Attacker {
    random: SplitMix64,
    memory: Memory,
    pepper: Pepper,
    threads: [Vec<Asked>; THREADS],
    /// Results that may be ids or addresses.
    known: [u32; 64],
    is_over: bool,
}

impl Attacker {
    fn new(seed: u64) -> Attacker {
        let mut memory = Memory::new(LIMIT).unwrap();
        memory.protect(USED, Protection::ReadWrite).unwrap();
        let files = FileSystem::new(Stdio::default(), Vec::new()).unwrap();
        let irt = Irt::repeatable(files, seed, USED.end..LIMIT);
        let embedding = Embedding {
            attributes: vec![("src".into(), "hostile.nmf".into())],
            view: View::of_size(320, 200),
            devices: Devices::absent(),
        };
        let mut attacker = Attacker {
            random: SplitMix64::new(seed),
            memory,
            pepper: Pepper::new(irt, embedding),
            threads: [const { Vec::new() }; THREADS],
            known: [0; 64],
            is_over: false,
        };
        // By chance, some programs start on their own later, or never.
        if !seed.is_multiple_of(4) {
            attacker.start();
        }
        attacker
    }

    /// Starts as a regular program does, up to the wait in the main loop.
    fn start(&mut self) {
        let words = |memory: &mut Memory, address: u32, words: &[u32]| {
            let bytes: Vec<u8> = words.iter().copied().flat_map(u32::to_le_bytes).collect();
            memory.write(address, &bytes).unwrap();
            address
        };
        let functions = words(&mut self.memory, USED.start, &[11, 12, 13]);
        let instance = words(&mut self.memory, USED.start + 64, &[21, 22, 23, 24, 25]);
        let start = self.pepper.irt().function_count() as usize;
        self.with(0, |pepper, context| {
            pepper.call(start, &[u64::from(functions)], context)
        });
        for answer in [0, instance, 1, 0] {
            assert_eq!(self.threads[0].pop(), Some(Asked::Call));
            self.with(0, |pepper, context| {
                pepper.resume(u64::from(answer), context)
            });
        }
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.random.next_word() % u64::from(limit)) as u32
    }

    /// Returns a number of an arbitrary kind.
    fn number(&mut self) -> u32 {
        match self.below(12) {
            0..3 => self.below(8),
            3..6 => self.known[self.random.next_word() as usize % self.known.len()],
            6..9 => self.structure(),
            9 => 0_u32.wrapping_sub(self.below(70)),
            10 => USED.start + self.below(USED.end - USED.start),
            _ => self.random.next_word() as u32 >> self.below(32),
        }
    }

    /// Returns the address of sixteen words of numbers, vars or text.
    fn structure(&mut self) -> u32 {
        const SIZE: u32 = 64;
        let address = USED.start + SIZE * self.below((USED.end - USED.start) / SIZE);
        // In most cases the previous contents are kept.
        if self.below(3) == 0 {
            let mut bytes = [0; SIZE as usize];
            if self.below(3) == 0 {
                let text = b"/a/b.txt\0ws://x/ http://y/?z Content-Type: text/plain\n GET \0\xff";
                bytes[..text.len()].copy_from_slice(text);
            } else {
                for place in bytes.chunks_exact_mut(4) {
                    // Nested structures would lead to an endless recursion.
                    let number = match self.below(4) {
                        0 => self.below(14),
                        1 => self.known[self.random.next_word() as usize % self.known.len()],
                        2 => address,
                        _ => self.random.next_word() as u32 >> self.below(32),
                    };
                    place.copy_from_slice(&number.to_le_bytes());
                }
            }
            self.memory.write(address, &bytes).unwrap();
        }
        address
    }

    fn with(
        &mut self,
        thread: usize,
        question: impl FnOnce(&mut Pepper, &mut HostContext<'_>) -> Action,
    ) {
        let mut context = HostContext {
            memory: &mut self.memory,
            thread: thread as u32,
            thread_pointer: 0,
            first_host_function: FIRST_HOST_FUNCTION,
            bytes: 0,
            wake: Vec::new(),
        };
        match question(&mut self.pepper, &mut context) {
            Action::Call(_) => self.threads[thread].push(Asked::Call),
            Action::Wait { .. } => self.threads[thread].push(Asked::Wait),
            Action::Return(result) => {
                let place = self.random.next_word() as usize % self.known.len();
                self.known[place] = result as u32;
            }
            Action::Exit(_) => self.is_over = true,
            // An engine would stop the program here, but the host must survive more calls.
            Action::Trap(_) => {}
            other => panic!("Pepper asks for {other:?}"),
        }
    }

    /// Calls a function with garbage.
    fn call(&mut self, thread: usize, function: usize) {
        let params = self.pepper.functions()[function].params.len();
        let mut args = [0; 16];
        for arg in &mut args[..params] {
            let number = u64::from(self.number());
            *arg = match self.below(16) {
                0 => self.random.next_word(),
                _ => number,
            };
        }
        self.with(thread, |pepper, context| {
            pepper.call(function, &args[..params], context)
        });
    }

    /// Returns the number of bytes that the process has allocated, and the number that the
    /// program's budget accounts for.
    fn memory(&self) -> (usize, u64) {
        let charged = self.pepper.irt().memory_budget().charged();
        (ALLOCATOR.current_usage(), charged)
    }

    /// Makes one more call, or answers one.
    fn step(&mut self) {
        let thread = self.below(THREADS as u32) as usize;
        let asked = self.threads[thread].last().copied();
        let deep = self.threads[thread].len() > 8;
        if asked == Some(Asked::Wait) || asked.is_some() && (deep || self.below(3) == 0) {
            self.threads[thread].pop();
            let result = self.number();
            self.with(thread, |pepper, context| {
                pepper.resume(u64::from(result), context)
            });
            return;
        }
        let first = self.pepper.irt().function_count();
        let count = self.pepper.functions().len() as u32;
        let function = (first + self.below(count - first)) as usize;
        self.call(thread, function);
    }
}

/// The two tests measure the same allocator.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Calls of one function.
const CALLS_OF_A_FUNCTION: usize = 2_000;

/// Bytes that the host may keep in addition to the charged ones: tables, buffers of small objects.
const UNACCOUNTED: u64 = 96 << 10;

#[test]
fn no_function_makes_the_host_grow_beyond_the_account_of_the_budget() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let probe = Attacker::new(1);
    let first = probe.pepper.irt().function_count() as usize;
    let names: Vec<String> = probe.pepper.functions()[first..]
        .iter()
        .map(|function| function.name.to_string())
        .collect();
    drop(probe);
    for (index, name) in names.iter().enumerate() {
        let mut attacker = Attacker::new(4 * index as u64 + 1);
        for _ in 0..500 {
            attacker.step();
        }
        attacker.is_over = false;
        let (bytes, charged) = attacker.memory();
        for _ in 0..CALLS_OF_A_FUNCTION {
            attacker.call(index % THREADS, first + index);
        }
        let (bytes_now, charged_now) = attacker.memory();
        let grown = bytes_now.saturating_sub(bytes) as u64;
        let accounted = charged_now.saturating_sub(charged);
        // Memory for this engine's threads is not the host's.
        let asked: usize = attacker.threads.iter().map(Vec::capacity).sum();
        assert!(
            grown <= 2 * accounted + UNACCOUNTED + asked as u64,
            "{CALLS_OF_A_FUNCTION} calls of {name} took {grown} bytes, of which the budget knows \
             {accounted}"
        );
    }
}

#[test]
fn garbage_harms_nobody() {
    let calls = std::env::var("PINNACLE_HOSTILE_CALLS").ok();
    let calls: u32 = calls.map_or_else(|| copies(200_000) as u32, |text| text.parse().unwrap());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let before = ALLOCATOR.current_usage();
    for seed in 0..calls.div_ceil(CALLS_OF_A_PROGRAM) {
        let result = std::panic::catch_unwind(|| {
            ALLOCATOR.reset_peak_usage();
            let mut attacker = Attacker::new(u64::from(seed));
            for _ in 0..CALLS_OF_A_PROGRAM {
                attacker.step();
                if attacker.is_over {
                    break;
                }
            }
        });
        assert!(result.is_ok(), "the program of seed {seed} broke the host");
        let peak = ALLOCATOR.peak_usage().saturating_sub(before);
        assert!(
            peak < HOST_BYTES,
            "seed {seed} took {peak} bytes of the host"
        );
    }
}
