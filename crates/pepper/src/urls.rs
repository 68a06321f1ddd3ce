//! URLs: schemes, origins, and the offsets of their parts.

use url::{Position, Url};

/// Resolves a relative URL in a document. Returns `None` if it is invalid. An empty URL is the
/// document itself.
pub(crate) fn resolve(document: &str, relative: &str) -> Option<Url> {
    match Url::parse(document) {
        Ok(base) if relative.is_empty() => Some(base),
        Ok(base) => base.join(relative).ok(),
        Err(_) => Url::parse(relative).ok(),
    }
}

/// Returns true if two URLs have the same origin. An opaque origin differs from all others.
pub(crate) fn is_same_origin(first: &Url, second: &Url) -> bool {
    first.origin().is_tuple() && first.origin() == second.origin()
}

/// Returns true if two texts are URLs with the same origin.
pub fn are_same_origin(first: &str, second: &str) -> bool {
    let both = Url::parse(first).ok().zip(Url::parse(second).ok());
    both.is_some_and(|(first, second)| is_same_origin(&first, &second))
}

/// Returns the URL of a library that a program loads by name: a file next to the program. A name
/// may also be a URL with the program's or the document's origin; others are refused, because
/// loading a library has no flag for cross-origin requests.
///
/// ```
/// use pinnacle_pepper::urls::library;
///
/// let (program, document) = ("https://cdn.test/a/b.pexe", "https://site.test/");
/// assert_eq!(library(program, document, "c.so").as_deref(), Some("https://cdn.test/a/c.so"));
/// assert_eq!(library(program, document, "https://other.test/c.so"), None);
/// ```
pub fn library(program: &str, document: &str, name: &str) -> Option<String> {
    let url = match Url::parse(program) {
        Ok(base) => base.join(name).ok()?,
        Err(_) => Url::parse(name).ok()?,
    };
    let allowed = [program, document];
    let is_allowed =
        |owner: &&str| Url::parse(owner).is_ok_and(|owner| is_same_origin(&owner, &url));
    allowed.iter().any(is_allowed).then(|| url.into())
}

/// Returns `PP_URLComponents_Dev`: the offset and length of scheme, username, password, host, port,
/// path, query and reference in the text of a URL; 0 and -1 for a part that is missing.
pub(crate) fn components(url: &Url) -> [u32; 16] {
    let at = |position| url[..position].len();
    let part = |from: Position, to: Position, is_there: bool| match is_there {
        true => [at(from) as u32, (at(to) - at(from)) as u32],
        false => [0, u32::MAX],
    };
    let parts = [
        part(Position::BeforeScheme, Position::AfterScheme, true),
        part(
            Position::BeforeUsername,
            Position::AfterUsername,
            !url.username().is_empty(),
        ),
        part(
            Position::BeforePassword,
            Position::AfterPassword,
            url.password().is_some(),
        ),
        part(Position::BeforeHost, Position::AfterHost, url.has_host()),
        part(
            Position::BeforePort,
            Position::AfterPort,
            url.port().is_some(),
        ),
        part(Position::BeforePath, Position::AfterPath, true),
        part(
            Position::BeforeQuery,
            Position::AfterQuery,
            url.query().is_some(),
        ),
        part(
            Position::BeforeFragment,
            Position::AfterFragment,
            url.fragment().is_some(),
        ),
    ];
    let mut words = [0; 16];
    for (pair, part) in words.chunks_exact_mut(2).zip(parts) {
        pair.copy_from_slice(&part);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_addresses_belong_to_the_document() {
        let document = "http://localhost/a/b.html";
        for (relative, absolute) in [
            ("c", "http://localhost/a/c"),
            ("/c?d", "http://localhost/c?d"),
            ("../../c", "http://localhost/c"),
            ("", document),
            ("HTTP://Other:80/x y", "http://other/x%20y"),
        ] {
            let url = resolve(document, relative).unwrap();
            assert_eq!(url.as_str(), absolute);
        }
        assert_eq!(resolve(document, "http://a b/"), None);
        assert_eq!(resolve("about:blank", "c"), None);
    }

    #[test]
    fn a_library_is_loaded_only_from_its_program_or_the_page() {
        let page = "https://site.test/page/";
        for (program, name, expected) in [
            (
                "https://site.test/p/a.pexe",
                "b.so",
                Some("https://site.test/p/b.so"),
            ),
            (
                "https://site.test/p/a.pexe",
                "/b.so",
                Some("https://site.test/b.so"),
            ),
            (
                "https://cdn.test/a.pexe",
                "b.so",
                Some("https://cdn.test/b.so"),
            ),
            (
                "https://cdn.test/a.pexe",
                "https://site.test/b.so",
                Some("https://site.test/b.so"),
            ),
            (
                "blob:https://site.test/1234",
                "https://site.test/b.so",
                Some("https://site.test/b.so"),
            ),
            (
                "https://site.test/p/a.pexe",
                "https://other.test/b.so",
                None,
            ),
            ("https://site.test/p/a.pexe", "//other.test/b.so", None),
            (
                "https://site.test/p/a.pexe",
                "https:\\\\other.test/b.so",
                None,
            ),
            ("https://site.test/p/a.pexe", "http://site.test/b.so", None),
            (
                "https://site.test/p/a.pexe",
                "https://site.test:8443/b.so",
                None,
            ),
            ("https://site.test/p/a.pexe", "data:,b", None),
            (
                "https://site.test/p/a.pexe",
                "blob:https://site.test/5",
                Some("blob:https://site.test/5"),
            ),
            ("https://site.test/p/a.pexe", "file:///etc/passwd", None),
            ("data:,a", "b.so", None),
            ("data:,a", "https://other.test/b.so", None),
        ] {
            assert_eq!(
                library(program, page, name).as_deref(),
                expected,
                "{program} {name}"
            );
        }
    }

    #[test]
    fn origins_are_scheme_host_and_port() {
        let url = |text| Url::parse(text).unwrap();
        let here = url("http://localhost/a");
        assert!(is_same_origin(&here, &url("http://localhost:80/b")));
        for other in [
            "https://localhost/",
            "http://localhost:81/",
            "http://other/",
        ] {
            assert!(!is_same_origin(&here, &url(other)), "{other}");
        }
        let data = url("data:,a");
        assert!(!is_same_origin(&data, &data));
    }

    #[test]
    fn components_say_where_the_parts_are() {
        let url = Url::parse("http://me:secret@host:81/path?query#part").unwrap();
        let parts: Vec<&str> = components(&url)
            .chunks(2)
            .map(|part| &url.as_str()[part[0] as usize..(part[0] + part[1]) as usize])
            .collect();
        let expected = [
            "http", "me", "secret", "host", "81", "/path", "query", "part",
        ];
        assert_eq!(parts, expected);
        let bare = Url::parse("data:x").unwrap();
        assert_eq!(components(&bare)[2..4], [0, u32::MAX]);
    }
}
