//! Films: pictures of an element at 60 in a second, as APNG or Y4M.
//!
//! A film is written while it is made; of the pictures only the last is kept. Its
//! size is that of its first picture; later ones are cut or filled up. An APNG has
//! a frame only where something changed, and of that frame only what changed; a
//! Y4M, which encoders of video read, has every frame, over black.

use crate::Picture;
use std::io::{self, Seek, SeekFrom, Write};

/// Number of frames per second.
const RATE: u16 = 60;

/// The kind of a film's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilmFormat {
    /// An animated PNG.
    Apng,
    /// Uncompressed video, 4:4:4.
    Y4m,
}

impl FilmFormat {
    /// Chooses the format by the file name: `.y4m`, or APNG for everything else.
    pub fn of_name(name: &str) -> FilmFormat {
        match name.to_ascii_lowercase().ends_with(".y4m") {
            true => FilmFormat::Y4m,
            false => FilmFormat::Apng,
        }
    }
}

/// A film that is being made.
#[derive(Debug)]
pub struct Film<W: Write + Seek> {
    out: W,
    format: FilmFormat,
    /// The last picture, and the number of its frame.
    last: Option<(Picture, u64)>,
    /// The part of the last picture that has not been written.
    pending: Option<Part>,
    /// Numbers of frames, and of chunks with frames, of an APNG.
    frames: u32,
    sequence: u32,
}

/// A rectangle of a picture, in the form of the content of `IDAT`.
#[derive(Debug)]
struct Part {
    rect: [u32; 4],
    data: Vec<u8>,
}

/// Offset of the number of frames in the file: after the signature, `IHDR` and the head of `acTL`.
const FRAME_COUNT_AT: u64 = 8 + 25;

impl<W: Write + Seek> Film<W> {
    /// A film without pictures.
    pub fn new(out: W, format: FilmFormat) -> Film<W> {
        Film {
            out,
            format,
            last: None,
            pending: None,
            frames: 0,
            sequence: 0,
        }
    }

    /// Sets the picture that is visible from a frame on. Of two pictures for the same frame the
    /// last counts; numbers of frames do not fall.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn show(&mut self, picture: &Picture, frame: u64) -> io::Result<()> {
        let Some((last, since)) = self.last.take() else {
            if picture.pixels().is_empty() {
                return Ok(());
            }
            self.header(picture)?;
            self.pending = self.part(picture, [0, 0, picture.width(), picture.height()])?;
            self.last = Some((picture.clone(), frame));
            return Ok(());
        };
        let picture = fitted(picture, &last);
        let Some(changed) = changed(&last, &picture) else {
            self.last = Some((last, since));
            return Ok(());
        };
        let rect = match frame > since {
            true => {
                self.flush(&last, frame - since)?;
                changed
            }
            // The picture was replaced before it was visible.
            false => match &self.pending {
                Some(part) => joined(part.rect, changed),
                None => changed,
            },
        };
        self.pending = self.part(&picture, rect)?;
        self.last = Some((picture, since.max(frame)));
        Ok(())
    }

    /// Ends the film before a frame.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn finish(mut self, frame: u64) -> io::Result<()> {
        if let Some((last, since)) = self.last.take() {
            self.flush(&last, frame.saturating_sub(since).max(1))?;
            if self.format == FilmFormat::Apng {
                self.chunk(*b"IEND", &[])?;
                self.out.seek(SeekFrom::Start(FRAME_COUNT_AT))?;
                let control = animation_control(self.frames);
                self.chunk_at_count(&control)?;
            }
        }
        self.out.flush()
    }

    /// Writes again the chunk with the number of frames.
    fn chunk_at_count(&mut self, control: &[u8]) -> io::Result<()> {
        self.chunk(*b"acTL", control)
    }

    fn header(&mut self, picture: &Picture) -> io::Result<()> {
        let (width, height) = (picture.width(), picture.height());
        match self.format {
            FilmFormat::Y4m => {
                let size = format!("W{width} H{height}");
                writeln!(self.out, "YUV4MPEG2 {size} F{RATE}:1 Ip A1:1 C444")
            }
            FilmFormat::Apng => {
                self.out.write_all(b"\x89PNG\r\n\x1A\n")?;
                let sides = [width, height].map(u32::to_be_bytes).concat();
                // Eight bits per channel, four channels, and the only existing methods.
                self.chunk(*b"IHDR", &[&sides[..], &[8, 6, 0, 0, 0]].concat())?;
                self.chunk(*b"acTL", &animation_control(0))
            }
        }
    }

    /// A part of a picture, compressed.
    fn part(&self, picture: &Picture, rect: [u32; 4]) -> io::Result<Option<Part>> {
        if self.format == FilmFormat::Y4m {
            return Ok(None);
        }
        let [x, y, width, height] = rect;
        let mut part = Picture::new(width, height);
        let row = picture.width() as usize * 4;
        let rows = picture.pixels.chunks_exact(row).skip(y as usize);
        let start = x as usize * 4;
        for (target, source) in part.pixels.chunks_exact_mut(width as usize * 4).zip(rows) {
            target.copy_from_slice(&source[start..start + target.len()]);
        }
        let mut png = Vec::new();
        super::write_png(&part, &mut png)?;
        Ok(Some(Part {
            rect,
            data: image_data(&png),
        }))
    }

    /// Writes the pending frame, which is visible for this number of frames.
    fn flush(&mut self, picture: &Picture, count: u64) -> io::Result<()> {
        if self.format == FilmFormat::Y4m {
            let planes = planes(picture);
            for _ in 0..count {
                self.out.write_all(b"FRAME\n")?;
                self.out.write_all(&planes)?;
            }
            return Ok(());
        }
        let Some(Part { rect, data }) = self.pending.take() else {
            return Ok(());
        };
        let [x, y, width, height] = rect;
        let delay = count.min(u64::from(u16::MAX)) as u16;
        let mut control = self.next_sequence().to_be_bytes().to_vec();
        for number in [width, height, x, y] {
            control.extend(number.to_be_bytes());
        }
        control.extend(delay.to_be_bytes());
        control.extend(RATE.to_be_bytes());
        // The frame is neither cleared afterwards nor blended with the previous one.
        control.extend([0, 0]);
        self.chunk(*b"fcTL", &control)?;
        self.frames += 1;
        if self.frames == 1 {
            return self.chunk(*b"IDAT", &data);
        }
        let sequence = self.next_sequence().to_be_bytes();
        self.chunk(*b"fdAT", &[&sequence[..], &data].concat())
    }

    fn next_sequence(&mut self) -> u32 {
        self.sequence += 1;
        self.sequence - 1
    }

    fn chunk(&mut self, name: [u8; 4], data: &[u8]) -> io::Result<()> {
        self.out.write_all(&(data.len() as u32).to_be_bytes())?;
        self.out.write_all(&name)?;
        self.out.write_all(data)?;
        let check = checksum(name.iter().chain(data));
        self.out.write_all(&check.to_be_bytes())
    }
}

