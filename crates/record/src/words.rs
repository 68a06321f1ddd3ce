//! Describes questions in messages.

use crate::bytes::Reader;
use crate::event::Kind;

/// Maximum length in bytes of a question in a message.
const MAX_SHOWN: usize = 60;

/// Returns a description of a question.
pub(crate) fn in_words(kind: Kind, question: &[u8]) -> String {
    if let Some(text) = decoded(kind, question) {
        return format!("{kind} ({text})");
    }
    if question.is_empty() {
        return kind.to_string();
    }
    let part = &question[..question.len().min(MAX_SHOWN)];
    format!("{kind} ({})", part.escape_ascii())
}

/// Describes a question about a clock, a stream or a number of bytes. Returns `None` for others.
fn decoded(kind: Kind, question: &[u8]) -> Option<String> {
    let mut reader = Reader::new(question);
    Some(match kind {
        Kind::Time => match reader.byte()? {
            0 => "real time".into(),
            1 => "monotonic time".into(),
            _ => "processor time".into(),
        },
        Kind::Random => bytes(reader.number()?),
        Kind::IsTerminal => stream(reader.byte()?)?.into(),
        Kind::Input | Kind::Output => {
            let stream = stream(reader.byte()?)?;
            format!("{}, {stream}", bytes(reader.number()?))
        }
        Kind::Read | Kind::Write => {
            let file = reader.number()?;
            format!("{}, file {file}", bytes(reader.number()?))
        }
        _ => return None,
    })
}

fn bytes(count: u64) -> String {
    match count {
        1 => "1 byte".into(),
        count => format!("{count} bytes"),
    }
}

fn stream(number: u8) -> Option<&'static str> {
    Some(match number {
        0 => "standard input",
        1 => "standard output",
        2 => "standard error",
        _ => return None,
    })
}
