//! Writes a page with its files as a web archive in one file: WACZ 1.1.1, a zip archive of a WARC,
//! its index, the list of pages and the checksums of these files.

use crate::warc::{self, Warc, sum};
use crate::{Collected, Error};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::time::SystemTime;
use url::Url;

/// The address and the time of the captures of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Captured {
    /// The address of the top folder of the site: `http` or `https`, a host, and a path that ends
    /// with `/`.
    pub site: Url,
    /// The time of every capture.
    pub time: SystemTime,
}

/// A web archive of one page.
#[derive(Debug)]
pub struct Archive {
    /// The WACZ.
    pub bytes: Vec<u8>,
    /// The address of the page in it.
    pub url: Url,
    /// Number of the site's files in it, including the page if the site has one.
    pub files: usize,
    /// The size of these files in bytes.
    pub size: u64,
}

pub(crate) fn make(collected: Collected<'_>, captured: &Captured) -> Result<Archive, Error> {
    let Collected {
        page,
        title,
        base,
        files,
    } = collected;
    let name = Path::new(base.path());
    let failed = |error: &dyn std::fmt::Display| Error::new(name, &error.to_string());
    let time = calendar(captured.time);
    let date = date(time);
    let mut warc = Warc::new(&date).map_err(|error| failed(&error))?;
    let place = |path: &str| {
        let place = captured.site.join(path.trim_start_matches('/'));
        place.map_err(|error| failed(&error))
    };
    // A single program has the base address, so its generated page gets the address of the folder.
    let is_made = files.has(base.path());
    let page_path = match is_made {
        true => "/",
        false => base.path(),
    };
    let mut add = |path: &str, media_type: &str, content: &[u8]| -> Result<Url, Error> {
        let url = place(path)?;
        let mut answer = |url: &Url| warc.answer(url, media_type, content);
        answer(&url).map_err(|error| failed(&error))?;
        // The address of the folder shows its `index.html`.
        if let Some(folder) = path.strip_suffix("index.html")
            && folder.ends_with('/')
        {
            let folder = place(folder)?;
            answer(&folder).map_err(|error| failed(&error))?;
            return Ok(folder);
        }
        Ok(url)
    };
    let url = add(page_path, "text/html", &page)?;
    for (path, content, media_type) in files.each() {
        add(path, &media_type, content)?;
    }
    let (warc, index) = warc.finish();
    let pages = [
        json!({"format": "json-pages-1.0", "id": "pages", "title": "Pages"}),
        json!({"id": "page", "url": url.as_str(), "ts": date, "title": title}),
    ];
    let pages = pages.map(|line| format!("{line}\n")).concat();
    let members = [
        (format!("archive/{}", warc::NAME), warc),
        ("indexes/index.cdx".to_owned(), index.into_bytes()),
        ("pages/pages.jsonl".to_owned(), pages.into_bytes()),
    ];
    let resources = members.iter().map(|(path, bytes)| {
        let name = path.rsplit('/').next();
        json!({"name": name, "path": path, "hash": sum(bytes), "bytes": bytes.len()})
    });
    let about = json!({
        "profile": "data-package",
        "wacz_version": "1.1.1",
        "title": title,
        "created": date,
        "software": concat!("pinnacle ", env!("CARGO_PKG_VERSION")),
        "mainPageUrl": url.as_str(),
        "mainPageDate": date,
        "resources": resources.collect::<Vec<_>>(),
    });
    let about = format!("{about:#}\n").into_bytes();
    let digest = json!({"path": "datapackage.json", "hash": sum(&about)});
    let digest = format!("{digest:#}\n").into_bytes();
    let last = [
        ("datapackage.json".to_owned(), about),
        ("datapackage-digest.json".to_owned(), digest),
    ];
    let bytes = zip(members.iter().chain(&last), time).map_err(|error| failed(&error))?;
    Ok(Archive {
        bytes,
        url,
        files: files.count() + usize::from(!is_made),
        size: files.bytes() + if is_made { 0 } else { page.len() as u64 },
    })
}

/// Makes a zip archive. Web archives in it are stored without compression, so that replay tools can
/// read single records.
fn zip<'m>(
    members: impl Iterator<Item = &'m (String, Vec<u8>)>,
    time: UtcDateTime,
) -> Result<Vec<u8>, rawzip::Error> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in members {
        let file = archive
            .new_file(EntryPath::verbatim(name.as_bytes()))
            .last_modified(time);
        if name.starts_with("archive/") {
            let (mut entry, config) = file.compression_method(CompressionMethod::STORE).start()?;
            let mut writer = config.wrap(&mut entry);
            writer.write_all(bytes)?;
            let (_, descriptor) = writer.finish()?;
            entry.finish(descriptor)?;
        } else {
            let (mut entry, config) = file
                .compression_method(CompressionMethod::DEFLATE)
                .start()?;
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
            writer.write_all(bytes)?;
            let (encoder, descriptor) = writer.finish()?;
            encoder.finish()?;
            entry.finish(descriptor)?;
        }
    }
    archive.finish()
}

/// Converts a time to the form of zip archives. A time before 1970 becomes 1970.
fn calendar(time: SystemTime) -> UtcDateTime {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs());
    UtcDateTime::from_unix(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// Formats a time as in records: `2013-05-01T12:00:00Z`.
fn date(time: UtcDateTime) -> String {
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        time.year(),
        time.month(),
        time.day(),
        time.hour(),
        time.minute(),
        time.second()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_those_of_records() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_367_409_605);
        assert_eq!(date(calendar(time)), "2013-05-01T12:00:05Z");
    }
}
