//! The role of a module: as the module states it, or else derived from its entry point.

use pinnacle_legalize::file_role::{FileKind, file_kind, role};
use pinnacle_llvm::{FunctionBuilder, Linkage, Metadata, Module};

fn with_entry() -> Module {
    let mut module = Module::new();
    let (void, i32) = (module.types.void(), module.types.integer(32));
    let ty = module.types.function(void, &[i32], false);
    let start = module.add_function(b"_start", ty);
    let mut build = FunctionBuilder::new(&mut module, start);
    let entry = build.block(b"");
    build.start(entry);
    build.ret(None);
    build.finish();
    module
}

fn say(module: &mut Module, list: &[u8], text: &[u8]) {
    let text = module.names.add(text);
    let text = module.metadata.add(Metadata::Text(text));
    let node = module.metadata.node(false, &[Some(text)]);
    let list = module.names.add(list);
    module.metadata.add_named(list, &[node]);
}

#[test]
fn a_module_that_says_nothing_is_a_program_if_it_has_an_entry_point() {
    assert_eq!(file_kind(&Module::new()), FileKind::Object);
    let mut module = with_entry();
    assert_eq!(file_kind(&module), FileKind::Executable);
    let start = module.find_global(b"_start").unwrap();
    module.global_mut(start).linkage = Linkage::AvailableExternally;
    assert_eq!(file_kind(&module), FileKind::Object);
}

#[test]
fn the_module_itself_decides() {
    let mut module = with_entry();
    say(&mut module, b"OutputFormat", b"shared");
    say(&mut module, b"SOName", b"libone.so");
    module.dependencies.push(b"libc.so".to_vec());
    let role = role(&module);
    assert_eq!(role.kind, FileKind::Shared);
    assert_eq!(role.so_name.as_deref(), Some(&b"libone.so"[..]));
    assert_eq!(role.dependencies, [b"libc.so".to_vec()]);
}

#[test]
fn unknown_flags_do_not_count() {
    let mut module = Module::new();
    say(&mut module, b"OutputFormat", b"something");
    assert_eq!(file_kind(&module), FileKind::Object);
}
