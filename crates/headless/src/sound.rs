//! Mixes the sounds of a program into a WAV file.
//!
//! Each sound is a stream of blocks that starts at some time. Its blocks follow one another without
//! gaps unless one is too late. Streams that play at the same time are added. The file has the
//! sample rate of the first stream; streams with other rates are converted by linear interpolation.

use std::io::{self, Seek, SeekFrom, Write};
use std::time::Duration;

/// The left and the right channel.
const CHANNELS: usize = 2;

/// Size in bytes of a sample for all channels.
const FRAME: u32 = 4;

/// Size in bytes of the header before the samples.
const HEADER: u32 = 44;

/// Maximum number of samples that a WAV file can have.
const MAX_SAMPLES: u64 = ((u32::MAX - HEADER) / FRAME) as u64;

/// Maximum number of zero bytes that are written. Longer silence is stored as a hole in the file.
const MAX_ZEROS: u64 = 1 << 16;

/// Maximum delay of a block that is still joined to the previous one without a gap.
const LATE: Duration = Duration::from_millis(100);

/// A stream that plays.
#[derive(Debug)]
struct Stream {
    id: u64,
    rate: u32,
    /// Start of the stream, in samples of the file.
    start: u64,
    /// Number of samples of the stream since then.
    count: u64,
    /// The last sample of the stream.
    last: [i16; CHANNELS],
}

/// A WAV file that is being written.
#[derive(Debug)]
pub struct Recording<W: Write + Seek> {
    out: W,
    rate: Option<u32>,
    streams: Vec<Stream>,
    /// Number of samples written.
    written: u64,
    /// Bytes of silence after the current position, which are skipped instead of written.
    hole: i64,
    /// Sums of the samples that follow the written ones.
    open: Vec<[i32; CHANNELS]>,
}

impl<W: Write + Seek> Recording<W> {
    /// Creates a recording without sound.
    pub fn new(out: W) -> Recording<W> {
        Recording {
            out,
            rate: None,
            streams: Vec::new(),
            written: 0,
            hole: 0,
            open: Vec::new(),
        }
    }

