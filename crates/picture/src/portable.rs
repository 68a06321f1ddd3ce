//! Pictures as PNG.

use crate::Picture;
use std::io::{self, Write};

/// Writes a picture as PNG. The same picture gives the same bytes.
///
/// # Errors
///
/// Fails if the writer fails, or for a picture without pixels, which PNG cannot represent.
pub fn write_png(picture: &Picture, out: impl Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer
        .write_image_data(&picture.straight())
        .map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

/// Returns true if a PNG that was made here has a pixel that is not fully transparent.
pub fn is_visible(bytes: &[u8]) -> bool {
    let decoder = png::Decoder::new(io::Cursor::new(bytes));
    let Ok(mut reader) = decoder.read_info() else {
        return false;
    };
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let frame = reader.next_frame(&mut pixels);
    frame.is_ok() && pixels.chunks_exact(4).any(|pixel| pixel[3] != 0)
}

#[cfg(test)]
mod tests {
    use super::super::{Order, Surface};
    use super::*;

    #[test]
    fn a_picture_can_be_read_back() {
        let mut picture = Picture::new(2, 1);
        picture.place(
            &Surface {
                width: 2,
                height: 1,
                order: Order::Rgba,
                pixels: &[64, 0, 0, 128, 1, 2, 3, 255],
                is_opaque: false,
            },
            1.0,
        );
        let mut bytes = Vec::new();
        write_png(&picture, &mut bytes).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = [0; 8];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [128, 0, 0, 128, 1, 2, 3, 255]);
    }

    #[test]
    fn a_picture_of_nothing_cannot_be_seen() {
        let bytes = |picture: &Picture| {
            let mut bytes = Vec::new();
            write_png(picture, &mut bytes).unwrap();
            bytes
        };
        let mut picture = Picture::new(2, 2);
        assert!(!is_visible(&bytes(&picture)));
        picture.pixels[7] = 1;
        assert!(is_visible(&bytes(&picture)));
        assert!(!is_visible(b"no picture"));
    }

    #[test]
    fn a_picture_without_pixels_is_an_error() {
        assert!(write_png(&Picture::new(0, 3), Vec::new()).is_err());
    }
}
