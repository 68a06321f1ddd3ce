//! Events without end: what a user and a page do, again and again.

use super::watch::Progress;
use anyhow::{Result, bail};
use pinnacle_headless::machine::Machine;
use pinnacle_headless::script::synthetic_input::SyntheticInput;
use pinnacle_headless::script::{Action, Script};
use pinnacle_pepper::device::{Event, Events};
use pinnacle_pepper::view::View;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The actions of the user, as lines of a script.
const ACTIONS: &str = r#"
    {"focus": true}
    {"mouse": {"action": "down", "x": 20, "y": 20}}
    {"mouse": {"action": "move", "x": 60, "y": 40}}
    {"mouse": {"action": "up", "x": 60, "y": 40}}
    {"key": "a"}
    {"wheel": {"y": -1}}
    {"focus": false}
"#;

/// The element has each of these sizes in turn.
const SIZES: [[i32; 2]; 2] = [[160, 100], [100, 160]];

/// Rounds of actions between two changes of the size: some frames are shown in between.
const ROUNDS_PER_SIZE: usize = 12;

/// The view at the start.
pub(super) fn view() -> View {
    let [width, height] = SIZES[0];
    View::of_size(width, height)
}

/// A machine in which, beside what the program causes, the next event of a cycle happens
/// after every step of time. When the run is complete, the program ends.
pub(super) struct Driver {
    machine: Machine,
    progress: Arc<Progress>,
    /// One round, and what is left of it.
    round: Vec<Action>,
    left: VecDeque<Action>,
    rounds: usize,
    hands: SyntheticInput,
    /// Events of an action that are still to come.
    queue: VecDeque<Event>,
    /// The time of the next event.
    due: Option<Duration>,
    has_ended: bool,
}

impl Driver {
    pub(super) fn new(machine: Machine, progress: Arc<Progress>, posts: &[&str]) -> Result<Driver> {
        let mut text = ACTIONS.to_owned();
        for post in posts {
            text.push_str(&format!("{{\"post\": {post}}}\n"));
        }
        let steps = Script::parse(&text)?.steps;
        Ok(Driver {
            machine,
            progress,
            round: steps.into_iter().filter_map(|step| step.action).collect(),
            left: VecDeque::new(),
            rounds: 0,
            hands: SyntheticInput::default(),
            queue: VecDeque::new(),
            due: None,
            has_ended: false,
        })
    }

    /// The next event of the cycle.
    fn next(&mut self, now: Duration) -> Result<Event> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Ok(event);
            }
            let Some(action) = self.left.pop_front() else {
                self.left.extend(self.round.iter().cloned());
                self.rounds += 1;
                if self.rounds.is_multiple_of(ROUNDS_PER_SIZE) {
                    let [width, height] = SIZES[self.rounds / ROUNDS_PER_SIZE % SIZES.len()];
                    return Ok(Event::View(View::of_size(width, height)));
                }
                continue;
            };
            match action {
                Action::Post(message) => return Ok(Event::Message(message)),
                Action::Focus(has_focus) => return Ok(Event::Focus(has_focus)),
                Action::Mouse(step) => {
                    let events = self.hands.mouse(&step, now);
                    self.queue.extend(events.into_iter().map(Event::Input));
                }
                Action::Key(step) => {
                    let events = self.hands.key(&step, now);
                    self.queue.extend(events.into_iter().map(Event::Input));
                }
                Action::Wheel {
                    delta,
                    ticks,
                    by_page,
                } => {
                    let event = self.hands.wheel(delta, ticks, by_page, now);
                    return Ok(Event::Input(event));
                }
                other => bail!("the cycle has no {other:?}"),
            }
        }
    }
}

impl Events for Driver {
    fn next_event(&mut self, now: Duration) -> Option<Event> {
        if self.has_ended {
            return None;
        }
        let event = self.machine.next_event(now);
        if event.is_some() || !self.machine.progress().has_loaded {
            return event;
        }
        let start = self.progress.begin(now);
        if self.progress.look(now) {
            self.has_ended = true;
            return Some(Event::End);
        }
        let due = *self.due.get_or_insert(start);
        if due > now {
            return None;
        }
        self.due = Some(due + self.progress.step());
        Some(self.next(now).expect("the cycle has only what is handled"))
    }

    fn next_event_time(&self, now: Duration) -> Option<Duration> {
        if self.has_ended {
            return None;
        }
        let own = self.due.or_else(|| {
            let has_loaded = self.machine.progress().has_loaded;
            has_loaded.then_some(now)
        });
        let other = self.machine.next_event_time(now);
        own.into_iter().chain(other).min()
    }

    fn at_rest(&mut self, now: Duration) -> Option<Event> {
        match self.has_ended {
            true => None,
            false => self.machine.at_rest(now).or_else(|| self.next_event(now)),
        }
    }
}
