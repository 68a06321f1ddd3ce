//! The host of these tests.

use pinnacle_pexe::types::Type;
use pinnacle_runtime::host::{AtRest, GuestCall, HostFunction};
use pinnacle_runtime::{Action, Host, HostContext, TrapKind};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const I: Type = Type::I32;
const D: Type = Type::Double;
const NONE: Type = Type::Void;

/// The functions, in the order of their addresses.
static FUNCTIONS: [HostFunction; 21] = [
    HostFunction::new("query", &[I, I, I], I),
    // Writes a line.
    HostFunction::new("log", &[I], NONE),
    HostFunction::new("log_double", &[D], NONE),
    HostFunction::new("exit", &[I], NONE),
    // Calls a function `i32 (i32)` with an argument. Returns its result plus one.
    HostFunction::new("apply", &[I, I], I),
    // Calls a function `void ()` a number of times.
    HostFunction::new("repeat", &[I, I], I),
    // Calls a function `double (double, float)`. Returns twice its result.
    HostFunction::new("mix", &[I], D),
    // Calls a function `i64 (i64, i32)`. Returns the upper half of its result.
    HostFunction::new("wide", &[I], I),
    // Waits for a token, at most this number of milliseconds if it is not 0. Returns true if the
    // token has arrived.
    HostFunction::new("take", &[I], I),
    // Gives a thread a token.
    HostFunction::new("give", &[I], NONE),
    HostFunction::new("start", &[I, I, I], I),
    HostFunction::new("end", &[I], NONE),
    HostFunction::new("yield", &[], I),
    HostFunction::new("sleep", &[I], I),
    HostFunction::new("futex_wait", &[I, I, I], I),
    HostFunction::new("futex_wake", &[I, I, I], I),
    // Waits for one millisecond again and again, forever.
    HostFunction::new("idle", &[], NONE),
    HostFunction::new("now", &[], I),
    // Gives a token to a thread, then calls `void ()` and waits for a token.
    HostFunction::new("pass", &[I, I], I),
    HostFunction::new("five", &[], I),
    HostFunction::new("micros", &[], I),
];

/// Replaces the names of host functions by their addresses.
pub(super) fn with_addresses(mut text: String, first: usize) -> String {
    let mut names: Vec<(usize, &str)> = FUNCTIONS
        .iter()
        .enumerate()
        .map(|(index, function)| (index, &*function.name))
        .collect();
    // A longer name may begin with a shorter one, so it must be replaced first.
    names.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
    for (index, name) in names {
        text = text.replace(&format!("${name}"), &(first + index).to_string());
    }
    text
}

/// The current activity of a thread.
#[derive(Clone, Copy, Debug)]
pub(super) enum Activity {
    Apply,
    Repeat { function: u32, left: u32 },
    Mix,
    Wide,
    Take { deadline: Option<Duration> },
    Idle,
    Pass,
}

#[derive(Debug)]
pub(super) struct TestHost {
    pub(super) log: Vec<String>,
    /// The time of the host's own clock; `None` for the machine's.
    pub(super) clock: Option<Duration>,
    /// Number of times that its own clock was read. Each read advances it by a microsecond.
    pub(super) looks: Cell<u32>,
    /// The answers to give when all threads wait, in reverse order.
    pub(super) rest: Vec<AtRest>,
    /// True if every call is recorded, with its thread.
    pub(super) records: bool,
    pub(super) tokens: BTreeMap<u32, u32>,
    pub(super) activities: BTreeMap<u32, Vec<Activity>>,
}

impl Default for TestHost {
    /// A host with its own clock.
    fn default() -> TestHost {
        TestHost {
            log: Vec::new(),
            clock: Some(Duration::from_secs(1)),
            looks: Cell::new(0),
            rest: Vec::new(),
            records: false,
            tokens: BTreeMap::new(),
            activities: BTreeMap::new(),
        }
    }
}

fn guest_call(address: u32, params: &'static [Type], result: Type, words: &[u64]) -> Action {
    let mut args = [0; GuestCall::ARGUMENTS];
    args[..words.len()].copy_from_slice(words);
    Action::Call(GuestCall {
        address,
        params,
        result,
        args,
    })
}

impl TestHost {
    /// A host with the machine's clock.
    pub(super) fn in_real_time() -> TestHost {
        TestHost {
            clock: None,
            ..TestHost::default()
        }
    }

    fn begin(&mut self, thread: u32, activity: Activity) {
        self.activities.entry(thread).or_default().push(activity);
    }

    fn until(&self, milliseconds: u64) -> Option<Duration> {
        let pause = Duration::from_millis(milliseconds);
        (milliseconds != 0).then(|| self.real_time() + pause)
    }

