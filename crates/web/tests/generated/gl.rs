//! The tables of OpenGL ES 2 that both hosts use.

use crate::expect;
use anyhow::Result;
use pinnacle_pepper::device::gl::Function;
use pinnacle_pepper::table::gl::classes::{CLASSES, CLEAR_MASK, Range, TEXTURE_VALUES};
use pinnacle_pepper::table::gl::support::{Page, SUPPORT};
use pinnacle_pepper::table::gl::{CONSTANTS, EXTENSIONS, Lookup};
use pinnacle_pepper::table::gl::{copies, enums, limits, pixels, sizes, state};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Writes the enumeration of all numbers by name.
fn names(text: &mut String) {
    text.push_str("\n/** The numbers of OpenGL. */\nexport const enum GL {\n");
    let extensions = EXTENSIONS.iter().flat_map(|one| one.constants);
    let all = CONSTANTS.iter().chain(extensions).chain(enums::HOSTS);
    let mut known = BTreeSet::new();
    for (name, number) in all {
        if known.insert(name) {
            let name = name.strip_prefix("GL_").unwrap_or(name);
            let _ = writeln!(text, "  {name} = 0x{number:04x},");
        }
    }
    text.push_str("}\n");
}

fn shared_limits(text: &mut String) {
    text.push_str("\n/** Bounds that OpenGL leaves to its hosts. */\nexport const enum Limit {\n");
    for (name, value, about) in limits::SHARED {
        let _ = writeln!(text, "  /**{about} */\n  {name} = {value},");
    }
    text.push_str("}\n");
}

fn is_one_of(ranges: &[Range]) -> String {
    let conditions = ranges.iter().map(|(first, last)| match first == last {
        true => format!("value === GL.{first}"),
        false => format!("(value >= GL.{first} && value <= GL.{last})"),
    });
    conditions.collect::<Vec<_>>().join(" ||\n    ")
}

fn classes(text: &mut String) {
    let _ = writeln!(
        text,
        "\n/** Every bit of `glClear`. */\nexport const CLEAR_MASK = 0x{CLEAR_MASK:04x};"
    );
    for (class, about, ranges) in CLASSES {
        let _ = writeln!(
            text,
            "\n/**{about} */\nexport function is{class}(value: number): boolean {{\n  \
             return (\n    {}\n  );\n}}",
            is_one_of(ranges)
        );
    }
    text.push_str(
        "\n/** Returns true if a parameter of textures can have the value. */\n\
         export function isTextureValue(parameter: number, value: number): boolean {\n  \
         switch (parameter) {\n",
    );
    for (parameters, class) in TEXTURE_VALUES {
        for parameter in *parameters {
            let _ = writeln!(text, "    case GL.{parameter}:");
        }
        let _ = writeln!(text, "      return is{class}(value);");
    }
    text.push_str("    default:\n      return false;\n  }\n}\n");
}

fn lookup(text: &mut String, name: &str, about: &str, table: Lookup) {
    let _ = writeln!(
        text,
        "\n/** {about}; 0 for other numbers. */\n\
         export function {name}(number: number): number {{\n  switch (number) {{"
    );
    for (names, value) in table {
        for name in *names {
            let _ = writeln!(text, "    case GL.{name}:");
        }
        let _ = writeln!(text, "      return {value};");
    }
    text.push_str("    default:\n      return 0;\n  }\n}\n");
}

fn lookups(text: &mut String) {
    for (name, about, table) in [
        (
            "vertexNumberSize",
            "Bytes of a number of a vertex attribute of a type",
            sizes::VERTEX_NUMBER_SIZES,
        ),
        (
            "indexSize",
            "Bytes of an index of a type",
            sizes::INDEX_SIZES,
        ),
        (
            "uniformNumbers",
            "Numbers of a uniform of a type that has more than one",
            sizes::UNIFORM_NUMBERS,
        ),
        (
            "matrixColumns",
            "Columns of a matrix of a type",
            sizes::MATRIX_COLUMNS,
        ),
        (
            "components",
            "Numbers of a pixel of a format",
            pixels::COMPONENTS,
        ),
        (
            "numberSize",
            "Bytes of a number of a type, or of all of a pixel where the type is packed",
            pixels::NUMBER_SIZES,
        ),
        (
            "blockSize",
            "Bytes of a block of four by four pixels of a compressed format",
            pixels::BLOCK_SIZES,
        ),
    ] {
        lookup(text, name, about, table);
    }
}

