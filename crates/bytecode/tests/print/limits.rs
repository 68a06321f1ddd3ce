//! Modules whose text would be enormous, or that are deeply nested.

use libtest_mimic::{Failed, Trial};
use pinnacle_bytecode::model::{ConstantId, Linkage, TypeId};
use pinnacle_bytecode::text::{PrintOptions, print};
use pinnacle_bytecode::{ErrorKind, Format, Module};

pub(crate) fn trials() -> Vec<Trial> {
    [
        (
            "types that share parts have a limit",
            shared_types as fn() -> _,
        ),
        ("constants that share parts have a limit", shared_constants),
        ("zeros written out have a limit", many_zeros),
        ("the limit holds for the sum of all parts", sum_of_parts),
        ("deep types are printed", deep_types),
        ("deep constants are printed", deep_constants),
        ("text does not depend on the number of threads", threads),
    ]
    .map(|(title, test)| Trial::test(title, test))
    .into()
}

fn options() -> PrintOptions<'static> {
    PrintOptions {
        limit: 1 << 20,
        ..PrintOptions::default()
    }
}

fn is_too_long(module: &Module, options: &PrintOptions) -> Result<(), Failed> {
    match print(module, options) {
        Err(error) if error.kind() == ErrorKind::TextTooLong => Ok(()),
        Err(error) => Err(format!("another error: {error}").into()),
        Ok(text) => Err(format!("a text of {} bytes", text.len()).into()),
    }
}

/// A structure of two equal fields, nested so deep that its text would have
/// 2^60 bytes.
fn shared_types() -> Result<(), Failed> {
    let mut module = Module::new();
    let mut ty = TypeId::INT;
    for _ in 0..60 {
        ty = module.types.struct_of(&[ty, ty]);
    }
    module.add_global(b"", ty, Linkage::External, false, None);
    is_too_long(&module, &options())
}

/// Constants with shared parts, whose types have short names, are also limited.
fn shared_constants() -> Result<(), Failed> {
    let mut module = Module::new();
    let mut ty = TypeId::INT;
    let mut constant = module.constants.int(ty, 1);
    for level in 0..60 {
        ty = module.types.array_of(ty, 2);
        module.name_type(format!("level{level}").as_bytes(), ty);
        constant = module.constants.array(ty, &[constant, constant]);
    }
    module.add_global(b"", ty, Linkage::External, false, Some(constant));
    is_too_long(&module, &options())
}

/// The oldest releases had no keyword for short arrays of zeros.
fn many_zeros() -> Result<(), Failed> {
    let mut module = Module::new();
    let mut ty = TypeId::INT;
    for level in 0..30 {
        ty = module.types.array_of(ty, 5);
        module.name_type(format!("level{level}").as_bytes(), ty);
    }
    let zero = module.constants.zero(&module.types, ty);
    module.add_global(b"", ty, Linkage::External, false, zero);
    let style = Format::Llvm11;
    is_too_long(&module, &PrintOptions { style, ..options() })?;
    print(&module, &options())?;
    Ok(())
}

fn sum_of_parts() -> Result<(), Failed> {
    let mut module = Module::new();
    let ty = module.types.function(TypeId::VOID, &[], false);
    for _ in 0..100_000 {
        module.add_function(b"function", ty, Linkage::External);
    }
    for jobs in [1, 2] {
        is_too_long(&module, &PrintOptions { jobs, ..options() })?;
        let limit = 1 << 22;
        print(
            &module,
            &PrintOptions {
                jobs,
                limit,
                ..options()
            },
        )?;
    }
    Ok(())
}

fn deep_types() -> Result<(), Failed> {
    let mut module = Module::new();
    let mut ty = TypeId::INT;
    for _ in 0..100_000 {
        ty = module.types.struct_of(&[ty]);
    }
    module.add_global(b"deep", ty, Linkage::External, false, None);
    let text = print(&module, &options())?;
    let braces = text.iter().filter(|&&byte| byte == b'{').count();
    assert_eq!(braces, 200_000, "once for the type, once for its address");
    Ok(())
}

fn deep_constants() -> Result<(), Failed> {
    let mut module = Module::new();
    let mut constant: ConstantId = module.constants.int(TypeId::INT, 1);
    for _ in 0..50_000 {
        constant = module.constants.cast(constant, TypeId::UINT);
        constant = module.constants.cast(constant, TypeId::INT);
    }
    module.add_global(
        b"deep",
        TypeId::INT,
        Linkage::External,
        false,
        Some(constant),
    );
    let limit = 1 << 22;
    let text = print(&module, &PrintOptions { limit, ..options() })?;
    let casts = text.windows(4).filter(|word| word == b"cast").count();
    assert_eq!(casts, 100_000);
    Ok(())
}

fn threads() -> Result<(), Failed> {
    let mut module = Module::new();
    let ty = module.types.function(TypeId::VOID, &[TypeId::INT], false);
    for number in 0..50_000 {
        let name = format!("function{number}");
        module.add_function(name.as_bytes(), ty, Linkage::External);
    }
    let options = PrintOptions::default();
    let one = print(&module, &PrintOptions { jobs: 1, ..options })?;
    for jobs in [0, 2, 3] {
        assert!(
            print(&module, &PrintOptions { jobs, ..options })? == one,
            "{jobs}"
        );
    }
    Ok(())
}
