//! Untrusted saved states: the state of a program with some changes.

use crate::hosts::{LIMIT, Player, USED};
use crate::pepper::{TEXTS, begin};
use pinnacle_pepper::device::gl::steps::{self, Data, Head, Step};
use pinnacle_pepper::device::gl::{ContextAttributes, Function};
use pinnacle_pepper::device::page::{Cursor, Flow, LogLevel, Page};
use pinnacle_pepper::device::{Devices, Event, Events};
use pinnacle_pepper::message::Message;
use pinnacle_pepper::view::View;
use pinnacle_pepper::{Embedding, Pepper};
use pinnacle_runtime::files::{FileSystem, Stdio};
use pinnacle_runtime::irt::Irt;
use pinnacle_system::memory_budget::MemoryBudget;
use pinnacle_system::state::{Destination, Reader, Refusal, Unusable, Writer};
use std::io::{self, Cursor as Bytes, Write};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// Maximum number of changes to a state.
const MAX_CHANGES: usize = 16;

/// If an input begins with this byte, the rest of it is a saved state.
const WHOLE: u8 = 255;
/// If the first byte of an input is at least this and less than `WHOLE`, the input changes a list
/// of OpenGL steps.
pub const STEPS: u8 = 224;

/// Memory that the program and its host may use, in bytes.
const MEMORY: u64 = 32 << 20;

/// Numbers near common bounds.
const EXTREMES: [u32; 8] = [0, 1, 2, 0xffff, 1 << 28, i32::MAX as u32, 1 << 31, u32::MAX];

/// A page that stores a state, and requests it once.
#[derive(Clone, Default)]
struct Keeper(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    is_wanted: bool,
}

impl Keeper {
    fn with<T>(&self, function: impl FnOnce(&mut Kept) -> T) -> T {
        function(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Keeper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|kept| kept.bytes.extend(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Destination for Keeper {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

impl Events for Keeper {
    fn next_event(&mut self, _: Duration) -> Option<Event> {
        let is_wanted = self.with(|kept| std::mem::take(&mut kept.is_wanted));
        is_wanted.then_some(Event::Save)
    }

    fn next_event_time(&self, _: Duration) -> Option<Duration> {
        None
    }

    fn at_rest(&mut self, _: Duration) -> Option<Event> {
        None
    }
}

impl Page for Keeper {
    fn post(&mut self, _: Message) -> Flow {
        Flow::Continue
    }

    fn log(&mut self, _: LogLevel, _: &str) {}

    fn screen_size(&self) -> [i32; 2] {
        [0, 0]
    }

    fn lock_mouse(&mut self) {}

    fn set_cursor(&mut self, _: Cursor) -> bool {
        false
    }

    fn begin_save(&mut self) -> Result<Writer, Refusal> {
        Ok(Writer::new(self.clone()))
    }

    fn save(&mut self, _: &mut Writer) -> Result<(), Refusal> {
        Ok(())
    }

    fn end_save(&mut self, result: Result<Writer, Refusal>) {
        result.expect("the program can be saved");
    }

    fn restore(&mut self, _: &mut Reader) -> Result<(), Unusable> {
        Ok(())
    }
}

fn program(keeper: &Keeper) -> (Pepper, usize) {
    let files = FileSystem::new(Stdio::default(), Vec::new()).expect("there is nothing to mount");
    let irt = Irt::repeatable(files, 1, USED.end..LIMIT);
    let irt = irt.with_memory_budget(MemoryBudget::new(MEMORY));
    let start = irt.function_count() as usize;
    let embedding = Embedding {
        attributes: Vec::new(),
        view: View::of_size(320, 200),
        devices: Devices {
            events: Box::new(keeper.clone()),
            page: Box::new(keeper.clone()),
            ..Devices::absent()
        },
    };
    (Pepper::new(irt, embedding), start)
}

/// The saved state of a program with a few objects.
static STATE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let keeper = Keeper::default();
    let (pepper, start) = program(&keeper);
    let mut player = Player::new(pepper, TEXTS);
    begin(&mut player, start);
    let size = USED.start + 128;
    let numbers: Vec<u8> = [8_u32, 8].into_iter().flat_map(u32::to_le_bytes).collect();
    player
        .memory()
        .write(size, &numbers)
        .expect("this can be written");
    // Vars are returned through a pointer.
    let (size, var) = (u64::from(size), u64::from(size) + 64);
    for (name, args) in [
        ("PPB_URLRequestInfo;1.0.Create", &[1][..]),
        ("PPB_URLLoader;1.0.Create", &[1]),
        ("PPB_MessageLoop;1.0.Create", &[1]),
        ("PPB_AudioConfig;1.1.CreateStereo16Bit", &[1, 44_100, 512]),
        ("PPB_ImageData;1.0.Create", &[1, 0, size, 1]),
        ("PPB_Graphics2D;1.0.Create", &[1, size, 1]),
        ("PPB_FileSystem;1.0.Create", &[1, 2]),
        ("PPB_FileIO;1.0.Create", &[1]),
        ("PPB_VarDictionary;1.0.Create", &[var]),
        ("PPB_VarArrayBuffer;1.0.Create", &[var, 16]),
    ] {
        player.call_named(name, args);
    }
    keeper.with(|kept| kept.is_wanted = true);
    player.wake(0);
    keeper.with(|kept| std::mem::take(&mut kept.bytes))
});

/// An OpenGL context, as the list of steps that restores it.
static CONTEXT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let keeper = Keeper::default();
    let mut to = Writer::new(keeper.clone());
    let head = Head {
        id: 1,
        share: None,
        attributes: ContextAttributes::default(),
    };
    head.write(&mut to);
    for step in [
        Step::call(Function::Viewport, &[0, 0, 4, 4], Data::None),
        Step::call(
            Function::BufferData,
            &[0x8892, 4, 0, 0x88e4],
            Data::At(2, vec![7; 4]),
        ),
        Step::call(
            Function::ShaderSource,
            &[3, 1],
            Data::Source(b"void main() {}".to_vec()),
        ),
    ] {
        step.write(&mut to);
    }
    steps::write_end(&mut to);
    keeper.with(|kept| std::mem::take(&mut kept.bytes))
});

/// Changes a state under the control of the bytes. Returns the remaining bytes.
fn change<'a>(state: &mut Vec<u8>, count: usize, mut data: &'a [u8]) -> &'a [u8] {
    for _ in 0..count {
        let Some((&[how, low, high, value], rest)) = data.split_first_chunk() else {
            return data;
        };
        data = rest;
        let at = usize::from(u16::from_le_bytes([low, high])) % state.len().max(1);
        match how % 8 {
            // Numbers may be at any offset.
            0..=2 => {
                let number = EXTREMES[usize::from(value) % EXTREMES.len()];
                for (byte, new) in state[at..].iter_mut().zip(number.to_le_bytes()) {
                    *byte = new;
                }
            }
            3 => state.truncate(at),
            4 => {
                let copied: Vec<u8> = state[at..].iter().copied().take(value.into()).collect();
                state.splice(at..at, copied);
            }
            5 => {
                let end = state.len().min(at + usize::from(value));
                state.drain(at..end);
            }
            _ => state[at..]
                .iter_mut()
                .take(1)
                .for_each(|byte| *byte ^= value),
        }
    }
    data
}

