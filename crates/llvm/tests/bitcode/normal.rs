//! Strips the output of `llvm-dis` of everything that the bitcode reader drops: comments, metadata,
//! `inrange`, and the numbers of attribute groups.

use std::collections::BTreeMap;

/// The relevant lines of a text. Declarations come last in alphabetical order, because renamed
/// intrinsics move to the end.
pub(crate) fn normal(text: &str) -> Vec<String> {
    let groups: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("attributes ")?.split_once(" = "))
        .collect();
    let (mut lines, mut declarations) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let trimmed = line.trim_start();
        let dropped = ["attributes #", "!", "source_filename", ";", "#dbg_"];
        if trimmed.is_empty() || dropped.iter().any(|start| trimmed.starts_with(start)) {
            continue;
        }
        if line.contains("@llvm.dbg.") || line.contains("@llvm.experimental.noalias.scope.decl") {
            continue;
        }
        let line = strip(line);
        let intrinsic = line.starts_with("declare ") && line.contains("@llvm.");
        let line = group_contents(&line, |group| {
            if intrinsic {
                ""
            } else {
                groups.get(group).copied().unwrap_or("?")
            }
        });
        if line.starts_with("declare ") {
            declarations.push(line);
        } else {
            lines.push(line);
        }
    }
    declarations.sort();
    lines.extend(declarations);
    lines
}

/// Removes comments, attached metadata and ranges from a line.
fn strip(line: &str) -> String {
    let mut line = line.to_owned();
    for comment in [" ; preds = ", " ; No predecessors!"] {
        if let Some(at) = line.find(comment) {
            line.truncate(at);
        }
    }
    while let Some(at) = line.find("inrange(") {
        let end = line[at..].find(") ").map_or(line.len(), |end| at + end + 2);
        line.replace_range(at..end, "");
    }
    // An attachment is a name and a node: ", !dbg !7".
    while let Some((start, end)) = attachment(&line) {
        line.replace_range(start..end, "");
    }
    line.trim_end().to_owned()
}

/// The first attachment of a line, with the comma before it.
fn attachment(line: &str) -> Option<(usize, usize)> {
    let bytes = line.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'.';
    for (at, _) in line.match_indices(" !") {
        let name = at + 2;
        let end = name + bytes[name..].iter().take_while(|&&b| is_name(b)).count();
        let Some(node) = line[end..].strip_prefix(" !") else {
            continue;
        };
        let digits = node.bytes().take_while(u8::is_ascii_digit).count();
        if end == name || digits == 0 {
            continue;
        }
        let start = if at > 0 && bytes[at - 1] == b',' {
            at - 1
        } else {
            at
        };
        return Some((start, end + 2 + digits));
    }
    None
}

/// Replaces the numbers of groups in a line by their contents.
fn group_contents<'a>(line: &str, contents: impl Fn(&str) -> &'a str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(" #") {
        let digits = rest[at + 2..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let end = at + 2 + digits;
        out.push_str(&rest[..at]);
        if digits == 0 {
            out.push_str(" #");
        } else {
            out.push_str(contents(&rest[at + 1..end]));
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[test]
fn attachments_and_groups_are_resolved() {
    let text = "define void @f() #0 !dbg !3 {\n  ret void, !dbg !4 ; preds = %x\n}\n\
                attributes #0 = { nounwind }\n!3 = !{}\n";
    let expected = ["define void @f(){ nounwind } {", "  ret void", "}"];
    assert_eq!(normal(text), expected);
}
