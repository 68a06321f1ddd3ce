//! Evaluates expressions over variables in C syntax: names, numbers, members, elements, pointers,
//! arithmetic and comparisons.

use crate::values::{Object, Value, Values};
use pinnacle_debug::{Variable, VariablePlace};

/// Maximum length of an expression, in bytes.
const MAX_LENGTH: usize = 4096;

/// Maximum nesting of operands.
const MAX_DEPTH: usize = 64;

/// Binary operators with their precedence.
const OPERATORS: [(&str, u8); 18] = [
    ("||", 1),
    ("&&", 2),
    ("==", 6),
    ("!=", 6),
    ("<<", 8),
    (">>", 8),
    ("<=", 7),
    (">=", 7),
    ("<", 7),
    (">", 7),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

/// The variables that an expression can use.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The global variables, the types and the memory.
    pub values: Values<'a>,
    /// The call in which the expression is evaluated. Without a call, only global variables are
    /// known.
    pub call: Option<Call<'a>>,
}

/// The call in which an expression is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The address of its current instruction.
    pub address: u32,
    /// Its stack pointer.
    pub stack_pointer: u32,
    /// The values of the call; empty if they are unknown.
    pub values: &'a [u64],
}

impl Scope<'_> {
    /// Returns the location of a variable: in memory, or in a value of the call.
    #[must_use]
    pub fn object(&self, variable: &Variable) -> Option<Object> {
        let stack_pointer = self.call.map_or(0, |call| call.stack_pointer);
        let values = self.call.map_or(&[][..], |call| call.values);
        let read = |address| {
            let bytes = (self.values.read)(address, 4);
            bytes.try_into().ok().map(u32::from_le_bytes)
        };
        let instruction = self.call.map_or(0, |call| call.address);
        let location = variable.location.as_ref()?;
        Some(
            match location.place(instruction, stack_pointer, values, read)? {
                VariablePlace::Memory(address) => Object::new(address, variable.ty),
                VariablePlace::Value(value) => Object::of_value(value, variable.ty),
            },
        )
    }

    /// Returns the variable with a name. Variables of inner blocks take precedence.
    fn variable(&self, name: &str) -> Option<&Variable> {
        let variables = self.values.variables;
        let local = self.call.and_then(|call| {
            let mut locals = variables.locals(call.address).rev();
            locals.find(|variable| variable.name == name)
        });
        let globals = || variables.globals().iter();
        local
            .or_else(|| globals().find(|variable| variable.name == name))
            .or_else(|| globals().find(|variable| is_within_namespace(&variable.name, name)))
    }
}

/// Returns true if `whole` is `name` in a namespace.
fn is_within_namespace(whole: &str, name: &str) -> bool {
    whole
        .strip_suffix(name)
        .is_some_and(|rest| rest.ends_with("::"))
}

/// Evaluates an expression.
///
/// # Errors
///
/// Fails with a message if the expression is invalid or has no value.
pub fn evaluate(text: &str, scope: &Scope<'_>) -> Result<Value, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("expressions have at most {MAX_LENGTH} bytes"));
    }
    let mut parser = Parser {
        rest: text.trim(),
        scope,
        depth: 0,
    };
    let value = parser.binary(0)?;
    match parser.rest {
        "" => Ok(value),
        rest => Err(format!("expected an operator, found {rest:?}")),
    }
}

impl Values<'_> {
    /// Returns the address and bytes to write so that an object gets the value of an expression.
    ///
    /// # Errors
    ///
    /// Fails with a message if the object cannot have this value.
    pub fn assigned(
        &self,
        object: &Object,
        text: &str,
        scope: &Scope<'_>,
    ) -> Result<(u32, Vec<u8>), String> {
        let value = match self.enumerator(object, text.trim()) {
            Some(value) => Value::Integer(value),
            None => evaluate(text, scope)?,
        };
        self.stored(object, value)
    }
}

struct Parser<'p, 's> {
    rest: &'p str,
    scope: &'p Scope<'s>,
    depth: usize,
}

