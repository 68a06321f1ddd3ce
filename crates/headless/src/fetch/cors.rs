//! Cross-Origin Resource Sharing: a program may read responses from another origin only with that
//! origin's permission.
//!
//! Source: the Fetch standard, sections "CORS protocol" and "HTTP-network-or-cache fetch". The list
//! of response headers that are always readable is that of Chromium 63.

/// The parts of a request that the checks need.
#[derive(Clone, Debug)]
pub(super) struct Asker {
    /// The origin of the document, or `null` after a redirect between two other origins.
    pub(super) origin: String,
    /// True if credentials are sent with the request.
    pub(super) with_credentials: bool,
}

/// Methods that need no preflight request.
const SIMPLE_METHODS: [&str; 3] = ["GET", "HEAD", "POST"];

/// Request headers that need no preflight request.
const SIMPLE_HEADERS: [&str; 3] = ["accept", "accept-language", "content-language"];

/// Content types of request bodies that need no preflight request.
const SIMPLE_TYPES: [&str; 3] = [
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/plain",
];

/// Response headers that a program can always read.
const SHOWN_HEADERS: [&str; 6] = [
    "cache-control",
    "content-language",
    "content-type",
    "expires",
    "last-modified",
    "pragma",
];

pub(super) type Headers = Vec<(String, String)>;

/// Returns the first value of a header.
pub(super) fn header<'a>(headers: &'a Headers, name: &str) -> Option<&'a str> {
    let mut headers = headers.iter();
    let found = headers.find(|(one, _)| one.eq_ignore_ascii_case(name))?;
    Some(found.1.trim())
}

/// Returns true if the headers with a name contain a word in their comma-separated lists.
fn lists(headers: &Headers, name: &str, word: &str, with_wildcard: bool) -> bool {
    let values = headers
        .iter()
        .filter(|(one, _)| one.eq_ignore_ascii_case(name));
    values
        .flat_map(|(_, value)| value.split(','))
        .map(str::trim)
        .any(|one| one.eq_ignore_ascii_case(word) || with_wildcard && one == "*")
}

/// Returns the names of the headers that need a preflight request, in lower case, sorted.
pub(super) fn unusual_headers(headers: &Headers) -> Vec<String> {
    let unusual = headers.iter().filter(|(name, value)| {
        let name = name.to_ascii_lowercase();
        if name == "content-type" {
            let essence = value.split(';').next().unwrap_or_default().trim();
            return !SIMPLE_TYPES
                .iter()
                .any(|one| one.eq_ignore_ascii_case(essence));
        }
        !SIMPLE_HEADERS.contains(&&*name)
    });
    let mut names: Vec<String> = unusual.map(|(name, _)| name.to_ascii_lowercase()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns true if a preflight request must be sent to the other origin first.
pub(super) fn needs_preflight(method: &str, headers: &Headers) -> bool {
    !SIMPLE_METHODS.contains(&method) || !unusual_headers(headers).is_empty()
}

/// Returns true if the program may read a response.
pub(super) fn allows(response: &Headers, asker: &Asker) -> bool {
    let origin = header(response, "access-control-allow-origin");
    if !asker.with_credentials && origin == Some("*") {
        return true;
    }
    let consents = header(response, "access-control-allow-credentials") == Some("true");
    origin == Some(&asker.origin) && (consents || !asker.with_credentials)
}

/// Returns true if the response to a preflight request allows the request.
pub(super) fn preflight_allows(
    status: u16,
    response: &Headers,
    asker: &Asker,
    method: &str,
    headers: &Headers,
) -> bool {
    let with_wildcard = !asker.with_credentials;
    let allows_method = SIMPLE_METHODS.contains(&method)
        || lists(
            response,
            "access-control-allow-methods",
            method,
            with_wildcard,
        );
    let allows_headers = unusual_headers(headers).iter().all(|name| {
        lists(
            response,
            "access-control-allow-headers",
            name,
            with_wildcard,
        )
    });
    (200..300).contains(&status) && allows(response, asker) && allows_method && allows_headers
}

/// Returns true if a header, given in lower case, sets a cookie.
fn is_cookie(name: &str) -> bool {
    name == "set-cookie" || name == "set-cookie2"
}

/// Returns the headers that the program may read in a response from the document's own origin.
pub(super) fn without_cookies(mut response: Headers) -> Headers {
    response.retain(|(name, _)| !is_cookie(&name.to_ascii_lowercase()));
    response
}

/// Returns the headers that the program may read in a response from another origin.
pub(super) fn shown(response: Headers, asker: &Asker) -> Headers {
    let exposed = response.clone();
    let may_show = |name: &str| {
        let lower = name.to_ascii_lowercase();
        let with_wildcard = !asker.with_credentials;
        SHOWN_HEADERS.contains(&&*lower)
            || !is_cookie(&lower)
                && lists(
                    &exposed,
                    "access-control-expose-headers",
                    &lower,
                    with_wildcard,
                )
    };
    let shown = response.into_iter().filter(|(name, _)| may_show(name));
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(with_credentials: bool) -> Asker {
        Asker {
            origin: "http://localhost".into(),
            with_credentials,
        }
    }

    fn headers(list: &[(&str, &str)]) -> Headers {
        let list = list.iter();
        list.map(|(name, value)| ((*name).into(), (*value).into()))
            .collect()
    }

    #[test]
    fn requests_that_forms_can_send_need_no_preflight() {
        assert!(!needs_preflight(
            "POST",
            &headers(&[("Content-Type", "Text/Plain; charset=a")])
        ));
        assert!(needs_preflight("PUT", &headers(&[])));
        assert!(needs_preflight("GET", &headers(&[("X-Own", "1")])));
        assert!(needs_preflight(
            "POST",
            &headers(&[("Content-Type", "application/json")])
        ));
    }

    #[test]
    fn all_may_see_what_is_for_all_but_with_credentials() {
        let all = headers(&[("Access-Control-Allow-Origin", "*")]);
        assert!(allows(&all, &asker(false)));
        assert!(!allows(&all, &asker(true)));
        let us = headers(&[("access-control-allow-origin", "http://localhost")]);
        assert!(allows(&us, &asker(false)));
        assert!(!allows(&us, &asker(true)));
        let mut consent = us.clone();
        consent.extend(headers(&[("Access-Control-Allow-Credentials", "true")]));
        assert!(allows(&consent, &asker(true)));
        assert!(!allows(&headers(&[]), &asker(false)));
    }

    #[test]
    fn the_answer_must_name_the_method_and_the_headers() {
        let sent = headers(&[("X-Own", "1")]);
        let mut answer = headers(&[
            ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Allow-Methods", "GET, PUT"),
        ]);
        let ask = |answer: &Headers| preflight_allows(204, answer, &asker(false), "PUT", &sent);
        assert!(!ask(&answer));
        answer.extend(headers(&[("Access-Control-Allow-Headers", "x-own")]));
        assert!(ask(&answer));
        assert!(!preflight_allows(404, &answer, &asker(false), "PUT", &sent));
    }

    #[test]
    fn only_what_is_exposed_is_shown() {
        let response = headers(&[
            ("Content-Type", "a"),
            ("X-Own", "b"),
            ("X-Other", "c"),
            ("Set-Cookie", "d"),
            ("Access-Control-Expose-Headers", "x-own"),
        ]);
        let shown: Vec<String> = shown(response, &asker(false))
            .into_iter()
            .map(|one| one.0)
            .collect();
        assert_eq!(shown, ["Content-Type", "X-Own"]);
    }
}
