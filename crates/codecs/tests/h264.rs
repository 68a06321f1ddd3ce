//! Decodes simple H.264 streams that the test writes: pictures with uncompressed macroblocks, and
//! pictures that repeat the previous one.

use pinnacle_codecs::{Coding, DecodeError, Decoder, Library, Picture};

/// Writes bits to bytes, the highest bit first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    free: u32,
}

impl Bits {
    fn put(&mut self, count: u32, value: u32) -> &mut Bits {
        for bit in (0..count).rev() {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            self.free -= 1;
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> bit & 1) as u8) << self.free;
            }
        }
        self
    }

    /// Appends `ue(v)`: a number in exponential Golomb code.
    fn golomb(&mut self, value: u32) -> &mut Bits {
        let len = (value + 1).ilog2();
        self.put(len, 0).put(len + 1, value + 1)
    }

    fn golombs(&mut self, values: &[u32]) -> &mut Bits {
        for &value in values {
            self.golomb(value);
        }
        self
    }

    /// Returns the NAL unit with the bits so far.
    fn unit(&mut self, header: u8) -> Vec<u8> {
        self.put(1, 1);
        [&[0, 0, 0, 1, header][..], &self.bytes].concat()
    }
}

/// Returns the parameter sets of a stream of two by two macroblocks, whose pictures are displayed
/// in the order of the stream.
fn parameters() -> Vec<u8> {
    let mut sequence = Bits::default();
    // Constrained Baseline profile, level 1; frame numbers have four bits.
    sequence
        .put(24, 0x42_c0_0a)
        .golombs(&[0, 0, 2, 1])
        .put(1, 0);
    // 32 by 32 pixels, frames only, without cropping and usability information.
    sequence.golombs(&[1, 1]).put(4, 0b1100);
    let mut picture = Bits::default();
    picture.golombs(&[0, 0]).put(2, 0).golombs(&[0, 0, 0]);
    picture.put(3, 0).golombs(&[0, 0, 0]).put(3, 0);
    [sequence.unit(0x67), picture.unit(0x68)].concat()
}

/// Returns a picture of one colour that does not depend on others.
fn key_picture([luma, blue, red]: [u8; 3]) -> Vec<u8> {
    let mut slice = Bits::default();
    slice
        .golombs(&[0, 7, 0])
        .put(4, 0)
        .golomb(0)
        .put(2, 0)
        .golomb(0);
    for _ in 0..4 {
        // I_PCM, whose samples are byte-aligned.
        slice.golomb(25);
        slice.free = 0;
        slice.bytes.extend([luma; 256]);
        slice.bytes.extend([blue; 64]);
        slice.bytes.extend([red; 64]);
    }
    slice.unit(0x65)
}

/// Returns a picture that is the same as the previous one.
fn same_picture(number: u32) -> Vec<u8> {
    let mut slice = Bits::default();
    slice
        .golombs(&[0, 5, 0])
        .put(4, number)
        .put(3, 0)
        .golombs(&[0, 4]);
    slice.unit(0x41)
}

/// Red and green as luma, blue difference and red difference.
const RED: [u8; 3] = [81, 90, 240];
const GREEN: [u8; 3] = [145, 54, 34];

/// Returns a decoder, or `None` if the machine has no FFmpeg.
fn decoder() -> Option<Decoder> {
    match Library::load() {
        Ok(library) => Decoder::new(&library, Coding::H264),
        Err(error) => {
            pinnacle_testing::skip::skip(error);
            None
        }
    }
}

/// Returns the unit of each picture and the name of the colour at its centre.
fn seen(pictures: &[Picture]) -> Vec<(u32, &str)> {
    let colour = |picture: &Picture| {
        assert_eq!(picture.size, [32, 32]);
        assert_eq!(picture.rgba.len(), 4 * 32 * 32);
        let at = 4 * (16 * 32 + 16);
        match picture.rgba[at..at + 3] {
            [red, green, blue] if red > 200 && green < 60 && blue < 60 => "red",
            [red, green, blue] if red < 60 && green > 200 && blue < 60 => "green",
            _ => "another",
        }
    };
    pictures.iter().map(|one| (one.unit, colour(one))).collect()
}

#[test]
fn each_picture_comes_with_its_unit() -> Result<(), DecodeError> {
    let Some(mut decoder) = decoder() else {
        return Ok(());
    };
    let mut pictures = Vec::new();
    decoder.decode(7, &[parameters(), key_picture(RED)].concat(), &mut pictures)?;
    assert_eq!(seen(&pictures), [(7, "red")], "without delay");
    decoder.decode(8, &same_picture(1), &mut pictures)?;
    decoder.decode(9, &key_picture(GREEN), &mut pictures)?;
    decoder.flush(&mut pictures)?;
    assert_eq!(seen(&pictures), [(7, "red"), (8, "red"), (9, "green")]);
    Ok(())
}

#[test]
fn a_unit_may_be_less_than_a_picture() -> Result<(), DecodeError> {
    let Some(mut decoder) = decoder() else {
        return Ok(());
    };
    let mut pictures = Vec::new();
    decoder.decode(0, &parameters(), &mut pictures)?;
    assert_eq!(seen(&pictures), []);
    decoder.decode(1, &key_picture(GREEN), &mut pictures)?;
    assert_eq!(seen(&pictures), [(1, "green")]);
    Ok(())
}

#[test]
fn pictures_before_the_first_key_picture_are_skipped() -> Result<(), DecodeError> {
    let Some(mut decoder) = decoder() else {
        return Ok(());
    };
    let mut pictures = Vec::new();
    decoder.decode(0, &same_picture(1), &mut pictures)?;
    decoder.decode(1, &[], &mut pictures)?;
    decoder.decode(2, b"no video", &mut pictures)?;
    assert_eq!(seen(&pictures), []);
    decoder.decode(3, &[parameters(), key_picture(RED)].concat(), &mut pictures)?;
    decoder.reset();
    decoder.decode(
        4,
        &[parameters(), key_picture(GREEN)].concat(),
        &mut pictures,
    )?;
    assert_eq!(seen(&pictures), [(3, "red"), (4, "green")]);
    Ok(())
}

#[test]
fn damaged_streams_are_refused_or_decoded() {
    let Ok(library) = Library::load() else {
        pinnacle_testing::skip::skip("FFmpeg is not installed");
        return;
    };
    let stream = [parameters(), key_picture(RED)].concat();
    // All bytes of the headers, and samples of the pixels.
    let places = (0..60).chain((60..stream.len()).step_by(97));
    for at in places {
        for bit in 0..8 {
            let mut damaged = stream.clone();
            damaged[at] ^= 1 << bit;
            let mut pictures = Vec::new();
            let decoder = Decoder::new(&library, Coding::H264);
            let mut decoder = decoder.expect("FFmpeg decodes H.264");
            let result = decoder
                .decode(0, &damaged, &mut pictures)
                .and_then(|()| decoder.decode(1, &same_picture(1), &mut pictures))
                .and_then(|()| decoder.flush(&mut pictures));
            for picture in pictures {
                let [width, height] = picture.size;
                assert_eq!(
                    picture.rgba.len() as u32,
                    4 * width * height,
                    "bit {bit} of {at}"
                );
            }
            // FFmpeg may return any result for a damaged stream, but decoding must end.
            let _ = result;
        }
    }
}
