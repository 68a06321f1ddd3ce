//! Tests of the embedding interface on every engine.

use super::*;
use crate::TrapKind;
use crate::files::{Capture, Stdio};
use crate::program::RunOptions;
use pinnacle_pexe::build::{Callee, FunctionBuilder, Global, ModuleBuilder};
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;
use std::thread;

/// Memory for small programs.
const MEMORY: u32 = 64 << 20;

fn kinds() -> Vec<EngineKind> {
    let compiled = Engine::has_compiler().then_some(EngineKind::Compiled);
    [EngineKind::Interpreter]
        .into_iter()
        .chain(compiled)
        .collect()
}

fn config(kind: EngineKind) -> Config {
    Config {
        kind,
        stack_size: 1 << 20,
        jobs: 1,
        ..Config::default()
    }
}

fn options() -> RunOptions {
    RunOptions {
        memory_limit: MEMORY,
        ..RunOptions::default()
    }
}

/// Adds a function with this name; a closure makes its body.
fn add(
    module: &mut ModuleBuilder,
    name: &str,
    result: Type,
    params: &[Type],
    make: impl FnOnce(&mut FunctionBuilder, Callee),
) -> Callee {
    let function = module.function(result, params);
    module.name(function.address(), name);
    let mut body = module.body(function);
    make(&mut body, function);
    module.define(function, body);
    function
}

fn build(make: impl FnOnce(&mut ModuleBuilder)) -> Module {
    let mut module = ModuleBuilder::new();
    make(&mut module);
    Module::built(module.finish().expect("the test's module is right"))
}

/// Creates an instance without host functions.
fn alone(kind: EngineKind, module: &Module) -> Instance<()> {
    Linker::new()
        .prepare(&Engine::new(config(kind)), module)
        .and_then(|prepared| prepared.instantiate_with((), options()))
        .unwrap_or_else(|error| panic!("{kind:?}: {error}"))
}

fn trap_of(result: Result<Option<Value>, CallError>) -> crate::Trap {
    match result {
        Err(CallError::Trap(trap)) => trap,
        other => panic!("expected a trap, got {other:?}"),
    }
}

#[test]
fn a_file_is_verified_before_anything_else() {
    assert!(matches!(Module::new(b"no program"), Err(Error::Invalid(_))));
}

#[test]
fn values_of_every_type_cross_over_and_back() {
    let values = [
        Value::I32(i32::MIN),
        Value::I64(i64::MIN + 1),
        Value::Float(-0.0),
        Value::Double(f64::MAX),
        Value::Vector(Type::V4I32, 1 << 127 | 5),
        Value::Vector(Type::V16I8, u128::MAX / 3),
        Value::Vector(Type::V4Float, 0x3f80_0000),
        Value::Vector(Type::V8I16, 7 << 64),
        Value::Vector(Type::V4I1, 0b1010),
        Value::Vector(Type::V8I1, 0x81),
        Value::Vector(Type::V16I1, 0x8001),
    ];
    let module = build(|module| {
        for value in values {
            let ty = value.ty();
            add(module, ty.name(), ty, &[Type::I32, ty], |f, _| {
                f.ret(f.param(1));
            });
        }
    });
    for kind in kinds() {
        let mut instance = alone(kind, &module);
        for value in values {
            let result = instance.call(value.ty().name(), &[Value::I32(0), value]);
            assert_eq!(result, Ok(Some(value)), "{kind:?}");
        }
    }
}

#[test]
fn functions_are_called_by_name_or_number_and_checked() {
    let module = build(|module| {
        add(module, "twice", Type::I32, &[Type::I32], |f, _| {
            let sum = f.add(f.param(0), f.param(0));
            f.ret(sum);
        });
    });
    for kind in kinds() {
        let mut instance = alone(kind, &module);
        let twice = module.function("twice").unwrap();
        assert_eq!(instance.call(twice, &[21.into()]), Ok(Some(Value::I32(42))));
        assert_eq!(instance.call("twice", &[4.into()]), Ok(Some(Value::I32(8))));
        let wrong = instance.call("twice", &[4_i64.into()]).unwrap_err();
        assert!(wrong.to_string().contains("called with (i64)"), "{wrong}");
        let missing = instance.call("thrice", &[]).unwrap_err();
        assert_eq!(missing, CallError::NoFunction("\"thrice\"".into()));
        assert!(instance.call(FuncId(7), &[]).is_err());
        assert!(instance.run().is_err(), "there is no entry function");
    }
}

