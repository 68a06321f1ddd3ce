//! Sanitizers: the options `-fsanitize=…` and related ones.
//!
//! Clang supports the checks of undefined behaviour for every target, so their names are passed to
//! it. Clang's driver does not support AddressSanitizer for this target. So our driver enables it
//! in the compiler proper, and chooses the address of its shadow memory. The runtimes are libraries
//! of the sysroot. Sanitizers without a runtime are refused by name.

use super::options::Options;
use crate::error::Error;
use std::ffi::OsString;

/// The sanitizers that a command line requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sanitizers {
    /// Detects accesses outside of objects, and to freed memory.
    pub address: bool,
    /// Detects only memory leaks, when the program ends.
    pub leak: bool,
    /// Checks for some kinds of undefined behaviour.
    pub undefined: bool,
    /// True if the program continues after an error of AddressSanitizer.
    recovers: bool,
    /// True if variables that have left their scope are not checked.
    ignores_scopes: bool,
    /// True if the runtimes are not linked.
    without_runtime: bool,
}

/// Options that request the default behaviour, or a choice that does not exist here.
const WITHOUT_EFFECT: &[&str] = &[
    "-fno-sanitize-address-globals-dead-stripping",
    "-fno-sanitize-address-outline-instrumentation",
    "-fno-sanitize-address-use-odr-indicator",
    "-fsanitize-address-globals-dead-stripping",
    "-fsanitize-address-outline-instrumentation",
    "-fsanitize-address-use-after-return=never",
    "-fsanitize-address-use-odr-indicator",
    "-fsanitize-link-runtime",
    "-shared-libasan",
    "-shared-libsan",
    "-static-libasan",
    "-static-libsan",
    "-static-libubsan",
];

/// Options for the compiler proper that make AddressSanitizer suitable for programs. The runtime
/// chooses the address of the shadow memory. Stack frames on the heap, aliases and sections of
/// globals need features that programs do not have.
const FOR_ADDRESS: [&str; 12] = [
    "-Xclang",
    "-fsanitize=address",
    "-Xclang",
    "-fno-sanitize-address-globals-dead-stripping",
    "-Xclang",
    "-fsanitize-address-use-after-return=never",
    "-mllvm",
    "-asan-force-dynamic-shadow=1",
    "-mllvm",
    "-asan-use-private-alias=0",
    "-mllvm",
    "-asan-guard-against-version-mismatch=0",
];

/// Checks in the group `undefined` that programs do not need or that cannot work in them.
const NOT_UNDEFINED: &str = "-fno-sanitize=function,vptr";

/// Returns the reason why a sanitizer is not supported; `None` if it is, or if clang should decide.
fn refusal(name: &str) -> Option<&'static str> {
    Some(match name {
        "thread" | "memory" | "dataflow" => {
            "its shadow memory is larger than a 32-bit address space"
        }
        "hwaddress" | "memtag" | "memtag-heap" | "memtag-stack" | "memtag-globals" => {
            "it keeps tags in address bits that a 32-bit program does not have"
        }
        "kernel-address" | "kernel-hwaddress" | "kernel-memory" => "it is for kernels",
        "fuzzer" | "fuzzer-no-link" => "programs have no runtime of libFuzzer",
        "function" => "every engine checks the type of a function that is called by its address",
        "vptr" => "the runtime cannot examine the types of C++ objects",
        "safe-stack" | "shadow-call-stack" | "kcfi" => {
            "a program cannot change return addresses, and every engine checks indirect calls"
        }
        "scudo" => "programs have no such allocator",
        _ if name.starts_with("cfi") => {
            "a program cannot change return addresses, and every engine checks indirect calls"
        }
        _ => return None,
    })
}

/// Parses an option if it concerns sanitizers. Returns true if it does.
///
/// # Errors
///
/// Fails if it requests a sanitizer that is not supported.
pub(super) fn parse(option: &str, options: &mut Options) -> Result<bool, Error> {
    let sanitizers = &mut options.sanitizers;
    if WITHOUT_EFFECT.contains(&option) {
        return Ok(true);
    }
    match option {
        "-fsanitize-address-use-after-scope" => sanitizers.ignores_scopes = false,
        "-fno-sanitize-address-use-after-scope" => sanitizers.ignores_scopes = true,
        "-fno-sanitize-link-runtime" => sanitizers.without_runtime = true,
        "-fsanitize-recover" | "-fno-sanitize-recover" => {
            options.for_clang.push(option.into());
        }
        _ => {
            let Some((name, value)) = option.split_once('=') else {
                return Ok(false);
            };
            return with_value(name, value, options);
        }
    }
    Ok(true)
}

