//! Inputs of the user on their way to the program: the requested classes, the calls of the program,
//! and reports to the page.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_plugin_instance_impl.cc`.

pub(crate) mod event;
pub(crate) mod made;

use super::InputState;
use super::tasks::PPP_INPUT_EVENT;
use crate::device::input::{CompositionAction, Input, InputEvent, class};
use crate::kernel::call::Call;
use crate::kernel::callback::function;
use crate::kernel::interface::After;
use crate::kernel::interface::ProgramCall;
use crate::kernel::interface::Work;
use crate::kernel::state::{INSTANCE, Kernel};
use event::ProgramEvent;
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Reader, Unusable, Writer};
use std::time::Duration;

/// The classes that Chrome reported as known. It accepted unknown classes too.
pub(crate) const KNOWN_CLASSES: u32 =
    class::MOUSE | class::KEYBOARD | class::WHEEL | class::TOUCH | class::IME;

/// Time for which an input counts as a user gesture.
const USER_GESTURE: Duration = Duration::from_secs(10);

/// The classes that the program has requested, and its answers to events.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// Classes whose events the program always consumes, whatever it returns.
    unfiltered: u32,
    /// Classes whose events the program may leave to the page.
    filtered: u32,
    /// True if the program has handled one of the events of the current input.
    is_handled: bool,
    /// Time when the program received the last event that counts as a user gesture.
    last_gesture: Option<Duration>,
}

impl Inputs {
    fn clear(&mut self, classes: u32) {
        self.unfiltered &= !classes;
        self.filtered &= !classes;
    }

    /// Returns the class to use if the program has not requested this one: a finger becomes a
    /// mouse, and composed text becomes typed text.
    fn stand_in(&self, class: u32) -> u32 {
        match class {
            _ if self.wants(class) => class,
            class::TOUCH => class::MOUSE,
            class::IME => class::KEYBOARD,
            _ => class,
        }
    }

    /// Returns the classes of input that the program receives, unfiltered and filtered.
    fn concerns(&self) -> [u32; 2] {
        [self.unfiltered, self.filtered].map(|asked| {
            let known = (0..KNOWN_CLASSES.count_ones()).map(|bit| 1 << bit);
            let is_meant = |class: &u32| asked & self.stand_in(*class) != 0;
            known.filter(is_meant).sum()
        })
    }

    fn wants(&self, class: u32) -> bool {
        (self.unfiltered | self.filtered) & class != 0
    }

    /// Writes the requested classes to a saved state.
    pub(super) fn save(&self, to: &mut Writer) {
        to.words(&[self.unfiltered, self.filtered]);
        to.truth(self.is_handled);
        to.option(self.last_gesture, Writer::time);
    }

    /// Reads the requested classes from a saved state.
    pub(super) fn read_saved(from: &mut Reader) -> Result<Inputs, Unusable> {
        let [unfiltered, filtered] = from.words()?;
        Ok(Inputs {
            unfiltered,
            filtered,
            is_handled: from.truth()?,
            last_gesture: from.option(Reader::time)?,
        })
    }
}

/// An event that waits to be delivered.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) event: ProgramEvent,
    /// `None` if the event does not come from the page.
    answer: Option<Answer>,
}

/// The outcome of an event, for the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// True if the program may leave the event to the page.
    is_filtered: bool,
    /// True for the last event of an input.
    is_last: bool,
}

fn class_of(input: &Input) -> u32 {
    match input {
        Input::Mouse { .. } => class::MOUSE,
        Input::Wheel { .. } => class::WHEEL,
        Input::Key { .. } | Input::Character(_) => class::KEYBOARD,
        Input::Touch { .. } => class::TOUCH,
        Input::Composition { .. } => class::IME,
    }
}

/// Returns the part of the state that handles inputs.
fn inputs(kernel: &mut Kernel) -> &mut Inputs {
    &mut kernel.states.get::<InputState>().inputs
}

/// Handles a request for classes of events.
pub(super) fn request(kernel: &mut Kernel, classes: u32, is_filtering: bool) {
    inputs(kernel).clear(classes);
    match is_filtering {
        true => inputs(kernel).filtered |= classes,
        false => inputs(kernel).unfiltered |= classes,
    }
    tell_page(kernel);
}

