//! What devices tell the program, from whichever thread they work on.
//!
//! A device that does its work at once posts what came of it and that is all. One
//! that waits for others (the network) says so by an [`InFlight`] as long as it
//! does; meanwhile the program does not count as idle, and virtual time goes no
//! faster than real time.

use pinnacle_pepper::device::Event;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Events on their way to the program.
#[derive(Debug, Default)]
pub struct Inbox {
    content: Mutex<Content>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Content {
    events: VecDeque<Event>,
    in_flight: usize,
}

/// Something whose end nobody can foresee goes on as long as this is there.
#[derive(Debug)]
pub struct InFlight(Arc<Inbox>);

impl Inbox {
    /// An empty one.
    pub fn new() -> Arc<Inbox> {
        Arc::default()
    }

    /// Posts what has happened.
    pub fn post(&self, event: Event) {
        self.lock().events.push_back(event);
        self.arrived.notify_all();
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.lock().events.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The oldest event.
    pub fn next(&self) -> Option<Event> {
        self.lock().events.pop_front()
    }

    /// Keeps those events for which a function says so: those of what was given up
    /// are not to come any more.
    pub fn retain(&self, keep: impl FnMut(&Event) -> bool) {
        self.lock().events.retain(keep);
    }

    /// Something begins whose end nobody can foresee.
    pub fn begin(self: &Arc<Inbox>) -> InFlight {
        self.lock().in_flight += 1;
        InFlight(self.clone())
    }

    /// Whether there is something whose end nobody can foresee.
    pub fn is_waiting(&self) -> bool {
        self.lock().in_flight > 0
    }

    /// Whether there is an event, or one may come.
    pub fn is_open(&self) -> bool {
        let content = self.lock();
        content.in_flight > 0 || !content.events.is_empty()
    }

    /// Waits until there is an event, but no longer than this; says how long that
    /// was.
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
        // Each change is a single step, so a panic elsewhere leaves no harm.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[test]
    fn events_come_in_order_and_those_given_up_do_not() {
        let inbox = Inbox::new();
        for event in [Event::Frame, Event::MouseLockLost, Event::Frame] {
            inbox.post(event);
        }
        inbox.retain(|event| *event != Event::MouseLockLost);
        let events = std::iter::from_fn(|| inbox.next());
        assert_eq!(events.collect::<Vec<_>>(), [Event::Frame, Event::Frame]);
        assert!(!inbox.is_open());
    }

    #[test]
    fn what_is_in_flight_keeps_it_open() {
        let inbox = Inbox::new();
        let first = inbox.begin();
        let second = inbox.begin();
        drop(first);
        assert!(inbox.is_open() && inbox.is_waiting());
        drop(second);
        assert!(!inbox.is_open());
    }

    #[test]
    fn an_event_ends_the_wait() {
        let inbox = Inbox::new();
        let other = inbox.clone();
        let thread = std::thread::spawn(move || other.post(Event::Frame));
        inbox.wait(Duration::from_secs(3600));
        assert_eq!(inbox.next(), Some(Event::Frame));
        thread.join().unwrap();
    }
}
