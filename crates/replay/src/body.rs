//! Converts the method and body of a request to a part of its URL: `POST` of `a=b` to
//! `http://example.com/x` becomes `http://example.com/x?__wb_method=POST&a=b`.
//!
//! This is the convention of web archives for requests other than `GET` (IIPC, *CDX Guidelines for
//! Non-GET Requests*): forms and JSON are appended as fields, other bodies in base64 as
//! `__wb_post_data`. Damaged JSON, and JSON without names, would add nothing to the URL. It is
//! appended in base64 too, so that different requests stay different.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::collections::HashMap;
use std::str;
use url::form_urlencoded;

/// Maximum size in bytes of a body that is compared.
pub const MAX_BODY: usize = 1 << 20;

/// Maximum length in bytes of a boundary, from RFC 2046, section 5.1.1.
const MAX_BOUNDARY: usize = 70;

/// The part of a request, besides its URL, that its answer depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodAndBody<'a> {
    /// The method. The body of `GET` and `HEAD` is ignored.
    pub method: &'a str,
    /// The content type of the body with its parameters; may be empty.
    pub content_type: &'a str,
    /// The body, of at most [`MAX_BODY`] bytes.
    pub body: &'a [u8],
}

/// Names and values, without escapes.
type Fields = Vec<(String, String)>;

impl MethodAndBody<'_> {
    /// Returns the URL with the method and the body appended.
    pub(crate) fn address(&self, url: &str) -> String {
        let url = url.split('#').next().unwrap_or_default();
        let separator = if url.contains('?') { '&' } else { '?' };
        let method = self.method.to_ascii_uppercase();
        let mut address = format!("{url}{separator}__wb_method={method}");
        if self.body.is_empty() {
            return address;
        }
        let fields = self
            .fields()
            .filter(|fields| !fields.is_empty())
            .unwrap_or_else(|| vec![("__wb_post_data".to_owned(), STANDARD.encode(self.body))]);
        for (name, value) in fields {
            address.push('&');
            address.extend(utf8_percent_encode(&name, NON_ALPHANUMERIC));
            address.push('=');
            address.extend(utf8_percent_encode(&value, NON_ALPHANUMERIC));
        }
        address
    }

    /// Returns the fields of a form or of JSON; `None` for other bodies.
    fn fields(&self) -> Option<Fields> {
        let media_type = self.content_type.split(';').next().unwrap_or_default();
        match media_type.trim().to_ascii_lowercase().as_str() {
            "application/x-www-form-urlencoded" => {
                str::from_utf8(self.body).ok()?;
                let fields = form_urlencoded::parse(self.body);
                Some(fields.into_owned().collect())
            }
            "multipart/form-data" => parts(self.body, &boundary(self.content_type)?),
            "application/json" | "text/plain" => json(self.body),
            _ => None,
        }
    }
}

/// Returns the parameter `boundary` of a content type. A boundary longer than RFC 2046 allows is
/// ignored, because it would make the search slow.
fn boundary(content_type: &str) -> Option<String> {
    let mut parameters = content_type.split(';').skip(1);
    parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let is_boundary = name.trim().eq_ignore_ascii_case("boundary");
        let value = value.trim().trim_matches('"');
        (is_boundary && (1..=MAX_BOUNDARY).contains(&value.len())).then(|| value.to_owned())
    })
}

/// Returns the fields of a `multipart/form-data` body, RFC 7578. The boundary is left out, because
/// it differs between requests. Contents that are not UTF-8 are in base64.
fn parts(body: &[u8], boundary: &str) -> Option<Fields> {
    let mut fields = Fields::new();
    let delimiter = format!("--{boundary}").into_bytes();
    let (_, mut rest) = split(body, &delimiter)?;
    loop {
        if rest.starts_with(b"--") {
            return Some(fields);
        }
        let (part, after) = split(rest, &delimiter)?;
        rest = after;
        let (head, content) = split(part, b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(head);
        let name = head.split("name=\"").nth(1)?.split('"').next()?;
        let content = content.strip_suffix(b"\r\n").unwrap_or(content);
        let content = match str::from_utf8(content) {
            Ok(text) => text.to_owned(),
            Err(_) => STANDARD.encode(content),
        };
        fields.push((name.to_owned(), content));
    }
}

/// Splits bytes at the first occurrence of others.
fn split<'b>(bytes: &'b [u8], at: &[u8]) -> Option<(&'b [u8], &'b [u8])> {
    let place = bytes.windows(at.len()).position(|window| window == at)?;
    Some((&bytes[..place], &bytes[place + at.len()..]))
}

