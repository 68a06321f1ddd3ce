//! Calls from code to functions of the host.
//!
//! Nearly all host functions take a few 32-bit integers; those of OpenGL take floats after them, or
//! more integers. Wasmtime is compiled with the types of these functions. A typed call costs half
//! as much as one whose values are checked one by one.

use super::actions::call;
use super::modules;
use super::values::{to_value, to_word, value_type};
use super::wasm_state::Guest;
use crate::host::{Host, HostFunction};
use pinnacle_pexe::types::Type;
use pinnacle_wasm::abi;
use wasmtime::{AsContextMut, Caller, Engine, FuncType, Linker, StoreContextMut, Val, WasmRet};

/// Maximum number of host function arguments that need no allocation.
const USUAL_ARGUMENTS: usize = 8;

/// A result type of a host function.
trait Answer: WasmRet + 'static {
    fn from_word(word: u64) -> Self;
}

impl Answer for () {
    fn from_word(_: u64) {}
}

impl Answer for i32 {
    fn from_word(word: u64) -> i32 {
        word as i32
    }
}

impl Answer for f64 {
    fn from_word(word: u64) -> f64 {
        f64::from_bits(word)
    }
}

/// An argument type of a host function.
trait Argument {
    fn to_word(self) -> u64;
}

impl Argument for i32 {
    fn to_word(self) -> u64 {
        u64::from(self as u32)
    }
}

impl Argument for f32 {
    fn to_word(self) -> u64 {
        self.to_bits().into()
    }
}

/// Defines the imports for the host's functions, and the function that code calls when its rounds
/// are used up.
pub(super) fn link<H: Host + Send>(
    linker: &mut Linker<Guest<H>>,
    engine: &Engine,
    functions: &[HostFunction],
    first_host_function: u32,
) -> wasmtime::Result<()> {
    modules::link(linker)?;
    for (index, function) in functions.iter().enumerate() {
        let place = (index, first_host_function);
        let is_linked = match function.result {
            Type::Void => link_words::<H, ()>(linker, function, place)?,
            Type::I32 => link_words::<H, i32>(linker, function, place)?,
            Type::Double => link_words::<H, f64>(linker, function, place)?,
            _ => false,
        };
        if !is_linked {
            link_values(linker, engine, function, place)?;
        }
    }
    Ok(())
}

/// Defines an import with a common signature. Returns true if the signature is one of these.
fn link_words<H: Host + Send, R: Answer>(
    linker: &mut Linker<Guest<H>>,
    function: &HostFunction,
    (index, first_host_function): (usize, u32),
) -> wasmtime::Result<bool> {
    use Type::{Float, I32};
    let (module, name) = abi::host_import(&function.name);
    macro_rules! link {
        ($($arg:ident: $ty:ty),*) => {
            linker.func_wrap(
                module,
                name,
                move |mut caller: Caller<'_, Guest<H>>, $($arg: $ty),*| -> wasmtime::Result<R> {
                    let args: &[u64] = &[$($arg.to_word()),*];
                    call(&mut caller.as_context_mut(), index, first_host_function, args)
                        .map(R::from_word)
                },
            )
        };
    }
    // Float arguments occur in functions such as `Uniform4f(context, location, x, y, z, w)`.
    match function.params[..] {
        [] => link!(),
        [I32] => link!(a: i32),
        [I32, I32] => link!(a: i32, b: i32),
        [I32, I32, I32] => link!(a: i32, b: i32, c: i32),
        [I32, I32, I32, I32] => link!(a: i32, b: i32, c: i32, d: i32),
        [I32, I32, I32, I32, I32] => link!(a: i32, b: i32, c: i32, d: i32, e: i32),
        [I32, I32, I32, I32, I32, I32] => link!(a: i32, b: i32, c: i32, d: i32, e: i32, f: i32),
        [I32, I32, I32, I32, I32, I32, I32] => {
            link!(a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32)
        }
        [I32, I32, Float] => link!(a: i32, b: i32, x: f32),
        [I32, I32, Float, Float] => link!(a: i32, b: i32, x: f32, y: f32),
        [I32, I32, Float, Float, Float] => link!(a: i32, b: i32, x: f32, y: f32, z: f32),
        [I32, I32, Float, Float, Float, Float] => {
            link!(a: i32, b: i32, x: f32, y: f32, z: f32, w: f32)
        }
        [I32, Float, Float, Float, Float] => link!(a: i32, x: f32, y: f32, z: f32, w: f32),
        _ => return Ok(false),
    }?;
    Ok(true)
}

/// Makes a function of any type importable.
fn link_values<H: Host + Send>(
    linker: &mut Linker<Guest<H>>,
    engine: &Engine,
    function: &HostFunction,
    (index, first_host_function): (usize, u32),
) -> wasmtime::Result<()> {
    let params = function.params.iter().map(|&ty| value_type(ty));
    let results = (function.result != Type::Void).then(|| value_type(function.result));
    let ty = FuncType::new(engine, params, results);
    let (module, name) = abi::host_import(&function.name);
    let result = function.result;
    linker.func_new(module, name, ty, move |mut caller, values, results| {
        let mut context = caller.as_context_mut();
        let value = call_with_values(&mut context, index, first_host_function, values)?;
        if let Some(place) = results.first_mut() {
            *place = to_value(value, result);
        }
        Ok(())
    })?;
    Ok(())
}

/// Calls a host function with the arguments that code passes.
fn call_with_values<H: Host + Send>(
    context: &mut StoreContextMut<'_, Guest<H>>,
    index: usize,
    first_host_function: u32,
    values: &[Val],
) -> wasmtime::Result<u64> {
    let mut few = [0; USUAL_ARGUMENTS];
    let mut many = Vec::new();
    let args = match few.get_mut(..values.len()) {
        Some(args) => args,
        None => {
            many.resize(values.len(), 0);
            &mut many
        }
    };
    for (word, value) in args.iter_mut().zip(values) {
        *word = to_word(value);
    }
    call(context, index, first_host_function, args)
}
