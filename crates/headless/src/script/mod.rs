//! Scripts: the actions of a user and a page, as lines of JSON.
//!
//! Each line is an object. At most one of `at`, `frame` and `after` gives the time, and at most one
//! other field gives the action. Lines are executed in order, each as soon as possible after the
//! previous one. Empty lines and lines that begin with `#` are comments.
//!
//! * this module: the actions of a script, and the parser of lines;
//! * `fields`: the fields of an object;
//! * [`keys`]: the keys of a keyboard;
//! * [`synthetic_input`]: the input events of a scripted mouse, keyboard and touch screen;
//! * [`gamepads`]: scripted gamepads.

mod fields;
pub mod gamepads;
pub mod keys;
pub mod synthetic_input;

use crate::json;
use crate::pattern::Pattern;
use fields::Fields;
use gamepads::GamepadStep;
use keys::Key;
use pinnacle_pepper::device::input::{MouseButton, TouchAction, modifier};
use pinnacle_pepper::message::Message;
use serde_json::Value as Json;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use synthetic_input::{FingerStep, KeyStep, MouseStep, Press};

/// A script.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Script {
    /// The steps, without comments and empty lines.
    pub steps: Vec<Step>,
}

/// A line of a script.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Its number, from 1.
    pub line: usize,
    /// The time of the action.
    pub when: When,
    /// The action; `None` if the line only waits.
    pub action: Option<Action>,
}

/// The time of a line, which is always after the line before it.
#[derive(Clone, PartialEq, Debug)]
pub enum When {
    /// Immediately.
    Now,
    /// This long after the program has started.
    Time(Duration),
    /// With this frame.
    Frame(u64),
    /// When a message arrives that matches.
    After(Pattern),
}

/// The action of a line.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// The page posts a message.
    Post(Message),
    /// The page posts a message and waits for the response.
    Ask(Message),
    /// The next message must match.
    Expect(Pattern),
    /// An action of the mouse.
    Mouse(MouseStep),
    /// An action of a key.
    Key(KeyStep),
    /// A text is typed.
    Text(String),
    /// The wheel turns. Up and left are positive.
    Wheel {
        /// The distance in CSS pixels.
        delta: [f32; 2],
        /// Number of notches.
        ticks: [f32; 2],
        /// True if the unit of the numbers is pages.
        by_page: bool,
    },
    /// An action of a finger.
    Touch(FingerStep),
    /// An action of a gamepad.
    Gamepad(GamepadStep),
    /// The element gets a new size in CSS pixels, and the display a new scale if there is one.
    Resize([i32; 2], Option<f32>),
    /// The element gains or loses the focus.
    Focus(bool),
    /// The page becomes visible or hidden.
    Show(bool),
    /// Writes the visible picture into a file.
    Screenshot(PathBuf),
    /// Saves the state of the program in a file.
    Save(PathBuf),
    /// Ends the run.
    Stop,
}

/// An error in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub what: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ScriptError {}

impl Script {
    /// Removes the actions that write files: screenshots and saved states.
    pub fn write_no_files(&mut self) {
        for step in &mut self.steps {
            if let Some(Action::Screenshot(_) | Action::Save(_)) = step.action {
                step.action = None;
            }
        }
    }

    /// Reads a script.
    ///
    /// # Errors
    ///
    /// Fails with the error in the first faulty line.
    pub fn parse(text: &str) -> Result<Script, ScriptError> {
        let mut steps = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let line = index + 1;
            let step = step(content).map_err(|what| ScriptError { line, what })?;
            let (when, action) = step;
            steps.push(Step { line, when, action });
        }
        Ok(Script { steps })
    }
}

