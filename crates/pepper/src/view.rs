//! The position and visibility of a program's element in its page.

/// A rectangle: position and size in CSS pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rect {
    /// From the left of the page's visible part.
    pub x: i32,
    /// From its top.
    pub y: i32,
    /// Not negative.
    pub width: i32,
    /// Not negative.
    pub height: i32,
}

impl Rect {
    /// Returns the words of a `PP_Rect`.
    pub(crate) fn words(self) -> [u32; 4] {
        [self.x, self.y, self.width, self.height].map(|number| number as u32)
    }
}

/// The data that `PPB_View` reports.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// The place of the element.
    pub rect: Rect,
    /// The visible part of the element, relative to its upper left corner.
    pub clip: Rect,
    /// True if it fills the screen.
    pub is_fullscreen: bool,
    /// True if its page can be seen.
    pub is_page_visible: bool,
    /// Pixels of the device for one CSS pixel at a zoom of 100 %.
    pub device_scale: f32,
    /// Zoom factor of the page.
    pub css_scale: f32,
    /// Scroll offset of the page.
    pub scroll_offset: [i32; 2],
}

impl View {
    /// A view that can be seen whole, in a page that is neither zoomed nor
    /// scrolled.
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

    /// Returns true if any of it can be seen.
    pub fn is_visible(&self) -> bool {
        self.is_page_visible && self.clip.width > 0 && self.clip.height > 0
    }
}
