//! Converts text from input methods to the events that browsers report.
//!
//! The system reports the text that is being composed, and texts to insert. Programs expect an
//! event at the start and at the end of each composition. Before a text to insert, the system
//! reports an empty composition, so this only ends the composition if no text follows.

use pinnacle_pepper::device::input::CompositionAction;
use winit::event::Ime;

/// A change of the composed text, as the program receives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) action: CompositionAction,
    pub(crate) text: String,
    /// The selected range in bytes.
    pub(crate) selection: [u32; 2],
}

impl Change {
    /// Returns a change whose cursor is at the end of the text.
    fn new(action: CompositionAction, text: &str) -> Change {
        Change::selecting(action, text, (text.len(), text.len()))
    }

    fn selecting(action: CompositionAction, text: &str, (start, end): (usize, usize)) -> Change {
        let bytes = |offset: usize| u32::try_from(offset.min(text.len())).unwrap_or(u32::MAX);
        Change {
            action,
            text: text.to_owned(),
            selection: [bytes(start), bytes(end)],
        }
    }
}

/// The state of the composition in a window.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum InputMethod {
    /// No text is being composed.
    #[default]
    Idle,
    /// The program has received the beginning of a composition.
    Composing,
    /// The system has reported an empty composition. A text to insert may follow.
    Emptied,
}

impl InputMethod {
    /// Converts an event of the system to changes for the program.
    pub(crate) fn happens(&mut self, event: &Ime) -> Vec<Change> {
        match event {
            Ime::Enabled => Vec::new(),
            Ime::Preedit(text, _) if text.is_empty() => {
                if *self == InputMethod::Composing {
                    *self = InputMethod::Emptied;
                }
                Vec::new()
            }
            Ime::Preedit(text, cursor) => {
                let before = std::mem::replace(self, InputMethod::Composing);
                let start = (before == InputMethod::Idle)
                    .then(|| Change::new(CompositionAction::Start, ""));
                let cursor = cursor.unwrap_or((text.len(), text.len()));
                let update = Change::selecting(CompositionAction::Update, text, cursor);
                start.into_iter().chain([update]).collect()
            }
            Ime::Commit(text) => {
                let before = std::mem::take(self);
                let end = (before != InputMethod::Idle)
                    .then(|| Change::new(CompositionAction::End, text));
                // Control characters are ignored, because keys such as Enter also arrive as
                // keyboard events.
                let is_text = !text.is_empty() && !text.contains(char::is_control);
                let insert = is_text.then(|| Change::new(CompositionAction::Text, text));
                end.into_iter().chain(insert).collect()
            }
            Ime::Disabled => self.ends(),
        }
    }

    /// Ends an empty composition. Called after all events that the system has reported, so that no
    /// text can follow.
    pub(crate) fn settles(&mut self) -> Vec<Change> {
        match self {
            InputMethod::Emptied => self.ends(),
            InputMethod::Idle | InputMethod::Composing => Vec::new(),
        }
    }

    /// Ends the composition without inserting text, for example because the window loses the focus.
    pub(crate) fn ends(&mut self) -> Vec<Change> {
        match std::mem::take(self) {
            InputMethod::Idle => Vec::new(),
            _ => vec![Change::new(CompositionAction::End, "")],
        }
    }

    /// Abandons the composition, because the program has cancelled it. As in browsers, the program
    /// receives no event at its end.
    pub(crate) fn cancel(&mut self) {
        *self = InputMethod::Idle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CompositionAction::{End, Start, Text, Update};

    fn preedit(text: &str, cursor: usize) -> Ime {
        Ime::Preedit(text.to_owned(), Some((cursor, cursor)))
    }

    fn cleared() -> Ime {
        Ime::Preedit(String::new(), None)
    }

    fn commit(text: &str) -> Ime {
        Ime::Commit(text.to_owned())
    }

    /// Returns the action, the text and the end of the selection of each change after some events.
    fn told(method: &mut InputMethod, events: &[Ime]) -> Vec<(CompositionAction, String, u32)> {
        let changes = events.iter().flat_map(|event| method.happens(event));
        let told = changes.map(|one| (one.action, one.text, one.selection[1]));
        told.collect()
    }

    fn expected(
        changes: &[(CompositionAction, &str, u32)],
    ) -> Vec<(CompositionAction, String, u32)> {
        let owned = changes.iter();
        owned
            .map(|&(action, text, end)| (action, text.to_owned(), end))
            .collect()
    }

    #[test]
    fn a_composition_begins_changes_ends_and_becomes_a_text() {
        let mut method = InputMethod::default();
        let events = [
            Ime::Enabled,
            // X11 reports the start of a composition as an empty text.
            cleared(),
            preedit("n", 1),
            preedit("ni", 1),
            preedit("你", 3),
            cleared(),
            commit("你好"),
        ];
        let changes = [
            (Start, "", 0),
            (Update, "n", 1),
            (Update, "ni", 1),
            (Update, "你", 3),
            (End, "你好", 6),
            (Text, "你好", 6),
        ];
        assert_eq!(told(&mut method, &events), expected(&changes));
        assert_eq!(method.settles(), []);
    }

    #[test]
    fn a_text_that_was_not_composed_is_inserted() {
        let mut method = InputMethod::default();
        let events = [cleared(), commit("é")];
        assert_eq!(told(&mut method, &events), expected(&[(Text, "é", 2)]));
        assert_eq!(told(&mut method, &[commit("\r"), commit("")]), []);
    }

    #[test]
    fn an_erased_composition_ends_once_no_text_follows() {
        let mut method = InputMethod::default();
        let changes = expected(&[(Start, "", 0), (Update, "a", 1)]);
        assert_eq!(told(&mut method, &[preedit("a", 1), cleared()]), changes);
        assert_eq!(method.settles(), [Change::new(End, "")]);
        assert_eq!(method.settles(), []);
    }

    #[test]
    fn a_composition_goes_on_after_it_was_empty() {
        let mut method = InputMethod::default();
        let events = [preedit("a", 1), cleared(), preedit("b", 1)];
        let changes = [(Start, "", 0), (Update, "a", 1), (Update, "b", 1)];
        assert_eq!(told(&mut method, &events), expected(&changes));
    }

    #[test]
    fn a_disabled_input_method_ends_its_composition() {
        let mut method = InputMethod::default();
        let changes = [(Start, "", 0), (Update, "a", 1), (End, "", 0)];
        let events = [preedit("a", 1), Ime::Disabled, Ime::Disabled];
        assert_eq!(told(&mut method, &events), expected(&changes));
    }

    #[test]
    fn a_cancelled_composition_has_no_end() {
        let mut method = InputMethod::default();
        method.happens(&preedit("a", 1));
        method.cancel();
        assert_eq!(told(&mut method, &[cleared(), Ime::Disabled]), []);
    }

    #[test]
    fn a_cursor_beyond_the_text_is_at_its_end() {
        let mut method = InputMethod::default();
        let mut changes = method.happens(&preedit("ab", 9));
        assert_eq!(changes.pop().unwrap().selection, [2, 2]);
        // The same applies if the cursor is hidden.
        let hidden = Ime::Preedit("abc".to_owned(), None);
        assert_eq!(method.happens(&hidden)[0].selection, [3, 3]);
    }
}
