//! Records and replays standard streams.

use crate::answer::{decoded, encoded};
use crate::bytes::put_number;
use crate::event::Kind;
use crate::header::sum_of;
use crate::random::copied;
use crate::tape::Tape;
use pinnacle_system::Errno;
use pinnacle_system::files::{Stdio, Stream, StreamDevice};

/// Number of bytes of each write's checksum that are recorded. They show in a replay whether the
/// output differs.
const SUM: usize = 4;

/// Wraps the streams of a program. In a replay, input comes from the tape, and output is written to
/// the streams as in the recorded run.
#[must_use]
pub fn stdio(tape: &Tape, stdio: Stdio) -> Stdio {
    let recorded = |number, stream| {
        Stream::new(RecordedStream {
            tape: tape.clone(),
            number,
            stream,
        })
    };
    Stdio {
        input: recorded(0, stdio.input),
        output: recorded(1, stdio.output),
        error: recorded(2, stdio.error),
    }
}

/// Appends the length of written bytes and the beginning of their checksum.
pub(crate) fn put_written(question: &mut Vec<u8>, bytes: &[u8]) {
    put_number(question, bytes.len() as u64);
    question.extend_from_slice(&sum_of(bytes)[..SUM]);
}

struct RecordedStream {
    tape: Tape,
    number: u8,
    stream: Stream,
}

impl StreamDevice for RecordedStream {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        let mut question = vec![self.number];
        put_number(&mut question, buffer.len() as u64);
        let answer = self.tape.ask(Kind::Input, &question, || {
            let mut bytes = vec![0; buffer.len()];
            encoded(&self.stream.read(&mut bytes).map(|count| {
                bytes.truncate(count);
                bytes
            }))
        });
        copied(decoded(answer), buffer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut question = vec![self.number];
        put_written(&mut question, bytes);
        let is_replay = self.tape.is_replay();
        let answer = self.tape.ask(Kind::Output, &question, || {
            encoded(&self.stream.write(bytes).map(|count| count as u64))
        });
        let count: u64 = decoded(answer)?;
        let count = usize::try_from(count).map_or(bytes.len(), |it| it.min(bytes.len()));
        if is_replay {
            // The program gets the recorded result, so a failure of this write does not matter.
            let mut rest = &bytes[..count];
            while let Ok(written @ 1..) = self.stream.write(rest) {
                rest = &rest[written.min(rest.len())..];
                if rest.is_empty() {
                    break;
                }
            }
        }
        Ok(count)
    }

    fn hand_on(&mut self) {
        self.stream.hand_on();
    }

    fn is_terminal(&self) -> bool {
        let answer = self.tape.ask(Kind::IsTerminal, &[self.number], || {
            vec![self.stream.is_terminal().into()]
        });
        answer.is_some_and(|answer| answer == [1])
    }
}
