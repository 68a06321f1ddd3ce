//! Round trips: a file that is read and written again has the same bytes in the same format, and is
//! the same module in all others. There is one test for each file of the original assemblers in
//! `../shared`, a folder next to the repository, one for each format with random modules, and one
//! for each text in `tests/modules`.

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_bytecode::model::{Layout, Linkage, Type, TypeId};
use pinnacle_bytecode::text::{self, PrintOptions};
use pinnacle_bytecode::{Error, ErrorKind, Format, Module, ReadOptions, WriteOptions, read, write};
use pinnacle_testing::bytecode::{Options as Generate, generate};
use pinnacle_testing::corpus;
use pinnacle_testing::damage::copies;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Number of random modules written in each format.
const RANDOM_MODULES: usize = 300;

fn main() -> ExitCode {
    let mut trials = vec![
        Trial::test(
            "the zero of a structure that contains itself",
            self_containing_zero,
        ),
        Trial::test(
            "an order of opaque types without names is left out of text",
            order_of_nameless_types,
        ),
    ];
    for format in Format::ALL {
        trials.push(Trial::test(
            format!("random modules in {format}"),
            move || {
                (0..copies(RANDOM_MODULES) as u64).try_for_each(|seed| random_module(seed, format))
            },
        ));
    }
    for (folder, format) in [
        ("v0-llvm1.0", Format::Llvm10),
        ("v0-llvm1.1", Format::Llvm11),
        ("v1-llvm1.2", Format::Llvm12),
        ("v2-llvm1.3pre", Format::Llvm13Pre),
        ("v3-llvm1.3", Format::Llvm13),
    ] {
        for path in files(folder) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let title = format!("{folder}/{name}");
            trials.push(Trial::test(title, move || original(&path, format)));
        }
    }
    for folder in ["write", "upgrade"] {
        for path in files_in(&modules().join(folder), "ll") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let title = format!("modules/{folder}/{name}");
            trials.push(Trial::test(title, move || own(&path)));
        }
    }
    for path in files("odd") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        trials.push(Trial::test(format!("odd/{name}"), move || odd(&path)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The bytecode files in a folder of `../shared`.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = corpus::folder("bytecode").map(|shared| shared.join(folder));
    folder.map_or(Vec::new(), |folder| files_in(&folder, "bc"))
}

/// The folder of the texts that are part of the tests.
fn modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules")
}

/// The files with an extension in a folder, in the order of their names.
fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = (entries.filter_map(Result::ok))
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths
}

/// A text is written in every format that supports its constructs.
fn own(path: &Path) -> Result<(), Failed> {
    let source = fs::read(path)?;
    for format in [Format::Llvm11, Format::Llvm13] {
        converted(&text::parse_for(&source, format)?)?;
    }
    // The format of 1.3 cannot express constructs of later releases.
    let written = |format: Format| -> Result<Vec<u8>, Failed> {
        let module = text::parse_for(&source, format)?;
        Ok(write(&module, &WriteOptions::new(format))?)
    };
    let mut later = Format::ALL
        .into_iter()
        .skip_while(|format| *format != Format::Llvm13);
    if later.any(|format| written(format).is_ok()) {
        return Ok(());
    }
    written(Format::Llvm13).map(|_| ())
}

fn random_module(seed: u64, format: Format) -> Result<(), Failed> {
    let module = generate(&Generate {
        seed,
        format,
        plain_names: seed.is_multiple_of(2),
    });
    let bytes = write(&module, &WriteOptions::new(format))
        .map_err(|error| format!("seed {seed}: {error}"))?;
    let again =
        read(&bytes, &ReadOptions::default()).map_err(|error| format!("seed {seed}: {error}"))?;
    if again != module {
        return Err(format!("seed {seed}: what is read is another module").into());
    }
    same_bytes(&bytes, &write(&again, &WriteOptions::new(format))?)
        .and_then(|()| converted(&module))
        .and_then(|()| orders(&again, seed.is_multiple_of(2), format))
        .map_err(|error| format!("seed {seed}: {error}").into())
}