#[test]
fn functions_have_rust_types_that_are_compared_once() {
    let module = build(|module| {
        let mix = Import::declare(module, "test.mix", Type::Double);
        let params = [Type::I32, Type::I64, Type::Float, Type::Double];
        add(module, "mix", Type::Double, &params, |f, _| {
            let args = [0, 1, 2, 3].map(|index| f.param(index));
            let result = mix.call(f, &args);
            f.ret(result);
        });
        add(module, "nothing", Type::Void, &[], |f, _| f.ret_void());
    });
    let mut linker = Linker::<u32>::new();
    linker.func("test.mix", |caller, (a, b, c, d): (u32, i64, f32, f64)| {
        *caller.data = a;
        Ok(b as f64 + f64::from(c) * d)
    });
    for kind in kinds() {
        let prepared = linker.prepare(&Engine::new(config(kind)), &module).unwrap();
        let mut instance = prepared.instantiate_with(0, options()).unwrap();
        let mix = instance
            .typed::<(u32, i64, f32, f64), f64>("mix")
            .expect("it has that type");
        let result = mix.call(&mut instance, (u32::MAX, -40, 0.5, 3.0));
        assert_eq!(result, Ok(-38.5), "{kind:?}");
        assert_eq!(instance.with_data(|data| *data), u32::MAX);
        let nothing = module.typed::<(), ()>("nothing").unwrap();
        assert_eq!(nothing.call(&mut instance, ()), Ok(()));

        let error = module.typed::<i32, u64>("nothing").unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"nothing\" is void (), expected i64 (i32)"
        );
        assert!(module.typed::<(), i32>("nothing").is_err());
        assert!(module.typed::<(), ()>("other").is_err());
        let mut other = alone(kind, &build(|_| ()));
        let error = nothing.call(&mut other, ()).unwrap_err();
        assert_eq!(error, CallError::OtherModule(nothing.id()));
    }
}

/// An error type of the embedder.
#[derive(Debug, PartialEq)]
struct OutOfPaper(u32);

impl std::fmt::Display for OutOfPaper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} sheets are missing", self.0)
    }
}

impl std::error::Error for OutOfPaper {}

#[test]
fn errors_of_the_embedder_come_back_to_it() {
    use std::error::Error as _;
    let module = build(|module| {
        let print = Import::declare(module, "test.print", Type::Void);
        add(module, "print", Type::Void, &[Type::I32], |f, _| {
            let sheets = f.param(0);
            print.call(f, &[sheets]);
            f.ret_void();
        });
    });
    let mut linker = Linker::<()>::new();
    linker.func("test.print", |caller, sheets: u32| match sheets {
        0 => Ok(()),
        1 => {
            caller.memory.load_u32(0)?;
            Ok(())
        }
        _ => Err(OutOfPaper(sheets - 1))?,
    });
    for kind in kinds() {
        let prepared = linker.prepare(&Engine::new(config(kind)), &module).unwrap();
        let mut instance = prepared.instantiate_with((), options()).unwrap();
        let mut print = |sheets: i32| instance.call("print", &[sheets.into()]);
        let error = print(9).unwrap_err();
        let cause = error.source().expect("the error of the embedder");
        assert_eq!(cause.downcast_ref(), Some(&OutOfPaper(8)), "{kind:?}");
        let text = format!("{error:?}");
        let (first, last) = (text.lines().next(), text.lines().last());
        assert_eq!(first, Some("trap: the host function test.print failed"));
        assert_eq!(last, Some("  because: 8 sheets are missing"));
        assert!(text.contains("in @f0 \"print\""), "{text}");
        // An error of one call does not affect the next.
        assert!(matches!(trap_of(print(1)).kind, TrapKind::Memory(_)));
        assert_eq!(print(0), Ok(None), "{kind:?}");
    }
}

/// Calls `test.sum(a, b)`, which adds in the state and returns the total.
fn importing() -> Module {
    build(|module| {
        let sum = Import::declare(module, "test.sum", Type::I64);
        let other = Import::declare(module, "test.greet", Type::Void);
        let text = module.global(Global::constant(1).data("hello"));
        add(
            module,
            "call",
            Type::I64,
            &[Type::I32, Type::Double],
            |f, _| {
                let (a, b) = (f.param(0), f.param(1));
                let len = f.i32(5);
                other.call(f, &[text.address(), len]);
                let total = sum.call(f, &[a, b]);
                f.ret(total);
            },
        );
    })
}

