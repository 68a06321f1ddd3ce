//! Message loops: what threads have to do, in which order, and when.
//!
//! Each loop has a queue of work that can run now and one of work that waits for
//! a time. Of works with the same time those that came first run first. A loop
//! knows its thread, if one has attached it.
//!
//! Source: Chromium's `ppapi/proxy/ppb_message_loop_proxy.cc`.

use crate::kernel::call::Call;
use crate::kernel::completion::PendingId;
use crate::kernel::resource::Resource;
use crate::kernel::scheduler::ProgramCall;
use crate::kernel::startup::Offered;
use crate::kernel::state::Kernel;
use pinnacle_system::memory::{Fault, Memory};
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::fmt;
use std::time::Duration;

/// Size of `PP_CompletionCallback`.
const CALLBACK_SIZE: usize = 12;

/// The flag of a callback that need not run if the result is known at once.
const FLAG_OPTIONAL: u32 = 1;

/// `PP_CompletionCallback` with a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Callback {
    /// The address of a function `void (void *user_data, int32_t result)`.
    pub(crate) function: u32,
    pub(crate) user_data: u32,
    pub(crate) is_optional: bool,
}

impl Callback {
    /// Reads a callback; none if its function is null, which stands for "wait
    /// here".
    pub(crate) fn read(memory: &Memory, address: u32) -> Result<Option<Callback>, Fault> {
        let mut bytes = [0; CALLBACK_SIZE];
        memory.read(address, &mut bytes)?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|index| bytes[at + index]));
        Ok((word(0) != 0).then(|| Callback {
            function: word(0),
            user_data: word(4),
            is_optional: word(8) & FLAG_OPTIONAL != 0,
        }))
    }
}

/// Something for a loop to do.
#[derive(Debug)]
pub(crate) enum Work {
    /// Call a function with a result.
    Call { callback: Callback, result: i32 },
    /// Call the callback of an operation that has ended.
    Complete(PendingId),
    /// A task of a family of interfaces.
    Task(Box<dyn Task>),
    /// Leave the loop; it cannot be used again if so said.
    Quit { destroy: bool },
}

/// Something that a family of interfaces has a loop do.
pub(crate) trait Task: fmt::Debug + Send {
    /// The interface that the program must offer for it.
    fn needs(&self) -> Option<Offered> {
        None
    }

    /// Returns the bytes of the host that it takes while it waits, beside its place in the queue.
    fn size(&self) -> u64 {
        0
    }

    /// Does it. Returns the call of the program that this takes, if it takes one.
    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault>;

    /// Ends it undone, because its loop is gone or the program does not offer what it needs.
    fn cancel(self: Box<Self>, _kernel: &mut Kernel) {}
}

impl Work {
    /// Work for a task.
    pub(crate) fn task(task: impl Task + 'static) -> Work {
        Work::Task(Box::new(task))
    }

    /// The interface that the program must offer for it.
    pub(crate) fn needs(&self) -> Option<Offered> {
        match self {
            Work::Task(task) => task.needs(),
            Work::Call { .. } | Work::Complete(_) | Work::Quit { .. } => None,
        }
    }

    /// Returns the bytes of the host that it takes while it waits, roughly.
    fn size(&self) -> u64 {
        let more = match self {
            // Its operation has been charged for it.
            Work::Complete(_) => return 0,
            Work::Task(task) => task.size(),
            Work::Call { .. } | Work::Quit { .. } => 0,
        };
        QUEUED_SIZE + more
    }
}

/// Bytes charged for any work that waits: the buffers of queues double as they grow.
pub(crate) const QUEUED_SIZE: u64 = 2 * size_of::<Delayed>() as u64;

/// Bytes charged for a loop.
const LOOP_SIZE: u64 = 2 * size_of::<MessageLoop>() as u64;

/// Work in a queue, with what it takes.
#[derive(Debug)]
pub(crate) struct Queued {
    pub(crate) work: Work,
    /// Dropped when the work is done, since a message is there until its var is made.
    pub(crate) charge: Charge,
}

/// Why a loop takes no work.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// There is no such loop, or it is destroyed.
    Destroyed(Work),
    /// The memory budget is exhausted.
    NoMemory,
}

/// Work that waits for a time.
#[derive(Debug)]
struct Delayed {
    due: Duration,
    order: u64,
    queued: Queued,
}

