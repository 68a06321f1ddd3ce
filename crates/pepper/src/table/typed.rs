//! Typed methods: the arguments and results of handlers have Rust types.
//!
//! Each C type in the tables has a Rust type of the same name next to its constant. This type has
//! no values. With the form `=> handler` of `interface!`, each word of a call is read through the
//! [`Argument`] implementation for the C type that the table names, and the handler's result is
//! returned through [`Answer`]. The handler's own parameter types choose the implementation, so a
//! handler with the wrong types or number of parameters does not compile. Reading a word never
//! fails; the memory at an address is read when the handler asks for it.

use super::ctypes::{PP_Bool, PP_CompletionCallback, PP_Instance, PP_Resource, PP_Var, void};
use crate::kernel::call::{Call, NOTHING, boolean, code, double, float, word};
use crate::kernel::errors::PpError;
use crate::kernel::resource::Kind;
use crate::kernel::state::INSTANCE;
use crate::kernel::var::{VAR_SIZE, Var};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;
use std::marker::PhantomData;

/// A C type, identified by the word that passes it.
pub(crate) trait Passed {
    /// `u32`, `u64`, `f32` or `f64`; `Structure` for types passed by address.
    type Word;
    /// Number of words before the arguments of a method that returns it: 1 for the address of a
    /// structure.
    const RESULT_WORDS: usize = 0;
}

/// The word of a type that is passed by its address.
pub(crate) enum Structure {}

impl Passed for void {
    type Word = ();
}

/// The C type `T*`.
pub(crate) struct Pointer<T>(PhantomData<T>);

/// The C type `const T*`.
pub(crate) struct ConstPointer<T>(PhantomData<T>);

impl<T> Passed for Pointer<T> {
    type Word = u32;
}

impl<T> Passed for ConstPointer<T> {
    type Word = u32;
}

/// The words of a call that have not been read yet.
pub(crate) struct Words<'a>(&'a [u64]);

impl<'a> Words<'a> {
    /// Returns the argument words of a method with the result type `R`.
    #[inline]
    pub(crate) fn new<R: Passed>(args: &'a [u64]) -> Words<'a> {
        Words(args.get(R::RESULT_WORDS..).unwrap_or_default())
    }

    /// Takes the next argument, which has the type `C` in C.
    #[inline]
    pub(crate) fn take<C, A: Argument<C>>(&mut self) -> A {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        A::from_word(first)
    }
}

/// A parameter of a handler, for an argument whose type in C is `C`.
pub(crate) trait Argument<C> {
    /// Converts a word to the value.
    fn from_word(word: u64) -> Self;
}

impl<C: Passed<Word = u32>> Argument<C> for u32 {
    #[inline]
    fn from_word(word: u64) -> u32 {
        word as u32
    }
}

impl<C: Passed<Word = u32>> Argument<C> for i32 {
    #[inline]
    fn from_word(word: u64) -> i32 {
        word as u32 as i32
    }
}

impl<C: Passed<Word = u64>> Argument<C> for i64 {
    #[inline]
    fn from_word(word: u64) -> i64 {
        word as i64
    }
}

impl<C: Passed<Word = f32>> Argument<C> for f32 {
    #[inline]
    fn from_word(word: u64) -> f32 {
        f32::from_bits(word as u32)
    }
}

impl<C: Passed<Word = f64>> Argument<C> for f64 {
    #[inline]
    fn from_word(word: u64) -> f64 {
        f64::from_bits(word)
    }
}

impl Argument<PP_Bool> for bool {
    #[inline]
    fn from_word(word: u64) -> bool {
        word as u32 != 0
    }
}

/// An instance as an argument of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance(u32);

impl Instance {
    /// Returns true if this is the program's own instance.
    pub(crate) fn is_own(self) -> bool {
        self.0 == INSTANCE
    }