    /// Adds a block of a stream that starts at a time: alternating left and right samples, `rate`
    /// of each per second. Times must not decrease.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn play(&mut self, id: u64, time: Duration, rate: u32, samples: &[i16]) -> io::Result<()> {
        if rate == 0 {
            return Ok(());
        }
        let file_rate = match self.rate {
            Some(rate) => rate,
            None => {
                self.rate = Some(rate);
                self.out.write_all(&[0; HEADER as usize])?;
                rate
            }
        };
        let place = samples_in(time, file_rate);
        // Samples far in the past can no longer change. They are written before the block is mixed
        // in, so that a pause never has to be kept in memory.
        self.flush(place.saturating_sub(samples_in(2 * LATE, file_rate)))?;
        let index = self.stream(id, place, rate, file_rate);
        let stream = &mut self.streams[index];
        for frame in samples.chunks_exact(CHANNELS) {
            let next = [frame[0], frame[1]];
            let ratio = |count: u64| {
                let samples = u128::from(count) * u128::from(file_rate) / u128::from(rate);
                stream.start + samples as u64
            };
            // The samples of the file between the previous sample and this one.
            let (from, to) = (ratio(stream.count), ratio(stream.count + 1));
            for at in from..to {
                let Some(slot) = at.checked_sub(self.written) else {
                    continue;
                };
                if at >= MAX_SAMPLES {
                    break;
                }
                let slot = slot as usize;
                if self.open.len() <= slot {
                    self.open.resize(slot + 1, [0; CHANNELS]);
                }
                let span = (to - from) as i64;
                let step = (at - from + 1) as i64;
                let sums = self.open[slot].iter_mut();
                for ((sum, old), new) in sums.zip(stream.last).zip(next) {
                    let [old, new] = [old, new].map(i64::from);
                    *sum += (old + (new - old) * step / span) as i32;
                }
            }
            stream.last = next;
            stream.count += 1;
        }
        Ok(())
    }

    /// Ends a stream. Later blocks with the same ID start a new stream.
    pub fn end(&mut self, id: u64) {
        self.streams.retain(|stream| stream.id != id);
    }

    /// Ends the recording at a time.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn finish(mut self, time: Duration) -> io::Result<()> {
        let rate = match self.rate {
            Some(rate) => rate,
            None => {
                self.out.write_all(&[0; HEADER as usize])?;
                48000
            }
        };
        let end = samples_in(time, rate);
        self.flush(end)?;
        if self.hole > 0 {
            // A file that ends with silence gets its length by writing its last sample.
            self.out
                .seek(SeekFrom::Current(self.hole - i64::from(FRAME)))?;
            self.out.write_all(&[0; FRAME as usize])?;
        }
        let data = self.written as u32 * FRAME;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header(rate, data))?;
        self.out.flush()
    }

    /// Returns the stream with an ID, which continues or starts at this position.
    fn stream(&mut self, id: u64, place: u64, rate: u32, file_rate: u32) -> usize {
        let late = samples_in(LATE, file_rate);
        let found = self.streams.iter().position(|stream| stream.id == id);
        if let Some(index) = found {
            let stream = &mut self.streams[index];
            let end = u128::from(stream.count) * u128::from(file_rate) / u128::from(stream.rate);
            let end = stream.start + end as u64;
            if stream.rate != rate || end.saturating_add(late) < place {
                stream.start = place.max(end);
                stream.count = 0;
                stream.rate = rate;
            }
            return index;
        }
        self.streams.push(Stream {
            id,
            rate,
            start: place,
            count: 0,
            last: [0; CHANNELS],
        });
        self.streams.len() - 1
    }

    /// Writes everything before a position.
    fn flush(&mut self, place: u64) -> io::Result<()> {
        let place = place.min(MAX_SAMPLES);
        let count = place.saturating_sub(self.written);
        if count == 0 {
            return Ok(());
        }
        let known = self.open.len().min(count as usize);
        let mut bytes = Vec::with_capacity(known * FRAME as usize);
        for sums in self.open.drain(..known) {
            for sum in sums {
                let sample = sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                bytes.extend(sample.to_le_bytes());
            }
        }
        if !bytes.is_empty() && self.hole > 0 {
            self.out
                .seek(SeekFrom::Current(std::mem::take(&mut self.hole)))?;
        }
        self.out.write_all(&bytes)?;
        let silence = (count - known as u64) * u64::from(FRAME);
        if self.hole > 0 || silence > MAX_ZEROS {
            // The size of a WAV file is less than four gibibytes, so this cannot overflow.
            self.hole += silence as i64;
        } else {
            io::copy(&mut io::Read::take(io::repeat(0), silence), &mut self.out)?;
        }
        self.written = place;
        Ok(())
    }
}

/// Returns the number of samples in a time, at a rate.
fn samples_in(time: Duration, rate: u32) -> u64 {
    (time.as_nanos() * u128::from(rate) / 1_000_000_000) as u64
}

