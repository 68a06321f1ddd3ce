//! Converts frames to the size and format that a program requests.

use crate::device::video::TrackPicture;

/// Pixel formats of a frame (`PP_VideoFrame_Format`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Planes of luma, red chroma and blue chroma, in this order. Each chroma sample covers four
    /// pixels.
    Yv12,
    /// Like `Yv12`, with blue chroma before red chroma.
    I420,
    /// Blue, green, red, alpha.
    Bgra,
}

impl Format {
    /// The greatest number of a format.
    pub(super) const LAST: u32 = 3;

    /// Returns the format with this number. The default is I420, as for cameras.
    pub(super) fn of(number: u32) -> Format {
        match number {
            1 => Format::Yv12,
            3 => Format::Bgra,
            _ => Format::I420,
        }
    }

    /// Returns the number of the format.
    pub(super) fn number(self) -> u32 {
        match self {
            Format::Yv12 => 1,
            Format::I420 => 2,
            Format::Bgra => 3,
        }
    }

    /// Converts a picture to this format.
    pub(super) fn bytes_of(self, picture: &TrackPicture) -> Vec<u8> {
        let pixels = picture.rgba.as_chunks::<4>().0;
        if self == Format::Bgra {
            let turned = pixels
                .iter()
                .map(|&[red, green, blue, alpha]| [blue, green, red, alpha]);
            return turned.flatten().collect();
        }
        let mut bytes: Vec<u8> = pixels.iter().map(|&pixel| brightness(pixel)).collect();
        let [blue, red] = [blueness, redness].map(|part| quarter(picture, part));
        let [first, second] = match self {
            Format::Yv12 => [red, blue],
            _ => [blue, red],
        };
        bytes.extend(first);
        bytes.extend(second);
        bytes
    }
}

/// Returns a weighted sum of red, green and blue, in 256ths, plus an offset (BT.601).
fn sum([red, green, blue, _]: [u8; 4], factors: [i32; 3], middle: i32) -> u8 {
    let [a, b, c] = factors;
    let sum = a * i32::from(red) + b * i32::from(green) + c * i32::from(blue);
    (((sum + 128) >> 8) + middle).clamp(0, 255) as u8
}

fn brightness(pixel: [u8; 4]) -> u8 {
    sum(pixel, [66, 129, 25], 16)
}

fn blueness(pixel: [u8; 4]) -> u8 {
    sum(pixel, [-38, -74, 112], 128)
}

fn redness(pixel: [u8; 4]) -> u8 {
    sum(pixel, [112, -94, -18], 128)
}

/// Samples one chroma component at every second pixel of every second row.
fn quarter(picture: &TrackPicture, part: fn([u8; 4]) -> u8) -> Vec<u8> {
    let width = picture.size[0] as usize;
    let pixels = picture.rgba.as_chunks::<4>().0;
    let rows = pixels.chunks(width.max(1)).step_by(2);
    rows.flat_map(|row| row.iter().step_by(2).map(|&pixel| part(pixel)))
        .collect()
}