impl<'p> Parser<'p, '_> {
    fn skip(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Parses operands joined by operators of at least this precedence.
    fn binary(&mut self, least: u8) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("expressions nest at most {MAX_DEPTH} deep"));
        }
        let mut left = self.unary()?;
        loop {
            let mut found = OPERATORS.iter();
            let found = found.find(|(operator, _)| self.rest.starts_with(operator));
            let Some(&(operator, precedence)) = found.filter(|(_, it)| *it >= least) else {
                break;
            };
            self.skip(operator);
            let right = self.binary(precedence + 1)?;
            left = self.apply(operator, left, right)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn apply(&self, operator: &str, left: Value, right: Value) -> Result<Value, String> {
        let values = &self.scope.values;
        let float = |value| match value {
            Value::Float(value) => Some(value),
            Value::Object(object) => values.float(&object),
            _ => None,
        };
        let integer = |value| {
            let found = values.as_integer(value);
            found.ok_or_else(|| format!("`{operator}` needs numbers"))
        };
        if float(left).is_some() || float(right).is_some() {
            let number = |value| match float(value) {
                Some(value) => Ok(value),
                None => integer(value).map(|value| value as f64),
            };
            return float_operation(operator, number(left)?, number(right)?);
        }
        if let Some((address, ty)) = self.pointer(left)
            && let "+" | "-" = operator
            && self.pointer(right).is_none()
        {
            let size = values.size_of(ty) as i64;
            let offset = integer(right)?.wrapping_mul(size);
            let address = i64::from(address);
            let moved = match operator {
                "+" => address.wrapping_add(offset),
                _ => address.wrapping_sub(offset),
            };
            return Ok(Value::Pointer(moved as u32, ty));
        }
        integer_operation(operator, integer(left)?, integer(right)?)
    }

    /// Returns the address in a pointer or of an array, and the type of the object there.
    fn pointer(&self, value: Value) -> Option<(u32, Option<pinnacle_debug::TypeId>)> {
        match value {
            Value::Pointer(address, ty) => Some((address, ty)),
            Value::Object(object) => {
                let target = self.scope.values.target(&object)?;
                Some((target.address, target.ty))
            }
            _ => None,
        }
    }

    fn unary(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("expressions nest at most {MAX_DEPTH} deep"));
        }
        let value = self.prefixed();
        self.depth -= 1;
        value
    }

    fn prefixed(&mut self) -> Result<Value, String> {
        let values = self.scope.values;
        let integer = |value| {
            let found = values.as_integer(value);
            found.ok_or_else(|| "expected a number".to_owned())
        };
        if self.skip("*") {
            let operand = self.unary()?;
            let target = match operand {
                Value::Object(object) => values.target(&object),
                Value::Pointer(address, ty) => Some(Object::new(address, ty)),
                _ => None,
            };
            return target
                .map(Value::Object)
                .ok_or_else(|| "`*` needs a pointer".into());
        }
        if self.skip("&") {
            return match self.unary()? {
                Value::Object(object) if !object.is_in_memory() => {
                    Err("a value of the function has no address".into())
                }
                Value::Object(object) => Ok(Value::Pointer(object.address, object.ty)),
                _ => Err("`&` needs a variable".into()),
            };
        }
        if self.skip("-") {
            return Ok(match self.unary()? {
                Value::Float(value) => Value::Float(-value),
                other => match other {
                    Value::Object(object) if values.float(&object).is_some() => {
                        Value::Float(-values.float(&object).unwrap_or_default())
                    }
                    other => Value::Integer(integer(other)?.wrapping_neg()),
                },
            });
        }
        if self.skip("!") {
            let operand = self.unary()?;
            return Ok(Value::Integer(i64::from(integer(operand)? == 0)));
        }
        if self.skip("~") {
            let operand = self.unary()?;
            return Ok(Value::Integer(!integer(operand)?));
        }
        let primary = self.primary()?;
        self.suffixes(primary)
    }

    /// Parses the members and elements after a value.
    fn suffixes(&mut self, value: Value) -> Result<Value, String> {
        let values = self.scope.values;
        let mut value = value;
        loop {
            if self.skip("[") {
                let index = self.binary(0)?;
                if !self.skip("]") {
                    return Err("expected `]`".into());
                }
                let index = values.as_integer(index);
                let index = index.ok_or("an index must be a number")?;
                let element = match value {
                    Value::Object(object) => values.element(&object, index),
                    Value::Pointer(address, ty) => {
                        let offset = index.wrapping_mul(values.size_of(ty) as i64);
                        Some(Object::new(address.wrapping_add(offset as u32), ty))
                    }
                    _ => None,
                };
                let element = element.ok_or("only arrays and pointers have elements")?;
                value = Value::Object(element);
            } else if self.skip("->") || self.skip(".") {
                let name = self.name();
                if name.is_empty() {
                    return Err("expected the name of a member".into());
                }
                let member = match value {
                    Value::Object(object) => values.member(&object, name),
                    Value::Pointer(address, ty) => values.member(&Object::new(address, ty), name),
                    _ => None,
                };
                value = Value::Object(member.ok_or_else(|| format!("no member {name:?}"))?);
            } else {
                return Ok(value);
            }
        }
    }

    /// Parses a name with its namespaces. Returns an empty string if there is none.
    fn name(&mut self) -> &'p str {
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$';
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        name
    }

    fn primary(&mut self) -> Result<Value, String> {
        if self.skip("(") {
            let value = self.binary(0)?;
            return match self.skip(")") {
                true => Ok(value),
                false => Err("expected `)`".into()),
            };
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number();
        }
        if let Some(rest) = self.rest.strip_prefix('\'') {
            let mut chars = rest.chars();
            if let (Some(c), Some('\'')) = (chars.next(), chars.next()) {
                self.rest = chars.as_str().trim_start();
                return Ok(Value::Integer(i64::from(u32::from(c))));
            }
            return Err("expected a character between quotation marks".into());
        }
        match self.name() {
            "" if self.rest.is_empty() => Err("expected an expression".into()),
            "" => Err(format!("expected an expression, found {:?}", self.rest)),
            "true" => Ok(Value::Integer(1)),
            "false" | "nullptr" | "NULL" => Ok(Value::Integer(0)),
            name => {
                let variable = self.scope.variable(name);
                let variable = variable.ok_or_else(|| format!("no variable {name:?} here"))?;
                let object = self.scope.object(variable);
                let object = object.ok_or_else(|| format!("{name} is optimized out"))?;
                Ok(Value::Object(object))
            }
        }
    }

    fn number(&mut self) -> Result<Value, String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        let lower = text.to_ascii_lowercase();
        let value = match lower.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits.trim_end_matches(['u', 'l']), 16)
                .ok()
                .map(|value| Value::Integer(value as i64)),
            None => match lower.trim_end_matches(['u', 'l']).parse::<i64>() {
                Ok(value) => Some(Value::Integer(value)),
                Err(_) => lower.trim_end_matches('f').parse().ok().map(Value::Float),
            },
        };
        value.ok_or_else(|| format!("{text:?} is not a number"))
    }
}