/// The text of a module preserves the order of its file. `is_plain` is true if text can certainly
/// express the module.
fn orders(module: &Module, is_plain: bool, format: Format) -> Result<(), String> {
    let reversed = |what: &str, reverse: fn(&mut Layout)| {
        let mut module = module.clone();
        module.layout.iter_mut().for_each(reverse);
        order(&module, is_plain, format).map_err(|error| format!("{what}: {error}"))
    };
    reversed("as it is", |_| {})?;
    reversed("tables in reverse order", |layout| {
        layout.symbols.reverse();
        for function in &mut layout.functions {
            function.symbols.reverse();
        }
    })?;
    reversed("types in reverse order", |layout| {
        layout.types.reverse();
        for function in &mut layout.functions {
            function.types.reverse();
        }
    })
}

/// A module's file can be recovered from its text, which states an order only if it differs from
/// the usual one of the version. There are two exceptions: modules that text cannot express, and
/// the order of unnamed opaque types.
fn order(module: &Module, is_plain: bool, format: Format) -> Result<(), String> {
    let kept = WriteOptions::new(format);
    let written = |module: &Module, options: &WriteOptions| {
        write(module, options).map_err(|error| error.to_string())
    };
    let bytes = written(module, &kept)?;
    let module = read(&bytes, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let text = in_order(&module).map_err(|error| error.to_string())?;
    let again = match text::parse(&text) {
        Ok(again) if again == module => again,
        _ if !is_plain => return Ok(()),
        Ok(_) => return Err("its text is another module".into()),
        Err(errors) => return Err(errors.to_string()),
    };
    let found = written(&again, &kept)?;
    if has_nameless_type(&module) {
        return match read(&found, &ReadOptions::default()) {
            Ok(found) if found == module => Ok(()),
            Ok(_) => Err("an order that is not said makes it another module".into()),
            Err(error) => Err(error.to_string()),
        };
    }
    same_bytes(&bytes, &found)?;
    let usual = WriteOptions {
        keep_layout: false,
        ..WriteOptions::new(
            module
                .layout
                .as_ref()
                .map_or(format, |layout| layout.format),
        )
    };
    let is_usual = written(&module, &usual)? == bytes;
    if is_usual == String::from_utf8_lossy(&text).contains("\n; order: ") {
        return Err(format!(
            "the order is the usual one: {is_usual}; not so the text"
        ));
    }
    Ok(())
}

/// Returns true if an opaque type has no name in the module.
fn has_nameless_type(module: &Module) -> bool {
    let is_named = |ty| {
        (module.type_names.iter())
            .any(|&(name, named)| named == ty && !module.names.get(name).is_empty())
    };
    (module.types.derived()).any(|ty| matches!(module.types.get(ty), Type::Opaque) && !is_named(ty))
}

/// The text of a module, including the order of items in its file.
fn in_order(module: &Module) -> Result<Vec<u8>, Error> {
    let options = PrintOptions {
        keep_layout: true,
        ..PrintOptions::default()
    };
    text::print(module, &options)
}

/// Checks the properties of a file of an original assembler.
fn original(path: &Path, format: Format) -> Result<(), Failed> {
    let bytes = fs::read(path)?;
    let module = read(&bytes, &ReadOptions::default())?;
    for jobs in [1, 3] {
        let options = WriteOptions {
            jobs,
            ..WriteOptions::new(format)
        };
        same_bytes(&bytes, &write(&module, &options)?)?;
    }
    usual_order(&module, &bytes, format)?;
    through_text(&module, &bytes, format)?;
    assembled(path, &module, format)?;
    Ok(converted(&module)?)
}

/// The text with the order of items gives the same file.
fn through_text(module: &Module, bytes: &[u8], format: Format) -> Result<(), Failed> {
    let again = text::parse(in_order(module)?)?;
    Ok(same_bytes(
        bytes,
        &write(&again, &WriteOptions::new(format))?,
    )?)
}

/// A file that no original program wrote: if it can be read, it can be written, usually as other
/// bytes.
fn odd(path: &Path) -> Result<(), Failed> {
    match read(&fs::read(path)?, &ReadOptions::default()) {
        Ok(module) => Ok(converted(&module)?),
        Err(_) => Ok(()),
    }
}

/// Types are in the order in which the originals reached them, so it need not be stored. The order
/// of planes in symbol tables is arbitrary, and another order gives the same number of bytes.
fn usual_order(module: &Module, original: &[u8], format: Format) -> Result<(), Failed> {
    let mut by_walk = module.clone();
    if let Some(layout) = &mut by_walk.layout {
        layout.types.clear();
        for function in &mut layout.functions {
            function.types.clear();
        }
    }
    same_bytes(original, &write(&by_walk, &WriteOptions::new(format))?)?;
    let options = WriteOptions {
        keep_layout: false,
        ..WriteOptions::new(format)
    };
    let bytes = write(module, &options)?;
    if bytes.len() != original.len() {
        return Err("the usual order of things has another size".into());
    }
    if read(&bytes, &ReadOptions::default())? != *module {
        return Err("in the usual order of things it is another module".into());
    }
    Ok(())
}

/// The file's source gives the same bytes, except for the order of planes in symbol tables. This
/// does not hold where the original assembler changed the module: it folded constants, read -0.0 as
/// 0.0 (LLVM 1.0 and 1.1), and reordered blocks (before LLVM 1.3).
fn assembled(path: &Path, module: &Module, format: Format) -> Result<(), Failed> {
    let name = path.file_stem().unwrap_or_default();
    let source = (path.parent().and_then(Path::parent))
        .map(|root| root.join("source").join(name).with_extension("ll"))
        .filter(|source| source.exists());
    let Some(source) = source else {
        return Ok(());
    };
    let from_text = text::parse_for(fs::read(source)?, format)?;
    if from_text != *module {
        return Ok(());
    }
    let options = WriteOptions {
        keep_layout: false,
        ..WriteOptions::new(format)
    };
    let (expected, found) = (write(module, &options)?, write(&from_text, &options)?);
    Ok(same_bytes(&expected, &found).map_err(|error| format!("from its source {error}"))?)
}

/// A module is preserved in every format that can express it.
fn converted(module: &Module) -> Result<(), String> {
    for format in Format::ALL {
        let bytes = match write(module, &WriteOptions::new(format)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::CannotWrite => continue,
            Err(error) => return Err(format!("{format}: {error}")),
        };
        let again =
            read(&bytes, &ReadOptions::default()).map_err(|error| format!("{format}: {error}"))?;
        if again != *module {
            return Err(format!("in {format} it is another module"));
        }
    }
    Ok(())
}

fn same_bytes(expected: &[u8], found: &[u8]) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let same = expected.iter().zip(found).take_while(|(a, b)| a == b);
    let place = same.count();
    Err(format!(
        "written differently from byte {place} on ({} bytes, not {})",
        found.len(),
        expected.len()
    ))
}

