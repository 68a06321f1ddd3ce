//! Writes a web archive in the format WARC 1.1 (ISO 28500): one response for each file, each record
//! compressed by itself, and their index in the format CDXJ.

use crate::files::packed;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io;
use url::Url;

/// The name of the archive in a WACZ.
pub(crate) const NAME: &str = "data.warc.gz";

/// An archive while it is written.
pub(crate) struct Warc {
    /// The date of every record: `2013-05-01T12:00:00Z`.
    date: String,
    bytes: Vec<u8>,
    index: Vec<String>,
}

impl Warc {
    /// Starts an archive with the record that describes it.
    pub(crate) fn new(date: &str) -> io::Result<Warc> {
        let mut warc = Warc {
            date: date.to_owned(),
            bytes: Vec::new(),
            index: Vec::new(),
        };
        let about = concat!(
            "software: pinnacle ",
            env!("CARGO_PKG_VERSION"),
            "\r\nformat: WARC File Format 1.1\r\n"
        );
        let fields = format!("WARC-Filename: {NAME}\r\nContent-Type: application/warc-fields\r\n");
        warc.record("warcinfo", &fields, about.as_bytes())?;
        Ok(warc)
    }

    /// Adds the response to a URL.
    pub(crate) fn answer(&mut self, url: &Url, media_type: &str, content: &[u8]) -> io::Result<()> {
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
            content.len()
        );
        let digest = sum(content);
        let block = [head.as_bytes(), content].concat();
        let fields = format!(
            "WARC-Target-URI: {url}\r\nWARC-Payload-Digest: {digest}\r\n\
             Content-Type: application/http; msgtype=response\r\n"
        );
        let start = self.bytes.len();
        self.record("response", &fields, &block)?;
        let entry = serde_json::json!({
            "url": url.as_str(),
            "mime": media_type.split(';').next().unwrap_or_default(),
            "status": "200",
            "digest": digest,
            "length": (self.bytes.len() - start).to_string(),
            "offset": start.to_string(),
            "filename": NAME,
        });
        let time: String = self.date.chars().filter(char::is_ascii_digit).collect();
        self.index.push(format!("{} {time} {entry}\n", key(url)));
        Ok(())
    }

    fn record(&mut self, kind: &str, fields: &str, block: &[u8]) -> io::Result<()> {
        let digest = sum(block);
        let name = Sha256::digest([kind.as_bytes(), fields.as_bytes(), block].concat());
        let mut id = [0; 16];
        id.copy_from_slice(&name[..16]);
        let mut record = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{}>\r\nWARC-Date: {}\r\n\
             {fields}WARC-Block-Digest: {digest}\r\nContent-Length: {}\r\n\r\n",
            uuid(id),
            self.date,
            block.len()
        )
        .into_bytes();
        record.extend_from_slice(block);
        record.extend_from_slice(b"\r\n\r\n");
        self.bytes.extend_from_slice(&packed(&record)?);
        Ok(())
    }

    /// Returns the archive and its sorted index.
    pub(crate) fn finish(mut self) -> (Vec<u8>, String) {
        self.index.sort_unstable();
        (self.bytes, self.index.concat())
    }
}

/// Returns the checksum of bytes in the form of records and indexes.
pub(crate) fn sum(bytes: &[u8]) -> String {
    let mut text = "sha256:".to_owned();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns a UUID of version 8 (RFC 9562), whose bits are chosen by the application: here, a
/// checksum.
fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (place, byte) in bytes.iter().enumerate() {
        if [4, 6, 8, 10].contains(&place) {
            text.push('-');
        }
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Returns the key of a URL in an index, by the *Sort-friendly URI Reordering Transform*:
/// `com,example)/path`. A `www.` before the host is left out, as is a slash at the end of a path.
fn key(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let bare = host.strip_prefix("www.").unwrap_or(host);
    let mut key = match url.domain() {
        Some(_) => bare.rsplit('.').collect::<Vec<_>>().join(","),
        None => host.to_owned(),
    };
    if let Some(port) = url.port() {
        let _ = write!(key, ":{port}");
    }
    key.push(')');
    let path = match url.path() {
        "/" => "/",
        path => path.strip_suffix('/').unwrap_or(path),
    };
    key.push_str(&path.to_ascii_lowercase());
    if let Some(query) = url.query() {
        let _ = write!(key, "?{}", query.to_ascii_lowercase());
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_by_the_host_from_its_end() {
        for (url, expected) in [
            (
                "http://www.Example.com/A/b.html?C",
                "com,example)/a/b.html?c",
            ),
            ("https://example.com:8080/", "com,example:8080)/"),
            ("http://example.com/a/", "com,example)/a"),
            ("http://127.0.0.1/", "127.0.0.1)/"),
        ] {
            assert_eq!(key(&Url::parse(url).unwrap()), expected);
        }
    }
}