fn reader(state: Vec<u8>) -> Reader {
    Reader::new(move || Ok(Bytes::new(state.clone()))).expect("bytes can be read")
}

/// Interprets bytes as changes to a saved state, followed by calls of the program that continues
/// from it. The state must be accepted or rejected without a panic. Lists of OpenGL steps are only
/// read.
pub fn restored(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let count = usize::from(first) % (MAX_CHANGES + 1);
    match first {
        WHOLE => {
            continues(rest.to_vec(), &[]);
        }
        STEPS.. => {
            let mut state = CONTEXT.clone();
            change(&mut state, MAX_CHANGES, rest);
            listed(state);
        }
        _ => {
            let mut state = STATE.clone();
            let rest = change(&mut state, count, rest);
            continues(state, rest);
        }
    }
}

/// Reads the steps of an OpenGL context.
fn listed(state: Vec<u8>) {
    let mut from = reader(state);
    from.limit(&MemoryBudget::new(MEMORY));
    if Head::read(&mut from).is_ok() {
        while let Ok(Some(_)) = Step::read(&mut from, MEMORY as usize) {}
    }
}

/// Returns the saved state that inputs change.
pub fn saved() -> Vec<u8> {
    STATE.clone()
}

/// Continues from a state, and plays these calls. Returns false if the state is rejected.
pub fn continues(state: Vec<u8>, calls: &[u8]) -> bool {
    let (pepper, start) = program(&Keeper::default());
    let mut player = Player::new(pepper.with_saved_state(reader(state)), TEXTS);
    let functions = USED.start;
    let numbers = [11_u32, 12, 13].into_iter().flat_map(u32::to_le_bytes);
    let bytes: Vec<u8> = numbers.collect();
    player
        .memory()
        .write(functions, &bytes)
        .expect("this can be written");
    player.call(0, start, &[functions.into()]);
    let continues = player.waits(0);
    player.play(calls);
    continues
}