#[test]
fn the_embedders_functions_work_on_its_state_and_on_memory() {
    let mut linker = Linker::<(i64, Vec<u8>)>::new();
    linker.function(
        "test.sum",
        &[Type::I32, Type::Double],
        Type::I64,
        |caller, args| {
            let (a, b) = (args[0].as_i32().unwrap(), args[1].as_double().unwrap());
            caller.data.0 += i64::from(a) + b as i64;
            Ok(Some(Value::I64(caller.data.0)))
        },
    );
    linker.function(
        "test.greet",
        &[Type::I32, Type::I32],
        Type::Void,
        |caller, args| {
            let [address, len] = [0, 1].map(|index| args[index].as_i32().unwrap() as u32);
            let text = caller.memory.bytes(address, len)?;
            caller.data.1.extend(text);
            Ok(None)
        },
    );
    for kind in kinds() {
        let engine = Engine::new(config(kind));
        let prepared = linker.prepare(&engine, &importing()).unwrap();
        let mut first = prepared.instantiate_with((0, vec![]), options()).unwrap();
        let mut second = prepared.instantiate_with((50, vec![]), options()).unwrap();
        let args = [Value::I32(-2), Value::Double(12.5)];
        assert_eq!(first.call("call", &args), Ok(Some(Value::I64(10))));
        assert_eq!(first.call("call", &args), Ok(Some(Value::I64(20))));
        assert_eq!(second.call("call", &args), Ok(Some(Value::I64(60))));
        assert_eq!(first.with_data(|data| data.1.clone()), b"hellohello");
    }
}

/// Returns a program that requests an interface of the embedder and one of the IRT.
fn asking() -> Module {
    build(|module| {
        let own = module.global(Global::constant(1).data("test-1\0"));
        let irt = module.global(Global::constant(1).data("nacl-irt-fdio-0.1\0"));
        let text = module.global(Global::constant(1).data("written\n"));
        let table = module.global(Global::variable(4).zeros(64));
        let start = module.start();
        let mut f = module.body(start);
        // There are no arguments and no environment variables: two empty lists of one word each.
        let place = f.offset(f.param(0), 6 * 4);
        let query = f.load(Type::I32, place);
        let size = f.i32(8);
        let found = f.call_indirect(Type::I32, query, &[own.address(), table.address(), size]);
        let second = f.offset(table.address(), 4);
        let note = f.load(Type::I32, second);
        f.call_indirect(Type::Void, note, &[found]);
        let size = f.i32(64);
        let found = f.call_indirect(Type::I32, query, &[irt.address(), table.address(), size]);
        f.call_indirect(Type::Void, note, &[found]);
        let (write, end) = (f.block(), f.block());
        let zero = f.i32(0);
        let is_there = f.compare(Predicate::Ne, found, zero);
        f.cond_br(is_there, write, end);
        f.switch_to(write);
        let place = f.offset(table.address(), 4 * 4);
        let address = f.load(Type::I32, place);
        let (one, len) = (f.i32(1), f.i32(8));
        let args = [one, text.address(), len, table.address()];
        f.call_indirect(Type::I32, address, &args);
        f.br(end);
        f.switch_to(end);
        f.ret_void();
        module.define(start, f);
    })
}

#[test]
fn interfaces_are_found_through_the_query_function() {
    for kind in kinds() {
        for with_irt in [false, true] {
            let mut linker = Linker::<Vec<i32>>::new();
            linker.function("test-1.unused", &[], Type::Void, |_, _| Ok(None));
            linker.function("test-1.note", &[Type::I32], Type::Void, |caller, args| {
                caller.data.extend(args[0].as_i32());
                Ok(None)
            });
            if with_irt {
                linker.irt();
            }
            let engine = Engine::new(config(kind));
            let prepared = linker.prepare(&engine, &asking()).unwrap();
            let capture = Capture::new();
            let run = RunOptions {
                stdio: Stdio {
                    output: capture.stream(),
                    ..Stdio::default()
                },
                ..options()
            };
            let mut instance = prepared.instantiate_with(vec![], run).unwrap();
            assert_eq!(instance.run(), Ok(0), "{kind:?}");
            let (sizes, output) = if with_irt {
                ([8, 32], &b"written\n"[..])
            } else {
                ([8, 0], &b""[..])
            };
            assert_eq!(instance.with_data(|data| data.clone()), sizes, "{kind:?}");
            assert_eq!(capture.take(), output);
        }
    }
}