/// Returns the header of a WAV file with this many bytes of samples.
fn header(rate: u32, data: u32) -> Vec<u8> {
    let word = u32::to_le_bytes;
    [
        *b"RIFF",
        word(HEADER - 8 + data),
        *b"WAVE",
        *b"fmt ",
        word(16),
        // PCM, two channels.
        [1, 0, 2, 0],
        word(rate),
        word(rate * FRAME),
        // Bytes per sample for all channels, and bits per sample for one channel.
        [4, 0, 16, 0],
        *b"data",
        word(data),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn recorded(make: impl FnOnce(&mut Recording<&mut Cursor<Vec<u8>>>), end: Duration) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let mut recording = Recording::new(&mut bytes);
        make(&mut recording);
        recording.finish(end).unwrap();
        bytes.into_inner()
    }

    fn left(wav: &[u8]) -> Vec<i16> {
        let frames = wav[44..].chunks_exact(4);
        frames
            .map(|frame| i16::from_le_bytes([frame[0], frame[1]]))
            .collect()
    }

    const SAMPLE: Duration = Duration::from_micros(125);

    #[test]
    fn blocks_of_a_stream_follow_one_another_without_gaps() {
        let wav = recorded(
            |recording| {
                let block = [10, 1, 20, 2];
                recording.play(1, 2 * SAMPLE, 8000, &block).unwrap();
                // The block is a little late, but continues at the same position as without the
                // delay.
                recording.play(1, 5 * SAMPLE, 8000, &block).unwrap();
            },
            8 * SAMPLE,
        );
        assert_eq!(left(&wav), [0, 0, 10, 20, 10, 20, 0, 0]);
        assert_eq!(wav[4..8], (wav.len() as u32 - 8).to_le_bytes());
        assert_eq!(wav[24..28], 8000_u32.to_le_bytes());
    }

    #[test]
    fn streams_are_added_and_cut_at_the_limits() {
        let wav = recorded(
            |recording| {
                recording.play(1, SAMPLE, 8000, &[30000, 0, 5, 0]).unwrap();
                recording.play(2, SAMPLE, 8000, &[30000, 0, 6, 0]).unwrap();
            },
            3 * SAMPLE,
        );
        assert_eq!(left(&wav), [0, i16::MAX, 11]);
    }

    #[test]
    fn a_pause_of_weeks_is_a_hole_in_the_file_and_not_in_memory() {
        let mut file = Sparse::default();
        let mut recording = Recording::new(&mut file);
        let weeks = Duration::from_millis(i32::MAX as u64);
        recording.play(1, SAMPLE, 48000, &[7, 7]).unwrap();
        recording.play(1, weeks, 48000, &[9, 9]).unwrap();
        assert!(recording.open.len() <= 48000);
        recording.play(1, 2 * weeks, 48000, &[9, 9]).unwrap();
        recording.finish(2 * weeks).unwrap();
        assert!(file.written < 100_000, "{}", file.written);
        assert_eq!(file.len, u64::from(HEADER) + MAX_SAMPLES * u64::from(FRAME));
    }

    #[test]
    fn sound_after_a_pause_is_at_its_place() {
        let pause = Duration::from_secs(100);
        let wav = recorded(
            |recording| {
                recording.play(1, Duration::ZERO, 8000, &[5, 0]).unwrap();
                recording.play(1, pause, 8000, &[7, 0]).unwrap();
            },
            2 * pause,
        );
        let left = left(&wav);
        assert_eq!(left.len(), 1_600_000);
        assert_eq!((left[0], left[800_000]), (5, 7));
        assert_eq!(left.iter().filter(|sample| **sample != 0).count(), 2);
    }

    /// A file that stores only its length.
    #[derive(Default)]
    struct Sparse {
        place: u64,
        len: u64,
        written: usize,
    }

    impl Write for Sparse {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written += bytes.len();
            self.place += bytes.len() as u64;
            self.len = self.len.max(self.place);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Sparse {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.place = match to {
                SeekFrom::Start(place) => place,
                SeekFrom::Current(way) => self.place.checked_add_signed(way).unwrap(),
                SeekFrom::End(way) => self.len.checked_add_signed(way).unwrap(),
            };
            Ok(self.place)
        }
    }

    #[test]
    fn another_rate_is_brought_to_that_of_the_file() {
        let wav = recorded(
            |recording| {
                recording.play(1, Duration::ZERO, 8000, &[0, 0]).unwrap();
                recording
                    .play(2, Duration::ZERO, 4000, &[10, 0, 30, 0])
                    .unwrap();
            },
            4 * SAMPLE,
        );
        assert_eq!(left(&wav), [5, 10, 20, 30]);
    }

    #[test]
    fn a_stream_that_was_silent_for_long_begins_anew_at_its_time() {
        let pause = Duration::from_secs(1);
        let wav = recorded(
            |recording| {
                recording.play(1, Duration::ZERO, 8000, &[7, 0]).unwrap();
                recording.play(1, pause, 8000, &[8, 0]).unwrap();
            },
            pause + SAMPLE,
        );
        let heard = left(&wav);
        assert_eq!((heard[0], heard[8000], heard.len()), (7, 8, 8001));
    }

    #[test]
    fn silence_is_silence() {
        let wav = recorded(|_| {}, Duration::from_millis(1));
        assert_eq!(left(&wav), [0; 48]);
    }
}
