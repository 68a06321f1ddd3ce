//! The numbers that Rust and TypeScript exchange.

use crate::expect;
use anyhow::Result;
use pinnacle_pepper::message::{Builder, Message, Object, Value, wire};
use pinnacle_pepper::table::ctypes::{Kind, headers};
use pinnacle_web::boundary::GROUPS;
use std::fmt::Write;

fn group<'a>(
    text: &mut String,
    name: &str,
    about: &str,
    numbers: impl IntoIterator<Item = (&'a str, u32, &'a str)>,
) {
    let _ = writeln!(text, "\n/**{about} */\nexport const enum {name} {{");
    for (name, value, about) in numbers {
        let _ = writeln!(text, "  /**{about} */\n  {name} = {value},");
    }
    text.push_str("}\n");
}

/// Offset of the first object in a message, after the number of objects.
const FIRST: usize = 4;

/// Returns the byte that marks an object of a kind in a message.
fn object_tag(object: Object) -> u32 {
    let mut builder = Builder::default();
    let root = builder.add(object);
    u32::from(wire::to_bytes(&builder.finish(root))[FIRST])
}

/// Returns the byte that marks a value in a message.
fn value_tag(message: &Message) -> u32 {
    let bytes = wire::to_bytes(message);
    let objects = usize::from(bytes[0]);
    // An empty text consists of a tag and a length.
    u32::from(bytes[FIRST + 5 * objects])
}

fn plain(value: Value) -> u32 {
    value_tag(&Builder::default().finish(value))
}

fn reference() -> u32 {
    let mut builder = Builder::default();
    let text = builder.add(Object::String("".into()));
    value_tag(&builder.finish(text))
}

/// Returns the number of elements of an array in one of Pepper's C structures.
fn entries(structure: &str, field: &str) -> u32 {
    let mut types = headers().flat_map(|header| header.types);
    let found = types.find(|one| one.name == structure);
    let Kind::Structure(fields) = found.expect("the structure is declared").kind else {
        panic!("{structure} is a structure");
    };
    let found = fields.iter().find(|one| one.name == field);
    found.and_then(|one| one.count).expect("an array")
}

#[test]
fn numbers_of_the_boundary_are_those_of_the_page() -> Result<()> {
    let mut text = String::new();
    for one in GROUPS {
        let numbers = one.numbers.iter().copied();
        group(&mut text, one.name, one.description, numbers);
    }
    let track = Object::VideoTrack {
        number: 0,
        id: "".into(),
    };
    let objects = [
        ("TEXT", object_tag(Object::String("".into())), " A text."),
        ("ARRAY", object_tag(Object::Array(vec![])), " An array."),
        (
            "DICTIONARY",
            object_tag(Object::Dictionary(vec![])),
            " A dictionary.",
        ),
        (
            "BUFFER",
            object_tag(Object::ArrayBuffer(vec![])),
            " An ArrayBuffer.",
        ),
        ("VIDEO_TRACK", object_tag(track), " A track with pictures."),
    ];
    let about = " Kinds of objects in messages as bytes.";
    group(&mut text, "ObjectTag", about, objects);
    let values = [
        ("UNDEFINED", plain(Value::Undefined), " `undefined`."),
        ("NULL", plain(Value::Null), " `null`."),
        ("FALSE", plain(Value::Bool(false)), " `false`."),
        ("TRUE", plain(Value::Bool(true)), " `true`."),
        (
            "NUMBER",
            plain(Value::Int32(0)),
            " A number, whole to a program if it can be.",
        ),
        (
            "DOUBLE",
            plain(Value::Double(0.0)),
            " A number that stays a double.",
        ),
        ("OBJECT", reference(), " An object before this place."),
    ];
    let about = " Kinds of values in messages as bytes.";
    group(&mut text, "ValueTag", about, values);
    let (all, one) = ("PP_GamepadsSampleData", "PP_GamepadSampleData");
    let gamepads = [
        ("COUNT", entries(all, "items"), " The most gamepads."),
        ("AXES", entries(one, "axes"), " The most axes of each."),
        (
            "BUTTONS",
            entries(one, "buttons"),
            " The most buttons of each.",
        ),
    ];
    let about = " The gamepads that a program can see.";
    group(&mut text, "Gamepads", about, gamepads);
    let about = "The numbers that Rust and TypeScript exchange.";
    expect(
        "boundary.ts",
        about,
        "crates/web/src/boundary.rs and crates/pepper's message/wire.rs",
        &text,
    )
}
