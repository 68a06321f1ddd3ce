//! Returns the events of a program in order, and decides when its run ends.

use super::{Machine, Session, State, Unexpected, Unread, Until, frame_at, time_of};
use crate::json;
use crate::pattern::Pattern;
use crate::script::synthetic_input::Press;
use crate::script::{Action, Step, When};
use pinnacle_pepper::device::input::InputEvent;
use pinnacle_pepper::device::{Event, Events};
use pinnacle_pepper::message::Message;
use pinnacle_pepper::view::Rect;
use pinnacle_system::clock::Clock;
use std::time::Duration;

/// Interval at which events from other threads are checked.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

impl Events for Machine {
    fn next_event(&mut self, now: Duration) -> Option<Event> {
        let mut state = self.lock();
        if let Some(session) = state.step_over(now) {
            drop(state);
            session.pause();
            state = self.lock();
        }
        state.next_event(now)
    }

    fn next_event_time(&self, now: Duration) -> Option<Duration> {
        self.lock().next_event_time(now)
    }

    fn at_rest(&mut self, now: Duration) -> Option<Event> {
        loop {
            let mut state = self.lock();
            // The picture of this frame has not arrived, and no longer will.
            state.frame_open = None;
            let event = state.next_event(now);
            let is_idle = event.is_none() && state.outcome.has_loaded && !state.has_ended;
            if is_idle && let Some(save) = state.save_at_end() {
                return Some(save);
            }
            let is_over = event.is_some() || !state.outcome.has_loaded || state.has_ended;
            let Some(session) = state.session.clone().filter(|_| !is_over) else {
                return event;
            };
            drop(state);
            session.pause();
        }
    }
}

impl State {
    fn next_event(&mut self, now: Duration) -> Option<Event> {
        let elapsed = now.saturating_sub(self.start);
        self.seen = elapsed;
        if let Some(event) = self.inbox.next().or_else(|| self.queue.pop_front()) {
            return Some(event);
        }
        if let Some(frame) = self.frame_wanted.filter(|frame| elapsed >= time_of(*frame)) {
            self.frame_wanted = None;
            self.frame_open = Some(frame.max(frame_at(elapsed)));
            return Some(Event::Frame);
        }
        if let Some(save) = self.save_again(elapsed) {
            return Some(save);
        }
        let is_held_up = self.frame_open.is_some() || self.saving.now.is_some();
        if !self.outcome.has_loaded || is_held_up || self.has_ended {
            return None;
        }
        let is_closing = self.session.as_ref().is_some_and(Session::is_closing);
        let is_over = match self.until {
            _ if is_closing => true,
            Until::Time(time) => elapsed >= time,
            Until::Frame(frame) => elapsed > time_of(frame),
            Until::Load | Until::Idle | Until::Message(_) => false,
        };
        if is_over {
            self.is_ending = true;
        }
        if !self.is_ending {
            if let Some(message) = self.posts.pop_front() {
                return Some(Event::Message(message));
            }
            self.run_script(elapsed);
            if let Some(event) = self.queue.pop_front() {
                return Some(event);
            }
        }
        if !self.is_ending {
            return None;
        }
        let save = self.save_at_end();
        self.has_ended = save.is_none();
        save.or(Some(Event::End))
    }

    /// Returns the session if the time of its current step is over.
    fn step_over(&mut self, now: Duration) -> Option<Session> {
        let elapsed = now.saturating_sub(self.start);
        let session = self.session.as_ref()?;
        self.pause_at.filter(|&time| elapsed >= time)?;
        self.seen = elapsed;
        self.pause_at = None;
        Some(session.clone())
    }

    fn next_event_time(&self, now: Duration) -> Option<Duration> {
        let mut times = Vec::new();
        if self.inbox.is_open() {
            times.push(now + LOOK_AGAIN);
        }
        times.extend(self.frame_wanted.map(|frame| self.start + time_of(frame)));
        if let Some(time) = self.saving.again_at {
            // Everything else waits until the state has been saved.
            times.push(self.start + time);
            return times.into_iter().min();
        }
        if !self.queue.is_empty() || self.is_ending {
            times.push(now);
        }
        if self.outcome.has_loaded && self.frame_open.is_none() {
            if !self.posts.is_empty() {
                times.push(now);
            }
            let step = self.script.front().filter(|_| !self.is_asking);
            times.extend(match step.map(|step| &step.when) {
                Some(When::Time(time)) => Some(self.start + *time),
                Some(When::Frame(frame)) => Some(self.start + time_of(*frame)),
                _ => None,
            });
        }
        if self.outcome.has_loaded {
            times.extend(match self.until {
                Until::Time(time) => Some(self.start + time),
                // A moment later, so that the frame itself comes first.
                Until::Frame(frame) => Some(self.start + time_of(frame) + LOOK_AGAIN),
                Until::Load | Until::Idle | Until::Message(_) => None,
            });
        }
        times.into_iter().min()
    }

    /// Executes lines of the script while they are due and no event is queued.
    fn run_script(&mut self, elapsed: Duration) {
        while self.queue.is_empty() && !self.is_asking && !self.is_ending && !self.is_saving() {
            let Some(step) = self.script.front() else {
                return;
            };
            let is_due = match &step.when {
                When::Now => true,
                When::Time(time) => elapsed >= *time,
                When::Frame(frame) => elapsed >= time_of(*frame),
                When::After(pattern) => {
                    let pattern = pattern.clone();
                    self.read_up_to(&pattern)
                }
            };
            let Some(step) = self.script.front_mut().filter(|_| is_due) else {
                return;
            };
            step.when = When::Now;
            if let Some(Action::Expect(_)) = step.action
                && self.unread.is_empty()
            {
                return;
            }
            if let Some(Step { line, action, .. }) = self.script.pop_front()
                && let Some(action) = action
            {
                self.act(line, action);
            }
        }
    }