fn step(text: &str) -> Result<(When, Option<Action>), String> {
    let json: Json = serde_json::from_str(text).map_err(|error| {
        // Each line is parsed on its own, so the line number of the parser is always 1.
        let error = error.to_string();
        error.replace(" at line 1 column", " at column")
    })?;
    let mut fields = Fields::of(&json, "a line")?;
    let when = [
        fields.take("at").map(time),
        fields.take("frame").map(frame),
        fields.take("after").map(after),
    ];
    let mut when = when.into_iter().flatten();
    let first = when.next().unwrap_or(Ok(When::Now))?;
    if when.next().is_some() {
        return Err("only one of at, frame and after can be used".into());
    }
    let mut actions = Vec::new();
    for (name, read) in ACTIONS {
        if let Some(json) = fields.take(name) {
            actions.push((
                *name,
                read(json).map_err(|error| format!("{name}: {error}"))?,
            ));
        }
    }
    fields.finish()?;
    if let [(first, _), (second, _), ..] = actions[..] {
        return Err(format!(
            "a line can do only one thing, found {first} and {second}"
        ));
    }
    let action = actions.pop().map(|(_, action)| action);
    if first == When::Now && action.is_none() {
        return Err("the line has neither a time nor an action".into());
    }
    Ok((first, action))
}

fn time(json: &Json) -> Result<When, String> {
    json.as_f64()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .map(When::Time)
        .ok_or_else(|| format!("at: {json} is not a number of seconds"))
}

fn frame(json: &Json) -> Result<When, String> {
    json.as_u64()
        .map(When::Frame)
        .ok_or_else(|| format!("frame: {json} is not a frame number"))
}

fn after(json: &Json) -> Result<When, String> {
    let pattern = Pattern::from_json(json).map_err(|error| format!("after: {error}"))?;
    Ok(When::After(pattern))
}

type Read = fn(&Json) -> Result<Action, String>;

/// The names of actions, with their parsers.
const ACTIONS: &[(&str, Read)] = &[
    ("post", |json| json::from_json(json).map(Action::Post)),
    ("ask", |json| json::from_json(json).map(Action::Ask)),
    ("expect", |json| {
        Pattern::from_json(json).map(Action::Expect)
    }),
    ("mouse", mouse),
    ("key", key),
    ("text", |json| {
        let text = json.as_str().ok_or("expected a text")?;
        Ok(Action::Text(text.to_owned()))
    }),
    ("wheel", wheel),
    ("touch", touch),
    ("gamepad", |json| {
        GamepadStep::from_json(json).map(Action::Gamepad)
    }),
    ("resize", resize),
    ("focus", |json| {
        json.as_bool()
            .map(Action::Focus)
            .ok_or_else(|| "expected true or false".into())
    }),
    ("hide", |json| only_true(json, Action::Show(false))),
    ("show", |json| only_true(json, Action::Show(true))),
    ("screenshot", |json| {
        let name = json.as_str().filter(|name| !name.is_empty());
        let name = name.ok_or("expected the name of a file")?;
        Ok(Action::Screenshot(name.into()))
    }),
    ("save", |json| {
        let name = json.as_str().filter(|name| !name.is_empty());
        let name = name.ok_or("expected the name of a file")?;
        Ok(Action::Save(name.into()))
    }),
    ("stop", |json| only_true(json, Action::Stop)),
];

fn only_true(json: &Json, action: Action) -> Result<Action, String> {
    match json {
        Json::Bool(true) => Ok(action),
        _ => Err("expected true".into()),
    }
}

fn mouse(json: &Json) -> Result<Action, String> {
    let mut fields = Fields::of(json, "mouse")?;
    let press = match fields.word("action")?.as_deref() {
        Some("move") => Press::Move,
        Some("down") => Press::Down,
        Some("up") => Press::Up,
        Some("click") => Press::Click(fields.whole("count")?.unwrap_or(1).clamp(1, 10)),
        Some("leave") => Press::Leave,
        Some(other) => return Err(format!("{other:?} is not move, down, up, click or leave")),
        None => return Err("action is missing: move, down, up, click or leave".into()),
    };
    let button = match fields.word("button")?.as_deref() {
        None | Some("left") => MouseButton::Left,
        Some("middle") => MouseButton::Middle,
        Some("right") => MouseButton::Right,
        Some(other) => return Err(format!("expected left, middle or right, found {other:?}")),
    };
    let position = match (fields.whole("x")?, fields.whole("y")?) {
        (None, None) => None,
        (x, y) => Some([x.unwrap_or(0), y.unwrap_or(0)]),
    };
    let modifiers = modifiers(&mut fields)?;
    fields.finish()?;
    Ok(Action::Mouse(MouseStep {
        press,
        button,
        position,
        modifiers,
    }))
}

