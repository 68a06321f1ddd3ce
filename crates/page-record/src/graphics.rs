//! Records and replays OpenGL.
//!
//! A replay draws with the OpenGL driver of its machine. The information that a program gets from
//! OpenGL comes from the tape: whether contexts were created, the driver's strings, and the results
//! of functions such as `glReadPixels`, `glGetIntegerv` and `glGetError`. A result that equals the
//! previous one of the same function takes no event.

use crate::facts::Facts;
use crate::start::read_bool;
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_record::bytes::{Reader, put_bytes, put_number};
use pinnacle_record::{Kind, Tape};
use pinnacle_system::memory::{Fault, Memory};

/// The fact whether a context was created.
const CREATED: u8 = 0;

/// The first byte of questions about strings.
const STRING: u8 = 1;

/// The fact for the result of the first function. Those of the other functions follow.
const FIRST_FUNCTION: u8 = 2;

const _: () = assert!(Function::ALL.len() < (u8::MAX - FIRST_FUNCTION) as usize);

/// Returns true if the results of a function are recorded. While recording, a page passes the calls
/// of these functions through the core; see `HAS_RESULT` in `functions.ts`.
///
/// Locations of variables are not recorded. The program passes them back to the driver, so they
/// must be the driver's own.
fn has_result(function: Function) -> bool {
    match function {
        Function::GetUniformLocation | Function::GetAttribLocation => false,
        Function::ReadPixels => true,
        _ => {
            let is_question = |start| function.name().starts_with(start);
            ["Get", "Is", "Check"].into_iter().any(is_question)
        }
    }
}

/// Encodes the result of a call and the bytes that it has written to memory.
fn results(result: u64, mut written: Vec<(u32, u32)>, memory: &Memory) -> Vec<u8> {
    let mut answer = Vec::new();
    put_number(&mut answer, result);
    // Adjacent ranges are merged, because numbers are reported one by one.
    written.dedup_by(|next, last| {
        let is_next = last.0.checked_add(last.1) == Some(next.0);
        let sum = last.1.checked_add(next.1).filter(|_| is_next);
        last.1 = sum.unwrap_or(last.1);
        sum.is_some()
    });
    for (address, len) in written {
        if let Ok(bytes) = memory.bytes(address, len) {
            put_number(&mut answer, address.into());
            put_bytes(&mut answer, &bytes);
        }
    }
    answer
}

/// Writes the recorded bytes of a call to memory, and returns its recorded result.
fn restore(answer: &[u8], memory: &mut Memory) -> Result<u64, Fault> {
    let mut reader = Reader::new(answer);
    let result = reader.number().unwrap_or(0);
    while let (Some(address), Some(bytes)) = (reader.small(), reader.bytes()) {
        memory.write(address, bytes)?;
    }
    Ok(result)
}

/// An OpenGL driver that is recorded or replayed.
pub(crate) struct TapedGl {
    facts: Facts,
    is_replay: bool,
    inner: Box<dyn Gl + Send>,
}

impl TapedGl {
    pub(crate) fn new(tape: &Tape, inner: Box<dyn Gl + Send>) -> TapedGl {
        TapedGl {
            facts: Facts::new(tape, Kind::Graphics),
            is_replay: tape.is_replay(),
            inner,
        }
    }
}

impl Gl for TapedGl {
    fn create(&mut self, id: u32, attributes: &ContextAttributes, share: Option<u32>) -> bool {
        let is_made = self.inner.create(id, attributes, share);
        // If the machine of a replay has no OpenGL, the program is told so, and the replay departs.
        self.facts.is(CREATED, || is_made) && is_made
    }

    fn destroy(&mut self, id: u32) {
        self.inner.destroy(id);
    }

    fn resize(&mut self, id: u32, size: [u32; 2]) {
        self.inner.resize(id, size);
    }

    fn swap(&mut self, id: u32) {
        self.inner.swap(id);
    }

