//! Accesses of page 0 by code for a host that protects no page, as in a web browser: they
//! trap where the interpreter traps, and others do the same as there.

use super::*;
use crate::interp::{self, Interpreter};
use pinnacle_wasm::abi;
use wasmtime::{Engine, Linker, Module, Store, Val};

const HEAD: &str = "module {
  version 1;
  types {
    count 12;
    @t0 = void;
    @t1 = i32;
    @t2 = i8;
    @t3 = i64;
    @t4 = double;
    @t5 = i1;
    @t6 = void (i32);
    @t7 = i32 (i32);
    @t8 = void (i32, i32, i32, i32, i1);
    @t9 = void (i32, i8, i32, i32, i1);
    @t10 = i32 (i32, i32, i32, i32);
    @t11 = i32 (i32, i32, i32, i32, i32);
  }
  define external void @f0(i32);
";

const CONSTANTS: &str = "    constants {
      i32:
        %c0 = i32 1;
        %c1 = i32 4;
        %c2 = i32 8;
        %c3 = i32 60000;
        %c4 = i32 -4;
        %c5 = i32 -65536;
        %c6 = i32 20;
        %c7 = i32 300;
        %c8 = i32 6;
        %c9 = i32 @g;
      i8:
        %c10 = i8 5;
      i1:
        %c11 = i1 0;
    }
";

/// Bodies of functions with one parameter, an address. `COPY`, `FILL`, `RMW` and `CMPXCHG`
/// are intrinsics.
const BODIES: [&str; 23] = [
    "%v0 = load i32* %p0, align 1;\n ret i32 %v0;",
    "%v0 = add i32 %p0, %c2;\n %v1 = load i32* %v0, align 1;\n ret i32 %v1;",
    "%v0 = add i32 %p0, %c3;\n %v1 = load i32* %v0, align 1;\n ret i32 %v1;",
    "%v0 = add i32 %p0, %c4;\n %v1 = load i32* %v0, align 1;\n ret i32 %v1;",
    "%v0 = add i32 %p0, %c5;\n %v1 = load i32* %v0, align 1;\n ret i32 %v1;",
    "%v0 = load i64* %p0, align 1;\n %v1 = trunc i64 %v0 to i32;\n ret i32 %v1;",
    "%v0 = load double* %p0, align 1;\n %v1 = fptosi double %v0 to i32;\n ret i32 %v1;",
    // One access proves the next safe, but only if the next has no lower offset.
    "%v0 = add i32 %p0, %c2;\n %v1 = load i32* %v0, align 1;\n %v2 = load i32* %p0, align 1;\n \
     %v3 = add i32 %p0, %c3;\n %v4 = load i32* %v3, align 1;\n %v5 = xor i32 %v1, %v2;\n \
     %v6 = xor i32 %v4, %v5;\n ret i32 %v6;",
    // A store's address comes before its value, the store after it.
    "%v0 = load i32* %p0, align 1;\n %v1 = add i32 %v0, %c0;\n \
     store i32 %v1, i32* %p0, align 1;\n ret i32 %v1;",
    "store i32 %c3, i32* %p0, align 1;\n %v0 = add i32 %p0, %c1;\n \
     store i32 %p0, i32* %v0, align 1;\n ret i32 %p0;",
    "call void COPY(i32 %p0, i32 @g0, i32 %c6, i32 %c0, i1 %c11);\n ret i32 %c0;",
    "call void COPY(i32 @g0, i32 %p0, i32 %c6, i32 %c0, i1 %c11);\n ret i32 %c0;",
    "call void COPY(i32 %p0, i32 @g0, i32 %c7, i32 %c0, i1 %c11);\n ret i32 %c0;",
    "call void COPY(i32 @g0, i32 %p0, i32 %c7, i32 %c0, i1 %c11);\n ret i32 %c0;",
    "call void FILL(i32 %p0, i8 %c10, i32 %c6, i32 %c0, i1 %c11);\n ret i32 %c0;",
    "call void FILL(i32 %p0, i8 %c10, i32 %c7, i32 %c0, i1 %c11);\n ret i32 %c0;",
    "%v0 = call i32 RMW(i32 %c0, i32 %p0, i32 %c3, i32 %c8);\n ret i32 %v0;",
    "%v0 = call i32 CMPXCHG(i32 %p0, i32 %c0, i32 %c3, i32 %c8, i32 %c8);\n ret i32 %v0;",
    "%v0 = load i32* %c1, align 1;\n ret i32 %v0;",
    // Sums and differences with a constant somewhere in them.
    "%v0 = sub i32 %p0, %c2;\n %v1 = load i32* %v0, align 1;\n ret i32 %v1;",
    "%v0 = and i32 %p0, %c1;\n %v1 = sub i32 %c2, %v0;\n %v2 = add i32 %p0, %v1;\n \
     %v3 = load i32* %v2, align 1;\n ret i32 %v3;",
    "%v0 = and i32 %p0, %c1;\n %v1 = add i32 %v0, %c4;\n %v2 = sub i32 %p0, %v1;\n \
     %v3 = load i32* %v2, align 1;\n ret i32 %v3;",
    "%v0 = and i32 %p0, %c1;\n %v1 = add i32 %p0, %c4;\n %v2 = sub i32 %v1, %v0;\n \
     %v3 = add i32 %v2, %c2;\n %v4 = load i32* %v3, align 1;\n ret i32 %v4;",
];

