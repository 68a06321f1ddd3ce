//! Hostile programs: every function is called with garbage, on several contexts, two of which share
//! their objects. The driver must neither crash nor hang, and a context must still draw correctly
//! afterwards.
//!
//! Half of the calls create objects and draw. Arguments of the others are OpenGL's enumerations,
//! names of objects that exist and that do not, small and arbitrary numbers, floats of every kind,
//! and addresses of accessible and inaccessible memory. The accessible memory contains such numbers
//! too, and shaders that compile.
//!
//! `PINNACLE_HOSTILE_CALLS` is the number of calls to make; a failure names its seed.

use pinnacle_base::random::SplitMix64;
use pinnacle_gles::Contexts;
use pinnacle_pepper::device::gl::{ContextAttributes, Function as F, Gl};
use pinnacle_pepper::interfaces::ALL;
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};

/// Memory that the program may use. Other addresses are invalid.
const USED: std::ops::Range<u32> = PAGE_SIZE..5 * PAGE_SIZE;
const LIMIT: u32 = 512 * PAGE_SIZE;
/// Number of calls after which a program is replaced by the next one.
const CALLS_OF_A_PROGRAM: u32 = 2_000;
/// The contexts. The second one shares its objects with the first.
const IDS: [u32; 3] = [7, 8, 9];

const GREEN: [u8; 4] = [0, 255, 0, 255];

const SHADERS: [(u64, &str); 3] = [
    (
        0x8B31,
        "attribute vec4 a, b; varying vec4 v; void main() { v = b; gl_Position = a; }",
    ),
    (
        0x8B30,
        "precision mediump float; varying vec4 v; uniform vec4 u[3]; uniform mat3 m;
        uniform sampler2D s; void main() {
            gl_FragColor = v + u[1] + vec4(m[1], 1) + texture2D(s, v.xy); }",
    ),
    (0x8B30, "void main() { this is no shader }"),
];

/// Enumerations that at least one function accepts.
const ENUMS: &[u32] = &[
    0, 1, 2, 3, 4, 5, 6, 0x0100, 0x0302, 0x0303, 0x0400, 0x0404, 0x0405, 0x0408, 0x0500, 0x0900,
    0x0B44, 0x0B71, 0x0BA2, 0x0BE2, 0x0C11, 0x0CF2, 0x0CF3, 0x0CF4, 0x0CF5, 0x0D05, 0x0D33, 0x0DE1,
    0x1100, 0x1400, 0x1401, 0x1402, 0x1403, 0x1405, 0x1406, 0x140C, 0x1902, 0x1906, 0x1907, 0x1908,
    0x1909, 0x190A, 0x1E00, 0x1E01, 0x1F03, 0x2600, 0x2601, 0x2700, 0x2703, 0x2800, 0x2801, 0x2802,
    0x2803, 0x2901, 0x4000, 0x4500, 0x8006, 0x8007, 0x8033, 0x8034, 0x8056, 0x8058, 0x80CB, 0x80E1,
    0x812F, 0x81A5, 0x8363, 0x83F0, 0x83F3, 0x84C0, 0x84C1, 0x84F2, 0x84F9, 0x84FA, 0x84FE, 0x8513,
    0x8515, 0x851A, 0x8622, 0x8626, 0x8645, 0x8765, 0x8825, 0x8866, 0x8867, 0x8892, 0x8893, 0x88B9,
    0x88E0, 0x88E4, 0x88F0, 0x8B30, 0x8B31, 0x8B81, 0x8B84, 0x8B86, 0x8B88, 0x8C2F, 0x8CA6, 0x8CA8,
    0x8CA9, 0x8CD0, 0x8CD1, 0x8CE0, 0x8CE1, 0x8D00, 0x8D20, 0x8D40, 0x8D41, 0x8D42, 0x8D48, 0x8D61,
    0x8DF0, 0x8DF5,
];

