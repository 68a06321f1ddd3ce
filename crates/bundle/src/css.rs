//! Rewrites style sheets: embeds the files that they load.

use crate::files::{self, Files};
use pinnacle_page::css::{Address, addresses};
use url::Url;

/// Maximum nesting depth of style sheets that import others.
const MAX_DEPTH: usize = 8;

/// Replaces the addresses of files in a style sheet by `data:` URLs. `base` is its own address.
/// Addresses of missing files are unchanged; those of other sites are recorded.
pub(crate) fn rewrite(
    text: &str,
    base: &Url,
    files: &Files<'_>,
    elsewhere: &mut Vec<String>,
) -> String {
    rewrite_to_depth(text, base, files, elsewhere, 0)
}

fn rewrite_to_depth(
    text: &str,
    base: &Url,
    files: &Files<'_>,
    elsewhere: &mut Vec<String>,
    depth: usize,
) -> String {
    let mut written = String::with_capacity(text.len());
    let mut end = 0;
    for Address { place, url } in addresses(text) {
        let Ok(url) = base.join(&url) else { continue };
        let Some((content, media_type)) = files.at(&url) else {
            crate::html::note(&url, base, elsewhere);
            continue;
        };
        let data = match media_type == "text/css" && depth < MAX_DEPTH {
            true => {
                let inner = String::from_utf8_lossy(content);
                let inner = rewrite_to_depth(&inner, &url, files, elsewhere, depth + 1);
                files::data_url(inner.as_bytes(), "text/css;charset=utf-8")
            }
            false => files::data_url(content, &media_type),
        };
        written.push_str(&text[end..place.start]);
        written.push_str("url(\"");
        written.push_str(&data);
        written.push_str("\")");
        end = place.end;
    }
    written.push_str(&text[end..]);
    written
}