fn float_operation(operator: &str, left: f64, right: f64) -> Result<Value, String> {
    let truth = |value: bool| Ok(Value::Integer(value.into()));
    match operator {
        "+" => Ok(Value::Float(left + right)),
        "-" => Ok(Value::Float(left - right)),
        "*" => Ok(Value::Float(left * right)),
        "/" => Ok(Value::Float(left / right)),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "&&" => truth(left != 0.0 && right != 0.0),
        "||" => truth(left != 0.0 || right != 0.0),
        _ => Err(format!("`{operator}` needs whole numbers")),
    }
}

fn integer_operation(operator: &str, left: i64, right: i64) -> Result<Value, String> {
    let truth = |value: bool| i64::from(value);
    let bits = right.rem_euclid(64) as u32;
    Ok(Value::Integer(match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" | "%" if right == 0 => return Err("division by zero".into()),
        "/" => left.wrapping_div(right),
        "%" => left.wrapping_rem(right),
        "<<" => left.wrapping_shl(bits),
        ">>" => left.wrapping_shr(bits),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "&&" => truth(left != 0 && right != 0),
        "||" => truth(left != 0 || right != 0),
        "&" => left & right,
        "|" => left | right,
        _ => left ^ right,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_debug::Variables;

    fn value(text: &str) -> Result<String, String> {
        let variables = Variables::default();
        let values = Values {
            variables: &variables,
            read: &|_, _| Vec::new(),
        };
        let scope = Scope { values, call: None };
        evaluate(text, &scope).map(|value| values.describe(value).0)
    }

    #[test]
    fn operators_have_the_precedence_of_c() {
        for (text, expected) in [
            ("1 + 2 * 3", "7"),
            ("(1 + 2) * 3 - -4", "13"),
            ("7 / 2 + 7 % 4", "6"),
            ("1 << 4 | 3", "19"),
            ("0x10u == 16 && !(2 > 3)", "1"),
            ("'a' + 1", "98"),
            ("1.5 * 2", "3"),
            ("~0 ^ 1", "-2"),
        ] {
            assert_eq!(value(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn an_expression_without_a_value_says_why() {
        let deep = "(".repeat(3000);
        let long = "1".repeat(5000);
        for (text, reason) in [
            ("", "expected an expression"),
            ("1 +", "expected an expression"),
            ("(1", "expected `)`"),
            ("1 2", "expected an operator"),
            ("1 / (2 - 2)", "division by zero"),
            ("*7", "needs a pointer"),
            ("&7", "needs a variable"),
            ("1.5 << 1", "whole numbers"),
            ("count", "no variable"),
            ("'ab'", "a character"),
            ("12q", "not a number"),
            (&deep, "nest at most"),
            (&long, "at most"),
        ] {
            let error = value(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
