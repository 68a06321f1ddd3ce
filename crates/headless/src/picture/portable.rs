//! Pictures as PNG.

use super::Picture;
use std::io::{self, Write};

/// Writes a picture as PNG. The same picture gives the same bytes.
///
/// # Errors
///
/// What the writer says, and a picture without pixels, which PNG does not know.
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
    fn a_picture_without_pixels_is_an_error() {
        assert!(write_png(&Picture::new(0, 3), Vec::new()).is_err());
    }
}