impl PartialEq for Delayed {
    fn eq(&self, other: &Delayed) -> bool {
        self.order == other.order
    }
}

impl Eq for Delayed {}

impl PartialOrd for Delayed {
    fn partial_cmp(&self, other: &Delayed) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Delayed {
    fn cmp(&self, other: &Delayed) -> std::cmp::Ordering {
        (self.due, self.order).cmp(&(other.due, other.order))
    }
}

/// A message loop.
#[derive(Debug, Default)]
pub(crate) struct MessageLoop {
    /// The thread that has attached it.
    pub(crate) thread: Option<u32>,
    /// How many calls of `Run` there are that have not returned.
    pub(crate) runs: u32,
    /// It takes no more work.
    pub(crate) is_destroyed: bool,
    ready: VecDeque<Queued>,
    delayed: BinaryHeap<Reverse<Delayed>>,
    _charge: Charge,
}

/// What a loop does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// This.
    Do(Queued),
    /// Nothing before this time, if there is one, unless more comes.
    Wait(Option<Duration>),
}

impl MessageLoop {
    /// What is to be done at a time.
    fn next(&mut self, now: Duration) -> Next {
        while let Some(Reverse(first)) = self.delayed.peek()
            && first.due <= now
            && let Some(Reverse(first)) = self.delayed.pop()
        {
            self.ready.push_back(first.queued);
        }
        let next = self.ready.pop_front();
        // Queues that were long once do not keep their buffers, which are not charged.
        if self.ready.capacity() > 64 && self.ready.len() < self.ready.capacity() / 4 {
            self.ready.shrink_to(self.ready.len() * 2);
        }
        if self.delayed.capacity() > 64 && self.delayed.len() < self.delayed.capacity() / 4 {
            self.delayed.shrink_to(self.delayed.len() * 2);
        }
        match next {
            Some(queued) => Next::Do(queued),
            None => Next::Wait(self.delayed.peek().map(|Reverse(first)| first.due)),
        }
    }

    /// All that waits, in no order.
    fn waiting(self) -> impl Iterator<Item = Work> {
        let delayed = self.delayed.into_iter();
        let delayed = delayed.map(|Reverse(one)| one.queued);
        self.ready
            .into_iter()
            .chain(delayed)
            .map(|queued| queued.work)
    }
}

/// The number of the loop of the main thread, which is always there.
pub(crate) const MAIN_LOOP: u32 = 0;

/// The number of a message loop, as a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LoopNumber(pub(crate) u32);

impl Resource for LoopNumber {
    fn name(&self) -> &'static str {
        "MessageLoop"
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        let known = kernel.loops.get(self.0);
        if known.is_none_or(|one| one.thread.is_none()) {
            kernel.remove_loop(self.0);
        }
    }
}

/// All loops of a program.
#[derive(Debug)]
pub(crate) struct Loops {
    loops: BTreeMap<u32, MessageLoop>,
    next_loop: u32,
    next_order: u64,
    budget: MemoryBudget,
}

impl Default for Loops {
    fn default() -> Loops {
        Loops {
            loops: BTreeMap::from([(MAIN_LOOP, MessageLoop::default())]),
            next_loop: MAIN_LOOP + 1,
            next_order: 0,
            budget: MemoryBudget::default(),
        }
    }
}

impl Loops {
    /// The main loop alone. What waits in loops comes from a budget.
    pub(crate) fn new(budget: &MemoryBudget) -> Loops {
        Loops {
            budget: budget.clone(),
            ..Loops::default()
        }
    }

    /// Makes a loop, and gives its number; none if there is no memory for it.
    pub(crate) fn create(&mut self) -> Option<u32> {
        let message_loop = MessageLoop {
            _charge: self.budget.charge(LOOP_SIZE).ok()?,
            ..MessageLoop::default()
        };
        let number = self.next_loop;
        self.next_loop += 1;
        self.loops.insert(number, message_loop);
        Some(number)
    }

    /// A loop by its number.
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut MessageLoop> {
        self.loops.get_mut(&number)
    }

    /// Returns true if there is a loop of this number that accepts work.
    pub(crate) fn takes_work(&self, number: u32) -> bool {
        self.loops.get(&number).is_some_and(|one| !one.is_destroyed)
    }

