//! Content types by file name, as file servers choose them.

/// File name extensions and content types, sorted by extension.
const TYPES: &[(&str, &str)] = &[
    ("bmp", "image/bmp"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("flac", "audio/flac"),
    ("gif", "image/gif"),
    ("gz", "application/gzip"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ico", "image/x-icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("md", "text/markdown"),
    ("mid", "audio/midi"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("nexe", "application/x-nacl"),
    ("nmf", "application/json"),
    ("ogg", "audio/ogg"),
    ("pdf", "application/pdf"),
    ("pexe", "application/x-pnacl"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("tar", "application/x-tar"),
    ("ttf", "font/ttf"),
    ("txt", "text/plain"),
    ("wasm", "application/wasm"),
    ("wav", "audio/wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("woff", "font/woff"),
    ("xml", "application/xml"),
    ("zip", "application/zip"),
];

/// The content type for unknown extensions.
const UNKNOWN: &str = "application/octet-stream";

/// Returns the content type for a file name.
pub(super) fn of(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let ending = ending.to_ascii_lowercase();
    let found = TYPES.binary_search_by_key(&&*ending, |(ending, _)| ending);
    found.map_or(UNKNOWN, |index| TYPES[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_is_in_a_file() {
        assert!(TYPES.is_sorted());
        assert_eq!(of("a.b/picture.PNG"), "image/png");
        assert_eq!(of("page.html"), "text/html");
        for name in ["", "name", ".", "x.unknown"] {
            assert_eq!(of(name), UNKNOWN, "{name:?}");
        }
    }
}