#[test]
fn imports_must_fit_their_functions() {
    let engine = Engine::new(config(EngineKind::Interpreter));
    let refuse = |linker: &Linker<()>, module: &Module| {
        let error = linker.prepare(&engine, module).expect_err("it is refused");
        error.to_string()
    };
    let empty = build(|_| ());
    let missing = refuse(&Linker::new(), &importing());
    assert!(
        missing.contains("test.sum") && missing.contains("does not match"),
        "{missing}"
    );
    let offer = |names: &[&str], params: &[Type]| {
        let mut linker = Linker::<()>::new();
        for name in names {
            linker.function(name, params, Type::Void, |_, _| Ok(None));
        }
        linker.irt();
        refuse(&linker, &empty)
    };
    assert!(offer(&["nothing"], &[]).contains("not an interface"));
    assert!(offer(&["a.b", "a.b"], &[]).contains("twice"));
    assert!(offer(&["a.b"], &[Type::I8]).contains("whose type is not i32"));
    assert!(offer(&["nacl-irt-fdio-0.1.write"], &[]).contains("interface of the IRT"));
    let constant = build(|module| {
        let slot = module.global(Global::constant(4).zeros(4));
        module.name(slot.address(), "host:a.b");
    });
    assert!(refuse(&Linker::new(), &constant).contains("not a variable"));
}

#[test]
fn a_trap_says_what_and_where() {
    let module = build(|module| {
        add(
            module,
            "divide",
            Type::I32,
            &[Type::I32, Type::I32],
            |f, _| {
                let quotient = f.binary(BinaryOp::UDiv, f.param(0), f.param(1));
                f.ret(quotient);
            },
        );
        add(module, "recurse", Type::I32, &[Type::I32], |f, own| {
            let size = f.i32(256);
            let room = f.alloca(size, 16);
            let result = f.call(own, &[room]);
            let result = f.add(result, room);
            f.ret(result);
        });
    });
    for kind in kinds() {
        let mut instance = alone(kind, &module);
        let trap = trap_of(instance.call("divide", &[1.into(), 0.into()]));
        assert_eq!(trap.kind, TrapKind::DivisionByZero, "{kind:?}");
        assert_eq!(trap.stack[0].function, "@f0 \"divide\"", "{kind:?}");
        let trap = trap_of(instance.call("recurse", &[0.into()]));
        assert_eq!(trap.kind, TrapKind::StackOverflow, "{kind:?}");
        // The instance can still be used.
        let result = instance.call("divide", &[6.into(), 3.into()]);
        assert_eq!(result, Ok(Some(Value::I32(2))), "{kind:?}");
    }
}

#[test]
fn the_embedder_can_end_the_program() {
    let module = build(|module| {
        let stop = Import::declare(module, "test.stop", Type::I32);
        add(module, "stop", Type::I32, &[Type::I32], |f, _| {
            let how = f.param(0);
            let result = stop.call(f, &[how]);
            f.ret(result);
        });
    });
    let mut linker = Linker::<()>::new();
    linker.function(
        "test.stop",
        &[Type::I32],
        Type::I32,
        |caller, args| match args[0].as_i32() {
            Some(0) => Err(Halt::Exit(9)),
            Some(1) => Err(Halt::Trap("the oven is hot".into())),
            Some(2) => Ok(Some(caller.memory.load_u32(0)?.into())),
            Some(3) => Ok(Some(Value::I64(1))),
            _ => Ok(Some(args[0])),
        },
    );
    for kind in kinds() {
        let prepared = linker.prepare(&Engine::new(config(kind)), &module).unwrap();
        let mut instance = prepared.instantiate_with((), options()).unwrap();
        let mut stop = |how: i32| instance.call("stop", &[how.into()]);
        assert_eq!(stop(0), Err(CallError::Exited(9)), "{kind:?}");
        let trap = trap_of(stop(1));
        assert_eq!(trap.kind, TrapKind::Host("the oven is hot".into()));
        assert_eq!(trap.stack.len(), 1, "{kind:?}");
        assert!(matches!(trap_of(stop(2)).kind, TrapKind::Memory(_)));
        assert!(matches!(trap_of(stop(3)).kind, TrapKind::Host(_)));
        assert_eq!(stop(4), Ok(Some(Value::I32(4))), "{kind:?}");
    }
}