    /// Forgets a loop that nobody can name any more, and gives what waits in it.
    pub(crate) fn remove(&mut self, number: u32) -> Vec<Work> {
        let removed = match number {
            MAIN_LOOP => None,
            number => self.loops.remove(&number),
        };
        removed.into_iter().flat_map(MessageLoop::waiting).collect()
    }

    /// What a loop is to do at a time; none if there is no such loop.
    pub(crate) fn next(&mut self, number: u32, now: Duration) -> Option<Next> {
        Some(self.loops.get_mut(&number)?.next(now))
    }

    /// Gives a loop something to do, now or at a time. Says which thread may
    /// have to be woken.
    ///
    /// # Errors
    ///
    /// If the loop no longer accepts work, or the memory budget is exhausted.
    pub(crate) fn post(
        &mut self,
        number: u32,
        due: Option<Duration>,
        work: Work,
    ) -> Result<Option<u32>, Refusal> {
        let order = self.next_order;
        let Some(target) = self.loops.get_mut(&number).filter(|one| !one.is_destroyed) else {
            return Err(Refusal::Destroyed(work));
        };
        let Ok(charge) = self.budget.charge(work.size()) else {
            return Err(Refusal::NoMemory);
        };
        let queued = Queued { work, charge };
        match due {
            None => target.ready.push_back(queued),
            Some(due) => target.delayed.push(Reverse(Delayed { due, order, queued })),
        }
        self.next_order += 1;
        Ok(target.thread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quit(due: Option<u64>, destroy: bool, loops: &mut Loops) {
        let due = due.map(Duration::from_millis);
        loops.post(MAIN_LOOP, due, Work::Quit { destroy }).unwrap();
    }

    /// A task that takes more than there is.
    #[derive(Debug)]
    struct Large;

    impl Task for Large {
        fn size(&self) -> u64 {
            10_000
        }

        fn perform(self: Box<Self>, _: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
            Ok(None)
        }
    }

    fn order(loops: &mut Loops, now: u64) -> Vec<bool> {
        let main = loops.get(MAIN_LOOP).unwrap();
        let mut order = Vec::new();
        while let Next::Do(Queued {
            work: Work::Quit { destroy },
            ..
        }) = main.next(Duration::from_millis(now))
        {
            order.push(destroy);
        }
        order
    }

    #[test]
    fn work_of_the_same_time_runs_in_the_order_in_which_it_came() {
        let mut loops = Loops::default();
        for (due, mark) in [(Some(5), true), (Some(5), false), (Some(3), false)] {
            quit(due, mark, &mut loops);
        }
        assert_eq!(order(&mut loops, 5), [false, true, false]);
    }

    #[test]
    fn what_is_not_due_waits_and_says_until_when() {
        let mut loops = Loops::default();
        quit(Some(7), false, &mut loops);
        let main = loops.get(MAIN_LOOP).unwrap();
        let wait = main.next(Duration::from_millis(6));
        assert!(
            matches!(wait, Next::Wait(Some(due)) if due.as_millis() == 7),
            "{wait:?}"
        );
        assert!(matches!(main.next(Duration::from_millis(7)), Next::Do(_)));
        assert!(matches!(
            main.next(Duration::from_millis(7)),
            Next::Wait(None)
        ));
    }

    #[test]
    fn work_without_room_in_the_budget_is_refused() {
        let budget = MemoryBudget::new(3 * QUEUED_SIZE);
        let mut loops = Loops::new(&budget);
        quit(Some(7), true, &mut loops);
        quit(None, false, &mut loops);
        let large = Work::task(Large);
        let refused = loops.post(MAIN_LOOP, None, large);
        assert!(matches!(refused, Err(Refusal::NoMemory)), "{refused:?}");
        quit(None, false, &mut loops);
        let refused = loops.post(MAIN_LOOP, None, Work::Quit { destroy: false });
        assert!(matches!(refused, Err(Refusal::NoMemory)), "{refused:?}");
        assert_eq!(order(&mut loops, 7), [false, false, true]);
        assert_eq!(budget.charged(), 0);
    }

    #[test]
    fn a_destroyed_loop_takes_nothing() {
        let mut loops = Loops::default();
        let number = loops.create().unwrap();
        loops.get(number).unwrap().is_destroyed = true;
        assert!(
            loops
                .post(number, None, Work::Quit { destroy: false })
                .is_err()
        );
    }
}