fn key(json: &Json) -> Result<Action, String> {
    if let Json::String(name) = json {
        return Ok(Action::Key(KeyStep {
            key: Key::named(name).ok_or_else(|| format!("there is no key {name:?}"))?,
            press: Press::Click(1),
            modifiers: 0,
        }));
    }
    let mut fields = Fields::of(json, "key")?;
    let name = fields.word("key")?.ok_or("key is missing: its name")?;
    let key = Key::named(&name).ok_or_else(|| format!("there is no key {name:?}"))?;
    let press = match fields.word("action")?.as_deref() {
        None | Some("press") => Press::Click(fields.whole("count")?.unwrap_or(1).clamp(1, 1000)),
        Some("down") => Press::Down,
        Some("up") => Press::Up,
        Some(other) => return Err(format!("{other:?} is not press, down or up")),
    };
    let modifiers = modifiers(&mut fields)?;
    fields.finish()?;
    Ok(Action::Key(KeyStep {
        key,
        press,
        modifiers,
    }))
}

fn modifiers(fields: &mut Fields<'_>) -> Result<u32, String> {
    let Some(json) = fields.take("modifiers") else {
        return Ok(0);
    };
    let names = json.as_array().ok_or("modifiers: expected a list")?;
    let mut bits = 0;
    for name in names {
        bits |= match name.as_str() {
            Some("shift") => modifier::SHIFT,
            Some("control") => modifier::CONTROL,
            Some("alt") => modifier::ALT,
            Some("meta") => modifier::META,
            _ => {
                return Err(format!(
                    "{name} is not \"shift\", \"control\", \"alt\" or \"meta\""
                ));
            }
        };
    }
    Ok(bits)
}

/// Number of CSS pixels per notch of the wheel.
const NOTCH: f32 = 100.0;

fn wheel(json: &Json) -> Result<Action, String> {
    let mut fields = Fields::of(json, "wheel")?;
    let numbers = ["x", "y"].map(|name| fields.number(name));
    let [x, y] = numbers;
    let ticks = [x?.unwrap_or(0.0), y?.unwrap_or(0.0)].map(|number| number as f32);
    let by_page = fields.truth("page")?.unwrap_or(false);
    fields.finish()?;
    let size = if by_page { 1.0 } else { NOTCH };
    Ok(Action::Wheel {
        delta: ticks.map(|ticks| ticks * size),
        ticks,
        by_page,
    })
}

fn touch(json: &Json) -> Result<Action, String> {
    let mut fields = Fields::of(json, "touch")?;
    let action = match fields.word("action")?.as_deref() {
        Some("start") => TouchAction::Start,
        Some("move") => TouchAction::Move,
        Some("end") => TouchAction::End,
        Some("cancel") => TouchAction::Cancel,
        Some(other) => return Err(format!("{other:?} is not start, move, end or cancel")),
        None => return Err("action is missing: start, move, end or cancel".into()),
    };
    let id = fields.whole("id")?.unwrap_or(0);
    let id = u32::try_from(id).map_err(|_| "id: expected a number from 0")?;
    let position = match (fields.number("x")?, fields.number("y")?) {
        (None, None) => None,
        (x, y) => Some([x.unwrap_or(0.0) as f32, y.unwrap_or(0.0) as f32]),
    };
    fields.finish()?;
    Ok(Action::Touch(FingerStep {
        action,
        id,
        position,
    }))
}

