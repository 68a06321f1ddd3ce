//! Measuring a program at each return to its message loop.

use anyhow::{Result, bail, ensure};
use pinnacle_pepper::Pepper;
use pinnacle_pepper::interfaces::ALL;
use pinnacle_pepper::table::ctypes::Passing;
use pinnacle_pepper::table::{Declared, Method, Pointer};
use pinnacle_system::host::{Action, AtRest, Host, HostContext, HostFunction};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// About this many callbacks of a run are measured.
const MAX_SAMPLES: u64 = 4_000;

/// The progress of a run. It is complete after a number of callbacks and a span of virtual time.
pub(super) struct Progress {
    target: u64,
    step: Duration,
    callbacks: AtomicU64,
    /// The time at which the program had loaded.
    start: OnceLock<Duration>,
    /// Time since then, in steps.
    steps: AtomicU64,
}

impl Progress {
    pub(super) fn new(target: u64, step: Duration) -> Progress {
        Progress {
            target,
            step,
            callbacks: AtomicU64::new(0),
            start: OnceLock::new(),
            steps: AtomicU64::new(0),
        }
    }

    /// The time between two events of the driver.
    pub(super) fn step(&self) -> Duration {
        self.step
    }

    /// The program has loaded by this time. Returns the first time at which it had.
    pub(super) fn begin(&self, now: Duration) -> Duration {
        *self.start.get_or_init(|| now)
    }

    /// Notes the time. Returns true if the run is complete.
    pub(super) fn look(&self, now: Duration) -> bool {
        let elapsed = now.saturating_sub(self.begin(now));
        let steps = elapsed.as_nanos() / self.step.as_nanos();
        self.steps.store(steps as u64, Ordering::Relaxed);
        self.is_complete()
    }

    pub(super) fn callbacks(&self) -> u64 {
        self.callbacks.load(Ordering::Relaxed)
    }

    /// The part of the run that is over, in quarters.
    fn quarter(&self) -> usize {
        let done = self.callbacks().min(self.steps.load(Ordering::Relaxed));
        (4 * done / self.target) as usize
    }

    /// Returns true if this callback is measured: long runs measure some only, since it takes time.
    fn is_sampled(&self) -> bool {
        self.callbacks()
            .is_multiple_of((self.target / MAX_SAMPLES).max(1))
    }

    pub(super) fn is_complete(&self) -> bool {
        self.quarter() >= 4
    }
}

/// Something that a program may take too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// Bytes from the top of the main thread's stack to the lowest address in it that the
    /// program has passed to the host. 0 for programs that pass none; builds with debug
    /// assertions check the stack pointer of each callback besides.
    Stack,
    /// Bytes of the program's memory that are mapped.
    Heap,
    /// Vars and resources.
    Handles,
    /// References that the program holds.
    References,
    /// Bytes of the host in the program's memory budget.
    Charged,
}

impl Level {
    const ALL: [Level; 5] = [
        Level::Stack,
        Level::Heap,
        Level::Handles,
        Level::References,
        Level::Charged,
    ];

    /// The growth from the second quarter of a run to the last that is allowed.
    ///
    /// Half of the smallest run has 1,000 callbacks, 100 rounds of the driver: a leak of a
    /// handle or of 16 bytes of stack in each round exceeds this. What threads have in hand at
    /// the moment does not. Ids are never given twice, so their directory grows by 16 bytes for
    /// 65,536 handles that were ever made; and a page of ids of some 12 KB stays for the next
    /// handle, which a program may begin late.
    fn tolerance(self, callbacks: u64) -> u64 {
        match self {
            Level::Stack => 1 << 10,
            Level::Heap => 0,
            Level::Handles | Level::References => 8,
            Level::Charged => (1 << 14) + callbacks / 256,
        }
    }
}

/// The maximum that a program took, in each quarter of its run.
pub(super) struct Levels {
    /// Callbacks in the whole run.
    callbacks: u64,
    quarters: [[u64; 5]; 4],
    samples: [u64; 4],
}

impl Levels {
    pub(super) fn new(callbacks: u64) -> Levels {
        Levels {
            callbacks,
            quarters: Default::default(),
            samples: Default::default(),
        }
    }

    fn add(&mut self, quarter: usize, sample: [u64; 5]) {
        let quarter = quarter.min(3);
        self.samples[quarter] += 1;
        for (most, one) in self.quarters[quarter].iter_mut().zip(sample) {
            *most = one.max(*most);
        }
    }

    /// Returns the levels of which the last quarter took more than the second.
    pub(super) fn growing(&self) -> Vec<Level> {
        let [_, early, _, late] = &self.quarters;
        let is_growing = |&index: &usize| {
            late[index] > early[index] + Level::ALL[index].tolerance(self.callbacks)
        };
        let indices = 0..Level::ALL.len();
        indices
            .filter(is_growing)
            .map(|index| Level::ALL[index])
            .collect()
    }

