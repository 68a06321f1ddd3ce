//! The WebSocket handlers of the test server: some echo messages, one closes as the client
//! requests, and one selects a subprotocol and reports it.

use super::super::http::Request;
use std::io::{self, Read, Write};

/// The protocol's GUID. The server proves that it supports WebSockets with a hash of the client's
/// key and this text.
const GUID: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Maximum size of a message.
const MAX_MESSAGE: usize = 16 << 20;

const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;

/// Answers a handshake and runs the handler for the URL until the connection closes.
pub(super) fn serve(
    from: &mut impl Read,
    mut to: impl Write,
    request: &Request,
    key: &str,
) -> io::Result<()> {
    let accept = base64(&sha1(format!("{key}{GUID}").as_bytes()));
    let (path, query) = request.path_and_query();
    write!(
        to,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {accept}\r\n"
    )?;
    if let Some(protocol) = query
        .strip_prefix("protocol=")
        .filter(|name| !name.is_empty())
    {
        write!(to, "Sec-WebSocket-Protocol: {protocol}\r\n")?;
    }
    write!(to, "\r\n")?;
    let closes = path == "close-code-and-reason";
    match path {
        "close-code-and-reason" => {
            let (_, message) = read_message(from, &mut to)?;
            let text = String::from_utf8_lossy(&message).into_owned();
            let (code, reason) = text.split_once(' ').unwrap_or((&text, ""));
            let code: u16 = code.parse().unwrap_or(1000);
            write_frame(
                &mut to,
                CLOSE,
                &[&code.to_be_bytes(), reason.as_bytes()].concat(),
            )?;
        }
        "protocol-test" => {
            let protocol = query.trim_start_matches("protocol=");
            write_frame(&mut to, TEXT, protocol.as_bytes())?;
        }
        _ => {}
    }
    loop {
        let (kind, message) = read_message(from, &mut to)?;
        if kind == CLOSE {
            // If we sent the first close, the client's answer ends the connection.
            return if closes {
                Ok(())
            } else {
                write_frame(&mut to, CLOSE, &message)
            };
        }
        if !closes {
            write_frame(&mut to, kind, &message)?;
        }
    }
}

/// Reads a complete message or a close frame, and answers pings before it.
fn read_message(from: &mut impl Read, to: &mut impl Write) -> io::Result<(u8, Vec<u8>)> {
    let (mut kind, mut message) = (TEXT, Vec::new());
    loop {
        let (is_last, opcode, payload) = read_frame(from)?;
        match opcode {
            CLOSE => return Ok((CLOSE, payload)),
            PING => write_frame(to, PING + 1, &payload)?,
            CONTINUATION | TEXT | BINARY => {
                if opcode != CONTINUATION {
                    kind = opcode;
                }
                message.extend_from_slice(&payload);
                if is_last {
                    return Ok((kind, message));
                }
            }
            _ => {}
        }
        if message.len() > MAX_MESSAGE {
            return Err(io::ErrorKind::InvalidData.into());
        }
    }
}

/// Reads a frame. Returns true if it is the last of its message, its opcode and its bytes.
fn read_frame(from: &mut impl Read) -> io::Result<(bool, u8, Vec<u8>)> {
    let mut head = [0; 2];
    from.read_exact(&mut head)?;
    let mut length = u64::from(head[1] & 0x7f);
    let wide = match length {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    if wide > 0 {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes[8 - wide..])?;
        length = u64::from_be_bytes(bytes);
    }
    if length > MAX_MESSAGE as u64 {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut mask = [0; 4];
    if head[1] & 0x80 != 0 {
        from.read_exact(&mut mask)?;
    }
    let mut payload = vec![0; length as usize];
    from.read_exact(&mut payload)?;
    let masked = payload.iter_mut().zip(mask.iter().cycle());
    masked.for_each(|(byte, mask)| *byte ^= mask);
    Ok((head[0] & 0x80 != 0, head[0] & 0xf, payload))
}

fn write_frame(to: &mut impl Write, kind: u8, payload: &[u8]) -> io::Result<()> {
    let mut frame = vec![0x80 | kind];
    match payload.len() {
        length @ 0..126 => frame.push(length as u8),
        length @ 126..0x1_0000 => {
            frame.push(126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(payload);
    to.write_all(&frame)
}

/// Computes a SHA-1 hash (RFC 3174).
fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut state: [u32; 5] = [
        0x6745_2301,
        0xefcd_ab89,
        0x98ba_dcfe,
        0x1032_5476,
        0xc3d2_e1f0,
    ];
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() - bytes.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len();
    padded[end - 8..].copy_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words = [0_u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for t in 16..80 {
            words[t] = (words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (t, word) in words.iter().enumerate() {
            let (f, k) = match t {
                0..20 => (b & c | !b & d, 0x5a82_7999),
                20..40 => (b ^ c ^ d, 0x6ed9_eba1),
                40..60 => (b & c | b & d | c & d, 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6_u32),
            };
            let sum = a.rotate_left(5).wrapping_add(f).wrapping_add(e);
            let next = sum.wrapping_add(k).wrapping_add(*word);
            (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
        }
        for (word, more) in state.iter_mut().zip([a, b, c, d, e]) {
            *word = word.wrapping_add(more);
        }
    }
    let mut hash = [0; 20];
    for (bytes, word) in hash.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let mut three = [0; 3];
        three[..group.len()].copy_from_slice(group);
        let number = u32::from_be_bytes([0, three[0], three[1], three[2]]);
        for at in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= group.len() {
                letter as char
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_handshake_of_the_standard_is_accepted() {
        let key = "dGhlIHNhbXBsZSBub25jZQ==";
        let accept = base64(&sha1(format!("{key}{GUID}").as_bytes()));
        assert_eq!(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn frames_of_each_length_can_be_read() {
        for length in [0, 125, 126, 0xffff, 0x1_0000] {
            let mut frame = Vec::new();
            write_frame(&mut frame, BINARY, &vec![7; length]).expect("a frame");
            let read = read_frame(&mut frame.as_slice()).expect("a frame");
            assert_eq!(read, (true, BINARY, vec![7; length]));
        }
        assert!(read_frame(&mut [0x81, 5, 1].as_slice()).is_err());
    }
}
