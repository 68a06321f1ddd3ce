//! The element and the clocks of a program in a saved state. All hosts use the same format, so
//! `pinnacle run --restore` can continue from a state of a page, and a page from a state of `run
//! --save`.

use super::Inbox;
use crate::clock::ProgramClock;
use crate::outside;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::page::Cursor;
use pinnacle_saved_state::devices::Devices;
use pinnacle_saved_state::file::{self, Sum};
use pinnacle_saved_state::hands::Hands;
use pinnacle_system::clock::Clock;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::state::{Refusal, Writer};
use std::sync::{Arc, Mutex, PoisonError};

/// The data for saving a state, besides the devices. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Saving {
    clock: ProgramClock,
    budget: MemoryBudget,
    sum: Arc<Mutex<Option<Sum>>>,
}

impl Saving {
    pub(crate) fn new(clock: ProgramClock, budget: MemoryBudget) -> Saving {
        Saving {
            clock,
            budget,
            sum: Arc::default(),
        }
    }

    /// Returns the SHA-256 of the program.
    pub(crate) fn sum(&self) -> Option<Sum> {
        *self.sum.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the SHA-256 of the program.
    pub(crate) fn set_sum(&self, sum: Sum) {
        *self.sum.lock().unwrap_or_else(PoisonError::into_inner) = Some(sum);
    }

    /// Starts to save a state.
    pub(super) fn begin(&self) -> Result<Writer, Refusal> {
        let sum = self.sum();
        let sum = sum.ok_or_else(|| Refusal::of("an engine that does not provide its SHA-256"))?;
        Ok(file::create(&sum, &self.budget, |bytes| {
            outside::state_saved(bytes);
            Ok(())
        }))
    }

    /// Returns the state of the devices. It starts a new run with frame 0, because pages do not
    /// count frames.
    pub(super) fn devices(&self, inbox: &Inbox, cursor: Cursor) -> Result<Devices, Refusal> {
        let element = inbox.element();
        if inbox.has_events() {
            return Err(Refusal::of("an event on its way to it"));
        }
        if element.asked > 0 {
            return Err(Refusal::of("a message that waits for its response"));
        }
        let now = self.clock.moment();
        let now = now.ok_or_else(|| Refusal::of("a clock that cannot be set"))?;
        Ok(Devices {
            now,
            start: now.real,
            view: element.view,
            windowed: element.view.is_fullscreen.then_some(element.windowed),
            screen_size: inbox.screen_size(),
            has_focus: element.has_focus,
            mouse_locked: element.mouse_locked,
            gesture: None,
            hands: Hands::default(),
            frame_wanted: element.awaits_frame.then_some(1),
            last_frame: 0,
            cursor,
        })
    }

    /// Continues from a saved state. The program is notified of everything that differs in this
    /// page.
    pub(super) fn continue_from(&self, devices: &Devices, inbox: &Inbox) {
        self.clock.continue_from(devices.now);
        let element = inbox.element();
        if devices.mouse_locked {
            inbox.push(Event::MouseLockLost);
        }
        inbox.push(Event::View(element.view));
        inbox.push(Event::Focus(element.has_focus));
        if devices.frame_wanted.is_some() {
            inbox.change_element(|element| element.awaits_frame = true);
            outside::request_frame();
        }
    }
}

/// Passes the outcome of saving to the page.
pub(super) fn end(result: Result<Writer, Refusal>) {
    let reason = match result.map(Writer::finish) {
        Ok(Ok(())) => return,
        Ok(Err(error)) => error.to_string(),
        Err(refusal) => {
            format!("the program has {refusal}, which cannot be saved; save it at another time")
        }
    };
    outside::state_refused(&format!("cannot save the state: {reason}."));
}

/// Returns the sentence that explains why the program cannot continue from a state.
pub(crate) fn sentence(reason: &str) -> String {
    format!("cannot continue from the saved state: {reason}.")
}