fn resize(json: &Json) -> Result<Action, String> {
    let mut fields = Fields::of(json, "resize")?;
    let sides = ["width", "height"].map(|name| match fields.whole(name)? {
        Some(side @ 0..=16384) => Ok(side),
        Some(side) => Err(format!("{name}: {side} is not between 0 and 16384")),
        None => Err(format!("{name} is missing")),
    });
    let [width, height] = sides;
    let scale = fields.number("scale")?.map(|scale| scale as f32);
    if scale.is_some_and(|scale| !(0.1..=10.0).contains(&scale)) {
        return Err("scale: expected a number from 0.1 to 10".into());
    }
    fields.finish()?;
    Ok(Action::Resize([width?, height?], scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> (When, Option<Action>) {
        let mut script = Script::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let step = script.steps.pop().unwrap();
        (step.when, step.action)
    }

    #[test]
    fn lines_are_read_with_their_numbers() {
        let text = "# a comment\n\n{\"post\":1}\n  {\"at\":1.5,\"stop\":true}\n";
        let script = Script::parse(text).unwrap();
        let lines: Vec<usize> = script.steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, [3, 4]);
        assert_eq!(
            script.steps[1].when,
            When::Time(Duration::from_millis(1500))
        );
        assert_eq!(script.steps[1].action, Some(Action::Stop));
    }

    #[test]
    fn a_script_can_be_kept_from_writing_files() {
        let text = "{\"screenshot\":\"a.png\"}\n{\"save\":\"b\"}\n{\"stop\":true}";
        let mut script = Script::parse(text).unwrap();
        script.write_no_files();
        let actions = script.steps.into_iter().map(|step| step.action);
        assert_eq!(
            actions.collect::<Vec<_>>(),
            [None, None, Some(Action::Stop)]
        );
    }

    #[test]
    fn every_action_is_read() {
        for line in [
            "{\"ask\":[1]}",
            "{\"frame\":3,\"expect\":{\"$any\":true}}",
            "{\"after\":{\"a\":1}}",
            "{\"mouse\":{\"action\":\"click\",\"x\":1,\"y\":2,\"count\":2,\"button\":\"right\",\
             \"modifiers\":[\"shift\"]}}",
            "{\"key\":\"Enter\"}",
            "{\"key\":{\"key\":\"a\",\"action\":\"down\",\"modifiers\":[\"control\"]}}",
            "{\"text\":\"Hello\"}",
            "{\"wheel\":{\"y\":-1}}",
            "{\"touch\":{\"action\":\"start\",\"id\":1,\"x\":1,\"y\":2.5}}",
            "{\"gamepad\":{\"axes\":[0,-1],\"buttons\":[1]}}",
            "{\"resize\":{\"width\":10,\"height\":20,\"scale\":2}}",
            "{\"focus\":false}",
            "{\"hide\":true}",
            "{\"show\":true}",
            "{\"screenshot\":\"a.png\"}",
        ] {
            one(line);
        }
        let wheel = Action::Wheel {
            delta: [0.0, -100.0],
            ticks: [0.0, -1.0],
            by_page: false,
        };
        assert_eq!(one("{\"wheel\":{\"y\":-1}}"), (When::Now, Some(wheel)));
    }

    #[test]
    fn errors_say_what_is_wrong_and_in_which_line() {
        for (line, words) in [
            ("{\"post\":1", "EOF while parsing an object at column 9"),
            ("[]", "a line must be a JSON object"),
            ("{}", "neither a time nor an action"),
            ("{\"pots\":1}", "unexpected field \"pots\""),
            ("{\"post\":1,\"stop\":true}", "found post and stop"),
            ("{\"at\":1,\"frame\":2}", "only one of"),
            ("{\"at\":-1}", "not a number of seconds"),
            ("{\"frame\":0.5}", "not a frame number"),
            ("{\"post\":{\"$x\":1}}", "post: \"$x\" has no meaning"),
            ("{\"after\":{\"$any\":0}}", "after: $any cannot be"),
            ("{\"mouse\":{}}", "mouse: action is missing"),
            ("{\"mouse\":{\"action\":\"jump\"}}", "\"jump\" is not move"),
            (
                "{\"mouse\":{\"action\":\"up\",\"x\":0.5}}",
                "x: 0.5 is not a whole number",
            ),
            ("{\"key\":\"Any\"}", "there is no key \"Any\""),
            (
                "{\"key\":{\"key\":\"a\",\"modifiers\":[1]}}",
                "1 is not \"shift\"",
            ),
            ("{\"resize\":{\"width\":1}}", "height is missing"),
            ("{\"resize\":{\"width\":-1,\"height\":1}}", "not between"),
            ("{\"stop\":1}", "stop: expected true"),
        ] {
            let text = format!("\n{line}");
            let error = Script::parse(&text).unwrap_err();
            assert!(error.what.contains(words), "{line}: {error}");
            assert_eq!(error.line, 2);
        }
    }
}
