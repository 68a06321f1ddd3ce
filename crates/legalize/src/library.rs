//! The table of intrinsics that become calls of C library functions.
//!
//! PNaCl has instructions for a few operations on floating-point numbers; other operations with an
//! LLVM intrinsic are calls. A program may therefore need functions that its object files do not
//! name. Code that links archives asks [`function_of`] about each declared intrinsic, and code that
//! removes unused functions keeps [`functions`] until the intrinsics have become calls.
//!
//! Rounding is always to nearest, ties to even, so `rint` serves for
//! `llvm.roundeven` too. `long` has 32 bits, so results of 64 bits are
//! those of the functions for `long long`.

/// Intrinsics by the part of the name between `llvm.` and the types, sorted. Each has the functions
/// for `float` and for `double`.
#[rustfmt::skip]
const TABLE: &[(&str, &str, &str)] = &[
    ("acos", "acosf", "acos"),
    ("asin", "asinf", "asin"),
    ("atan", "atanf", "atan"),
    ("atan2", "atan2f", "atan2"),
    ("ceil", "ceilf", "ceil"),
    ("cos", "cosf", "cos"),
    ("cosh", "coshf", "cosh"),
    ("exp", "expf", "exp"),
    ("exp10", "exp10f", "exp10"),
    ("exp2", "exp2f", "exp2"),
    ("floor", "floorf", "floor"),
    ("fma", "fmaf", "fma"),
    ("frexp", "frexpf", "frexp"),
    ("ldexp", "ldexpf", "ldexp"),
    ("llrint", "llrintf", "llrint"),
    ("llround", "llroundf", "llround"),
    ("log", "logf", "log"),
    ("log10", "log10f", "log10"),
    ("log2", "log2f", "log2"),
    ("lrint", "lrintf", "lrint"),
    ("lround", "lroundf", "lround"),
    ("modf", "modff", "modf"),
    ("nearbyint", "nearbyintf", "nearbyint"),
    ("pow", "powf", "pow"),
    ("powi", "__powisf2", "__powidf2"),
    ("rint", "rintf", "rint"),
    ("round", "roundf", "round"),
    ("roundeven", "rintf", "rint"),
    ("sin", "sinf", "sin"),
    ("sinh", "sinhf", "sinh"),
    ("tan", "tanf", "tan"),
    ("tanh", "tanhf", "tanh"),
    ("trunc", "truncf", "trunc"),
];

/// The function that an intrinsic becomes a call of, by the whole name of the
/// intrinsic. Operations on vectors call it for each element.
///
/// ```
/// use pinnacle_legalize::library::function_of;
///
/// assert_eq!(function_of("llvm.floor.f32"), Some("floorf"));
/// assert_eq!(function_of("llvm.lround.i64.f64"), Some("llround"));
/// assert_eq!(function_of("llvm.sqrt.f64"), None);
/// ```
#[must_use]
pub fn function_of(intrinsic: &str) -> Option<&'static str> {
    let name = intrinsic.strip_prefix("llvm.")?;
    let name = name
        .strip_prefix("experimental.constrained.")
        .unwrap_or(name);
    let (operation, types) = name.split_once('.')?;
    let mut types = types.split('.');
    let first = types.next()?;
    let (operation, number) = match operation {
        "lrint" | "lround" | "llrint" | "llround" => {
            let operation = match (operation, scalar(first)) {
                ("lrint", "i64") => "llrint",
                ("lround", "i64") => "llround",
                ("llrint", "i32") => "lrint",
                ("llround", "i32") => "lround",
                (same, "i32" | "i64") => same,
                _ => return None,
            };
            (operation, types.next()?)
        }
        other => (other, first),
    };
    let row = TABLE.binary_search_by_key(&operation, |row| row.0).ok()?;
    let (_, single, double) = TABLE[row];
    match scalar(number) {
        "f32" => Some(single),
        "f64" => Some(double),
        _ => None,
    }
}

/// Returns the element type of a vector, or the type itself, as spelled in names of intrinsics.
fn scalar(ty: &str) -> &str {
    let Some(vector) = ty.strip_prefix('v') else {
        return ty;
    };
    vector.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// Returns every function that can replace calls to intrinsics.
pub fn functions() -> impl Iterator<Item = &'static str> {
    // The functions for `roundeven` are those of `rint`, so skip the duplicates.
    TABLE
        .iter()
        .filter(|row| row.0 != "roundeven")
        .flat_map(|&(_, single, double)| [single, double])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_has_every_function_once() {
        assert!(TABLE.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let mut names: Vec<_> = functions().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_type_says_which_function_it_is() {
        for (intrinsic, function) in [
            ("llvm.sin.f64", Some("sin")),
            ("llvm.sin.v4f32", Some("sinf")),
            ("llvm.powi.f64.i32", Some("__powidf2")),
            ("llvm.powi.f32", Some("__powisf2")),
            ("llvm.ldexp.v2f64.v2i32", Some("ldexp")),
            ("llvm.roundeven.f32", Some("rintf")),
            ("llvm.lround.i32.f32", Some("lroundf")),
            ("llvm.lrint.i64.f64", Some("llrint")),
            ("llvm.lrint.v2i64.v2f64", Some("llrint")),
            ("llvm.experimental.constrained.sin.f64", Some("sin")),
            ("llvm.sin.f128", None),
            ("llvm.sin", None),
            ("llvm.fabs.f64", None),
            ("llvm.memcpy.p0.p0.i32", None),
            ("sin", None),
        ] {
            assert_eq!(function_of(intrinsic), function, "{intrinsic}");
            assert!(function.is_none_or(|name| functions().any(|other| other == name)));
        }
    }
}
