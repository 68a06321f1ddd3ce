//! Programs that use as much memory as they can get. The process may use no more than the program's
//! address space of 64 MB and the driver's own memory. Each case runs in a separate process, which
//! prints its memory use.

use pinnacle_gles::Contexts;
use pinnacle_pepper::device::gl::{ContextAttributes, Function as F, Gl};
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};

const LIMIT: u64 = 32 << 20;
const SLACK: u64 = 64 << 20;
const TEXTURE_2D: u64 = 0x0DE1;
const RGBA: u64 = 0x1908;
const UNSIGNED_BYTE: u64 = 0x1401;
const OUT_OF_MEMORY: u64 = 0x0505;
/// Addresses for texts and names.
const TEXT: u32 = PAGE_SIZE;
const NAMES: u32 = 16 * PAGE_SIZE;

struct Program {
    gl: Contexts,
    memory: Memory,
    id: u32,
}

impl Program {
    fn call(&mut self, function: F, args: &[u64]) -> u64 {
        self.gl
            .call(self.id, function, args, &mut self.memory)
            .unwrap()
    }

    fn is_full(&mut self) -> bool {
        self.call(F::GetError, &[]) == OUT_OF_MEMORY
    }

    /// Sets the source of a shader and compiles it. Returns true on success.
    fn compile(&mut self, shader: u64, text: &str) -> bool {
        self.memory.write(TEXT, text.as_bytes()).unwrap();
        let list = NAMES;
        self.memory.store_u32(list, TEXT).unwrap();
        self.memory.store_u32(list + 4, text.len() as u32).unwrap();
        let (list, lengths) = (u64::from(list), u64::from(list + 4));
        self.call(F::ShaderSource, &[shader, 1, list, lengths]);
        self.call(F::CompileShader, &[shader]);
        self.call(F::GetShaderiv, &[shader, 0x8B81, list]);
        self.memory.load_u32(NAMES) == Ok(1)
    }
}

/// Returns a field of `/proc/self/status` in bytes.
fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    number.unwrap_or(0) << 10
}

const VERTEX: &str = "attribute vec4 a; void main() { gl_Position = a; }";

/// Runs a case in a separate process, and checks its memory use.
fn bounded(name: &str, case: impl FnOnce(&mut Program)) {
    if std::env::var_os("PINNACLE_BOUNDS").is_none() {
        let this = std::env::current_exe().unwrap();
        let output = std::process::Command::new(this)
            .args(["--exact", name, "--nocapture", "--test-threads=1"])
            .env("PINNACLE_BOUNDS", "1")
            // Without the cache, the measurement includes the driver's compilation.
            .env("MESA_SHADER_CACHE_DISABLE", "true")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        for line in text.lines().filter(|line| line.starts_with("took")) {
            println!("{name} {line}");
        }
        return;
    }
    let mut gl = match Contexts::new() {
        Ok(gl) => gl,
        Err(error) => return pinnacle_testing::skip::skip(error),
    };
    if cfg!(not(target_os = "linux")) {
        return pinnacle_testing::skip::skip("what a process takes is read from Linux");
    }
    let attributes = ContextAttributes {
        size: [64, 64],
        ..ContextAttributes::default()
    };
    assert!(gl.create(1, &attributes, None));
    let mut memory = Memory::new(LIMIT as u32).unwrap();
    let pages = PAGE_SIZE..LIMIT as u32;
    memory.protect(pages, Protection::ReadWrite).unwrap();
    let mut program = Program { gl, memory, id: 1 };
    // The driver's memory for the first program and its first draw is not counted.
    draw(&mut program, "void main() { gl_FragColor = vec4(1.0); }");
    let own = status("VmRSS");
    case(&mut program);
    let draws = program.call(F::Finish, &[]);
    let (now, peak) = (status("VmRSS"), status("VmHWM"));
    println!(
        "took own {} MB, then {} MB, at most {} MB, counted {} MB, {draws}",
        own >> 20,
        now >> 20,
        peak >> 20,
        program.gl.bytes() >> 20
    );
    assert!(peak <= own + LIMIT + SLACK, "{} MB", (peak - own) >> 20);
}

/// Draws a triangle with a shader.
fn draw(program: &mut Program, fragment: &str) -> bool {
    let linked = program.call(F::CreateProgram, &[]);
    for (kind, text) in [(0x8B31, VERTEX), (0x8B30, fragment)] {
        let shader = program.call(F::CreateShader, &[kind]);
        if shader == 0 || !program.compile(shader, text) {
            return false;
        }
        program.call(F::AttachShader, &[linked, shader]);
    }
    program.call(F::LinkProgram, &[linked]);
    program.call(F::UseProgram, &[linked]);
    program.call(F::DrawArrays, &[4, 0, 3]);
    program.call(F::Finish, &[]);
    !program.is_full()
}

