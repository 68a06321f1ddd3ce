//! Builds small programs in PNaClAsm from the parts that a test needs.

use std::fmt::Write;

/// The types that every program has, in order.
const TYPES: [&str; 15] = [
    "void",
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "float",
    "double",
    "<4 x i1>",
    "<8 x i1>",
    "<16 x i1>",
    "<16 x i8>",
    "<8 x i16>",
    "<4 x i32>",
    "<4 x float>",
];

/// Splits a type of functions into its result and its parameters.
fn parts(signature: &str) -> (&str, Vec<&str>) {
    let (result, params) = signature.split_once(" (").expect("the type of a function");
    let params = params.trim_end_matches(')');
    let params = params.split(", ").filter(|param| !param.is_empty());
    (result, params.collect())
}

/// Returns a program with these intrinsics (name and type), called `@f0` and so on, then these
/// functions (type and body), then an entry function that does nothing.
pub(crate) fn module(
    intrinsics: &[(&str, &str)],
    functions: &[(&str, &str)],
    globals: &[&str],
) -> String {
    let mut types: Vec<&str> = TYPES.to_vec();
    let all = intrinsics.iter().map(|&(_, ty)| ty);
    let all = all.chain(functions.iter().map(|&(ty, _)| ty));
    for ty in all.chain(["void (i32)"]) {
        if !types.contains(&ty) {
            types.push(ty);
        }
    }
    let mut text = String::from("module {\n  version 1;\n  types {\n");
    let _ = writeln!(text, "    count {};", types.len());
    for (index, ty) in types.iter().enumerate() {
        let _ = writeln!(text, "    @t{index} = {ty};");
    }
    text.push_str("  }\n");
    let mut names = String::new();
    for (index, (name, ty)) in intrinsics.iter().enumerate() {
        let (result, params) = parts(ty);
        let params = params.join(", ");
        let _ = writeln!(text, "  declare external {result} @f{index}({params});");
        let _ = writeln!(names, "    @f{index} : \"{name}\";");
    }
    let first = intrinsics.len();
    for (index, (ty, _)) in functions.iter().enumerate() {
        let (result, params) = parts(ty);
        let (number, params) = (first + index, params.join(", "));
        let _ = writeln!(text, "  define internal {result} @f{number}({params});");
    }
    let entry = first + functions.len();
    let _ = writeln!(text, "  define external void @f{entry}(i32);");
    let _ = writeln!(text, "  globals {{\n    count {};", globals.len());
    for global in globals {
        let _ = writeln!(text, "    {global}");
    }
    let _ = writeln!(
        text,
        "  }}\n  valuesymtab {{\n{names}    @f{entry} : \"_start\";\n  }}"
    );
    let entry_body = ("void (i32)", "blocks 1; %b0: ret void;");
    for (index, (ty, body)) in functions.iter().chain([&entry_body]).enumerate() {
        let (result, params) = parts(ty);
        let number = first + index;
        let params: Vec<String> = params
            .iter()
            .enumerate()
            .map(|(place, ty)| format!("{ty} %p{place}"))
            .collect();
        let params = params.join(", ");
        let _ = writeln!(
            text,
            "  function {result} @f{number}({params}) {{ {body} }}"
        );
    }
    text.push_str("}\n");
    text
}