    fn take(&mut self, thread: u32, deadline: Option<Duration>) -> Action {
        let tokens = self.tokens.entry(thread).or_default();
        if *tokens > 0 {
            *tokens -= 1;
            return Action::Return(1);
        }
        if deadline.is_some_and(|deadline| deadline <= self.real_time()) {
            return Action::Return(0);
        }
        self.begin(thread, Activity::Take { deadline });
        Action::Wait { deadline }
    }

    fn give(&mut self, thread: u32, context: &mut HostContext<'_>) {
        *self.tokens.entry(thread).or_default() += 1;
        context.wake.push(thread);
    }

    fn repeat(&mut self, thread: u32, function: u32, left: u32) -> Action {
        match left.checked_sub(1) {
            None => Action::Return(0),
            Some(left) => {
                self.begin(thread, Activity::Repeat { function, left });
                guest_call(function, &[], NONE, &[])
            }
        }
    }

    fn idle(&mut self, thread: u32) -> Action {
        self.begin(thread, Activity::Idle);
        Action::Wait {
            deadline: self.until(1),
        }
    }
}

impl Host for TestHost {
    fn functions(&self) -> &[HostFunction] {
        &FUNCTIONS
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        let word = |index: usize| args[index] as u32;
        let thread = context.thread;
        let name = &*FUNCTIONS[function].name;
        if self.records {
            self.log.push(format!("{thread} {name} {args:?}"));
        }
        match name {
            "log" => {
                self.log.push(format!("{thread}: {}", word(0) as i32));
                Action::Return(0)
            }
            "log_double" => {
                self.log
                    .push(format!("{thread}: {}", f64::from_bits(args[0])));
                Action::Return(0)
            }
            "exit" => Action::Exit(word(0) as u8),
            "apply" => {
                self.begin(thread, Activity::Apply);
                guest_call(word(0), &[I], I, &[args[1]])
            }
            "repeat" => self.repeat(thread, word(0), word(1)),
            "mix" => {
                self.begin(thread, Activity::Mix);
                let words = [1.5_f64.to_bits(), 2.25_f32.to_bits().into()];
                guest_call(word(0), &[D, Type::Float], D, &words)
            }
            "wide" => {
                self.begin(thread, Activity::Wide);
                guest_call(word(0), &[Type::I64, I], Type::I64, &[7 << 40, 3])
            }
            "take" => self.take(thread, self.until(args[0])),
            "give" => {
                self.give(word(0), context);
                Action::Return(0)
            }
            "start" => Action::StartThread {
                start: word(0),
                stack: word(1),
                thread_pointer: word(2),
            },
            "end" => Action::ExitThread { flag: word(0) },
            "yield" => Action::Yield,
            "sleep" => Action::Sleep(Duration::from_millis(args[0])),
            "futex_wait" => Action::FutexWait {
                address: word(0),
                value: word(1),
                deadline: self.until(args[2]),
            },
            "futex_wake" => Action::FutexWake {
                address: word(0),
                count: word(1),
                woken: word(2),
            },
            "idle" => self.idle(thread),
            "now" => Action::Return(self.real_time().as_millis() as u32 as u64),
            "micros" => Action::Return(self.real_time().as_micros() as u32 as u64),
            "pass" => {
                self.give(word(0), context);
                self.begin(thread, Activity::Pass);
                guest_call(word(1), &[], NONE, &[])
            }
            "five" => Action::Return(5),
            _ => Action::Trap(TrapKind::Host("unknown".into())),
        }
    }

    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        let thread = context.thread;
        if self.records {
            self.log.push(format!("{thread} resumes with {result}"));
        }
        match self.activities.get_mut(&thread).and_then(Vec::pop) {
            None => Action::Trap(TrapKind::Host("nothing was asked for".into())),
            Some(Activity::Apply) => Action::Return((result as u32).wrapping_add(1).into()),
            Some(Activity::Repeat { function, left }) => {
                assert_eq!(result, 0);
                self.repeat(thread, function, left)
            }
            Some(Activity::Mix) => Action::Return((f64::from_bits(result) * 2.0).to_bits()),
            Some(Activity::Wide) => Action::Return(result >> 32),
            Some(Activity::Take { deadline }) => self.take(thread, deadline),
            Some(Activity::Idle) => self.idle(thread),
            Some(Activity::Pass) => self.take(thread, None),
        }
    }

    fn at_rest(&mut self) -> AtRest {
        self.log.push("at rest".into());
        self.rest.pop().unwrap_or(AtRest::Deadlock)
    }

    fn real_time(&self) -> Duration {
        match self.clock {
            Some(clock) => {
                self.looks.set(self.looks.get() + 1);
                clock + Duration::from_micros(self.looks.get().into())
            }
            None => SystemTime::now().duration_since(UNIX_EPOCH).unwrap(),
        }
    }

    fn has_own_clock(&self) -> bool {
        self.clock.is_some()
    }

    fn pass_time(&mut self, duration: Duration) {
        match &mut self.clock {
            Some(clock) => *clock += duration,
            None => std::thread::sleep(duration),
        }
    }
}
