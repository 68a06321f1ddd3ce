//! Tests which manifests Chrome's rules accept.

use super::*;

fn parse(text: &str) -> Result<Manifest, ManifestError> {
    Manifest::parse(text.as_bytes(), MediaType::Pnacl)
}

fn error(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

/// Returns a manifest with a program and the given further members.
fn with(members: &str) -> String {
    format!("{{\"program\":{{\"portable\":{{\"pnacl-translate\":{{\"url\":\"a\"}}}}}},{members}}}")
}

#[test]
fn the_program_is_found_beside_what_is_of_no_interest() {
    let manifest = parse(
        "\u{feff}{\"program\":{\"portable\":{\
           \"pnacl-translate\":{\"url\":\"a.pexe\",\"optlevel\":2,\"own\":[]},\
           \"pnacl-debug\":1},\"x86-64\":{\"url\":\"b.nexe\"}},\
         \"files\":{\"f\":{\"portable\":{\"url\":\"f\"}}},\"own\":1}",
    );
    let program = "a.pexe".into();
    assert_eq!(manifest, Ok(Manifest { program }));
}

#[test]
fn an_empty_url_is_a_url() {
    let text = "{\"program\":{\"portable\":{\"pnacl-translate\":{\"url\":\"\"}}}}";
    let program = String::new();
    assert_eq!(parse(text), Ok(Manifest { program }));
}

#[test]
fn faults_in_parts_that_are_not_used_are_refused() {
    for (text, expected) in [
        ("\"files\":[]", "manifest: 'files' is not a dictionary."),
        (
            "\"files\":{\"b\":\"c\"}",
            "manifest: b property is not an ISA to URL dictionary",
        ),
        (
            "\"files\":{\"b\":{\"arm\":{\"url\":\"c\"}}}",
            "manifest: no version of b given for portable.",
        ),
        (
            "\"files\":{\"b\":{\"portable\":{}}}",
            "manifest: b property 'portable' does not have required key: 'url'.",
        ),
        (
            "\"interpreter\":\"i\"",
            "manifest: interpreter property is not an ISA to URL dictionary",
        ),
    ] {
        assert_eq!(error(&with(text)), expected);
    }
}

#[test]
fn each_architecture_has_a_url_and_an_integer_as_level() {
    let program = |entry: &str| {
        format!(
            "{{\"program\":{{\"portable\":{{\"pnacl-translate\":{{\"url\":\"a\"}}}},{entry}}}}}"
        )
    };
    let property = "manifest: program property";
    for (entry, expected) in [
        ("\"arm\":\"a\"", "'arm' is non-dictionary value '\"a\"'."),
        ("\"arm\":{}", "'arm' does not have required key: 'url'."),
        (
            "\"arm\":{\"url\":null}",
            "'arm' has non-string value 'null' for key 'url'.",
        ),
        (
            "\"arm\":{\"url\":\"a\",\"optlevel\":[2]}",
            "'arm' has non-numeric value '[2]' for key 'optlevel'.",
        ),
    ] {
        assert_eq!(error(&program(entry)), format!("{property} {expected}"));
    }
    let level = |level: &str| {
        parse(&format!(
            "{{\"program\":{{\"portable\":{{\"pnacl-translate\":\
             {{\"url\":\"a\",\"optlevel\":{level}}}}}}}}}"
        ))
    };
    for integer in ["0", "-1", "2147483647"] {
        assert!(level(integer).is_ok(), "{integer}");
    }
    for other in ["\"2\"", "2.0", "2147483648", "1e1", "null", "true"] {
        let error = level(other).unwrap_err().to_string();
        assert!(error.contains("has non-numeric value"), "{other}: {error}");
    }
}

#[test]
fn errors_are_in_the_words_of_chrome() {
    let property = "manifest: program property";
    let translation = "manifest: portable property 'pnacl-translate'";
    let portable = |content: &str| format!("{{\"program\":{{\"portable\":{content}}}}}");
    for (text, expected) in [
        (
            "{\n  x".to_owned(),
            "manifest JSON parsing failed: Line: 2, column: 3, Syntax error.".to_owned(),
        ),
        (
            "\n <!DocType html><title>Not found</title>".to_owned(),
            "manifest JSON parsing failed: Line: 1, column: 1, Unexpected token. (got HTML)".into(),
        ),
        ("[]".into(), "manifest: is not a json dictionary.".into()),
        ("{}".into(), "manifest: missing 'program' section.".into()),
        (
            "{\"program\":1}".into(),
            format!("{property} is not an ISA to URL dictionary"),
        ),
        (
            "{\"program\":{}}".into(),
            "manifest: no version of program given for portable.".into(),
        ),
        (
            portable("\"a\""),
            format!("{property} 'portable' is non-dictionary value '\"a\"'."),
        ),
        (
            portable("{\"pnacl-debug\":{\"url\":\"a\"}}"),
            format!("{property} 'portable' does not have required key: 'pnacl-translate'."),
        ),
        (
            portable("{\"pnacl-translate\":1}"),
            format!("{translation} is non-dictionary value '1'."),
        ),
        (
            "{\"program\":{\"portable\":{},\"arm\":{}}}".into(),
            format!("{property} 'arm' does not have required key: 'url'."),
        ),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
}

#[test]
fn machine_code_is_refused_with_the_names_of_its_processors() {
    let text = "{\"program\":{\"x86-64\":{\"url\":\"x\"},\"arm\":{\"url\":\"x\"}}}";
    let error = parse(text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "manifest: no version of program given for portable."
    );
    assert!(error.hint().unwrap().contains("for arm, x86-64 only"));
}

#[test]
fn elements_for_machine_code_run_no_program() {
    for (program, expected) in [
        (
            "{\"portable\":{\"pnacl-translate\":{\"url\":\"a\"}}}",
            "manifest: PNaCl-like NMF with application/x-nacl mimetype instead of x-pnacl \
             mimetype (has pnacl-translate).",
        ),
        (
            "{\"x86-64\":{\"url\":\"a\"}}",
            "manifest: no version of program given for current arch and no portable version found.",
        ),
        (
            "{\"portable\":{\"url\":\"a\"}}",
            "manifest: no version of program given for current arch and no portable version found.",
        ),
    ] {
        let text = format!("{{\"program\":{program}}}");
        let error = Manifest::parse(text.as_bytes(), MediaType::Nacl).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn a_manifest_is_no_larger_than_a_mebibyte() {
    let text = format!("{{\"a\":\"{}\"}}", "a".repeat(MAX_SIZE));
    assert_eq!(parse(&text), Err(ManifestError::TooLarge));
    let spaces = " ".repeat(MAX_SIZE - with("\"a\":1").len());
    assert!(parse(&(with("\"a\":1") + &spaces)).is_ok());
}

#[test]
fn nesting_is_bounded_and_bytes_that_are_not_text_are_refused() {
    let text = "[".repeat(MAX_SIZE);
    assert!(matches!(parse(&text), Err(ManifestError::Syntax { .. })));
    let error = Manifest::parse(b"{\"\xFF\":1}", MediaType::Pnacl).unwrap_err();
    assert!(matches!(error, ManifestError::Syntax { .. }));
}
