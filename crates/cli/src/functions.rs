//! Finds functions by what users write: `@f12`, `12`, or a name in the program.

use crate::output::Failure;
use pinnacle_pexe::decode::{Options, Program, decode};
use pinnacle_pexe::function::Function;

/// Finds a function by its number or name.
pub(crate) fn find<'a>(
    program: &'a Program,
    file: &str,
    text: &str,
) -> Result<&'a Function, Failure> {
    let module = program.module();
    let index = match number(text) {
        Some(number) => Some(number as usize),
        None => (module.functions.iter())
            .position(|function| function.name.as_deref() == Some(text.as_bytes())),
    };
    let declaration = index.and_then(|index| module.functions.get(index));
    let Some(declaration) = declaration else {
        let last = module.functions.len().saturating_sub(1);
        return Err(Failure::new(format!("{file} has no function {text}"))
            .hint(format!("its functions are @f0 to @f{last}")));
    };
    let body = declaration
        .body
        .and_then(|body| program.functions().get(body as usize));
    body.ok_or_else(|| {
        let name = declaration.name.as_deref().unwrap_or_default();
        let name = name.escape_ascii();
        Failure::new(format!(
            "{text} of {file} has no body: it is the intrinsic {name}"
        ))
    })
}

/// Returns the numbers of the functions that `texts` name. If the file is not a valid program, the
/// texts must be numbers, which are not checked. Without texts the list is empty.
pub(crate) fn numbers(bytes: &[u8], file: &str, texts: &[String]) -> Result<Vec<u32>, Failure> {
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let program = decode(bytes, &Options::default()).ok();
    let numbers = texts.iter().map(|text| match &program {
        Some(program) => Ok(find(program, file, text)?.id().0),
        None => number(text).ok_or_else(|| {
            Failure::new(format!("{text} is not a function number such as @f12"))
                .hint(format!("{file} is not valid, so its names are not known"))
        }),
    });
    numbers.collect()
}

/// Parses the number of a function: `@f12`, `f12` or `12`.
fn number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('@').unwrap_or(text);
    let digits = digits.strip_prefix('f').unwrap_or(digits);
    digits.parse().ok()
}
