//! The rule that decides which kind of var a whole number from a page becomes.
//!
//! Later versions of Chrome passed whole numbers to programs as `int32`; earlier versions passed
//! every number as `double`. Programs written for those may accept only `double` and ignore
//! everything else.

use super::Value;

/// The attribute of an element (and of the script tag) that names the rule.
pub const ATTRIBUTE: &str = "data-numbers";

const INT32: &str = "int32";
const DOUBLE: &str = "double";

/// The rule for whole numbers that fit in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbers {
    /// They are sent as `int32`, as in the last versions of Chrome.
    #[default]
    Int32,
    /// They are sent as `double`, as in earlier versions of Chrome.
    Double,
}

impl Numbers {
    /// Parses a rule: `int32` or `double`.
    pub fn from_word(word: &str) -> Option<Numbers> {
        match word {
            INT32 => Some(Numbers::Int32),
            DOUBLE => Some(Numbers::Double),
            _ => None,
        }
    }

    /// Returns the rule of an element: its own attribute, otherwise that of the page, otherwise
    /// `int32`. An invalid word is skipped, and described in the second result.
    pub fn of_element(
        attributes: &[(String, String)],
        page: Option<&str>,
    ) -> (Numbers, Option<String>) {
        let own = attributes.iter().find(|(name, _)| name == ATTRIBUTE);
        let words = [own.map(|(_, word)| word.as_str()), page];
        let mut unknown = None;
        for word in words.into_iter().flatten() {
            match Numbers::from_word(word.trim()) {
                Some(numbers) => return (numbers, unknown),
                None => {
                    unknown.get_or_insert_with(|| {
                        format!(
                            "{ATTRIBUTE} must be \"{INT32}\" or \"{DOUBLE}\", found \"{word}\": it is ignored"
                        )
                    });
                }
            }
        }
        (Numbers::default(), unknown)
    }

    /// Applies the rule to a value from the page.
    pub(crate) fn apply(self, value: Value) -> Value {
        match (self, value) {
            (Numbers::Double, Value::Int32(number)) => Value::Double(f64::from(number)),
            (_, value) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::messaging::handler::var_of;
    use crate::harness::Program;
    use crate::kernel::call::NOTHING;
    use crate::kernel::var::Var;
    use crate::message::{Builder, Object};

    fn element(word: &str) -> Vec<(String, String)> {
        vec![
            ("id".into(), "m".into()),
            (ATTRIBUTE.into(), word.to_owned()),
        ]
    }

    #[test]
    fn the_element_says_more_than_its_page() {
        let of = |own: Option<&str>, page| {
            let attributes = own.map(element).unwrap_or_default();
            let (numbers, unknown) = Numbers::of_element(&attributes, page);
            assert_eq!(unknown, None);
            numbers
        };
        assert_eq!(of(None, None), Numbers::Int32);
        assert_eq!(of(None, Some("double")), Numbers::Double);
        assert_eq!(of(Some("double"), None), Numbers::Double);
        assert_eq!(of(Some("int32"), Some("double")), Numbers::Int32);
    }

    #[test]
    fn a_message_of_an_older_page_has_doubles_wherever_they_are() {
        let mut message = Builder::default();
        let list = message.add(Object::Array(vec![Value::Int32(1), Value::Null]));
        let root = message.add(Object::Dictionary(vec![
            ("list".into(), list),
            ("number".into(), Value::Int32(2)),
        ]));
        let message = message.finish(root);
        let mut program = Program::started();
        program.pepper = program.pepper.with_numbers(Numbers::Double);
        program
            .pepper
            .call_for_test(&mut program.memory, 0, &[], |call| {
                let number = var_of(call, &crate::message::Message::of(Value::Int32(3)));
                assert_eq!(number, Some(Var::Double(3.0)));
                let root = var_of(call, &message).unwrap();
                let Some(crate::kernel::var::Object::Dictionary(entries)) =
                    call.kernel.vars.get(root)
                else {
                    panic!("{root:?} is not a dictionary");
                };
                assert_eq!(entries["number"], Var::Double(2.0));
                let Some(crate::kernel::var::Object::Array(list)) =
                    call.kernel.vars.get(entries["list"])
                else {
                    panic!("{entries:?} has no list");
                };
                assert_eq!(list, &[Var::Double(1.0), Var::Null]);
                NOTHING
            });
    }

    #[test]
    fn a_word_that_names_no_rule_is_described_and_skipped() {
        let (numbers, unknown) = Numbers::of_element(&element("float"), Some("double"));
        assert_eq!(numbers, Numbers::Double);
        let unknown = unknown.unwrap();
        assert!(unknown.contains("found \"float\""), "{unknown}");
    }

    #[test]
    fn all_numbers_of_an_older_page_are_doubles() {
        let number = Numbers::Double.apply(Value::Int32(-7));
        assert_eq!(number, Value::Double(-7.0));
        assert_eq!(Numbers::Int32.apply(Value::Int32(-7)), Value::Int32(-7));
        for value in [Value::Null, Value::Bool(true), Value::Double(0.5)] {
            assert_eq!(Numbers::Double.apply(value), value);
        }
    }
}