/// Returns the values in JSON, each under the nearest name. If a name occurs again, it gets a
/// number: `a`, `a.2_`, `a.3_`. There may be several values one after the other.
fn json(body: &[u8]) -> Option<Fields> {
    let values: Vec<Value> = match serde_json::from_slice(body) {
        Ok(value) => vec![value],
        Err(_) => {
            let lines = body.split(|byte| *byte == b'\n');
            lines
                .map(|line| serde_json::from_slice(line).ok())
                .collect::<Option<_>>()?
        }
    };
    let mut fields = Fields::new();
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let mut open: Vec<(&str, &Value)> = values.iter().rev().map(|value| ("", value)).collect();
    while let Some((name, value)) = open.pop() {
        let text = match value {
            Value::Object(members) => {
                let members = members.iter().rev();
                open.extend(members.map(|(name, value)| (name.as_str(), value)));
                continue;
            }
            Value::Array(items) => {
                open.extend(items.iter().rev().map(|item| (name, item)));
                continue;
            }
            Value::String(text) => text.clone(),
            Value::Bool(true) => "True".to_owned(),
            Value::Bool(false) => "False".to_owned(),
            Value::Null => "None".to_owned(),
            Value::Number(number) => number.to_string(),
        };
        if name.is_empty() {
            continue;
        }
        let count = counts.entry(name).or_default();
        *count += 1;
        let name = match *count {
            1 => name.to_owned(),
            count => format!("{name}.{count}_"),
        };
        fields.push((name, text));
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use percent_encoding::percent_decode_str;

    /// The text that is appended to a URL, without escapes.
    fn appended(content_type: &str, body: &[u8]) -> String {
        let asked = MethodAndBody {
            method: "POST",
            content_type,
            body,
        };
        let address = asked.address("http://a.example/x#top");
        let query = address.strip_prefix("http://a.example/x?__wb_method=POST");
        percent_decode_str(query.unwrap())
            .decode_utf8()
            .unwrap()
            .into_owned()
    }

    #[test]
    fn forms_and_json_are_appended_as_fields() {
        let form = "application/x-www-form-urlencoded; charset=utf-8";
        for (content_type, body, expected) in [
            (form, "foo=bar&dir=%2Fbaz+c", "&foo=bar&dir=/baz c"),
            (
                "application/json",
                r#"{"a": "b", "c": {"a": 2}, "d": "e"}"#,
                "&a=b&a.2_=2&d=e",
            ),
            (
                "application/json",
                r#"{"id": 44.0, "values": [true, false, null], "w": [{"values": 3}, {}]}"#,
                "&id=44.0&values=True&values.2_=False&values.3_=None&values.4_=3",
            ),
            ("text/plain", "{\"a\":1}\n{\"a\":2}", "&a=1&a.2_=2"),
            ("text/plain", "foo", "&__wb_post_data=Zm9v"),
            (
                "",
                "foo=bar&dir=%2Fbaz",
                "&__wb_post_data=Zm9vPWJhciZkaXI9JTJGYmF6",
            ),
            ("application/json", "5", "&__wb_post_data=NQ=="),
            ("application/json", "{", "&__wb_post_data=ew=="),
            (form, "", ""),
        ] {
            assert_eq!(appended(content_type, body.as_bytes()), expected, "{body}");
        }
        assert_eq!(appended(form, b"\xff"), "&__wb_post_data=/w==");
    }

    #[test]
    fn the_boundary_of_a_form_in_parts_does_not_matter() {
        let form = |boundary: &str| {
            let body = format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\nc\r\n\
                 --{boundary}\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\
                 Content-Type: text/plain\r\n\r\n\r\n--{boundary}--\r\n"
            );
            let content_type = format!("multipart/form-data; Boundary=\"{boundary}\"");
            appended(&content_type, body.as_bytes())
        };
        assert_eq!(form("one"), "&a=b\r\nc&f=");
        assert_eq!(form("another"), form("one"));
        assert_eq!(form(&"b".repeat(70)), form("one"));
        let long = form(&"b".repeat(71));
        assert!(long.starts_with("&__wb_post_data="), "{long}");
        let cut = appended("multipart/form-data; boundary=x", b"--x\r\nname=\"a\"");
        assert!(cut.starts_with("&__wb_post_data="), "{cut}");
    }

    #[test]
    fn an_address_with_a_query_keeps_it() {
        let asked = MethodAndBody {
            method: "put",
            content_type: "",
            body: b"",
        };
        assert_eq!(
            asked.address("http://a.example/?b=c"),
            "http://a.example/?b=c&__wb_method=PUT"
        );
    }
}
