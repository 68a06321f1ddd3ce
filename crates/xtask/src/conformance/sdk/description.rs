//! Parses the descriptions of the SDK's examples and tests, Python literals in `*.dsc` files.

use crate::process::Result;

/// A value of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::conformance) enum Value {
    Text(String),
    /// `True`, `False` or `None`.
    Word(String),
    List(Vec<Value>),
    Dictionary(Vec<(String, Value)>),
}

impl Value {
    /// Parses a whole file.
    pub(in crate::conformance) fn parse(text: &str) -> Result<Value> {
        let mut rest = text;
        let value = value(&mut rest, 0)?;
        skip_blanks(&mut rest);
        if rest.is_empty() {
            return Ok(value);
        }
        Err(unexpected(rest, "the end"))
    }

    /// Returns the value of a key of a dictionary.
    pub(in crate::conformance) fn get(&self, key: &str) -> Option<&Value> {
        let Value::Dictionary(entries) = self else {
            return None;
        };
        let entry = entries.iter().find(|(name, _)| name == key)?;
        Some(&entry.1)
    }

    /// Returns the string for a key, or an empty string.
    pub(in crate::conformance) fn text(&self, key: &str) -> &str {
        match self.get(key) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// Returns the list for a key. It is empty if the key is absent.
    pub(in crate::conformance) fn list(&self, key: &str) -> &[Value] {
        match self.get(key) {
            Some(Value::List(values)) => values,
            _ => &[],
        }
    }

    /// Returns the strings in the list for a key.
    pub(in crate::conformance) fn texts(&self, key: &str) -> Vec<&str> {
        let texts = self.list(key).iter().filter_map(|value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }
}

/// Maximum nesting depth of lists and dictionaries.
const MAX_DEPTH: u32 = 32;

fn value(rest: &mut &str, depth: u32) -> Result<Value> {
    if depth > MAX_DEPTH {
        return Err(format!("values are nested deeper than {MAX_DEPTH}"));
    }
    skip_blanks(rest);
    if take(rest, "{") {
        let mut entries = Vec::new();
        while !take(rest, "}") {
            let Value::Text(key) = value(rest, depth + 1)? else {
                return Err(unexpected(rest, "a text as a key"));
            };
            expect(rest, ":")?;
            entries.push((key, value(rest, depth + 1)?));
            comma(rest, "}")?;
        }
        return Ok(Value::Dictionary(entries));
    }
    if take(rest, "[") {
        let mut values = Vec::new();
        while !take(rest, "]") {
            values.push(value(rest, depth + 1)?);
            comma(rest, "]")?;
        }
        return Ok(Value::List(values));
    }
    if rest.starts_with(['\'', '"']) {
        return Ok(Value::Text(texts(rest)?));
    }
    for word in ["True", "False", "None"] {
        if take(rest, word) {
            return Ok(Value::Word(word.to_owned()));
        }
    }
    Err(unexpected(rest, "a value"))
}

/// Parses quoted strings. Adjacent strings are joined.
fn texts(rest: &mut &str) -> Result<String> {
    let mut joined = String::new();
    while let Some(quote) = rest.chars().next().filter(|sign| "'\"".contains(*sign)) {
        let inside = &rest[1..];
        let end = inside.find([quote, '\n', '\\']);
        let end = end.filter(|&end| inside[end..].starts_with(quote));
        let end = end.ok_or_else(|| unexpected(rest, "a text without backslashes"))?;
        joined.push_str(&inside[..end]);
        *rest = &inside[end + 1..];
        skip_blanks(rest);
    }
    Ok(joined)
}

/// Skips a comma. If there is none, `end` must follow, which is not consumed.
fn comma(rest: &mut &str, end: &str) -> Result<()> {
    skip_blanks(rest);
    if take(rest, ",") || rest.starts_with(end) {
        return Ok(());
    }
    Err(unexpected(rest, &format!("`,` or `{end}`")))
}

fn expect(rest: &mut &str, sign: &str) -> Result<()> {
    if take(rest, sign) {
        return Ok(());
    }
    Err(unexpected(rest, &format!("`{sign}`")))
}

/// Skips white space, and then `sign` if it follows. Returns true if it did.
fn take(rest: &mut &str, sign: &str) -> bool {
    skip_blanks(rest);
    let Some(after) = rest.strip_prefix(sign) else {
        return false;
    };
    *rest = after;
    true
}

/// Skips white space and comments.
fn skip_blanks(rest: &mut &str) {
    loop {
        *rest = rest.trim_start();
        if !rest.starts_with('#') {
            return;
        }
        *rest = rest.split_once('\n').map_or("", |(_, after)| after);
    }
}

fn unexpected(rest: &str, expected: &str) -> String {
    let found: String = rest.chars().take(20).collect();
    format!("expected {expected}, found {found:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_literals_with_comments() {
        let text = "{\n  'NAME' : 'core',  # a comment\n  'LIBS': ['ppapi_cpp', \"p\" 'thread'],\n\
                    'PACKAGE': True,\n}\n";
        let value = Value::parse(text).expect("a description");
        assert_eq!(value.text("NAME"), "core");
        assert_eq!(value.texts("LIBS"), ["ppapi_cpp", "pthread"]);
        assert_eq!(value.get("PACKAGE"), Some(&Value::Word("True".into())));
        assert_eq!(value.texts("DEPS"), [""; 0]);
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, error) in [
            ("{'a': 1}", "expected a value, found \"1}\""),
            ("['a' 'b' : 'c']", "expected `,` or `]`, found \": 'c']\""),
            ("['a", "expected a text without backslashes, found \"'a\""),
            ("'a' x", "expected the end, found \"x\""),
        ] {
            assert_eq!(Value::parse(text), Err(error.to_owned()), "{text}");
        }
        let deep = "[".repeat(100);
        let error = Value::parse(&deep).expect_err("too deep");
        assert_eq!(error, "values are nested deeper than 32");
    }
}
