//! Message loops: what threads have to do, in which order, and when.
//!
//! Each loop has a queue of work that can run now and one of work that waits for
//! a time. Of works with the same time those that came first run first. A loop
//! knows its thread, if one has attached it.
//!
//! Source: Chromium's `ppapi/proxy/ppb_message_loop_proxy.cc`.

use crate::completion::PendingId;
use crate::input::Waiting;
use crate::life::Offered;
use crate::message::Message;
use pinnacle_system::memory::{Fault, Memory};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
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
    /// Hand a message to the program.
    Message(Message),
    /// Hand a message to the program's handler of messages.
    HandlerMessage(Message),
    /// Hand a message to the program's handler of messages, and its response to the
    /// page.
    BlockingMessage(Message),
    /// Tell the program what it can see of its view.
    ViewChanged,
    /// Tell the program whether it has the focus.
    FocusChanged(bool),
    /// Hand an event to the program.
    Input(Box<Waiting>),
    /// Tell the program that the mouse is locked no more.
    MouseLockLost,
    /// Tell the program that what its contexts had is lost.
    ContextLost,
    /// Tell a message handler that it is one no more.
    DestroyHandler { function: u32, user_data: u32 },
    /// Leave the loop; it cannot be used again if so said.
    Quit { destroy: bool },
}

impl Work {
    /// What the program must offer for it.
    pub(crate) fn needs(&self) -> Option<Offered> {
        match self {
            Work::Message(_) => Some(Offered::Messaging),
            Work::Input(_) => Some(Offered::InputEvent),
            Work::MouseLockLost => Some(Offered::MouseLock),
            Work::ContextLost => Some(Offered::Graphics3d),
            Work::Call { .. }
            | Work::Complete(_)
            | Work::HandlerMessage(_)
            | Work::BlockingMessage(_)
            | Work::ViewChanged
            | Work::FocusChanged(_)
            | Work::DestroyHandler { .. }
            | Work::Quit { .. } => None,
        }
    }

    /// How many bytes of the host it takes while it waits, roughly.
    fn size(&self) -> u64 {
        let more = match self {
            Work::Message(message)
            | Work::HandlerMessage(message)
            | Work::BlockingMessage(message) => message.size(),
            Work::Input(waiting) => waiting.event.size(),
            _ => 0,
        };
        size_of::<Delayed>() as u64 + more
    }
}

/// Work that waits for a time.
#[derive(Debug)]
struct Delayed {
    due: Duration,
    order: u64,
    work: Work,
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
    ready: VecDeque<Work>,
    delayed: BinaryHeap<Reverse<Delayed>>,
}

/// What a loop does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// This.
    Do(Work),
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
            self.ready.push_back(first.work);
        }
        match self.ready.pop_front() {
            Some(work) => Next::Do(work),
            None => Next::Wait(self.delayed.peek().map(|Reverse(first)| first.due)),
        }
    }

    /// All that waits, in no order.
    fn waiting(self) -> impl Iterator<Item = Work> {
        let delayed = self.delayed.into_iter();
        self.ready
            .into_iter()
            .chain(delayed.map(|Reverse(one)| one.work))
    }
}

/// The number of the loop of the main thread, which is always there.
pub(crate) const MAIN_LOOP: u32 = 0;

/// All loops of a program.
#[derive(Debug)]
pub(crate) struct Loops {
    loops: BTreeMap<u32, MessageLoop>,
    next_loop: u32,
    next_order: u64,
    /// What waits in all of them, in bytes of the host.
    bytes: u64,
}

impl Default for Loops {
    fn default() -> Loops {
        Loops {
            loops: BTreeMap::from([(MAIN_LOOP, MessageLoop::default())]),
            next_loop: MAIN_LOOP + 1,
            next_order: 0,
            bytes: 0,
        }
    }
}

impl Loops {
    /// Makes a loop, and gives its number.
    pub(crate) fn create(&mut self) -> u32 {
        let number = self.next_loop;
        self.next_loop += 1;
        self.loops.insert(number, MessageLoop::default());
        number
    }

    /// A loop by its number.
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut MessageLoop> {
        self.loops.get_mut(&number)
    }

    /// Forgets a loop that nobody can name any more, and gives what waits in it.
    pub(crate) fn remove(&mut self, number: u32) -> Vec<Work> {
        let removed = match number {
            MAIN_LOOP => None,
            number => self.loops.remove(&number),
        };
        let waiting: Vec<Work> = removed.into_iter().flat_map(MessageLoop::waiting).collect();
        self.bytes -= waiting.iter().map(Work::size).sum::<u64>();
        waiting
    }

    /// What a loop is to do at a time; none if there is no such loop.
    pub(crate) fn next(&mut self, number: u32, now: Duration) -> Option<Next> {
        let next = self.loops.get_mut(&number)?.next(now);
        if let Next::Do(work) = &next {
            self.bytes -= work.size();
        }
        Some(next)
    }

    /// What waits in all loops, in bytes of the host.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Gives a loop something to do, now or at a time. Says which thread may
    /// have to be woken; an error if the loop takes nothing any more.
    pub(crate) fn post(
        &mut self,
        number: u32,
        due: Option<Duration>,
        work: Work,
    ) -> Result<Option<u32>, Work> {
        let order = self.next_order;
        let Some(target) = self.loops.get_mut(&number).filter(|one| !one.is_destroyed) else {
            return Err(work);
        };
        self.bytes += work.size();
        match due {
            None => target.ready.push_back(work),
            Some(due) => target.delayed.push(Reverse(Delayed { due, order, work })),
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

    fn order(loops: &mut Loops, now: u64) -> Vec<bool> {
        let main = loops.get(MAIN_LOOP).unwrap();
        let mut order = Vec::new();
        while let Next::Do(Work::Quit { destroy }) = main.next(Duration::from_millis(now)) {
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
    fn a_destroyed_loop_takes_nothing() {
        let mut loops = Loops::default();
        let number = loops.create();
        loops.get(number).unwrap().is_destroyed = true;
        assert!(loops.post(number, None, Work::ViewChanged).is_err());
    }
}
