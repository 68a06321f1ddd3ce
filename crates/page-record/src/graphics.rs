//! Records and replays OpenGL.
//!
//! A page calls WebGL directly, so the results of OpenGL's functions are not recorded. A replay
//! draws with the driver of its machine. Only the creation of contexts and the driver's texts come
//! from the tape.

use crate::facts::Facts;
use crate::start::read_bool;
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_record::bytes::{Reader, put_bytes, put_number};
use pinnacle_record::{Kind, Tape};
use pinnacle_system::memory::{Fault, Memory};

/// The fact that a context was made.
const CREATED: u8 = 0;

/// The first byte of questions about texts.
const STRING: u8 = 1;

/// OpenGL on a tape.
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
        // If the machine of a replay has no OpenGL, the program sees that, and the replay departs.
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
        self.inner.call(id, function, args, memory)
    }

    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    fn context_bytes(&self, size: [u32; 2]) -> u64 {
        self.inner.context_bytes(size)
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        if self.is_replay {
            // The call has its effect on the errors of the context.
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
