//! Events from devices to the program, sent from any thread.
//!
//! A device that works synchronously only posts the result. A device that waits for others, such as
//! the network, holds an [`InFlight`] while it waits. As long as there is one, the program does not
//! count as idle, and virtual time advances no faster than real time.

use pinnacle_pepper::device::Event;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Events on their way to the program.
#[derive(Debug, Default)]
pub struct Inbox {
    content: Mutex<Content>,
    arrived: Condvar,
    budget: MemoryBudget,
}

#[derive(Debug, Default)]
struct Content {
    /// Events with their charges to the budget. Charging never fails here, because the event
    /// already exists and its sender is bounded.
    events: VecDeque<(Event, Charge)>,
    /// Sum of the charges in bytes.
    bytes: u64,
    in_flight: usize,
    /// Number of [`Watching`] guards, which keep the run open for a user.
    watching: usize,
}

/// Number of bytes of waiting events at which [`Inbox::post_in_time`] refuses further ones.
const MAX_WAITING_BYTES: u64 = 1 << 20;

/// While this exists, an operation is pending that may end at any time.
#[derive(Debug)]
pub struct InFlight(Arc<Inbox>);

/// While this exists, a user may send input to the program.
#[derive(Debug)]
pub struct Watching(Arc<Inbox>);

impl Inbox {
    /// Creates an empty inbox. Its events are charged to the program's budget.
    pub fn new(budget: &MemoryBudget) -> Arc<Inbox> {
        Arc::new(Inbox {
            budget: budget.clone(),
            ..Inbox::default()
        })
    }

    /// Posts an event.
    pub fn post(&self, event: Event) {
        self.lock().push(event, &self.budget);
        self.arrived.notify_all();
    }

    /// Posts an event, unless the waiting events already take much memory. For sources that post
    /// without a request and can try again later.
    ///
    /// # Errors
    ///
    /// Fails with the event if it is not posted.
    #[expect(
        clippy::result_large_err,
        reason = "the event goes back to who has it already"
    )]
    pub fn post_in_time(&self, event: Event, most: usize) -> Result<(), Event> {
        let mut content = self.lock();
        let is_full = content.events.len() >= most || content.bytes >= MAX_WAITING_BYTES;
        if is_full {
            return Err(event);
        }
        content.push(event, &self.budget);
        drop(content);
        self.arrived.notify_all();
        Ok(())
    }

    /// Returns an empty charge to the program's budget, for data that will become an event.
    pub(crate) fn empty_charge(&self) -> Charge {
        self.budget.empty_charge()
    }

    /// Returns the number of waiting events.
    pub fn len(&self) -> usize {
        self.lock().events.len()
    }

    /// Returns true if no event waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes and returns the oldest event.
    pub fn next(&self) -> Option<Event> {
        let mut content = self.lock();
        let (event, charge) = content.events.pop_front()?;
        content.bytes -= charge.bytes();
        Some(event)
    }

    /// Removes the events for which `keep` returns false, for example those of abandoned
    /// operations.
    pub fn retain(&self, mut keep: impl FnMut(&Event) -> bool) {
        let mut content = self.lock();
        content.events.retain(|(event, _)| keep(event));
        content.bytes = content
            .events
            .iter()
            .map(|(_, charge)| charge.bytes())
            .sum();
    }

    /// Starts an operation that may end at any time.
    pub fn begin(self: &Arc<Inbox>) -> InFlight {
        self.lock().in_flight += 1;
        InFlight(self.clone())
    }

    /// Keeps the run open for a user, whose input may come at any time.
    pub fn watch(self: &Arc<Inbox>) -> Watching {
        self.lock().watching += 1;
        Watching(self.clone())
    }

    /// Returns true if an operation is pending or a user is watching.
    pub fn is_waiting(&self) -> bool {
        self.lock().is_waiting()
    }

    /// Returns true if there is an event, or one may still arrive.
    pub fn is_open(&self) -> bool {
        let content = self.lock();
        content.is_waiting() || !content.events.is_empty()
    }

    /// Returns true if there is an event, or an operation is pending.
    pub fn has_work(&self) -> bool {
        let content = self.lock();
        content.in_flight > 0 || !content.events.is_empty()
    }

    /// Waits until there is an event, at most for this time. Returns the time waited.
    pub fn wait(&self, at_most: Duration) -> Duration {
        let start = Instant::now();
        let content = self.lock();
        let is_empty = |content: &mut Content| content.events.is_empty();
        drop(
            self.arrived
                .wait_timeout_while(content, at_most, is_empty)
                .unwrap_or_else(PoisonError::into_inner),
        );
        start.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        // Each change is a single step, so a panic elsewhere does no harm.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn is_waiting(&self) -> bool {
        self.in_flight + self.watching > 0
    }

    fn push(&mut self, event: Event, budget: &MemoryBudget) {
        let charge = budget.overdraw(event.size());
        self.bytes += charge.bytes();
        self.events.push_back((event, charge));
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.lock().watching -= 1;
        self.0.arrived.notify_all();
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.lock().in_flight -= 1;
        self.0.arrived.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pepper::message::Message;

    #[test]
    fn events_come_in_order_and_those_given_up_do_not() {
        let inbox = Inbox::new(&MemoryBudget::default());
        for event in [Event::Frame, Event::MouseLockLost, Event::Frame] {
            inbox.post(event);
        }
        inbox.retain(|event| *event != Event::MouseLockLost);
        let events = std::iter::from_fn(|| inbox.next());
        assert_eq!(events.collect::<Vec<_>>(), [Event::Frame, Event::Frame]);
        assert!(!inbox.is_open());
    }

    #[test]
    fn queued_events_count_and_delay_other_events() {
        let budget = MemoryBudget::new(100);
        let inbox = Inbox::new(&budget);
        let message = || Event::Message(Message::text(&"x".repeat(2 << 20)));
        assert!(inbox.post_in_time(message(), 16).is_ok());
        assert!(budget.charged() > 2 << 20 && !budget.has_room(0));
        assert!(inbox.post_in_time(Event::Frame, 16).is_err());
        inbox.next();
        assert_eq!(budget.charged(), 0);
        assert!(inbox.post_in_time(Event::Frame, 1).is_ok());
        assert!(inbox.post_in_time(Event::Frame, 1).is_err());
        inbox.retain(|_| false);
        assert_eq!(budget.charged(), 0);
    }

    #[test]
    fn requests_in_flight_keep_it_open() {
        let inbox = Inbox::new(&MemoryBudget::default());
        let first = inbox.begin();
        let second = inbox.begin();
        drop(first);
        assert!(inbox.is_open() && inbox.is_waiting());
        drop(second);
        assert!(!inbox.is_open());
    }

    #[test]
    fn an_event_ends_the_wait() {
        let inbox = Inbox::new(&MemoryBudget::default());
        let other = inbox.clone();
        let thread = std::thread::spawn(move || other.post(Event::Frame));
        inbox.wait(Duration::from_secs(3600));
        assert_eq!(inbox.next(), Some(Event::Frame));
        thread.join().unwrap();
    }
}
