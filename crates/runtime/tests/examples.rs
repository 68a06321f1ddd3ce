//! The examples of embedding, on every engine.

#[path = "../../../examples/embed.rs"]
#[allow(unreachable_pub, reason = "they are programs of their own")]
mod embed;
#[path = "../../../examples/jit.rs"]
#[allow(unreachable_pub, reason = "they are programs of their own")]
mod jit;

use pinnacle_runtime::embed::{Engine, EngineKind};

fn kinds() -> Vec<EngineKind> {
    let mut kinds = vec![EngineKind::Interpreter, EngineKind::Auto];
    kinds.extend(Engine::has_compiler().then_some(EngineKind::Compiled));
    kinds
}

#[test]
fn the_example_of_embedding_says_the_same_with_every_engine() {
    for kind in kinds() {
        let lines = embed::run(kind).unwrap();
        assert_eq!(
            lines,
            [
                "the program says: squares summed",
                "sum(10) = Some(I32(285))",
                "squares[9] = 81",
                "trap: memory access out of bounds",
            ],
            "{kind:?}"
        );
    }
}

#[test]
fn compiled_texts_read_write_and_loop() {
    // Squares up to 100, each on a line, as one such program prints them.
    let squares = "++++[>+++++<-]>[<+++++>-]+<+[>[>+>+<<-]++>>[<<+>>-]>>>[-]++>[-]+\
        >>>+[[-]++++++>>>]<<<[[<++++++++<++>>-]+<.<[>----<-]<]<<[>>>>>[>>>[-]+++++++++<[>-<-]+\
        ++++++++>[-[<->-]+[<<<]]<[>+<-]>]<<-]<<-]";
    for kind in kinds() {
        assert_eq!(jit::run(",[.,]", b"echo", kind).unwrap(), b"echo");
        assert_eq!(
            jit::run("<+++++[>++++++++++<-]>-.", b"", kind).unwrap(),
            b"1"
        );
        let output = jit::run(squares, b"", kind).unwrap();
        assert!(output.starts_with(b"0\n1\n4\n9\n16\n25\n"), "{kind:?}");
        assert!(output.ends_with(b"9801\n10000\n"), "{kind:?}");
    }
}

#[test]
fn loops_without_start_or_end_are_refused() {
    assert!(jit::compile("[[]").is_err());
    assert!(jit::compile("]").is_err());
}
