//! A validator for the part of JSON Schema that `docs/schemas` uses. A keyword that it does not
//! know is an error, so a schema cannot contain a rule that is not checked.
//!
//! The validators of crates.io turn on features of serde and smallvec with which Wasmtime would be
//! built a second time.

use serde_json::Value;

/// Checks a document.
///
/// # Errors
///
/// Fails with the place of the first value that violates the schema, and the rule.
pub(crate) fn validate(document: &Value, schema: &Value) -> Result<(), String> {
    Validator { root: schema }.check(document, schema, "document")
}

struct Validator<'s> {
    /// The schema that references start from.
    root: &'s Value,
}

impl Validator<'_> {
    fn check(&self, value: &Value, schema: &Value, place: &str) -> Result<(), String> {
        let rules = schema.as_object().ok_or("a schema must be an object")?;
        for (rule, argument) in rules {
            let holds = match rule.as_str() {
                // Annotations, and keywords that other rules read.
                "$schema" | "$defs" | "title" | "description" | "contentEncoding" => true,
                "$ref" => {
                    let pointer = text(argument)?
                        .strip_prefix('#')
                        .ok_or("a local reference")?;
                    let target = self.root.pointer(pointer);
                    self.check(value, target.ok_or("a reference leads nowhere")?, place)?;
                    true
                }
                "type" => match argument {
                    Value::Array(types) => types.iter().any(|name| has_type(value, name)),
                    name => has_type(value, name),
                },
                "const" => value == argument,
                "enum" => list(argument)?.contains(value),
                "anyOf" => {
                    let mut choices = list(argument)?.iter();
                    choices.any(|choice| self.check(value, choice, place).is_ok())
                }
                "minimum" => value.as_f64() >= argument.as_f64() || !value.is_number(),
                "maximum" => value.as_f64() <= argument.as_f64() || !value.is_number(),
                "pattern" if argument == "^[A-Z][0-9]{4}$" => value.as_str().is_none_or(is_code),
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(item, argument, &format!("{place}[{index}]"))?;
                    }
                    true
                }
                "minItems" | "maxItems" => match (value.as_array(), argument.as_u64()) {
                    (Some(items), Some(bound)) if rule == "minItems" => items.len() as u64 >= bound,
                    (Some(items), Some(bound)) => items.len() as u64 <= bound,
                    (items, _) => items.is_none(),
                },
                "uniqueItems" => value.as_array().is_none_or(|items| {
                    (1..items.len()).all(|end| !items[..end].contains(&items[end]))
                }),
                "required" => match value.as_object() {
                    Some(fields) => {
                        let mut names = list(argument)?.iter().filter_map(Value::as_str);
                        names.all(|name| fields.contains_key(name))
                    }
                    None => true,
                },
                "properties" => {
                    for (name, property) in argument.as_object().ok_or("properties")? {
                        if let Some(field) = value.get(name) {
                            self.check(field, property, &format!("{place}.{name}"))?;
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    let known = |name: &str| schema["properties"].get(name).is_some();
                    let fields = value.as_object().into_iter().flatten();
                    let mut others = fields.filter(|(name, _)| !known(name));
                    match argument {
                        Value::Bool(allowed) => *allowed || others.next().is_none(),
                        rule => {
                            for (name, field) in others {
                                self.check(field, rule, &format!("{place}.{name}"))?;
                            }
                            true
                        }
                    }
                }
                _ => return Err(format!("the validator does not know {rule}: {argument}")),
            };
            if !holds {
                return Err(format!("{place}: {rule} must be {argument}, found {value}"));
            }
        }
        Ok(())
    }
}

fn text(argument: &Value) -> Result<&str, String> {
    argument
        .as_str()
        .ok_or_else(|| format!("expected a text, found {argument}"))
}

fn list(argument: &Value) -> Result<&Vec<Value>, String> {
    argument
        .as_array()
        .ok_or_else(|| format!("expected a list, found {argument}"))
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}

/// Returns true for an error code: a letter and four digits.
fn is_code(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes, [letter, digits @ ..] if letter.is_ascii_uppercase()
        && digits.len() == 4
        && digits.iter().all(u8::is_ascii_digit))
}

#[test]
fn each_rule_can_be_broken() {
    use serde_json::json;
    for (schema, good, bad) in [
        (json!({"type": ["integer", "null"]}), json!(1), json!(1.5)),
        (json!({"const": "info/1"}), json!("info/1"), json!("info/2")),
        (json!({"enum": ["a", null]}), json!(null), json!("b")),
        (json!({"minimum": 0, "maximum": 9}), json!(9), json!(10)),
        (
            json!({"pattern": "^[A-Z][0-9]{4}$"}),
            json!("P0101"),
            json!("P101"),
        ),
        (
            json!({"items": {"type": "string"}}),
            json!(["a"]),
            json!([1]),
        ),
        (
            json!({"minItems": 1, "maxItems": 2}),
            json!([1, 2]),
            json!([]),
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 2]),
            json!([1, 2, 1]),
        ),
        (json!({"required": ["a"]}), json!({"a": 1}), json!({})),
        (
            json!({"additionalProperties": false}),
            json!({}),
            json!({"a": 1}),
        ),
        (
            json!({"additionalProperties": {"type": "integer"}}),
            json!({"a": 1}),
            json!({"a": "b"}),
        ),
        (
            json!({"$defs": {"n": {"type": "integer"}}, "properties": {"a": {"$ref": "#/$defs/n"}}}),
            json!({"a": 1}),
            json!({"a": "b"}),
        ),
        (
            json!({"anyOf": [{"type": "null"}, {"type": "object"}]}),
            json!({}),
            json!([]),
        ),
    ] {
        assert_eq!(validate(&good, &schema), Ok(()), "{schema}");
        assert!(validate(&bad, &schema).is_err(), "{schema} accepts {bad}");
    }
    assert!(validate(&json!(1), &json!({"multipleOf": 2})).is_err());
}
