//! Damage to texts, by characters, words and lines.

use crate::random::Choices;
use std::ops::Range;

/// Numbers near the limits of ranges, as text.
const EXTREMES: [&str; 20] = [
    "0",
    "1",
    "2",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "255",
    "65535",
    "65536",
    "2147483647",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "-9223372036854775808",
    "340282366920938463463374607431768211456",
];

/// Returns a damaged copy of a text: a few words or lines are removed, duplicated, swapped, or
/// replaced.
pub fn garble(text: &[u8], choices: &mut impl Choices) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + choices.below(4) {
        if text.is_empty() {
            break;
        }
        match choices.below(8) {
            0 => one_byte(&mut text, choices),
            1 | 2 => pieces(&mut text, choices, line_at),
            3 | 4 => extreme_number(&mut text, choices),
            _ => pieces(&mut text, choices, word_at),
        }
    }
    if choices.one_in(40) {
        text.truncate(choices.index(text.len()));
    }
    text
}

fn one_byte(text: &mut Vec<u8>, choices: &mut impl Choices) {
    let at = choices.index(text.len());
    let byte = choices.below(256) as u8;
    match choices.below(3) {
        0 => text[at] = byte,
        1 => text.insert(at, byte),
        _ => drop(text.remove(at)),
    }
}

/// Edits one or two pieces of a text. `piece_at` finds the piece at a position.
fn pieces(
    text: &mut Vec<u8>,
    choices: &mut impl Choices,
    piece_at: fn(&[u8], usize) -> Range<usize>,
) {
    let here = piece_at(text, choices.index(text.len()));
    // Usually choose a nearby piece, which is more likely to fit.
    let near = choices.index(200).min(text.len() - 1);
    let other = match choices.below(3) {
        0 => choices.index(text.len()),
        _ => (here.start + near) % text.len(),
    };
    let other = piece_at(text, other);
    let piece = text[other.clone()].to_vec();
    match choices.below(4) {
        0 => drop(text.drain(here)),
        1 => drop(text.splice(here.start..here.start, piece)),
        2 => drop(text.splice(here, piece)),
        _ => {
            let (first, second) = if here.start < other.start {
                (here, other)
            } else {
                (other, here)
            };
            if first.end <= second.start {
                let earlier = text[first.clone()].to_vec();
                let later = text.splice(second.clone(), earlier).collect::<Vec<_>>();
                text.splice(first, later);
            }
        }
    }
}

/// Replaces a number, which may be part of a name, by an extreme one.
fn extreme_number(text: &mut Vec<u8>, choices: &mut impl Choices) {
    let from = choices.index(text.len());
    let Some(start) = text[from..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let start = from + start;
    let digits = text[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    let end = start + digits.count();
    let number = *choices.pick(&EXTREMES);
    text.splice(start..end, number.bytes());
}

/// The range of the line that contains a byte, including its end.
fn line_at(text: &[u8], at: usize) -> Range<usize> {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n');
    let end = text[at..].iter().position(|&byte| byte == b'\n');
    start.map_or(0, |start| start + 1)..end.map_or(text.len(), |end| at + end + 1)
}

/// The range of the word that contains a byte. If it is not in a word, only the byte.
fn word_at(text: &[u8], at: usize) -> Range<usize> {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"@%_.".contains(byte);
    if !in_word(&text[at]) {
        return at..at + 1;
    }
    let start = text[..at].iter().rposition(|byte| !in_word(byte));
    let end = text[at..].iter().position(|byte| !in_word(byte));
    start.map_or(0, |start| start + 1)..end.map_or(text.len(), |end| at + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    #[test]
    fn words_and_lines_are_found_around_any_byte() {
        let text = b"%v1 = add\nret;";
        assert_eq!(&text[word_at(text, 1)], b"%v1");
        assert_eq!(&text[word_at(text, 4)], b"=");
        assert_eq!(&text[word_at(text, 13)], b";");
        assert_eq!(&text[line_at(text, 9)], b"%v1 = add\n");
        assert_eq!(&text[line_at(text, 10)], b"ret;");
    }

    #[test]
    fn texts_are_damaged_in_many_ways_and_stay_about_as_long() {
        let text = b"function void @f0() {\n  blocks 1;\n%b0:\n  ret void;\n}\n";
        let mut different = std::collections::BTreeSet::new();
        for seed in 0..500 {
            let damaged = garble(text, &mut Seeded::new(seed));
            assert!(damaged.len() < 6 * text.len());
            different.insert(damaged);
        }
        assert!(different.len() > 400, "only {} texts", different.len());
    }
}