#[test]
fn memory_is_read_and_written_where_the_program_may() {
    let module = build(|module| {
        let variable = module.global(Global::variable(4).data([1, 2, 3, 4]));
        let constant = module.global(Global::constant(4).data([5]));
        module.name(variable.address(), "variable");
        module.name(constant.address(), "constant");
        add(module, "get", Type::I32, &[], |f, _| {
            let value = f.load(Type::I32, variable.address());
            f.ret(value);
        });
    });
    for kind in kinds() {
        let mut instance = alone(kind, &module);
        let [variable, constant] = ["variable", "constant"].map(|name| {
            let global = module.global(name).unwrap();
            instance.global(global).unwrap()
        });
        assert_eq!(instance.read(variable, 4).unwrap(), [1, 2, 3, 4]);
        instance.write(variable, &[9, 0, 0, 0]).unwrap();
        assert_eq!(instance.call("get", &[]), Ok(Some(Value::I32(9))));
        assert_eq!(instance.read(constant, 1).unwrap(), [5], "{kind:?}");
        assert!(instance.write(constant, &[6]).is_err(), "{kind:?}");
        assert!(instance.read(0, 1).is_err(), "{kind:?}");
        assert!(instance.read(MEMORY - 1, 2).is_err(), "{kind:?}");
    }
}

/// A function that never returns.
fn endless() -> Module {
    build(|module| {
        add(module, "endless", Type::Void, &[], |f, _| {
            let again = f.block();
            f.br(again);
            f.switch_to(again);
            f.br(again);
        });
    })
}

#[test]
fn time_is_limited_and_a_call_is_interrupted_from_another_thread() {
    for kind in kinds() {
        let limited = Config {
            timeout: Some(Duration::from_millis(50)),
            ..config(kind)
        };
        let prepared = Linker::<()>::new()
            .prepare(&Engine::new(limited), &endless())
            .unwrap();
        let mut instance = prepared.instantiate_with((), options()).unwrap();
        let trap = trap_of(instance.call("endless", &[]));
        assert_eq!(trap.kind, TrapKind::Timeout, "{kind:?}");

        let mut instance = alone(kind, &endless());
        let interrupter = instance.interrupter();
        // Between calls, interrupting has no effect.
        interrupter.interrupt();
        let trap = thread::scope(|scope| {
            let call = scope.spawn(|| trap_of(instance.call("endless", &[])));
            while !call.is_finished() {
                interrupter.interrupt();
                thread::sleep(Duration::from_millis(5));
            }
            call.join().expect("the call gives a trap")
        });
        assert_eq!(trap.kind, TrapKind::Timeout, "{kind:?}");
    }
}

#[test]
fn fuel_is_the_interpreters() {
    let fuel = |kind| {
        let limited = Config {
            fuel: Some(10_000),
            ..config(kind)
        };
        Linker::<()>::new().prepare(&Engine::new(limited), &endless())
    };
    for kind in [EngineKind::Interpreter, EngineKind::Auto] {
        let mut instance = fuel(kind).unwrap().instantiate_with((), options()).unwrap();
        let trap = trap_of(instance.call("endless", &[]));
        assert_eq!(trap.kind, TrapKind::OutOfFuel);
    }
    assert!(matches!(
        fuel(EngineKind::Compiled),
        Err(Error::Unsupported(_))
    ));
}

#[test]
fn memory_is_limited() {
    for kind in kinds() {
        let prepared = Linker::<()>::new()
            .prepare(&Engine::new(config(kind)), &endless())
            .unwrap();
        let small = RunOptions {
            memory_limit: 1 << 17,
            ..options()
        };
        let error = prepared.instantiate_with((), small).unwrap_err();
        assert!(matches!(error, Error::Start(_)), "{kind:?}: {error}");
    }
}

#[test]
fn borrowed_memory_comes_back() {
    for kind in kinds() {
        let lent = Arc::new(());
        let held = lent.clone();
        let mut linker = Linker::<Arc<()>>::new();
        linker.function("test.hold", &[], Type::Void, move |_, _| {
            let _ = &held;
            Ok(None)
        });
        let module = endless();
        let prepared = linker.prepare(&Engine::new(config(kind)), &module).unwrap();
        for _ in 0..3 {
            let instance = prepared.instantiate_with(lent.clone(), options()).unwrap();
            let interrupter = instance.interrupter();
            drop(instance);
            drop(interrupter);
        }
        drop((linker, prepared));
        assert_eq!(Arc::strong_count(&lent), 1, "{kind:?}");
        assert_eq!(Arc::strong_count(&module.0), 1, "{kind:?}");
    }
}
