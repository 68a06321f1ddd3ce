//! The functions of a text: PNaClAsm alone or in the third column of a listing, assembly
//! of LLVM of any time.

use std::collections::HashMap;

/// The start of a function in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Counted from zero.
    pub line: usize,
    /// Its name there, and the name that a file gives it.
    pub label: String,
}

/// The functions of some lines.
pub fn of<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<Entry> {
    let mut names: HashMap<&[u8], &[u8]> = HashMap::new();
    let mut entries = Vec::new();
    for (number, line) in lines.enumerate() {
        let code = code_of(line);
        if let Some((identifier, name)) = symbol(code.trim_ascii_start()) {
            names.insert(identifier, name);
        }
        let Some(identifier) = function(code) else {
            continue;
        };
        let mut label = String::from_utf8_lossy(identifier).into_owned();
        if let Some(name) = names.get(identifier) {
            label += &format!(" {}", String::from_utf8_lossy(name));
        }
        entries.push(Entry {
            line: number,
            label,
        });
    }
    entries
}

/// The part of a line that is assembly: after the positions and records of a listing.
fn code_of(line: &[u8]) -> &[u8] {
    let is_listing = (line.iter().take_while(|byte| **byte != b'|'))
        .all(|byte| matches!(byte, b' ' | b':' | b'0'..=b'9'));
    if !is_listing || !line.contains(&b'|') {
        return line;
    }
    line.splitn(3, |&byte| byte == b'|').nth(2).unwrap_or(line)
}

/// A line of a symbol table of PNaClAsm, `@f0 : "_start";`.
fn symbol(code: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = code.strip_prefix(b"@f")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (identifier, rest) = code.split_at(digits + 2);
    let name = rest.strip_prefix(b" : ")?.trim_ascii();
    Some((identifier, name.strip_suffix(b";").unwrap_or(name)))
}

/// The identifier of the function that begins in a line.
fn function(code: &[u8]) -> Option<&[u8]> {
    let is_old = code.ends_with(b"{") && !code.starts_with(b" ");
    let signature = if let Some(rest) = code.trim_ascii_start().strip_prefix(b"function ") {
        rest
    } else if let Some(rest) = code.strip_prefix(b"define ") {
        rest
    } else if is_old && code.contains(&b'(') {
        code
    } else {
        return None;
    };
    let start = signature
        .iter()
        .position(|byte| matches!(byte, b'@' | b'%'))?;
    let name = &signature[start..];
    let end = name.iter().position(|&byte| byte == b'(')?;
    Some(name[..end].trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str) -> Vec<String> {
        let entries = of(text.lines().map(str::as_bytes));
        entries.into_iter().map(|entry| entry.label).collect()
    }

    #[test]
    fn functions_of_pnaclasm_have_their_names() {
        let text = "  valuesymtab {\n    @f0 : \"_start\";\n  }\n\n  function void @f0(i32 %p0) {\n  function i32 @f1(i32 %p0) { // abbreviation width = 2";
        assert_eq!(labels(text), ["@f0 \"_start\"", "@f1"]);
    }

    #[test]
    fn a_listing_has_its_functions_in_the_third_column() {
        let text = "     224:0|  1: <65535, 12, 2>          |  function void @f0(i32 %p0) {  ";
        assert_eq!(labels(text), ["@f0"]);
    }

    #[test]
    fn functions_of_llvm_are_found_whatever_its_age() {
        assert_eq!(labels("define internal i32 @main(i32 %0) {"), ["@main"]);
        assert_eq!(labels("int %main(int %argc) {"), ["%main"]);
        assert_eq!(
            labels("  %x = call i32 @f(i32 1)\ndeclare void @g()"),
            [""; 0]
        );
    }
}