fn text() -> String {
    let mut text = HEAD.to_owned();
    let count = BODIES.len();
    for function in 1..=count {
        text.push_str(&format!("  define internal i32 @f{function}(i32);\n"));
    }
    let intrinsics = [
        (
            "COPY",
            "void",
            "i32, i32, i32, i32, i1",
            "llvm.memcpy.p0i8.p0i8.i32",
        ),
        (
            "FILL",
            "void",
            "i32, i8, i32, i32, i1",
            "llvm.memset.p0i8.i32",
        ),
        (
            "RMW",
            "i32",
            "i32, i32, i32, i32",
            "llvm.nacl.atomic.rmw.i32",
        ),
        (
            "CMPXCHG",
            "i32",
            "i32, i32, i32, i32, i32",
            "llvm.nacl.atomic.cmpxchg.i32",
        ),
    ];
    let mut symbols = String::from("    @f0 : \"_start\";\n");
    for (index, (_, result, params, name)) in intrinsics.iter().enumerate() {
        let number = count + 1 + index;
        text.push_str(&format!(
            "  declare external {result} @f{number}({params});\n"
        ));
        symbols.push_str(&format!("    @f{number} : \"{name}\";\n"));
    }
    text.push_str(
        "  globals {\n    count 2;\n    var @g0, align 8,\n      zerofill 200000;\n    const @g1, align 8,\n      zerofill 70000;\n  }\n",
    );
    text.push_str(&format!("  valuesymtab {{\n{symbols}  }}\n"));
    text.push_str("  function void @f0(i32 %p0) {\n    blocks 1;\n  %b0:\n    ret void;\n  }\n");
    let constants = CONSTANTS.replace("        %c9 = i32 @g;\n", "        %c9 = i32 0;\n");
    for (index, body) in BODIES.iter().enumerate() {
        let mut body = (*body).to_owned();
        for (number, (name, ..)) in intrinsics.iter().enumerate() {
            body = body.replace(name, &format!("@f{}", count + 1 + number));
        }
        let number = index + 1;
        text.push_str(&format!(
            "  function i32 @f{number}(i32 %p0) {{\n    blocks 1;\n{constants}  %b0:\n {body}\n  }}\n"
        ));
    }
    text.push_str("}\n");
    text
}

#[test]
fn null_pointers_trap_in_memory_that_no_host_protects() {
    let program = program(&text());
    for shared_memory in [false, true] {
        let options = pinnacle_wasm::Options {
            defines_memory: true,
            guards_pages: false,
            shared_memory,
            exports: Exports::All,
            jobs: 1,
            ..pinnacle_wasm::Options::default()
        };
        let translation = pinnacle_wasm::translate(&program, &options).unwrap();
        let mut config = wasmtime::Config::new();
        config.wasm_threads(true);
        let engine = Engine::new(&config).unwrap();
        let module = Module::new(&engine, &translation.bytes).unwrap();
        let global = u64::from(translation.layout.globals[0]);
        let mut trapped = 0;
        for address in [
            0,
            4,
            8,
            100,
            0xfff0,
            0xfffc,
            0xffff,
            0x1_0000 - 60000,
            0xffff_fff8,
            0xffff_fffc,
            0xffff_0000,
            global,
            global + 4,
            global + 0x1_0000,
            global + 0x1_0004,
        ] {
            for number in 1..=BODIES.len() as u32 {
                let mut store = Store::new(&engine, ());
                let instance = Linker::new(&engine)
                    .instantiate(&mut store, &module)
                    .unwrap();
                let initialize = instance
                    .get_func(&mut store, abi::INITIALIZE_MEMORY)
                    .unwrap();
                initialize.call(&mut store, &[], &mut []).unwrap();
                let function = instance
                    .get_func(&mut store, &format!("f{number}"))
                    .unwrap();
                let mut result = [Val::I32(0)];
                let found = function.call(&mut store, &[Val::I32(address as i32)], &mut result);
                let mut image =
                    crate::program::Instance::new(program.module(), RunOptions::default())
                        .unwrap()
                        .image;
                let options = interp::Options::default();
                let globals = image.globals.clone();
                let (module, bodies) = (program.module(), program.functions());
                let interpreter = Interpreter::new(module, bodies, &globals, options);
                let stack = image.stack.clone();
                let expected =
                    interpreter.call(&mut image.memory, FuncId(number), &[address], stack);
                match (&expected, &found) {
                    (Ok(expected), Ok(())) => {
                        assert_eq!(expected[0] as u32, result[0].unwrap_i32() as u32);
                    }
                    (Err(trap), Err(error)) => {
                        trapped += 1;
                        let error = format!("{error:?}");
                        assert!(
                            error.contains("out of bounds") || error.contains("unaligned"),
                            "@f{number}({address:#x}): {trap}, but {error}"
                        );
                    }
                    _ => panic!("@f{number}({address:#x}): {expected:?}, but {found:?}"),
                }
            }
        }
        assert!(trapped > 150, "{trapped}");
    }
}
