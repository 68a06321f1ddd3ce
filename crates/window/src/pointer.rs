//! Sets the shape of the pointer.

use pinnacle_pepper::device::page::Cursor;
use winit::event_loop::ActiveEventLoop;
use winit::window::{CursorIcon, CustomCursor, Window};

/// `PP_MOUSECURSOR_TYPE_NONE`.
const NONE: u32 = 37;

/// The pointer shapes of `PP_MouseCursor_Type`, from value 0 on.
const ICONS: [CursorIcon; 43] = [
    CursorIcon::Default,
    CursorIcon::Crosshair,
    CursorIcon::Pointer,
    CursorIcon::Text,
    CursorIcon::Wait,
    CursorIcon::Help,
    CursorIcon::EResize,
    CursorIcon::NResize,
    CursorIcon::NeResize,
    CursorIcon::NwResize,
    CursorIcon::SResize,
    CursorIcon::SeResize,
    CursorIcon::SwResize,
    CursorIcon::WResize,
    CursorIcon::NsResize,
    CursorIcon::EwResize,
    CursorIcon::NeswResize,
    CursorIcon::NwseResize,
    CursorIcon::ColResize,
    CursorIcon::RowResize,
    // Panning: in all directions, then east and on counterclockwise.
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::AllScroll,
    CursorIcon::Move,
    CursorIcon::VerticalText,
    CursorIcon::Cell,
    CursorIcon::ContextMenu,
    CursorIcon::Alias,
    CursorIcon::Progress,
    CursorIcon::NoDrop,
    CursorIcon::Copy,
    CursorIcon::Default,
    CursorIcon::NotAllowed,
    CursorIcon::ZoomIn,
    CursorIcon::ZoomOut,
    CursorIcon::Grab,
    CursorIcon::Grabbing,
];

/// Sets the shape of the pointer over a window.
pub(crate) fn set(events: &ActiveEventLoop, window: &Window, cursor: &Cursor) {
    window.set_cursor_visible(*cursor != Cursor::Standard(NONE));
    match cursor {
        Cursor::Standard(number) => {
            let icon = ICONS.get(*number as usize).copied();
            window.set_cursor(icon.unwrap_or_default());
        }
        Cursor::Custom {
            width,
            height,
            rgba,
            hot_spot,
        } => {
            let [width, height] = [*width, *height].map(|side| u16::try_from(side).unwrap_or(0));
            let [x, y] = hot_spot.map(|way| u16::try_from(way).unwrap_or(0));
            // If the system cannot show this image, the pointer stays the same.
            if let Ok(source) = CustomCursor::from_rgba(rgba.clone(), width, height, x, y) {
                window.set_cursor(events.create_custom_cursor(source));
            }
        }
    }
}