    /// Checks that a program took as much of everything late as early, but for what it is
    /// known to take.
    pub(super) fn check(&self, known: &[(Level, &str)]) -> Result<()> {
        ensure!(
            self.samples.iter().all(|&samples| samples > 0),
            "no sample in a quarter: {:?}",
            self.samples
        );
        let mut growing = self.growing();
        growing.retain(|level| known.iter().all(|(known, _)| known != level));
        if !growing.is_empty() {
            bail!("{growing:?} grew: {self}");
        }
        Ok(())
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} samples", self.samples.iter().sum::<u64>())?;
        for (index, level) in Level::ALL.iter().enumerate() {
            let most = self.quarters.map(|quarter| quarter[index]);
            write!(f, "; {level:?} {most:?}")?;
        }
        Ok(())
    }
}

/// The reason why a thread waits in a function of the host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Callback,
    Wait,
}

/// Pepper, with a measurement whenever the main thread returns to its message loop.
pub(super) struct Watched {
    pepper: Pepper,
    stack: Range<u32>,
    /// For each function of the host, whether its arguments are addresses.
    addresses: Vec<Vec<bool>>,
    progress: Arc<Progress>,
    levels: Arc<Mutex<Levels>>,
    /// For each thread what it waits for, the innermost last.
    pending: BTreeMap<u32, Vec<Pending>>,
    /// The lowest address of the stack since the last measurement.
    lowest: u32,
}

impl Watched {
    pub(super) fn new(
        pepper: Pepper,
        stack: Range<u32>,
        progress: Arc<Progress>,
        levels: Arc<Mutex<Levels>>,
    ) -> Watched {
        Watched {
            addresses: addresses(pepper.functions()),
            pepper,
            lowest: stack.end,
            stack,
            progress,
            levels,
            pending: BTreeMap::new(),
        }
    }

    /// Notes what a thread waits for after an action.
    fn follow(&mut self, thread: u32, action: &Action) {
        let pending = match action {
            Action::Call(_) => Pending::Callback,
            Action::Wait { .. } => Pending::Wait,
            Action::ExitThread { .. } => {
                self.pending.remove(&thread);
                return;
            }
            _ => return,
        };
        self.pending.entry(thread).or_default().push(pending);
    }

    fn measure(&mut self, heap: u64) {
        let usage = self.pepper.usage();
        let sample = [
            u64::from(self.stack.end - self.lowest),
            heap,
            usage.handles as u64,
            usage.references,
            usage.charged,
        ];
        self.lowest = self.stack.end;
        let quarter = self.progress.quarter();
        let mut levels = self.levels.lock().expect("nobody panics while adding");
        levels.add(quarter, sample);
    }
}

/// Returns for each function whether its arguments are addresses. Those of the IRT may all be; ids
/// of Pepper are not, though after some millions of handles they are as large.
fn addresses(functions: &[HostFunction]) -> Vec<Vec<bool>> {
    let methods: BTreeMap<String, &Method> = ALL
        .iter()
        .flat_map(|interface| {
            let prefix = format!("{};{}", interface.name, interface.version);
            let methods = interface.methods.iter();
            methods.map(move |method| (format!("{prefix}.{}", method.name), method))
        })
        .collect();
    let of_method = |method: &Method| {
        let result = is_structure(&method.result).then_some(true);
        let parameters = method.parameters.iter().map(|parameter| {
            parameter.declared.pointer != Pointer::No || is_structure(&parameter.declared)
        });
        result.into_iter().chain(parameters).collect()
    };
    let of_function = |function: &HostFunction| {
        let method = methods.get(&*function.name);
        method.map_or_else(
            || vec![true; function.params.len()],
            |method| of_method(method),
        )
    };
    functions.iter().map(of_function).collect()
}

/// Structures are passed and returned by their addresses.
fn is_structure(declared: &Declared) -> bool {
    declared.pointer == Pointer::No && matches!(declared.ty.passing(), Passing::Structure)
}

impl Host for Watched {
    fn functions(&self) -> &[HostFunction] {
        self.pepper.functions()
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        if context.thread == 0 {
            let addresses = args.iter().zip(&self.addresses[function]);
            let addresses = addresses.filter_map(|(&arg, &is)| is.then_some(arg as u32));
            let lowest = addresses
                .filter(|address| self.stack.contains(address))
                .min();
            self.lowest = lowest.map_or(self.lowest, |lowest| self.lowest.min(lowest));
        }
        let action = self.pepper.call(function, args, context);
        self.follow(context.thread, &action);
        action
    }

    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        let pending = self.pending.entry(context.thread).or_default();
        let is_callback = pending.pop() == Some(Pending::Callback) && pending.is_empty();
        if is_callback {
            self.progress.callbacks.fetch_add(1, Ordering::Relaxed);
        }
        let action = self.pepper.resume(result, context);
        if is_callback && context.thread == 0 && self.progress.is_sampled() {
            self.measure(context.memory.mapped());
        }
        self.follow(context.thread, &action);
        action
    }

    fn at_rest(&mut self) -> AtRest {
        self.pepper.at_rest()
    }

    fn real_time(&self) -> Duration {
        self.pepper.real_time()
    }

    fn has_own_clock(&self) -> bool {
        self.pepper.has_own_clock()
    }

    fn pass_time(&mut self, duration: Duration) {
        self.pepper.pass_time(duration);
    }
}
