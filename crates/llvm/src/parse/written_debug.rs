//! Nodes of debug information in text that is read in its original form. The table of classes
//! determines their fields.

use super::Parser;
use super::error::{Result, SyntaxErrorKind as E};
use super::lex::Kind;
use crate::debug_nodes::names::{self, Names};
use crate::debug_nodes::{DebugClass, Field, Form};
use crate::metadata::DebugField;

/// Maximum number of operands of an expression or a node.
const MAX_OPERANDS: usize = 1 << 20;

impl Parser<'_> {
    /// The class of the node at the current token, whose name begins with an exclamation mark.
    pub(super) fn debug_class(&mut self) -> Result<DebugClass> {
        let name = self.slice(self.token());
        match DebugClass::named(name.get(1..).unwrap_or_default()) {
            Some(class) => Ok(class),
            None => {
                let name = String::from_utf8_lossy(name).into_owned();
                let message = format!("{name} is not a kind of node that LLVM 3.7 to 14 have");
                self.fail(E::Unsupported, message)
            }
        }
    }

    /// Parses the contents of a node in parentheses.
    pub(super) fn debug_contents(&mut self, class: DebugClass) -> Result<Vec<DebugField>> {
        self.next();
        self.expect_symbol(b'(')?;
        let mut values = vec![DebugField::Nothing; class.fields().len()];
        while !self.is_symbol(b')') {
            if values.len() > MAX_OPERANDS {
                return self.fail(E::NumberRange, "a node has too many operands");
            }
            if class == DebugClass::EXPRESSION {
                values.push(DebugField::Number(self.expression_word()?));
            } else if class == DebugClass::ARGUMENTS {
                values.push(DebugField::Node(self.written_metadata()?));
            } else {
                self.debug_field(class, &mut values)?;
            }
            if !self.take_symbol(b',') {
                break;
            }
        }
        self.expect_symbol(b')')?;
        Ok(values)
    }

    /// Parses a name, a colon and a value.
    fn debug_field(&mut self, class: DebugClass, values: &mut Vec<DebugField>) -> Result<()> {
        if self.kind() != Kind::Label {
            return self.unexpected("the name of a field and a colon");
        }
        let token = self.next();
        let name = self.slice(token);
        let field = class.fields().iter().find(|it| it.name.as_bytes() == name);
        let holder = field.and_then(|field| Some((field, class.place(field.holder())?)));
        let Some((field, place)) = holder else {
            let message = format!(
                "!{} does not have a field {}",
                class.class().name,
                String::from_utf8_lossy(name)
            );
            return self.fail_at(token, E::Unexpected, message);
        };
        if let Form::Operands = field.form {
            self.expect_symbol(b'{')?;
            while !self.is_symbol(b'}') {
                let operand = self.reference_field()?;
                values.push(operand);
                if !self.take_symbol(b',') {
                    break;
                }
            }
            return self.expect_symbol(b'}');
        }
        let value = self.debug_value(field)?;
        values[place] = match (field.form, value, values[place]) {
            // Each of these fields sets one flag.
            (Form::FunctionFlag(flag), DebugField::Number(truth), before) => {
                let before = match before {
                    DebugField::Number(flags) => flags,
                    _ => 0,
                };
                DebugField::Number(before | if truth != 0 { flag } else { 0 })
            }
            (Form::Virtuality, DebugField::Number(kind), DebugField::Number(before)) => {
                DebugField::Number(before | kind)
            }
            (_, value, _) => value,
        };
        Ok(())
    }

    fn debug_value(&mut self, field: &Field) -> Result<DebugField> {
        Ok(DebugField::Number(match field.form {
            Form::Bool | Form::BoolTrue | Form::BoolAlways | Form::FunctionFlag(_) => {
                if self.take_word("true") {
                    1
                } else if self.take_word("false") {
                    0
                } else {
                    return self.unexpected("true or false");
                }
            }
            Form::Text | Form::TextAlways => return self.text_value(),
            Form::Node | Form::NodeAlways | Form::Operands => return self.reference_field(),
            Form::Bound | Form::ExpressionBound if self.kind() != Kind::Integer => {
                return self.reference_field();
            }
            Form::EnumValue => return self.enumerator_value(),
            Form::Tag | Form::TagUnless(_) => self.named_value(&names::TAGS)?,
            Form::Named(names) | Form::NamedAlways(names) => self.named_value(names)?,
            Form::Checksum => self.named_value(&names::CHECKSUMS)?,
            Form::Virtuality => self.named_value(&names::VIRTUALITIES)?,
            Form::Flags => self.flags_value(&names::FLAGS)?,
            Form::FunctionFlags => self.flags_value(&names::FUNCTION_FLAGS)?,
            Form::Int
            | Form::IntAlways
            | Form::IntIfThere
            | Form::Signed
            | Form::VirtualIndex
            | Form::Argument
            | Form::Bound
            | Form::ExpressionBound => self.number_value()?,
        }))
    }

    /// Parses a string. An empty string counts as absent.
    fn text_value(&mut self) -> Result<DebugField> {
        if self.take_word("null") {
            return Ok(DebugField::Nothing);
        }
        let text = self.string()?;
        Ok(match text.is_empty() {
            true => DebugField::Nothing,
            false => DebugField::Node(self.metadata_text(&text)),
        })
    }

    fn reference_field(&mut self) -> Result<DebugField> {
        if self.take_word("null") {
            return Ok(DebugField::Nothing);
        }
        Ok(DebugField::Node(self.written_metadata()?))
    }

    /// Parses the value of an enumerator, which may have more than 64 bits since LLVM 11.
    fn enumerator_value(&mut self) -> Result<DebugField> {
        let token = self.token();
        let digits = String::from_utf8_lossy(self.slice(token)).into_owned();
        let wide = match digits.strip_prefix('-') {
            Some(_) => (digits.parse::<i128>().ok())
                .filter(|&number| number < i64::MIN.into())
                .map(|number| number as u128),
            None => (digits.parse::<u128>().ok()).filter(|&number| number > u64::MAX.into()),
        };
        let is_wide = token.kind == Kind::Integer && self.keeps_wide_enumerators();
        if let Some(number) = wide.filter(|_| is_wide) {
            self.next();
            return Ok(DebugField::Wide([number as u64, (number >> 64) as u64]));
        }
        Ok(DebugField::Number(self.number_value()?))
    }

    fn keeps_wide_enumerators(&self) -> bool {
        (self.written.as_ref()).is_some_and(|written| written.dialect.is_since("11"))
    }

    /// Parses a number of at most 64 bits, optionally with a sign.
    fn number_value(&mut self) -> Result<u64> {
        if self.kind() != Kind::Integer {
            return self.unexpected("a number");
        }
        let token = self.next();
        let digits = String::from_utf8_lossy(self.slice(token));
        let number = match digits.strip_prefix('-') {
            Some(_) => digits.parse::<i64>().ok().map(|number| number as u64),
            None => digits.parse::<u64>().ok(),
        };
        match number {
            Some(number) => Ok(number),
            None => {
                let message = "a number in debug information has more than 64 bits";
                self.fail_at(token, E::Unsupported, message)
            }
        }
    }

    fn named_value(&mut self, names: &Names) -> Result<u64> {
        if self.kind() == Kind::Integer {
            return self.number_value();
        }
        match names.number(self.word()) {
            Some(number) => {
                self.next();
                Ok(number)
            }
            None => self.unexpected("a name that debug information has"),
        }
    }

    fn flags_value(&mut self, names: &Names) -> Result<u64> {
        let mut flags = 0;
        loop {
            flags |= self.named_value(names)?;
            if !self.take_symbol(b'|') {
                return Ok(flags);
            }
        }
    }

    /// Parses an operation of an expression, or a number.
    fn expression_word(&mut self) -> Result<u64> {
        if self.kind() == Kind::Integer {
            return self.number_value();
        }
        let word = self.word();
        let number = names::operation_number(word).or_else(|| names::ENCODINGS.number(word));
        match number {
            Some(number) => {
                self.next();
                Ok(number)
            }
            None => self.unexpected("an operation of an expression"),
        }
    }
}
