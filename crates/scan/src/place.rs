//! Resolves URLs in files to the places of other files.
//!
//! A place is a path, `archive!member`, or `crawl.warc!http://host/path` for a web archive.

use percent_encoding::percent_decode_str;
use pinnacle_archive::SEPARATOR;
use url::Url;

/// Returns the place that a URL in a file refers to. A file on disk has no host. Therefore a URL
/// with a host has no place for it, and neither has an absolute path unless the file is in a
/// container.
pub(crate) fn target(place: &str, is_captured: bool, url: &str) -> Option<String> {
    let url = url.trim();
    if url.is_empty() {
        return None;
    }
    if is_captured {
        let start = place.find("http://").or_else(|| place.find("https://"))?;
        let (container, address) = place.split_at(start);
        let container = &container[..=container.rfind(SEPARATOR)?];
        let mut found = Url::parse(address).ok()?.join(url).ok()?;
        found.set_fragment(None);
        let is_web = matches!(found.scheme(), "http" | "https");
        return is_web.then(|| format!("{container}{found}"));
    }
    if Url::parse(url).is_ok() || url.starts_with("//") {
        return None;
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let inner = place.rfind(SEPARATOR).map_or(0, |at| at + 1);
    let (container, member) = place.split_at(inner);
    let folder = member.rfind('/').map_or("", |at| &member[..=at]);
    let joined = match path.strip_prefix('/') {
        Some(_) if container.is_empty() => return None,
        Some(path) => path.to_owned(),
        None => format!("{folder}{path}"),
    };
    Some(format!("{container}{}", normal(&joined)?))
}

/// Resolves `.` and `..` in a path. Returns `None` if the path leads above its start.
fn normal(path: &str) -> Option<String> {
    let is_rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(&last) if last != ".." => {
                    parts.pop();
                }
                _ => return None,
            },
            part => parts.push(part),
        }
    }
    let text = parts.join("/");
    Some(if is_rooted { format!("/{text}") } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_leads_to_a_file_beside_its_page() {
        for (place, url, expected) in [
            ("a/page.html", "app.nmf", Some("a/app.nmf")),
            (
                "a/page.html",
                "./b/../app%20x.nmf?v=1#x",
                Some("a/app x.nmf"),
            ),
            ("a/b/page.html", "../app.nmf", Some("a/app.nmf")),
            ("/a/page.html", "app.nmf", Some("/a/app.nmf")),
            ("page.html", "../app.nmf", None),
            ("page.html", "/app.nmf", None),
            ("page.html", "http://a.test/app.nmf", None),
            ("page.html", "", None),
            ("x.zip!a/page.html", "/app.nmf", Some("x.zip!app.nmf")),
            ("x.zip!a/page.html", "../../app.nmf", None),
            ("x.zip!y.tar!page.html", "b.nmf", Some("x.zip!y.tar!b.nmf")),
        ] {
            assert_eq!(
                target(place, false, url).as_deref(),
                expected,
                "{place} {url}"
            );
        }
    }

    #[test]
    fn a_url_in_a_web_archive_leads_to_a_url_in_it() {
        let page = "crawl.warc.gz!http://a.test/game/!x/index.html";
        for (url, expected) in [
            (
                "app.nmf",
                Some("crawl.warc.gz!http://a.test/game/!x/app.nmf"),
            ),
            ("/b.nmf?v=2", Some("crawl.warc.gz!http://a.test/b.nmf?v=2")),
            (
                "//c.test/b.nmf#y",
                Some("crawl.warc.gz!http://c.test/b.nmf"),
            ),
            ("ftp://c.test/b.nmf", None),
        ] {
            assert_eq!(target(page, true, url).as_deref(), expected, "{url}");
        }
        let later = "c.warc!20130501/http://a.test/";
        assert_eq!(
            target(later, true, "x").as_deref(),
            Some("c.warc!http://a.test/x")
        );
    }
}
