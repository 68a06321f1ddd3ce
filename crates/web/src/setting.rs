//! The setting in which a program starts: its arguments, its element and its process.

use crate::outside;
use pinnacle_pepper::view::{Rect, View};
use wasm_bindgen::prelude::*;

/// The name of a program in its own arguments.
const PROGRAM_NAME: &[u8] = b"program";

/// The process ID that programs see.
pub(crate) const PROCESS_ID: u32 = 1;

/// The arguments and the standard input of a command-line program.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct CommandLine {
    arguments: Vec<String>,
    input: Vec<u8>,
}

#[wasm_bindgen]
impl CommandLine {
    /// Creates a command line. `arguments` does not contain the name of the program.
    #[wasm_bindgen(constructor)]
    pub fn new(arguments: Vec<String>, input: Vec<u8>) -> CommandLine {
        CommandLine { arguments, input }
    }
}

/// The arguments, the input, the element and the process of a program.
pub(crate) struct Setting {
    /// The program's arguments, starting with its name.
    pub(crate) arguments: Vec<Vec<u8>>,
    /// Its standard input.
    pub(crate) input: Vec<u8>,
    /// The names and values of the element's attributes.
    pub(crate) attributes: Vec<(String, String)>,
    /// The first view of the element.
    pub(crate) view: View,
    /// The rule for whole numbers.
    pub(crate) numbers: Option<String>,
    /// The process ID that the program sees.
    pub(crate) process: u32,
    /// Number of processors that the program sees.
    pub(crate) processors: u32,
}

impl Setting {
    /// Creates the setting of a program in a page, for the constructor of the machine.
    pub(crate) fn of_page(
        command: Option<CommandLine>,
        attributes: Vec<String>,
        view: &[f64],
        numbers: Option<String>,
    ) -> Setting {
        let CommandLine { arguments, input } = command.unwrap_or_default();
        let arguments = arguments.into_iter().map(String::into_bytes);
        Setting {
            arguments: [PROGRAM_NAME.to_vec()]
                .into_iter()
                .chain(arguments)
                .collect(),
            input,
            attributes: pairs(attributes),
            view: view_of(view),
            numbers,
            process: PROCESS_ID,
            processors: outside::processors(),
        }
    }
}

/// Reads a view in the format of `Machine::view`.
pub(crate) fn view_of(numbers: &[f64]) -> View {
    let number = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
    let rect = |first: usize| Rect {
        x: number(first) as i32,
        y: number(first + 1) as i32,
        width: number(first + 2) as i32,
        height: number(first + 3) as i32,
    };
    View {
        rect: rect(0),
        clip: rect(4),
        is_fullscreen: number(8) != 0.0,
        is_page_visible: number(9) != 0.0,
        device_scale: number(10) as f32,
        css_scale: number(11) as f32,
        scroll_offset: [number(12) as i32, number(13) as i32],
    }
}

/// Converts a list of alternating names and values to pairs.
pub(crate) fn pairs(words: Vec<String>) -> Vec<(String, String)> {
    let mut words = words.into_iter();
    std::iter::from_fn(|| Some((words.next()?, words.next()?))).collect()
}