/// The usual kind of an argument, which makes valid calls likely.
#[derive(Clone, Copy)]
enum Hint {
    Is(u64),
    /// A number from 0 to 3: a name, a count or an index.
    Small,
    /// An address of usable memory.
    Address,
    /// A type of the numbers in arrays.
    Type,
    /// One of these values, for example targets of buffers or modes of draws.
    From(&'static [u64]),
}
use Hint::{Address, From, Is, Small, Type};

const BUFFERS: Hint = From(&[0x8892, 0x8893]);
const MODE: Hint = From(&[0, 1, 2, 3, 4, 5, 6]);
const INDEX: Hint = From(&[0x1401, 0x1403, 0x1405]);
const FORMAT: Hint = From(&[0x1906, 0x1907, 0x1908, 0x190A]);
const SIDE: Hint = From(&[0, 1, 4, 7, 64]);
const FRAMEBUFFER: Hint = From(&[0x8D40, 0x8CA8, 0x8CA9]);

/// Calls that have an effect if none of their arguments is replaced.
const LIKELY: &[(F, &[Hint])] = &[
    (F::BindBuffer, &[BUFFERS, Small]),
    (F::BufferData, &[BUFFERS, SIDE, Address, Is(0x88E4)]),
    (F::BufferSubData, &[BUFFERS, Small, SIDE, Address]),
    (F::EnableVertexAttribArray, &[Small]),
    (F::VertexAttribDivisorANGLE, &[Small, Small]),
    (
        F::VertexAttribPointer,
        &[Small, Small, Type, Small, SIDE, Address],
    ),
    (
        F::VertexAttribPointer,
        &[Small, Small, Type, Small, SIDE, Small],
    ),
    (F::BindVertexArrayOES, &[Small]),
    (F::DrawArrays, &[MODE, Small, SIDE]),
    (F::DrawArraysInstancedANGLE, &[MODE, Small, SIDE, Small]),
    (F::DrawElements, &[MODE, SIDE, INDEX, Address]),
    (F::DrawElements, &[MODE, SIDE, INDEX, Is(0)]),
    (
        F::DrawElementsInstancedANGLE,
        &[MODE, SIDE, INDEX, Is(0), Small],
    ),
    (F::BindTexture, &[Is(0x0DE1), Small]),
    (
        F::TexImage2D,
        &[
            Is(0x0DE1),
            Small,
            Is(0x1908),
            SIDE,
            SIDE,
            Is(0),
            Is(0x1908),
            Is(0x1401),
            Address,
        ],
    ),
    (
        F::TexSubImage2D,
        &[
            Is(0x0DE1),
            Small,
            Small,
            Small,
            SIDE,
            SIDE,
            FORMAT,
            Is(0x1401),
            Address,
        ],
    ),
    (
        F::CopyTexImage2D,
        &[Is(0x0DE1), Small, FORMAT, Small, Small, SIDE, SIDE, Is(0)],
    ),
    (F::GenerateMipmap, &[Is(0x0DE1)]),
    (F::BindFramebuffer, &[FRAMEBUFFER, Small]),
    (
        F::FramebufferTexture2D,
        &[FRAMEBUFFER, Is(0x8CE0), Is(0x0DE1), Small, Is(0)],
    ),
    (
        F::ReadPixels,
        &[Small, Small, SIDE, SIDE, Is(0x1908), Is(0x1401), Address],
    ),
    (F::UseProgram, &[Is(1)]),
];

/// Returns the number of a function's parameters, without the context.
fn parameters(function: F) -> usize {
    let methods = ALL.iter().flat_map(|interface| interface.methods);
    let mut of_gl = methods.filter(|method| method.name == function.name());
    let method = of_gl.find(|method| method.parameters[0].name == "context");
    method.expect("it is in the table").parameters.len() - 1
}

struct Attacker {
    random: SplitMix64,
    memory: Memory,
    gl: Contexts,
    /// Results that may be names.
    known: [u32; 16],
}

impl Attacker {
    /// Returns `None` and prints a note if this machine has no OpenGL.
    fn new(seed: u64) -> Option<Attacker> {
        let mut gl = match Contexts::new() {
            Ok(gl) => gl,
            Err(error) => {
                pinnacle_testing::skip::skip(error);
                return None;
            }
        };
        let attributes = ContextAttributes {
            size: [16, 16],
            depth: 24,
            stencil: 8,
            ..ContextAttributes::default()
        };
        for (id, share) in IDS.into_iter().zip([None, Some(IDS[0]), None]) {
            assert!(gl.create(id, &attributes, share));
        }
        let mut memory = Memory::new(LIMIT).unwrap();
        memory.protect(USED, Protection::ReadWrite).unwrap();
        let mut attacker = Attacker {
            random: SplitMix64::new(seed),
            memory,
            gl,
            known: [0; 16],
        };
        attacker.prepare();
        Some(attacker)
    }

    fn call(&mut self, id: u32, function: F, args: &[u64]) -> u64 {
        // An invalid pointer would end a real program; this one continues.
        self.gl
            .call(id, function, args, &mut self.memory)
            .unwrap_or(0)
    }

    /// Creates a program that draws, on the first context, and fills memory with numbers.
    fn prepare(&mut self) {
        let at = u64::from(USED.start);
        let program = self.call(IDS[0], F::CreateProgram, &[]);
        for (place, (kind, text)) in SHADERS.into_iter().enumerate() {
            let shader = self.call(IDS[0], F::CreateShader, &[kind]);
            let pointer = (USED.start + 16).to_le_bytes();
            self.memory.write(USED.start, &pointer).unwrap();
            let text = format!("{text}\0");
            self.memory.write(USED.start + 16, text.as_bytes()).unwrap();
            self.call(IDS[0], F::ShaderSource, &[shader, 1, at, 0]);
            self.call(IDS[0], F::CompileShader, &[shader]);
            if place < 2 {
                self.call(IDS[0], F::AttachShader, &[program, shader]);
            }
            self.known[place] = shader as u32;
        }
        self.call(IDS[0], F::LinkProgram, &[program]);
        self.call(IDS[0], F::UseProgram, &[program]);
        self.known[3] = program as u32;
        for address in (USED.start + 0x1000..USED.end).step_by(4) {
            let number = self.number();
            self.memory.store_u32(address, number).unwrap();
        }
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.random.next_word() % u64::from(limit)) as u32
    }