/// Stops events of classes that the program no longer requests.
pub(super) fn clear(kernel: &mut Kernel, classes: u32) {
    inputs(kernel).clear(classes);
    tell_page(kernel);
}

pub(super) fn tell_page(kernel: &mut Kernel) {
    let [unfiltered, filtered] = inputs(kernel).concerns();
    kernel.devices.page.inputs_wanted(unfiltered, filtered);
}

/// Handles an input of the user.
pub(crate) fn happened(kernel: &mut Kernel, event: InputEvent) {
    let Some(event) = as_wanted(kernel, event) else {
        kernel.devices.page.input_done(false);
        return;
    };
    let is_filtered = inputs(kernel).filtered & class_of(&event.input) != 0;
    let mut events = event::events(event).into_iter().peekable();
    if events.peek().is_none() {
        kernel.devices.page.input_done(false);
    }
    while let Some(event) = events.next() {
        let is_last = events.peek().is_none();
        let answer = Some(Answer {
            is_filtered,
            is_last,
        });
        kernel.post_to_main(Work::task(Waiting { event, answer }));
    }
}

/// Posts an event that the program itself has made, if it has requested events of its class.
pub(crate) fn simulate(kernel: &mut Kernel, event: ProgramEvent) {
    if inputs(kernel).wants(event.ty.class()) {
        let answer = None;
        kernel.post_to_main(Work::task(Waiting { event, answer }));
    }
}

/// Converts an input to one of the kinds that the program has requested.
fn as_wanted(kernel: &mut Kernel, event: InputEvent) -> Option<InputEvent> {
    let class = inputs(kernel).stand_in(class_of(&event.input));
    match event.input {
        _ if !inputs(kernel).wants(class) => None,
        _ if class == class_of(&event.input) => Some(event),
        Input::Touch { .. } => event::mouse_of_finger(&event),
        Input::Composition {
            action: CompositionAction::Text,
            text,
            ..
        } => Some(InputEvent {
            input: Input::Character(text),
            ..event
        }),
        _ => None,
    }
}

/// Handles the program's answer to an event.
fn answered(kernel: &mut Kernel, answer: Option<Answer>, is_taken: bool) {
    let Some(answer) = answer else { return };
    inputs(kernel).is_handled |= is_taken || !answer.is_filtered;
    if answer.is_last {
        let is_handled = std::mem::take(&mut inputs(kernel).is_handled);
        kernel.devices.page.input_done(is_handled);
    }
}

/// Reports to the page that the program did not receive an event.
pub(crate) fn unwanted(kernel: &mut Kernel, waiting: &Waiting) {
    if waiting.answer.is_some_and(|answer| answer.is_last) {
        kernel.devices.page.input_done(false);
    }
}

/// Returns true if there was a recent user gesture, which some operations require.
pub(crate) fn has_user_gesture(call: &mut Call<'_, '_>) -> bool {
    let (last, now) = (inputs(call.kernel).last_gesture, call.now());
    let is_recent = |last| now.saturating_sub(last) < USER_GESTURE;
    last.is_some_and(is_recent) || call.kernel.devices.page.has_user_gesture()
}

/// Returns the call of `PPP_InputEvent.HandleInputEvent`, which only borrows the event, or `None`
/// if there is no room for the event.
pub(crate) fn perform(
    call: &mut Call<'_, '_>,
    waiting: Waiting,
) -> Result<Option<ProgramCall>, Fault> {
    let Waiting { event, answer } = waiting;
    let table = call.kernel.life.offered(PPP_INPUT_EVENT).unwrap_or(0);
    let handle_input_event = call.context.memory.load_u32(table)?;
    if event.ty.is_user_gesture() {
        inputs(call.kernel).last_gesture = Some(call.now());
    }
    let id = call.create_held(event);
    if id == 0 {
        answered(call.kernel, answer, false);
        return Ok(None);
    }
    let handle = function(handle_input_event, &[INSTANCE, id]);
    let after = After::then(move |call, result| {
        call.kernel.unhold_resource(id);
        answered(call.kernel, answer, result != 0);
        Ok(())
    });
    Ok(Some((handle, after)))
}

#[cfg(test)]
mod tests;
