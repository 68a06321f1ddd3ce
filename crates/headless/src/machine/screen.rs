//! The display, which shows 60 pictures per second.

use super::{Machine, Until, frame_at};
use pinnacle_pepper::device::screen::{Content, Screen};

impl Screen for Machine {
    fn request_frame(&mut self) {
        let mut state = self.lock();
        let now = frame_at(state.elapsed());
        let next = now.max(state.last_frame) + 1;
        state.frame_wanted.get_or_insert(next);
    }

    fn show(&mut self, content: Content<'_>, has_changed: bool) {
        let mut state = self.lock();
        let state = &mut *state;
        let frame = match state.frame_open.take() {
            Some(frame) => frame,
            None => frame_at(state.elapsed()),
        };
        state.last_frame = frame.max(state.last_frame);
        if let Err(error) =
            state
                .pictures
                .show(&state.view, content, &state.graphics, frame, has_changed)
        {
            state.failed(error);
        }
        if has_changed {
            state.changed();
        }
        if let Until::Frame(last) = state.until
            && frame >= last
        {
            state.is_ending = true;
        }
    }
}