    /// Returns a number of an arbitrary kind.
    fn number(&mut self) -> u32 {
        match self.below(16) {
            0..6 => ENUMS[self.below(ENUMS.len() as u32) as usize],
            6..9 => self.below(20),
            9 => self.known[self.below(16) as usize],
            10..13 => USED.start + self.below(USED.end - USED.start),
            13 => 0_u32.wrapping_sub(self.below(40)),
            14 => (self.below(2000) as f32 / 100.0 - 10.0).to_bits(),
            _ => self.random.next_word() as u32 >> self.below(32),
        }
    }

    /// Returns an argument as the hint says, or occasionally an arbitrary one.
    fn likely(&mut self, hint: Hint) -> u64 {
        if self.below(40) == 0 {
            return self.number().into();
        }
        let one =
            |attacker: &mut Attacker, of: &[u64]| of[attacker.below(of.len() as u32) as usize];
        match hint {
            Is(value) => value,
            Small => self.below(4).into(),
            Address => u64::from(USED.start + 4 * self.below((USED.end - USED.start) / 4)),
            Type => one(self, &[0x1400, 0x1401, 0x1402, 0x1403, 0x1406]),
            From(of) => one(self, of),
        }
    }

    fn step(&mut self) {
        let id = IDS[self.below(3) as usize];
        match self.below(400) {
            0 => self.gl.swap(id),
            1 => {
                let size = [self.below(64), self.below(64)];
                self.gl.resize(id, size);
            }
            2 => drop(self.gl.picture(id)),
            3 => {
                let name = 0x1F00 + self.below(5);
                drop(self.gl.string(id, name));
            }
            4..200 => {
                let (function, hints) = LIKELY[self.below(LIKELY.len() as u32) as usize];
                let args: Vec<u64> = hints.iter().map(|hint| self.likely(*hint)).collect();
                self.call(id, function, &args);
            }
            _ => {
                let all = F::ALL;
                let function = all[self.below(all.len() as u32) as usize];
                // `GetString` is not called through this function.
                if function == F::GetString {
                    return;
                }
                let args: [u64; 10] = std::array::from_fn(|_| u64::from(self.number()));
                let result = self.call(id, function, &args[..parameters(function)]);
                let place = self.below(16) as usize;
                self.known[place] = result as u32;
            }
        }
    }

    /// Returns true if each context still clears its framebuffer.
    fn is_usable(&mut self) -> bool {
        IDS.into_iter().all(|id| {
            self.gl.resize(id, [4, 4]);
            self.call(id, F::BindFramebuffer, &[0x8D40, 0]);
            self.call(id, F::Disable, &[0x0C11]);
            self.call(id, F::ColorMask, &[1; 4]);
            let [one, zero] = [1.0_f32, 0.0].map(|float| u64::from(float.to_bits()));
            self.call(id, F::ClearColor, &[zero, one, zero, one]);
            // The program may have disabled the colours of framebuffer 0.
            self.memory.store_u32(USED.start, 0x0405).unwrap();
            let at = u64::from(USED.start);
            self.call(id, F::DrawBuffersEXT, &[1, at]);
            self.call(id, F::Clear, &[0x4000]);
            self.call(id, F::PixelStorei, &[0x0D05, 1]);
            self.memory.store_u32(USED.start, 0).unwrap();
            self.call(id, F::ReadPixels, &[0, 0, 1, 1, 0x1908, 0x1401, at]);
            let read = self.memory.load_u32(USED.start).unwrap();
            self.gl.swap(id);
            let shown = &self.gl.picture(id).bytes[..4];
            shown == GREEN && read == u32::from_le_bytes(GREEN)
        })
    }
}

#[test]
fn garbage_harms_nobody() {
    let calls = std::env::var("PINNACLE_HOSTILE_CALLS").ok();
    let calls: u32 = calls.map_or(10_000, |text| text.parse().unwrap());
    for seed in 0..calls.div_ceil(CALLS_OF_A_PROGRAM) {
        let Some(mut attacker) = Attacker::new(u64::from(seed)) else {
            return;
        };
        for _ in 0..CALLS_OF_A_PROGRAM.min(calls) {
            attacker.step();
        }
        assert!(attacker.is_usable(), "the program of seed {seed}");
    }
}
