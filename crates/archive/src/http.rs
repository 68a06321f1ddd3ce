//! An HTTP message in a web archive: status or method, fields, and content in its transfer codings.
//!
//! Some crawlers store decoded content with the original fields. A coding is therefore only removed
//! if the content looks encoded.

use crate::compression::Compression;
use crate::error::Error;
use crate::limits::{Budget, Charged};
use crate::source::Peeked;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

/// Maximum size of the head of an answer in bytes.
pub(crate) const MAX_HEAD: u64 = 256 << 10;

/// Maximum length of a method in bytes.
const MAX_METHOD: usize = 32;

/// Maximum length of the line before a chunk in bytes.
const MAX_LINE: u64 = 4096;

/// The head of an answer or a request.
#[derive(Debug, Default)]
pub(crate) struct Head {
    /// 0 for a request.
    pub(crate) status: u16,
    /// Names in lower case, and values.
    fields: Vec<(String, String)>,
}

impl Head {
    /// Reads the head; `None` if the bytes are not an HTTP response.
    pub(crate) fn read(reader: &mut dyn BufRead) -> Result<Option<Head>, Error> {
        let mut reader = reader.take(MAX_HEAD);
        let first = line(&mut reader)?;
        let mut words = first.split_ascii_whitespace();
        if !words.next().is_some_and(|word| word.starts_with("HTTP/")) {
            return Ok(None);
        }
        let Some(status) = words.next().and_then(|word| word.parse().ok()) else {
            return Ok(None);
        };
        Ok(Some(Head {
            status,
            fields: fields(&mut reader)?,
        }))
    }

    /// Reads the head of a request, and returns its method too; `None` if the bytes are not an HTTP
    /// request.
    pub(crate) fn read_request(reader: &mut dyn BufRead) -> Result<Option<(String, Head)>, Error> {
        let mut reader = reader.take(MAX_HEAD);
        let first = line(&mut reader)?;
        let method = match first.split_once(' ') {
            Some((method, rest)) if rest.contains("HTTP/") => method,
            _ => return Ok(None),
        };
        let is_method = (1..=MAX_METHOD).contains(&method.len())
            && method.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !is_method {
            return Ok(None);
        }
        let fields = fields(&mut reader)?;
        Ok(Some((method.to_owned(), Head { status: 0, fields })))
    }

    /// Returns the value of a field.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        find(&self.fields, name)
    }
}

/// Returns the value of the field with a name.
pub(crate) fn find<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = fields.iter().find(|(found, _)| found == name);
    found.map(|(_, value)| value.as_str())
}

/// Reads fields up to an empty line, as HTTP and WARC have them.
pub(crate) fn fields(reader: &mut dyn BufRead) -> Result<Vec<(String, String)>, Error> {
    let mut fields: Vec<(String, String)> = Vec::new();
    loop {
        let line = line(reader)?;
        if line.is_empty() {
            return Ok(fields);
        }
        // A line that begins with a space continues the value before it.
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
}

/// Reads a line without its line end. The caller bounds the reader.
pub(crate) fn line(reader: &mut dyn BufRead) -> Result<String, Error> {
    let mut bytes = Vec::new();
    reader.read_until(b'\n', &mut bytes)?;
    if bytes.pop_if(|byte| *byte == b'\n').is_some() {
        bytes.pop_if(|byte| *byte == b'\r');
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the content with its transfer codings removed.
pub(crate) fn content<'a>(
    head: &Head,
    body: Box<dyn Read + 'a>,
    budget: &Rc<Budget>,
) -> io::Result<Box<dyn Read + 'a>> {
    let mut body = body;
    if names(head.field("transfer-encoding"), "chunked") {
        let peeked = Peeked::new(body, 32)?;
        body = match is_chunk(peeked.head()) {
            true => Box::new(Chunks::new(BufReader::new(peeked))),
            false => Box::new(peeked),
        };
    }
    let coding = head.field("content-encoding");
    if names(coding, "br") {
        let decoder = brotli_decompressor::Decompressor::new(body, 4096);
        return Ok(Box::new(Charged::unpacked(decoder, budget)));
    }
    if names(coding, "gzip") || names(coding, "x-gzip") || names(coding, "zstd") {
        let peeked = Peeked::new(body, 32)?;
        return Ok(match Compression::of(peeked.head()) {
            Some(compression) => compression.decoded(Box::new(peeked), budget),
            None => Box::new(peeked),
        });
    }
    if names(coding, "deflate") {
        let peeked = Peeked::new(body, 2)?;
        // It should be zlib's format; some servers sent bare DEFLATE.
        let is_zlib = matches!(*peeked.head(), [first, second]
            if first & 15 == 8 && (u16::from(first) << 8 | u16::from(second)) % 31 == 0);
        let decoder: Box<dyn Read + 'a> = match is_zlib {
            true => Box::new(flate2::read::ZlibDecoder::new(peeked)),
            false => Box::new(flate2::read::DeflateDecoder::new(peeked)),
        };
        return Ok(Box::new(Charged::unpacked(decoder, budget)));
    }
    Ok(body)
}

/// Returns true if a field names a coding.
fn names(field: Option<&str>, coding: &str) -> bool {
    let mut codings = field.unwrap_or_default().split(',');
    codings.any(|found| found.trim().eq_ignore_ascii_case(coding))
}

/// Returns true if these bytes start with a chunk's length.
fn is_chunk(head: &[u8]) -> bool {
    let digits = head
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let rest = &head[digits..];
    let rest = rest.trim_ascii_start().len();
    let end = head.get(digits).copied();
    digits > 0 && digits <= 16 && (matches!(end, Some(b'\r' | b'\n' | b';' | b' ')) || rest == 0)
}

/// Decodes chunked content, RFC 9112, section 7.1.
struct Chunks<R> {
    inner: R,
    /// The number of bytes left in the chunk; `None` at the end.
    left: Option<u64>,
}

impl<R: BufRead> Chunks<R> {
    fn new(inner: R) -> Chunks<R> {
        Chunks {
            inner,
            left: Some(0),
        }
    }

    /// Reads the length of the next chunk.
    fn next(&mut self) -> Result<Option<u64>, Error> {
        let mut text = line(&mut (&mut self.inner).take(MAX_LINE))?;
        if text.is_empty() {
            // The line end after the previous chunk.
            text = line(&mut (&mut self.inner).take(MAX_LINE))?;
        }
        let digits = text.split(';').next().unwrap_or_default().trim();
        match u64::from_str_radix(digits, 16) {
            Ok(0) => Ok(None),
            Ok(length) => Ok(Some(length)),
            // Some crawlers truncate long answers.
            Err(_) if text.is_empty() => Ok(None),
            Err(_) => Err(Error::damaged("the length of a chunk is not a number")),
        }
    }
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == Some(0) {
            self.left = self.next()?;
        }
        let Some(left) = self.left else {
            return Ok(0);
        };
        let length = buffer
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = self.inner.read(&mut buffer[..length])?;
        self.left = match read {
            0 if length > 0 => None,
            read => Some(left - read as u64),
        };
        Ok(read)
    }
}
