//! Functions of the program: completion callbacks, and other calls whose arguments are words.

use pinnacle_pexe::Type;
use pinnacle_system::host::GuestCall;
use pinnacle_system::memory::{Fault, Memory};

/// Size of `PP_CompletionCallback`.
const CALLBACK_SIZE: usize = 12;

/// The flag of an optional callback, which is not called if the result is available immediately.
const FLAG_OPTIONAL: u32 = 1;

/// A `PP_CompletionCallback` with a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Callback {
    /// The address of a function `void (void *user_data, int32_t result)`.
    pub(crate) function: u32,
    pub(crate) user_data: u32,
    pub(crate) is_optional: bool,
}

impl Callback {
    /// Reads a callback; `None` if its function is null, which means a blocking call.
    pub(crate) fn read(memory: &Memory, address: u32) -> Result<Option<Callback>, Fault> {
        let mut bytes = [0; CALLBACK_SIZE];
        memory.read(address, &mut bytes)?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|index| bytes[at + index]));
        Ok((word(0) != 0).then(|| Callback {
            function: word(0),
            user_data: word(4),
            is_optional: word(8) & FLAG_OPTIONAL != 0,
        }))
    }
}

/// Returns a call of a function of the program.
fn guest_call(address: u32, params: &'static [Type], result: Type, words: &[u32]) -> GuestCall {
    let mut args = [0; GuestCall::ARGUMENTS];
    for (arg, word) in args.iter_mut().zip(words) {
        *arg = u64::from(*word);
    }
    GuestCall {
        address,
        params,
        result,
        args,
    }
}

const WORDS: [Type; 4] = [Type::I32; 4];

/// Returns a call of a function `void (...)` with these words.
pub(crate) fn procedure(address: u32, words: &[u32]) -> GuestCall {
    guest_call(address, &WORDS[..words.len()], Type::Void, words)
}

/// Returns a call of a function `int32_t (...)` with these words.
pub(crate) fn function(address: u32, words: &[u32]) -> GuestCall {
    guest_call(address, &WORDS[..words.len()], Type::I32, words)
}
