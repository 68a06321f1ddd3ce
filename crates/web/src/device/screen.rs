//! The pictures of a program, for a canvas that takes RGBA with straight alpha.

use super::{Element, Inbox};
use crate::outside;
use pinnacle_pepper::device::screen::{Content, Picture, PixelFormat, Screen};

/// A canvas.
#[derive(Debug, Default)]
pub(super) struct WebScreen {
    inbox: Inbox,
    /// The last picture in the format of the canvas.
    rgba: Vec<u8>,
    is_empty: bool,
}

impl WebScreen {
    pub(super) fn new(inbox: Inbox) -> WebScreen {
        WebScreen {
            inbox,
            ..WebScreen::default()
        }
    }
}

impl Screen for WebScreen {
    fn request_frame(&mut self) {
        let awaits = |element: &mut Element| element.awaits_frame = true;
        self.inbox.change_element(awaits);
        outside::request_frame();
    }

    fn show(&mut self, content: Content<'_>, has_changed: bool) {
        let picture = match content {
            Content::Picture(picture) => picture,
            Content::Context(id) => {
                if has_changed || self.is_empty {
                    outside::show_context(id);
                }
                self.is_empty = false;
                return;
            }
            Content::Nothing => {
                if !std::mem::replace(&mut self.is_empty, true) {
                    outside::show_nothing();
                }
                return;
            }
        };
        if !has_changed && !self.is_empty {
            return;
        }
        self.is_empty = false;
        self.rgba.resize(picture.pixels.len(), 0);
        convert(&picture, &mut self.rgba);
        let [left, top] = picture.offset;
        outside::show_picture(
            &mut self.rgba,
            picture.width,
            picture.height,
            picture.scale,
            left,
            top,
        );
    }
}

/// Converts colours from premultiplied to straight alpha, in RGBA.
fn convert(picture: &Picture<'_>, rgba: &mut [u8]) {
    let is_bgra = picture.format == PixelFormat::Bgra;
    let pixels = picture.pixels.as_chunks::<4>().0;
    for (to, from) in rgba.as_chunks_mut::<4>().0.iter_mut().zip(pixels) {
        let [mut red, green, mut blue, alpha] = *from;
        if is_bgra {
            std::mem::swap(&mut red, &mut blue);
        }
        *to = match alpha {
            _ if picture.is_opaque => [red, green, blue, 255],
            255 => [red, green, blue, 255],
            0 => [0; 4],
            _ => {
                let straight = |colour: u8| {
                    let alpha = u32::from(alpha);
                    ((u32::from(colour) * 255 + alpha / 2) / alpha).min(255) as u8
                };
                [straight(red), straight(green), straight(blue), alpha]
            }
        };
    }
}