fn with_value(name: &str, value: &str, options: &mut Options) -> Result<bool, Error> {
    let sanitizers = &mut options.sanitizers;
    let names = value.split(',').filter(|name| !name.is_empty());
    match name {
        "-fsanitize" => {
            let mut rest = Vec::new();
            for name in names {
                match name {
                    "address" => sanitizers.address = true,
                    "leak" => sanitizers.leak = true,
                    _ => {
                        if let Some(reason) = refusal(name) {
                            return Err(Error::new(format!(
                                "-fsanitize={name} is not supported: {reason}"
                            ))
                            .hint("-fsanitize=address,undefined,leak are supported"));
                        }
                        sanitizers.undefined = true;
                        rest.push(name);
                    }
                }
            }
            pass(name, &rest, options);
        }
        "-fno-sanitize" => {
            let mut rest = Vec::new();
            for name in names {
                match name {
                    "address" => sanitizers.address = false,
                    "leak" => sanitizers.leak = false,
                    "all" => {
                        (sanitizers.address, sanitizers.leak) = (false, false);
                        sanitizers.undefined = false;
                        rest.push(name);
                    }
                    _ => rest.push(name),
                }
            }
            pass(name, &rest, options);
        }
        "-fsanitize-recover" | "-fno-sanitize-recover" => {
            let mut rest = Vec::new();
            for part in names {
                if part == "address" || part == "all" {
                    sanitizers.recovers = name == "-fsanitize-recover";
                }
                if part != "address" {
                    rest.push(part);
                }
            }
            pass(name, &rest, options);
        }
        "-fsanitize-address-use-after-return" => {
            options.warnings.push(format!(
                "{name}={value} is ignored: the variables of functions that have returned are \
                 not checked"
            ));
        }
        // Clang's driver would drop these options if only AddressSanitizer is requested.
        "-fsanitize-ignorelist" | "-fsanitize-blacklist" | "-fsanitize-address-field-padding" => {
            let option = format!("{name}={value}").replace("blacklist", "ignorelist");
            options.for_clang.extend(["-Xclang".into(), option.into()]);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Passes the names that clang's driver supports on to it.
fn pass(option: &str, names: &[&str], options: &mut Options) {
    if !names.is_empty() {
        let option = format!("{option}={}", names.join(","));
        options.for_clang.push(option.into());
    }
}

/// Completes the options for clang at the end of the command line.
pub(super) fn finish(options: &mut Options) {
    let sanitizers = options.sanitizers;
    if sanitizers.undefined {
        options.for_clang.push(NOT_UNDEFINED.into());
    }
    if sanitizers.address {
        options.for_clang.extend(FOR_ADDRESS.map(OsString::from));
        let mut proper = |option: &str| {
            options.for_clang.extend(["-Xclang".into(), option.into()]);
        };
        if sanitizers.recovers {
            proper("-fsanitize-recover=address");
        }
        if !sanitizers.ignores_scopes {
            proper("-fsanitize-address-use-after-scope");
        }
    }
    let is_for_lines = |option: &OsString| {
        let option = option.to_string_lossy();
        option.starts_with("-g") && !option.starts_with("-gcc")
    };
    if (sanitizers.address || sanitizers.leak) && !options.for_clang.iter().any(is_for_lines) {
        options.for_clang.push("-gline-tables-only".into());
    }
}

impl Sanitizers {
    /// Returns the names of the runtimes that are linked with a program.
    pub(super) fn libraries(self) -> impl Iterator<Item = &'static str> {
        let address = self.address || self.leak;
        let libraries = [("asan", address), ("ubsan", self.undefined)];
        let linked = !self.without_runtime;
        libraries
            .into_iter()
            .filter(move |&(_, is_used)| is_used && linked)
            .map(|(name, _)| name)
    }

    /// Returns the symbols that must be in a program, even if no code uses them.
    pub(super) fn roots(self) -> &'static [&'static str] {
        match self {
            _ if self.without_runtime => &[],
            Sanitizers { address: true, .. } => &["__asan_init"],
            Sanitizers { leak: true, .. } => &["__lsan_start"],
            _ => &[],
        }
    }

    /// Returns true if the compiler must mark the scopes of variables.
    pub(super) fn needs_scopes(self) -> bool {
        self.address && !self.ignores_scopes
    }
}

#[cfg(test)]
mod tests {
    use crate::cc::options::{self, Options};
    use crate::error::Error;

    fn parse(arguments: &[&str]) -> Result<Options, Error> {
        options::parse(&arguments.iter().map(Into::into).collect::<Vec<_>>())
    }

    fn for_clang(arguments: &[&str]) -> Vec<String> {
        let options = parse(arguments).unwrap().for_clang;
        options
            .iter()
            .map(|option| option.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn clang_gets_the_checks_of_undefined_behaviour() {
        let options = for_clang(&["-fsanitize=undefined,address", "-fno-sanitize=shift"]);
        assert_eq!(
            options[..3],
            [
                "-fsanitize=undefined",
                "-fno-sanitize=shift",
                "-fno-sanitize=function,vptr"
            ]
        );
        assert!(options.contains(&"-fsanitize=address".to_owned()));
        assert!(options.contains(&"-gline-tables-only".to_owned()));
    }

    #[test]
    fn the_last_word_counts() {
        let options = parse(&["-fsanitize=address,leak,null", "-fno-sanitize=address"]).unwrap();
        let libraries: Vec<_> = options.sanitizers.libraries().collect();
        assert_eq!(libraries, ["asan", "ubsan"]);
        assert_eq!(options.sanitizers.roots(), ["__lsan_start"]);
        let options = parse(&["-fsanitize=address,null", "-fno-sanitize=all"]).unwrap();
        assert_eq!(options.sanitizers.libraries().count(), 0);
        assert_eq!(options.sanitizers.roots(), [""; 0]);
    }

    #[test]
    fn requested_lines_stay() {
        let options = for_clang(&["-g", "-fsanitize=address"]);
        assert!(!options.contains(&"-gline-tables-only".to_owned()));
    }

    #[test]
    fn others_are_refused_by_name_with_a_reason() {
        for name in [
            "thread",
            "memory",
            "hwaddress",
            "vptr",
            "function",
            "cfi-icall",
        ] {
            let error = parse(&[&format!("-fsanitize=undefined,{name}")]).unwrap_err();
            let message = error.messages().join(" ");
            let start = format!("-fsanitize={name} is not supported: ");
            assert!(message.starts_with(&start), "{message}");
        }
    }
}