#[test]
fn names_are_bounded() {
    bounded("names_are_bounded", |program| {
        for function in [
            F::GenTextures,
            F::GenBuffers,
            F::GenRenderbuffers,
            F::GenFramebuffers,
            F::GenQueriesEXT,
            F::GenVertexArraysOES,
        ] {
            let mut rounds = 0;
            while !program.is_full() && rounds < 1000 {
                let count = if rounds == 0 { 4096 } else { 64 };
                program.call(function, &[count, u64::from(NAMES)]);
                rounds += 1;
            }
            assert!(rounds < 1000, "{function:?}");
        }
    });
}

#[test]
fn names_that_are_bound_are_bounded() {
    bounded("names_that_are_bound_are_bounded", |program| {
        for name in 1..100_000 {
            program.call(F::BindTexture, &[TEXTURE_2D, name * 7]);
            let image = [TEXTURE_2D, 0, RGBA, 1, 1, 0, RGBA, UNSIGNED_BYTE, 0];
            program.call(F::TexImage2D, &image);
        }
        assert!(program.is_full());
        for name in 1..100_000 {
            program.call(F::BindFramebuffer, &[0x8D40, name * 7]);
        }
    });
}

#[test]
fn names_that_come_and_go_take_nothing() {
    bounded("names_that_come_and_go_take_nothing", |program| {
        for _ in 0..2000 {
            program.call(F::GenQueriesEXT, &[1000, u64::from(NAMES)]);
            program.call(F::DeleteQueriesEXT, &[1000, u64::from(NAMES)]);
        }
        assert!(!program.is_full());
    });
}

#[test]
fn contexts_are_bounded() {
    bounded("contexts_are_bounded", |program| {
        let attributes = ContextAttributes {
            size: [1, 1],
            depth: 24,
            ..ContextAttributes::default()
        };
        let made = (2..2000).take_while(|&id| {
            let is_room = program.gl.bytes() + program.gl.context_bytes([1, 1]) <= LIMIT;
            is_room && program.gl.create(id, &attributes, None)
        });
        assert!(made.count() < 16);
        assert!(program.gl.context_bytes([16384, 16384]) > LIMIT);
    });
}

#[test]
fn shaders_and_programs_are_bounded() {
    bounded("shaders_and_programs_are_bounded", |program| {
        let mut made = 0;
        while made < 20_000 {
            let text = format!("void main() {{ gl_FragColor = vec4({made}.0); }}");
            if !draw(program, &text) {
                break;
            }
            made += 1;
        }
        println!("took {made} programs");
        assert!(made < 20_000);
    });
}

#[test]
fn a_large_shader_is_bounded() {
    bounded("a_large_shader_is_bounded", |program| {
        let sum = "a = a * b + sin(a);\n".repeat(250);
        let text = format!(
            "precision mediump float; uniform float a0, b; void main() {{ float a = a0; {sum} gl_FragColor = vec4(a); }}"
        );
        let mut made = 0;
        while made < 1000 && draw(program, &text.replace("* b", &format!("* {made}.0"))) {
            made += 1;
        }
        println!("took {made} programs");
        assert!(made < 1000);
    });
}

#[test]
fn a_bomb_of_macros_is_refused() {
    bounded("a_bomb_of_macros_is_refused", |program| {
        let doubling = |line: fn(u32) -> String| (1..26).map(line).collect::<String>();
        let macros = doubling(|n| format!("#define M{n} M{0} M{0}\n", n - 1));
        let functions = doubling(|n| format!("void f{n}() {{ f{0}(); f{0}(); }}\n", n - 1));
        for text in [
            format!("#define M0 a;\n{macros}void main() {{ float a; M25 }}"),
            format!("float a;void f0() {{ a += 1.0; }}\n{functions}void main() {{ f25(); }}"),
        ] {
            let shader = program.call(F::CreateShader, &[0x8B31]);
            assert!(!program.compile(shader, &text));
            program.call(F::GetShaderInfoLog, &[shader, 200, 0, u64::from(NAMES)]);
            let log = program.memory.c_string(NAMES, 200).unwrap().unwrap();
            let log = String::from_utf8(log).unwrap();
            assert!(log.contains("tokens once macros are expanded"), "{log}");
        }
    });
}

#[test]
fn pixels_on_their_way_are_bounded() {
    bounded("pixels_on_their_way_are_bounded", |program| {
        program.call(F::BindTexture, &[TEXTURE_2D, 1]);
        let (side, at) = (16384, u64::from(PAGE_SIZE));
        let part = [TEXTURE_2D, 0, 0, 0, side, side, RGBA, UNSIGNED_BYTE, 0];
        program.call(F::TexSubImage2D, &part);
        assert!(program.is_full());
        let part = [0, 0, side, side, RGBA, UNSIGNED_BYTE, at];
        let memory = &mut program.memory;
        assert!(program.gl.call(1, F::ReadPixels, &part, memory).is_err());
        for side in [1000, 2000, 2800, 4000] {
            let image = [TEXTURE_2D, 0, RGBA, side, side, 0, RGBA, UNSIGNED_BYTE, 0];
            program.call(F::TexImage2D, &image);
        }
        assert!(program.is_full());
    });
}