/// The zero of a structure that contains itself, which format 0 puts before it.
fn self_containing_zero() -> Result<(), Failed> {
    let mut module = Module::new();
    let itself = TypeId::FIRST_DERIVED;
    assert_eq!(module.types.struct_of(&[TypeId::INT, itself]), itself);
    let zero = module.constants.zero(&module.types, itself);
    module.add_global(b"g", itself, Linkage::External, false, zero);
    let options = WriteOptions::new(Format::Llvm11);
    let bytes = write(&module, &options)?;
    assert!(read(&bytes, &ReadOptions::default())? == module);
    Ok(())
}

/// Text cannot refer to an unnamed opaque type, so a list that mentions one is omitted. Types whose
/// name is `opaque`, and other lists, are kept.
fn order_of_nameless_types() -> Result<(), Failed> {
    let reread = |module: &Module| {
        let bytes = write(module, &WriteOptions::new(Format::Llvm13))?;
        Ok::<_, Error>((read(&bytes, &ReadOptions::default())?, bytes))
    };
    let body = "void %f() {\nentry:\n\t%i = add int 1, 2\n\t%l = add long 1, 2\n\tret void\n}\n";
    for (head, expected, is_said) in [
        (
            "%opaque1 = type opaque\n%o = global %opaque1* null\n%p = global int* null\n",
            "; order: format 3\n\
             ; order: names void ()*, int**, %opaque1**\n\
             ; order: function 0 names label, long, int\n",
            true,
        ),
        (
            "%o = global opaque* null\n%p = global int* null\n",
            "; order: format 3\n\
             ; order: function 0 names label, long, int\n",
            false,
        ),
    ] {
        let (mut module, _) = reread(&text::parse([head, body].concat())?)?;
        if let Some(layout) = &mut module.layout {
            layout.symbols.reverse();
            for function in &mut layout.functions {
                function.symbols.reverse();
            }
        }
        let (module, bytes) = reread(&module)?;
        let text = String::from_utf8(in_order(&module)?)?;
        let order = &text[text.find("; order: ").unwrap_or(text.len())..];
        if order != expected {
            return Err(order.into());
        }
        let (again, found) = reread(&text::parse(&text)?)?;
        assert!(again == module);
        assert_eq!(found == bytes, is_said);
    }
    Ok(())
}
