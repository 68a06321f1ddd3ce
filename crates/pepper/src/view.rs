//! The position and visibility of a program's element in its page.

use pinnacle_system::state::{Reader, Unusable, Writer};

/// A rectangle: position and size in CSS pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rect {
    /// Distance from the left of the page's visible part.
    pub x: i32,
    /// Distance from the top of the page's visible part.
    pub y: i32,
    /// Width; not negative.
    pub width: i32,
    /// Height; not negative.
    pub height: i32,
}

impl Rect {
    fn of(words: [u32; 4]) -> Rect {
        let [x, y, width, height] = words.map(|word| word as i32);
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    /// Returns the words of a `PP_Rect`.
    pub(crate) fn words(self) -> [u32; 4] {
        [self.x, self.y, self.width, self.height].map(|number| number as u32)
    }
}

/// The data that `PPB_View` reports.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// Position and size of the element.
    pub rect: Rect,
    /// The visible part of the element, relative to its upper left corner.
    pub clip: Rect,
    /// True if it fills the screen.
    pub is_fullscreen: bool,
    /// True if its page can be seen.
    pub is_page_visible: bool,
    /// Device pixels per CSS pixel at a zoom of 100 %.
    pub device_scale: f32,
    /// Zoom factor of the page.
    pub css_scale: f32,
    /// Scroll offset of the page.
    pub scroll_offset: [i32; 2],
}

impl View {
    /// Creates a view that is entirely visible, in a page that is neither zoomed nor scrolled.
    pub fn of_size(width: i32, height: i32) -> View {
        let rect = Rect {
            width,
            height,
            ..Rect::default()
        };
        View {
            rect,
            clip: rect,
            is_fullscreen: false,
            is_page_visible: true,
            device_scale: 1.0,
            css_scale: 1.0,
            scroll_offset: [0; 2],
        }
    }

    /// Writes the view to a saved state.
    pub fn save(&self, to: &mut Writer) {
        to.words(&self.rect.words());
        to.words(&self.clip.words());
        to.truth(self.is_fullscreen);
        to.truth(self.is_page_visible);
        to.float(self.device_scale);
        to.float(self.css_scale);
        to.words(&self.scroll_offset.map(|number| number as u32));
    }

    /// Replaces the view with a saved one.
    ///
    /// # Errors
    ///
    /// Fails if the data is not a valid view.
    pub fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        let (rect, clip) = (Rect::of(from.words()?), Rect::of(from.words()?));
        let view = View {
            rect,
            clip,
            is_fullscreen: from.truth()?,
            is_page_visible: from.truth()?,
            device_scale: from.float()?,
            css_scale: from.float()?,
            scroll_offset: from.words()?.map(|word: u32| word as i32),
        };
        let sides = [rect.width, rect.height, clip.width, clip.height];
        let is_scale = |scale: f32| scale.is_finite() && (0.01..=100.0).contains(&scale);
        let is_view = sides.iter().all(|side| (0..=1 << 20).contains(side))
            && is_scale(view.device_scale)
            && is_scale(view.css_scale);
        if !is_view {
            return Err(Unusable::damaged("the element has an impossible size"));
        }
        *self = view;
        Ok(())
    }

    /// Returns true if any part of the element is visible.
    pub fn is_visible(&self) -> bool {
        self.is_page_visible && self.clip.width > 0 && self.clip.height > 0
    }
}