    fn is_saving(&self) -> bool {
        self.saving.now.is_some()
    }

    /// Reads messages up to one that matches. Returns true if there was one.
    fn read_up_to(&mut self, pattern: &Pattern) -> bool {
        while let Some(message) = self.read() {
            if pattern.matches(&message) {
                return true;
            }
        }
        false
    }

    fn read(&mut self) -> Option<Message> {
        let Unread(message) = self.unread.pop_front()?;
        Some(message)
    }

    pub(super) fn act(&mut self, line: usize, action: Action) {
        let time = self.clock.monotonic();
        match action {
            Action::Post(message) => self.queue.push_back(Event::Message(message)),
            Action::Ask(message) => {
                self.is_asking = true;
                self.queue.push_back(Event::BlockingMessage(message));
            }
            Action::Expect(pattern) => {
                if let Some(message) = self.read() {
                    self.expect(line, &pattern, &message);
                }
            }
            Action::Mouse(step) => {
                if matches!(step.press, Press::Down | Press::Click(_)) {
                    self.user_acts(true);
                }
                let events = self.synthetic_input.mouse(&step, time);
                self.input(events);
            }
            Action::Key(step) => {
                self.user_acts(true);
                let events = self.synthetic_input.key(&step, time);
                self.input(events);
            }
            Action::Text(text) => {
                self.user_acts(true);
                let events = self.synthetic_input.text(&text, time);
                self.input(events);
            }
            Action::Wheel {
                delta,
                ticks,
                by_page,
            } => {
                let event = self.synthetic_input.wheel(delta, ticks, by_page, time);
                self.input(vec![event]);
            }
            Action::Touch(step) => {
                self.user_acts(true);
                let event = self.synthetic_input.touch(&step, time);
                self.input(event.into_iter().collect());
            }
            Action::Gamepad(step) => self.gamepads.act(step, time),
            Action::Resize([width, height], scale) => self.resize(width, height, scale),
            Action::Focus(has_focus) => self.focus(has_focus),
            Action::Show(is_visible) => {
                self.view.is_page_visible = is_visible;
                self.queue.push_back(Event::View(self.view));
            }
            Action::Screenshot(path) => {
                let view = self.view;
                if let Err(error) = self.pictures.screenshot(&view, &path) {
                    self.failed(error);
                }
            }
            Action::Save(path) => {
                self.saving.now = Some(path);
                self.queue.push_back(Event::Save);
            }
            Action::Stop => {
                self.script.clear();
                self.is_ending = true;
            }
        }
    }

    fn input(&mut self, events: Vec<InputEvent>) {
        self.queue.extend(events.into_iter().map(Event::Input));
    }

    /// Handles a press, which is a user gesture. If `focuses` is true, it also gives the element
    /// the focus.
    pub(super) fn user_acts(&mut self, focuses: bool) {
        self.gesture = Some(self.elapsed());
        if focuses {
            self.focus(true);
        }
    }

    fn focus(&mut self, has_focus: bool) {
        if self.has_focus != has_focus {
            self.has_focus = has_focus;
            self.queue.push_back(Event::Focus(has_focus));
        }
    }

    fn resize(&mut self, width: i32, height: i32, scale: Option<f32>) {
        let view = self.windowed.as_mut().unwrap_or(&mut self.view);
        view.rect.width = width;
        view.rect.height = height;
        view.clip = Rect {
            width,
            height,
            ..Rect::default()
        };
        if let Some(scale) = scale {
            view.device_scale = scale;
            self.view.device_scale = scale;
        }
        self.queue.push_back(Event::View(self.view));
    }

    fn expect(&mut self, line: usize, pattern: &Pattern, message: &Message) {
        let Some(difference) = pattern.difference(message) else {
            return;
        };
        let what = match difference.path.as_str() {
            "" => difference.what,
            path => format!("{path}: {}", difference.what),
        };
        self.outcome.unexpected = Some(Unexpected {
            line,
            expected: pattern.text().to_owned(),
            found: Some(json::to_text(message).unwrap_or_else(|error| error.to_string())),
            what,
        });
        self.is_ending = true;
        self.script.clear();
    }

    /// Ends the script. Lines that wait for messages receive those that have arrived, and fail if
    /// none matches.
    pub(super) fn end_script(&mut self) {
        while let Some(step) = self.script.pop_front() {
            let (line, pattern) = match (step.when, step.action) {
                (When::After(pattern), action) => {
                    if self.read_up_to(&pattern) {
                        self.script.push_front(Step {
                            line: step.line,
                            when: When::Now,
                            action,
                        });
                        continue;
                    }
                    (step.line, pattern)
                }
                (When::Now, Some(Action::Expect(pattern))) => {
                    if let Some(message) = self.read() {
                        self.expect(step.line, &pattern, &message);
                        continue;
                    }
                    (step.line, pattern)
                }
                (_, Some(Action::Expect(pattern))) => (step.line, pattern),
                _ => continue,
            };
            self.outcome.unexpected = Some(Unexpected {
                line,
                expected: pattern.text().to_owned(),
                found: None,
                what: "the run ended before a matching message arrived".into(),
            });
            return;
        }
    }
}