/// Returns the content of `acTL`: the number of frames, repeated forever.
fn animation_control(frames: u32) -> Vec<u8> {
    [frames, 0].map(u32::to_be_bytes).concat()
}

/// Returns the checksum of a chunk: CRC-32, as in ISO 3309.
fn checksum<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let mut value = index as u32;
            let mut bit = 0;
            while bit < 8 {
                value = value >> 1 ^ if value & 1 != 0 { 0xEDB8_8320 } else { 0 };
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    !bytes.fold(u32::MAX, |sum, byte| {
        TABLE[(sum as u8 ^ byte) as usize] ^ sum >> 8
    })
}

/// Returns the contents of all `IDAT` chunks of a PNG.
fn image_data(png: &[u8]) -> Vec<u8> {
    let mut data = Vec::with_capacity(png.len());
    let mut rest = png.get(8..).unwrap_or_default();
    while let Some((&[a, b, c, d], after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(content) = after.get(4..4 + length) else {
            break;
        };
        if after.starts_with(b"IDAT") {
            data.extend_from_slice(content);
        }
        rest = after.get(length + 8..).unwrap_or_default();
    }
    data
}

/// Returns a picture cut or padded to the size of another.
fn fitted(picture: &Picture, like: &Picture) -> Picture {
    if (picture.width, picture.height) == (like.width, like.height) {
        return picture.clone();
    }
    let mut fitted = Picture::new(like.width, like.height);
    fitted.place(
        &super::Surface {
            width: picture.width,
            height: picture.height,
            order: super::Order::Rgba,
            pixels: &picture.pixels,
            is_opaque: false,
        },
        1.0,
    );
    fitted
}

/// Returns the smallest rectangle that contains all differences between two pictures of the same
/// size: left, top, width, height.
fn changed(left: &Picture, right: &Picture) -> Option<[u32; 4]> {
    let row = left.width as usize * 4;
    let rows = || {
        let rows = left.pixels.chunks_exact(row);
        rows.zip(right.pixels.chunks_exact(row))
    };
    let differs = |(left, right): (&[u8], &[u8])| left != right;
    let top = rows().position(differs)?;
    let bottom = rows().rposition(differs)?;
    let (mut first, mut last) = (usize::MAX, 0);
    for (left, right) in rows().skip(top).take(bottom + 1 - top) {
        let pixels = || left.chunks_exact(4).zip(right.chunks_exact(4));
        if let Some(x) = pixels().position(differs) {
            first = first.min(x);
        }
        if let Some(x) = pixels().rposition(differs) {
            last = last.max(x);
        }
    }
    let [x, y] = [first as u32, top as u32];
    Some([x, y, last as u32 + 1 - x, bottom as u32 + 1 - y])
}

/// The smallest rectangle that holds two.
fn joined(left: [u32; 4], right: [u32; 4]) -> [u32; 4] {
    let start = |at: usize| left[at].min(right[at]);
    let end = |at: usize| (left[at] + left[at + 2]).max(right[at] + right[at + 2]);
    [start(0), start(1), end(0) - start(0), end(1) - start(1)]
}

/// Converts a picture to the three planes of a video frame, by BT.601, over black. Colours are
/// already premultiplied with alpha.
fn planes(picture: &Picture) -> Vec<u8> {
    let count = picture.pixels.len() / 4;
    let mut planes = vec![0; 3 * count];
    for (index, pixel) in picture.pixels.chunks_exact(4).enumerate() {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(i32::from);
        let brightness = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
        let blue = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
        let red = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
        for (plane, value) in [brightness, blue, red].into_iter().enumerate() {
            planes[plane * count + index] = value.clamp(0, 255) as u8;
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn picture(pixels: &[[u8; 4]]) -> Picture {
        let mut picture = Picture::new(pixels.len() as u32, 1);
        picture.pixels = pixels.concat();
        picture
    }

    const BLACK: [u8; 4] = [0, 0, 0, 255];
    const WHITE: [u8; 4] = [255; 4];

    #[test]
    fn an_apng_has_a_frame_for_each_change_and_of_it_what_changed() {
        let mut bytes = Cursor::new(Vec::new());
        let mut film = Film::new(&mut bytes, FilmFormat::Apng);
        film.show(&picture(&[BLACK, BLACK, BLACK]), 0).unwrap();
        film.show(&picture(&[BLACK, BLACK, BLACK]), 3).unwrap();
        film.show(&picture(&[BLACK, WHITE, BLACK]), 5).unwrap();
        film.finish(12).unwrap();

        let bytes = bytes.into_inner();
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let frames = reader.info().animation_control().unwrap().num_frames;
        assert_eq!(frames, 2);
        let mut pixels = [0; 12];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [BLACK; 3].concat()[..]);
        let control = *reader.info().frame_control().unwrap();
        assert_eq!((control.delay_num, control.delay_den), (5, 60));
        reader.next_frame(&mut pixels).unwrap();
        let control = *reader.info().frame_control().unwrap();
        assert_eq!((control.width, control.x_offset), (1, 1));
        assert_eq!(control.delay_num, 7);
        assert_eq!(pixels[..4], WHITE);
    }

    #[test]
    fn of_pictures_for_one_frame_the_last_counts() {
        let mut bytes = Cursor::new(Vec::new());
        let mut film = Film::new(&mut bytes, FilmFormat::Apng);
        film.show(&picture(&[BLACK, BLACK]), 4).unwrap();
        film.show(&picture(&[WHITE, BLACK]), 4).unwrap();
        film.show(&picture(&[WHITE, WHITE]), 4).unwrap();
        film.finish(4).unwrap();
        let bytes = bytes.into_inner();
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 1);
        let mut pixels = [0; 8];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [255; 8]);
    }

    #[test]
    fn a_y4m_has_every_frame() {
        let mut bytes = Cursor::new(Vec::new());
        let mut film = Film::new(&mut bytes, FilmFormat::Y4m);
        film.show(&picture(&[WHITE, BLACK]), 0).unwrap();
        film.show(&picture(&[BLACK, BLACK, WHITE]), 2).unwrap();
        film.finish(3).unwrap();
        let frame = |planes: &[u8]| [b"FRAME\n", planes].concat();
        let expected = [
            b"YUV4MPEG2 W2 H1 F60:1 Ip A1:1 C444\n".to_vec(),
            frame(&[235, 16, 128, 128, 128, 128]),
            frame(&[235, 16, 128, 128, 128, 128]),
            frame(&[16, 16, 128, 128, 128, 128]),
        ];
        assert_eq!(bytes.into_inner(), expected.concat());
    }

    #[test]
    fn a_film_without_pictures_is_empty() {
        let mut bytes = Cursor::new(Vec::new());
        Film::new(&mut bytes, FilmFormat::Apng).finish(9).unwrap();
        assert!(bytes.into_inner().is_empty());
    }
}