    /// Returns the owner of an operation of the instance, or `PP_ERROR_BADARGUMENT` if it is not
    /// the program's own.
    pub(crate) fn owner(self) -> Result<u32, PpError> {
        self.is_own().then_some(0).ok_or(PpError::BadArgument)
    }
}

impl Argument<PP_Instance> for Instance {
    #[inline]
    fn from_word(word: u64) -> Instance {
        Instance(word as u32)
    }
}

/// A resource ID passed by a program, which should be of kind `K`.
pub(crate) struct Res<K> {
    /// The id.
    pub(crate) id: u32,
    kind: PhantomData<fn() -> K>,
}

impl<K> Clone for Res<K> {
    fn clone(&self) -> Res<K> {
        *self
    }
}

impl<K> Copy for Res<K> {}

impl<K> Argument<PP_Resource> for Res<K> {
    #[inline]
    fn from_word(word: u64) -> Res<K> {
        let kind = PhantomData;
        Res {
            id: word as u32,
            kind,
        }
    }
}

/// The address of a `C`, or of an array of them.
pub(crate) struct At<C> {
    /// The address.
    pub(crate) address: u32,
    target: PhantomData<fn() -> C>,
}

impl<C> Clone for At<C> {
    fn clone(&self) -> At<C> {
        *self
    }
}

impl<C> Copy for At<C> {}

impl<C> At<C> {
    /// Returns the address in a word.
    pub(crate) fn new(word: u64) -> At<C> {
        let target = PhantomData;
        At {
            address: word as u32,
            target,
        }
    }
}

impl<C> Argument<Pointer<C>> for At<C> {
    #[inline]
    fn from_word(word: u64) -> At<C> {
        At::new(word)
    }
}

impl<C> Argument<ConstPointer<C>> for At<C> {
    #[inline]
    fn from_word(word: u64) -> At<C> {
        At::new(word)
    }
}

impl<C: Passed<Word = Structure>> Argument<C> for At<C> {
    #[inline]
    fn from_word(word: u64) -> At<C> {
        At::new(word)
    }
}

impl At<PP_Var> {
    /// Reads the var at the address.
    pub(crate) fn read(self, call: &mut Call<'_, '_>) -> Result<Var, Fault> {
        let mut bytes = [0; VAR_SIZE as usize];
        call.context.memory.read(self.address, &mut bytes)?;
        Ok(Var::from_bytes(bytes))
    }

    /// Stores a var at the address.
    pub(crate) fn write(self, call: &mut Call<'_, '_>, var: Var) -> Result<(), Fault> {
        call.context.memory.write(self.address, &var.to_bytes())
    }
}

/// A completion callback as an argument.
pub(crate) type CallbackArg = At<PP_CompletionCallback>;

/// A result of a handler, for a method whose result type in C is `C`.
pub(crate) trait Answer<C> {
    /// Makes the method return the result.
    fn give(self, call: &mut Call<'_, '_>) -> Result<Action, Fault>;
}

impl<C> Answer<C> for Action {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        Ok(self)
    }
}

impl<C, A: Answer<C>> Answer<C> for Result<A, Fault> {
    #[inline]
    fn give(self, call: &mut Call<'_, '_>) -> Result<Action, Fault> {
        self?.give(call)
    }
}

impl Answer<void> for () {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        NOTHING
    }
}

impl<C: Passed<Word = u32>> Answer<C> for u32 {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        word(self)
    }
}

impl<C: Passed<Word = u32>> Answer<C> for i32 {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        code(self)
    }
}

impl<C: Passed<Word = u64>> Answer<C> for i64 {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        Ok(Action::Return(self as u64))
    }
}

impl<C: Passed<Word = f32>> Answer<C> for f32 {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        float(self)
    }
}

impl<C: Passed<Word = f64>> Answer<C> for f64 {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        double(self)
    }
}

impl Answer<PP_Bool> for bool {
    #[inline]
    fn give(self, _: &mut Call<'_, '_>) -> Result<Action, Fault> {
        boolean(self)
    }
}

impl<C: Passed<Word = Structure>, const N: usize> Answer<C> for [u32; N] {
    /// Stores the words of the structure at the address that the caller passes.
    #[inline]
    fn give(self, call: &mut Call<'_, '_>) -> Result<Action, Fault> {
        let result = At::<C>::new(call.args.first().copied().unwrap_or(0));
        result.write_words(call, self)?;
        NOTHING
    }
}

impl Answer<PP_Var> for Var {
    #[inline]
    fn give(self, call: &mut Call<'_, '_>) -> Result<Action, Fault> {
        At::<PP_Var>::new(call.args[0]).write(call, self)?;
        NOTHING
    }
}

impl Call<'_, '_> {
    /// Returns the resource of an argument, if it exists and is a `K`.
    pub(crate) fn get<K: Kind>(&mut self, resource: Res<K>) -> Option<&mut K> {
        self.kernel.resources.of_mut(resource.id)
    }

    /// Returns the resource in an argument as the owner of an operation, or `PP_ERROR_BADRESOURCE`
    /// if it is not a `K`.
    pub(crate) fn own<K: Kind>(&mut self, resource: Res<K>) -> Result<u32, PpError> {
        match self.get(resource) {
            Some(_) => Ok(resource.id),
            None => Err(PpError::BadResource),
        }
    }
}

impl<C> At<C> {
    /// Reads words from the address.
    pub(crate) fn read_words<const N: usize>(
        self,
        call: &mut Call<'_, '_>,
    ) -> Result<[u32; N], Fault> {
        let mut words = [0; N];
        for (place, word) in (0..).zip(&mut words) {
            let address = self.address.wrapping_add(4 * place);
            *word = call.context.memory.load_u32(address)?;
        }
        Ok(words)
    }

    /// Stores words at the address.
    pub(crate) fn write_words<const N: usize>(
        self,
        call: &mut Call<'_, '_>,
        words: [u32; N],
    ) -> Result<(), Fault> {
        for (place, word) in (0..).zip(words) {
            let address = self.address.wrapping_add(4 * place);
            call.context.memory.store_u32(address, word)?;
        }
        Ok(())
    }
}
