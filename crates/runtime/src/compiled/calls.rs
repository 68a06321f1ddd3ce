//! Calls of single functions.

use super::actions::{to_value, to_word};
use super::instance::Instance;
use super::report::{Cause, Stop};
use super::thread::conclude;
use super::world::End;
use crate::host::Host;
use crate::trap::TrapKind;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::{Signature, Type};
use wasmtime::Val;

impl<H: Host + Send> Instance<H> {
    /// Calls a function of the program, which must have been compiled with
    /// [`Exports::All`](super::Exports::All). Memory stays as the calls before
    /// left it; each call begins with an empty stack.
    ///
    /// Arguments and result have the form of
    /// [`Interpreter::call`](crate::interp::Interpreter::call): integers
    /// zero-extended, floating point as bits, vectors of 128 bits as two words,
    /// vectors of `i1` as a mask with a bit for each lane. A result of one word
    /// is the first. If the call ends the program, the result is zero, and
    /// [`Instance::exit_status`] has the status.
    ///
    /// # Errors
    ///
    /// What stopped it.
    ///
    /// # Panics
    ///
    /// If the arguments are not as many words as the signature says, a
    /// function of the host panics, or the system gives no thread.
    pub fn call(
        &mut self,
        function: FuncId,
        signature: &Signature,
        args: &[u64],
    ) -> Result<[u64; 2], Stop> {
        let name = format!("f{}", function.0);
        let Some(target) = self.instance.get_func(&mut self.store, &name) else {
            let reason = format!("{function} cannot be called from outside");
            let kind = TrapKind::Unsupported(reason);
            return Err(Stop::unplaced(Cause::Known(kind), 0));
        };
        let arguments = values(signature, args);
        let result_type = signature.result;
        let stack = self.stack();
        let mut words = None;
        let place = &mut words;
        self.guarded(None, |store| {
            let mut results = [Val::I32(0)];
            let count = usize::from(result_type != Type::Void);
            let reset = store.data().exports.map_or(Ok(()), |exports| {
                let top = Val::I32(stack.end as i32);
                exports.stack_pointer.set(&mut *store, top)
            });
            let result =
                reset.and_then(|()| target.call(&mut *store, &arguments, &mut results[..count]));
            if result.is_ok() {
                *place = Some(result_words(&results[0], result_type));
            }
            conclude(store, result.map(|()| Some(0)));
        });
        self.exit_status = None;
        let end = self.shared.lock().end.take();
        match (end, words) {
            (Some(End::Stop(stop)), _) => Err(stop),
            (_, Some(words)) => Ok(words),
            (Some(End::Status(status)), None) => {
                self.exit_status = Some(status);
                Ok([0; 2])
            }
            (None, None) => Ok([0; 2]),
        }
    }

    /// The exit status, if the last call has ended the program.
    pub fn exit_status(&self) -> Option<u8> {
        self.exit_status
    }
}

/// Words as values of a function's parameters.
fn values(signature: &Signature, mut words: &[u64]) -> Vec<Val> {
    let mut next = || {
        let (&first, rest) = words.split_first().expect("a word for each parameter");
        words = rest;
        first
    };
    let params = signature.params.iter();
    params
        .map(|&ty| match (ty.lanes(), ty.bits()) {
            (0, _) => to_value(next(), ty),
            (lanes, bits) if bits == lanes => Val::V128(spread(next(), lanes).into()),
            _ => {
                let low = u128::from(next());
                Val::V128((low | u128::from(next()) << 64).into())
            }
        })
        .collect()
}

/// A result as words.
fn result_words(value: &Val, ty: Type) -> [u64; 2] {
    let (lanes, bits) = (ty.lanes(), ty.bits());
    match *value {
        _ if ty == Type::Void => [0; 2],
        Val::V128(vector) => {
            let vector = vector.as_u128();
            if bits == lanes {
                [gather(vector, lanes), 0]
            } else {
                [vector as u64, (vector >> 64) as u64]
            }
        }
        // What lies above the bits of a narrow integer means nothing.
        _ if bits < 32 => [to_word(value) & ((1 << bits) - 1), 0],
        _ => [to_word(value), 0],
    }
}

/// A mask with a bit for each lane as one whose lanes are all ones or zero.
fn spread(mask: u64, lanes: u32) -> u128 {
    let width = 128 / lanes;
    let ones = (1 << width) - 1;
    let set = (0..lanes).filter(|lane| mask >> lane & 1 != 0);
    set.fold(0, |vector, lane| vector | ones << (lane * width))
}

/// The other way.
fn gather(vector: u128, lanes: u32) -> u64 {
    let width = 128 / lanes;
    let set = (0..lanes).filter(|lane| vector >> (lane * width) & 1 != 0);
    set.fold(0, |mask, lane| mask | 1 << lane)
}