    fn call(
        &mut self,
        id: u32,
        function: Function,
        args: &[u64],
        memory: &mut Memory,
    ) -> Result<u64, Fault> {
        // In a replay, the call is also made, because it affects the context.
        let result = self.inner.call(id, function, args, memory)?;
        if !has_result(function) {
            return Ok(result);
        }
        let fact = FIRST_FUNCTION + function as u8;
        let gl = &mut self.inner;
        let answer = self
            .facts
            .bytes(fact, || results(result, gl.written(), memory));
        match answer {
            Some(answer) if self.is_replay => restore(&answer, memory),
            _ => Ok(result),
        }
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn context_bytes(&self, size: [u32; 2]) -> u64 {
        self.inner.context_bytes(size)
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        if self.is_replay {
            // The call is also made, because it affects the error state of the context.
            self.inner.string(id, name);
        }
        let mut question = vec![STRING];
        put_number(&mut question, name.into());
        let (tape, gl) = (&self.facts.tape, &mut self.inner);
        let answer = tape.ask(Kind::Graphics, &question, || {
            let text = gl.string(id, name);
            let mut bytes = vec![text.is_some().into()];
            if let Some(text) = text {
                put_bytes(&mut bytes, text.as_bytes());
            }
            bytes
        })?;
        let mut reader = Reader::new(&answer);
        match read_bool(&mut reader)? {
            true => reader.text(),
            false => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_record::{Ending, Header};
    use pinnacle_system::memory::{PAGE_SIZE, Protection};
    use pinnacle_system::memory_budget::MemoryBudget;

    const P: u32 = PAGE_SIZE;

    /// A driver that answers each question with the same number, stored at the address in the last
    /// argument.
    struct Driver(u32);

    impl Gl for Driver {
        fn create(&mut self, _: u32, _: &ContextAttributes, _: Option<u32>) -> bool {
            true
        }

        fn destroy(&mut self, _: u32) {}

        fn resize(&mut self, _: u32, _: [u32; 2]) {}

        fn swap(&mut self, _: u32) {}

        fn call(
            &mut self,
            _: u32,
            _: Function,
            args: &[u64],
            memory: &mut Memory,
        ) -> Result<u64, Fault> {
            if let Some(&address) = args.last() {
                memory.store_u32(address as u32, self.0)?;
                memory.store_u32(address as u32 + 4, self.0 + 1)?;
            }
            Ok(self.0.into())
        }

        fn written(&mut self) -> Vec<(u32, u32)> {
            vec![(P, 4), (P + 4, 4)]
        }

        fn string(&mut self, _: u32, _: u32) -> Option<String> {
            None
        }
    }

    fn memory() -> Memory {
        let mut memory = Memory::new(4 * P).unwrap();
        memory.protect(P..2 * P, Protection::ReadWrite).unwrap();
        memory
    }

    /// Asks questions to two drivers with these numbers. Returns the answers that a program gets.
    fn ask(tape: &Tape, numbers: [u32; 2]) -> Vec<(u64, u32, u32)> {
        let mut learnt = Vec::new();
        let mut gl = TapedGl::new(tape, Box::new(Driver(numbers[0])));
        let functions = [
            Function::ReadPixels,
            Function::GetIntegerv,
            Function::GetIntegerv,
            Function::Clear,
        ];
        for (index, function) in functions.into_iter().enumerate() {
            if index == 2 {
                gl.inner = Box::new(Driver(numbers[1]));
            }
            let mut memory = memory();
            let result = gl.call(1, function, &[P.into()], &mut memory).unwrap();
            let words = [P, P + 4].map(|at| memory.load_u32(at).unwrap());
            learnt.push((result, words[0], words[1]));
        }
        learnt
    }

    #[test]
    fn a_program_learns_the_same_from_another_driver() {
        let tape = Tape::recording_within(Header::default(), 1 << 16, &MemoryBudget::default());
        let first = ask(&tape, [5, 6]);
        assert_eq!(first, [(5, 5, 6), (5, 5, 6), (6, 6, 7), (6, 6, 7)]);
        let recording = tape.finish(Ending::default()).unwrap();
        let tape = Tape::replaying(recording);
        let again = ask(&tape, [8, 9]);
        assert_eq!(again[..3], first[..3]);
        assert_eq!(again[3], (9, 9, 10), "no question");
    }

    #[test]
    fn a_recording_with_an_address_out_of_memory_faults() {
        let mut answer = Vec::new();
        put_number(&mut answer, 1);
        put_number(&mut answer, u64::from(3 * P));
        put_bytes(&mut answer, b"outside");
        assert!(restore(&answer, &mut memory()).is_err());
        assert_eq!(restore(&[], &mut memory()), Ok(0));
    }
}
