//! Extracts the list of test cases from Chromium's browser test for Native Client.

use std::collections::BTreeMap;

/// The environment that a case needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The default: the page of the tests, with all permissions.
    Plain,
    /// A page without the permission to use sockets.
    WithoutSockets,
    /// A page whose network service is a mock that fails on purpose.
    Mocked,
}

/// The macros at the beginning of a line that list one case.
const MACROS: [(&str, Kind); 7] = [
    ("TEST_PPAPI_NACL(", Kind::Plain),
    ("TEST_PPAPI_NACL_NATIVE(", Kind::Plain),
    ("TEST_PPAPI_NACL_WITH_SSL_SERVER(", Kind::Plain),
    ("PPAPI_SOCKET_TEST(", Kind::Plain),
    ("TEST_PPAPI_NACL_DISALLOWED_SOCKETS(", Kind::WithoutSockets),
    ("TCP_SOCKET_FAILURE_TEST(", Kind::Mocked),
    ("UDPSOCKET_FAILURE_TEST(", Kind::Mocked),
];

/// Prefixes of case names that mark cases as disabled on some platforms. They are removed.
const PREFIXES: [&str; 3] = ["MAYBE_NACL_", "MAYBE_", "DISABLED_"];

/// Returns the cases for Native Client in the source of the browser test, in order.
pub(super) fn listed(source: &str) -> Vec<(String, Kind)> {
    let text = source.replace("\\\n", " ");
    let lines = text.lines().map(str::trim_start);
    let (defines, rest): (Vec<&str>, Vec<&str>) = lines
        .filter(|line| !line.starts_with("//"))
        .partition(|line| line.starts_with('#'));
    let groups = groups(&defines);
    let mut found: Vec<(String, Kind)> = Vec::new();
    let mut add = |name: &str, kind| {
        let name = plain(name);
        if !name.is_empty() && found.iter().all(|(other, _)| *other != name) {
            found.push((name, kind));
        }
    };
    for (at, line) in rest.iter().enumerate() {
        for (name, kind) in MACROS {
            let Some(inside) = line.strip_prefix(name) else {
                continue;
            };
            // The name may be on the next line.
            let next = rest.get(at + 1).copied().unwrap_or_default();
            let inside = if inside.is_empty() { next } else { inside };
            add(word(inside), kind);
        }
    }
    for body in rest.join("\n").split("IN_PROC_BROWSER_TEST_F(").skip(1) {
        let body = body.split_once('}').map_or(body, |(body, _)| body);
        let is_ours = body.starts_with("PPAPINaCl") || body.starts_with("PPAPIPrivateNaCl");
        let group = body.find("RUN_").map(|at| word(&body[at..]));
        if let Some(names) = group
            .and_then(|group| groups.get(group))
            .filter(|_| is_ours)
        {
            names.iter().for_each(|name| add(name, Kind::Plain));
        }
    }
    found
}

/// Parses groups of cases, such as `#define RUN_NAME RunTest(LIST_TEST(A) LIST_TEST(B))`. Returns
/// the cases by group.
fn groups<'t>(defines: &[&'t str]) -> BTreeMap<&'t str, Vec<&'t str>> {
    let groups = defines.iter().filter_map(|line| {
        let rest = line.strip_prefix("#define ")?;
        let names = rest.split("LIST_TEST(").skip(1).map(word).collect();
        rest.starts_with("RUN_").then(|| (word(rest), names))
    });
    groups.collect()
}

/// Returns the identifier at the beginning of a text.
fn word(text: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    &text[..end]
}

fn plain(name: &str) -> String {
    let mut name = name;
    for prefix in PREFIXES {
        name = name.strip_prefix(prefix).unwrap_or(name);
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_cases_and_groups_are_listed_once() {
        let source = "// TEST_PPAPI_NACL(Flaky)\n\
            #define TEST_PPAPI_NACL(name) RunTest(#name)\n\
            TEST_PPAPI_NACL(Core)\n\
            TEST_PPAPI_NACL(MAYBE_View)\n\
            TEST_PPAPI_OUT_OF_PROCESS(Printing)\n\
            TEST_PPAPI_NACL_DISALLOWED_SOCKETS(NoSockets)\n\
            #define RUN_FILES \\\n  RunTest( \\\n    LIST_TEST(File_Open) \\\n    \
            LIST_TEST(DISABLED_File_Close) \\\n  )\n\
            IN_PROC_BROWSER_TEST_F(PPAPITest, Files) {\n  RUN_FILES;\n}\n\
            IN_PROC_BROWSER_TEST_F(PPAPINaClNewlibTest,\n  Files) {\n  RUN_FILES;\n}\n\
            TCP_SOCKET_FAILURE_TEST(\n    TCP_Fails,\n    kError)\n";
        let cases = [
            ("Core", Kind::Plain),
            ("View", Kind::Plain),
            ("NoSockets", Kind::WithoutSockets),
            ("TCP_Fails", Kind::Mocked),
            ("File_Open", Kind::Plain),
            ("File_Close", Kind::Plain),
        ];
        let cases = cases.map(|(name, kind)| (name.to_owned(), kind));
        assert_eq!(listed(source), cases);
    }
}
