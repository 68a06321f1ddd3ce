//! Builds archives in memory.

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;

/// Packs named files into a zip archive, with deflate. Names are not checked or changed.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in files {
        let file = archive.new_file(EntryPath::verbatim(name.as_bytes()));
        let file = file.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().expect("a member");
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
        writer.write_all(bytes).expect("memory");
        let (encoder, descriptor) = writer.finish().expect("memory");
        encoder.finish().expect("memory");
        entry.finish(descriptor).expect("memory");
    }
    archive.finish().expect("memory")
}

/// Packs named files into a tar archive.
pub fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive
            .append_data(&mut header, name, *bytes)
            .expect("a name that a tar archive can have");
    }
    archive.into_inner().expect("memory")
}

/// Packs named files into an archive of object files, with long names in GNU format and an empty
/// symbol table.
pub fn ar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut names = String::new();
    let mut members = Vec::new();
    for (name, bytes) in files {
        let short = if name.len() < 16 {
            format!("{name}/")
        } else {
            let place = names.len();
            names += name;
            names += "/\n";
            format!("/{place}")
        };
        ar_member(&mut members, &short, bytes);
    }
    let mut archive = b"!<arch>\n".to_vec();
    ar_member(&mut archive, "/", &[0; 4]);
    ar_member(&mut archive, "//", names.as_bytes());
    archive.extend(members);
    archive
}

/// Adds a member to an archive of object files. The name is written unchanged.
pub fn ar_member(archive: &mut Vec<u8>, name: &str, bytes: &[u8]) {
    let size = bytes.len();
    let header = format!("{name:16}{:12}{:6}{:6}{:8}{size:<10}`\n", 0, 0, 0, 644);
    archive.extend(header.bytes());
    archive.extend(bytes);
    if size % 2 == 1 {
        archive.push(b'\n');
    }
}

/// Compresses bytes as gzip does.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Makes a record of a web archive (WARC) with a server's response.
pub fn answer(url: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let mut block = format!("HTTP/1.1 200 OK\r\n{fields}\r\n").into_bytes();
    block.extend_from_slice(body);
    record("response", url, "2013-05-01T12:00:00Z", &block)
}

/// Makes a record of a web archive (WARC).
pub fn record(kind: &str, url: &str, date: &str, block: &[u8]) -> Vec<u8> {
    let length = block.len();
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n\
         Content-Length: {length}\r\n\r\n"
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}
