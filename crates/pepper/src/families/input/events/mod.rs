//! Inputs of the user's on their way to the program: which classes it has asked for,
//! how it is called, and what the page learns.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_plugin_instance_impl.cc`.

pub(crate) mod event;

use super::tasks::PPP_INPUT_EVENT;
use crate::device::input::{CompositionAction, Input, InputEvent, class};
use crate::kernel::call::Call;
use crate::kernel::scheduler::{After, ProgramCall};
use crate::kernel::startup::function;
use crate::kernel::state::{INSTANCE, Kernel};
use crate::kernel::task_queue::Work;
use event::ProgramEvent;
use pinnacle_system::memory::Fault;
use std::time::Duration;

/// The classes that Chrome said it knew. It took the others all the same.
pub(crate) const KNOWN_CLASSES: u32 =
    class::MOUSE | class::KEYBOARD | class::WHEEL | class::TOUCH | class::IME;

/// So long an input lets the program do what needs one.
const USER_GESTURE: Duration = Duration::from_secs(10);

/// What is known of inputs.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// Classes whose events are the program's, whatever it says.
    unfiltered: u32,
    /// Classes whose events the program may leave to the page.
    filtered: u32,
    /// The program has taken one of the events that came of the input.
    is_handled: bool,
    /// When the program got the last event that a user must have made.
    last_gesture: Option<Duration>,
}

impl Inputs {
    fn clear(&mut self, classes: u32) {
        self.unfiltered &= !classes;
        self.filtered &= !classes;
    }

    /// What stands in for a class that the program knows nothing of: for it a finger is a
    /// mouse, and a composed text one that was typed.
    fn stand_in(&self, class: u32) -> u32 {
        match class {
            _ if self.wants(class) => class,
            class::TOUCH => class::MOUSE,
            class::IME => class::KEYBOARD,
            _ => class,
        }
    }

    /// All inputs that concern the program, unfiltered and filtered.
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
}

/// An event that waits for its turn.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) event: ProgramEvent,
    answer: Answer,
}

/// What the page learns of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// The program may leave the event to the page.
    is_filtered: bool,
    /// No more events come of the same input.
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

impl Kernel {
    /// The program asks for classes of events.
    pub(crate) fn request_inputs(&mut self, classes: u32, is_filtering: bool) {
        self.inputs.clear(classes);
        match is_filtering {
            true => self.inputs.filtered |= classes,
            false => self.inputs.unfiltered |= classes,
        }
        self.tell_of_inputs();
    }

    /// The program wants no events of these classes any more.
    pub(crate) fn clear_inputs(&mut self, classes: u32) {
        self.inputs.clear(classes);
        self.tell_of_inputs();
    }

    fn tell_of_inputs(&mut self) {
        let [unfiltered, filtered] = self.inputs.concerns();
        self.devices.page.inputs_wanted(unfiltered, filtered);
    }

    /// The user does something.
    pub(crate) fn input(&mut self, event: InputEvent) {
        let Some(event) = self.as_wanted(event) else {
            self.devices.page.input_done(false);
            return;
        };
        let is_filtered = self.inputs.filtered & class_of(&event.input) != 0;
        let mut events = event::events(event).into_iter().peekable();
        if events.peek().is_none() {
            self.devices.page.input_done(false);
        }
        while let Some(event) = events.next() {
            let is_last = events.peek().is_none();
            let answer = Answer {
                is_filtered,
                is_last,
            };
            self.post_to_main(Work::task(Waiting { event, answer }));
        }
    }

    /// An input as one of those that the program has asked for.
    fn as_wanted(&mut self, event: InputEvent) -> Option<InputEvent> {
        let class = self.inputs.stand_in(class_of(&event.input));
        match event.input {
            _ if !self.inputs.wants(class) => None,
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

    /// The program has said whether it takes an event.
    pub(crate) fn input_answered(&mut self, answer: Answer, is_taken: bool) {
        self.inputs.is_handled |= is_taken || !answer.is_filtered;
        if answer.is_last {
            let is_handled = std::mem::take(&mut self.inputs.is_handled);
            self.devices.page.input_done(is_handled);
        }
    }

    /// The program gets no events at all.
    pub(crate) fn input_unwanted(&mut self, waiting: &Waiting) {
        if waiting.answer.is_last {
            self.devices.page.input_done(false);
        }
    }
}

impl Call<'_, '_> {
    /// Whether the user has done something that lets the program do what needs that.
    pub(crate) fn has_user_gesture(&self) -> bool {
        let last = self.kernel.inputs.last_gesture;
        let is_recent = |last| self.now().saturating_sub(last) < USER_GESTURE;
        last.is_some_and(is_recent) || self.kernel.devices.page.has_user_gesture()
    }

    /// The call of `PPP_InputEvent.HandleInputEvent`, which only borrows the event;
    /// none if there is no room for it.
    pub(crate) fn input_event(&mut self, waiting: Waiting) -> Result<Option<ProgramCall>, Fault> {
        let Waiting { event, answer } = waiting;
        let table = self.kernel.life.offered(PPP_INPUT_EVENT).unwrap_or(0);
        let handle_input_event = self.context.memory.load_u32(table)?;
        if event.ty.is_user_gesture() {
            self.kernel.inputs.last_gesture = Some(self.now());
        }
        let id = self.create_held(event);
        if id == 0 {
            self.kernel.input_answered(answer, false);
            return Ok(None);
        }
        let call = function(handle_input_event, &[INSTANCE, id]);
        let answered = After::then(move |call, result| {
            call.kernel.unhold_resource(id);
            call.kernel.input_answered(answer, result != 0);
            Ok(())
        });
        Ok(Some((call, answered)))
    }
}

#[cfg(test)]
mod tests;
