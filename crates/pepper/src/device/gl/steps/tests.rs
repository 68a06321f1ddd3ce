use super::*;
use pinnacle_system::state::Destination;
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

/// Keeps a state in memory.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Destination for Kept {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

fn written(steps: &[Step]) -> Vec<u8> {
    let kept = Kept::default();
    let mut to = Writer::new(kept.clone());
    steps.iter().for_each(|step| step.write(&mut to));
    write_end(&mut to);
    to.finish().unwrap();
    let bytes = kept.0.lock().unwrap();
    bytes.clone()
}

fn read(bytes: Vec<u8>) -> Result<Vec<Step>, Unusable> {
    let mut from = Reader::new(move || Ok(Cursor::new(bytes.clone()))).unwrap();
    let mut steps = Vec::new();
    while let Some(step) = Step::read(&mut from, 100)? {
        steps.push(step);
    }
    Ok(steps)
}

fn pixels(width: u32, height: u32) -> Rows {
    Rows {
        size: [width, height],
        bytes: vec![7; (4 * width * height) as usize],
    }
}

fn one_of_each() -> Vec<Step> {
    let kind = Kind::Query;
    let variables = Variables {
        attributes: vec![("place".into(), 3)],
        uniforms: vec![("tint".into(), 0), ("places[0]".into(), u32::MAX)],
    };
    vec![
        Step::call(Function::Clear, &[0x4000], Data::None),
        Step::call(
            Function::BufferData,
            &[1, 2, 0, 3],
            Data::At(2, vec![1, 2, 3]),
        ),
        Step::call(
            Function::ShaderSource,
            &[5, 1],
            Data::Source(b"void".into()),
        ),
        Step::Make {
            kind,
            name: 4,
            argument: 9,
        },
        Step::Next { kind, name: 12 },
        Step::Screen([pixels(2, 3), Rows::default()]),
        Step::Renderbuffer {
            name: 6,
            pixels: pixels(1, 1),
        },
        Step::Linked {
            name: 7,
            is_linked: true,
            variables,
        },
    ]
}

#[test]
fn steps_are_read_as_they_were_written() {
    let steps = one_of_each();
    assert_eq!(read(written(&steps)), Ok(steps));
}

#[test]
fn a_part_of_the_steps_is_refused() {
    let bytes = written(&one_of_each());
    for len in 0..bytes.len() {
        assert!(read(bytes[..len].to_vec()).is_err(), "{len}");
    }
}

#[test]
fn pixels_must_fit_their_size() {
    let mut short = pixels(2, 2);
    short.bytes.pop();
    let wide = Rows {
        size: [MAX_SIDE + 1, 0],
        bytes: Vec::new(),
    };
    for rows in [short, wide] {
        assert!(read(written(&[Step::Screen([rows.clone(), rows])])).is_err());
    }
}

#[test]
fn unknown_functions_kinds_and_steps_are_refused() {
    let all = Function::ALL.len() as u8;
    for bytes in [
        &[tag::CALL, all, 0, NOWHERE][..],
        &[tag::CALL, 0, MAX_ARGS as u8 + 1],
        &[tag::CALL, 0, 0, MAX_ARGS as u8],
        &[tag::NEXT, Kind::ALL.len() as u8],
        &[tag::LINKED + 1],
    ] {
        let padded = [bytes, &[0; 100]].concat();
        assert!(read(padded).is_err(), "{bytes:?}");
    }
}