fn pixel_sizes(text: &mut String) {
    text.push_str(
        "\n/** Bytes of a pixel; 0 for an unknown format or type, -1 for those that do not go \
         together. */\nexport function bytesOfPixel(format: number, type: number): number {\n",
    );
    for pair in pixels::PAIRS {
        let _ = writeln!(
            text,
            "  if (format === GL.{} && type === GL.{}) return {};",
            pair.format.0, pair.kind.0, pair.size
        );
    }
    text.push_str("  return components(format) !== 0 && numberSize(type) !== 0 ? -1 : 0;\n}\n");
    text.push_str(
        "\n/** The format with a size in which OpenGL ES 3 keeps an image; 0 for images that it \
         keeps as they come. */\nexport function sizedFormat(format: number, type: number): \
         number {\n",
    );
    for [format, kind, stored] in pixels::SIZED_FORMATS {
        let _ = writeln!(
            text,
            "  if (format === GL.{format} && type === GL.{kind}) return GL.{stored};"
        );
    }
    text.push_str("  return 0;\n}\n");
}

fn states(text: &mut String) {
    text.push_str(
        "\n/** What `glGetIntegerv` and its like know, as far as the browser is asked. */\n\
         export const STATES: readonly GL[] = [\n",
    );
    for one in state::STATES {
        let _ = writeln!(text, "  GL.{},", one.name);
    }
    text.push_str("];\n");
}

fn extensions(text: &mut String) {
    let mut always = String::new();
    let mut asked = String::new();
    for one in SUPPORT {
        let formats = one.formats.iter().map(|(name, _)| format!("GL.{name}"));
        let formats = formats.collect::<Vec<_>>().join(", ");
        match one.page {
            Page::Always => {
                let _ = writeln!(always, "  \"{}\",", one.name);
            }
            Page::Browser(browser) => {
                let _ = writeln!(asked, "  [\"{}\", \"{browser}\", [{formats}]],", one.name);
            }
            Page::Never(reason) => {
                let _ = writeln!(always, "  // No {}: {reason}.", one.name);
            }
        }
    }
    let _ = write!(
        text,
        "\n/** The extensions that pages always have. */\n\
         export const ALWAYS: readonly string[] = [\n{always}];\n\n\
         /** The extensions that pages have if the browser has another one, and compressed formats \
         that come with them. */\n\
         export const BY_BROWSER: readonly (readonly [name: string, browser: string, formats: \
         readonly GL[]])[] = [\n{asked}];\n"
    );
}

fn functions(text: &mut String) {
    text.push_str(
        "\n/** The functions of OpenGL by their names without `gl`. */\nexport type GlName =",
    );
    for function in Function::ALL {
        let _ = write!(text, "\n  | \"{}\"", function.name());
    }
    text.push_str(";\n");
}

#[test]
fn opengl_in_pages_is_that_of_the_table() -> Result<()> {
    let mut text = String::new();
    names(&mut text);
    shared_limits(&mut text);
    classes(&mut text);
    lookups(&mut text);
    pixel_sizes(&mut text);
    states(&mut text);
    extensions(&mut text);
    functions(&mut text);
    let about = "OpenGL ES 2 as both hosts see it: numbers, values of parameters, pixels, bounds.";
    expect("gl.ts", about, "crates/pepper/src/table/gl", &text)
}

#[test]
fn shaders_in_pages_are_those_of_the_table() -> Result<()> {
    let mut text = String::new();
    for (name, about, value) in copies::TEXTS {
        let value = match value.contains('\n') {
            true => format!("`{value}`"),
            false => format!("{value:?}"),
        };
        let _ = writeln!(text, "\n/** {about} */\nexport const {name} = {value};");
    }
    let about = "The shaders that copy textures for saved states.";
    let table = "crates/pepper/src/table/gl/copies.rs";
    expect("copies.ts", about, table, &text)
}

/// The document has a row with the extensions that pages lack, and the reasons.
#[test]
fn the_document_names_the_extensions_that_pages_lack() {
    let document = include_str!("../../../../docs/opengl.md");
    let lacks = |line: &str| {
        line.split('|')
            .nth(3)
            .is_some_and(|page| page.contains("no: "))
    };
    let rows = document.lines().filter(|line| lacks(line));
    let named = rows.flat_map(|row| row.split('`').filter(|word| word.starts_with("GL_")));
    let named: BTreeSet<&str> = named.collect();
    let lacking = SUPPORT
        .iter()
        .filter(|one| matches!(one.page, Page::Never(_)));
    let lacking: BTreeSet<&str> = lacking.map(|one| one.name).collect();
    assert_eq!(named, lacking);
}
