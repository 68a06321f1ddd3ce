//! Drawing and queries, with this machine's driver.

use pinnacle_gles::{Contexts, Pixels};
use pinnacle_pepper::device::gl::{ContextAttributes, Function as F, Gl};
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};

const ID: u32 = 7;
const NO_ERROR: u64 = 0;
const INVALID_ENUM: u64 = 0x0500;
const INVALID_VALUE: u64 = 0x0501;
const INVALID_OPERATION: u64 = 0x0502;
const OUT_OF_MEMORY: u64 = 0x0505;
const ARRAY_BUFFER: u64 = 0x8892;
const ELEMENT_ARRAY_BUFFER: u64 = 0x8893;
const STATIC_DRAW: u64 = 0x88E4;
const FLOAT: u64 = 0x1406;
const UNSIGNED_BYTE: u64 = 0x1401;
const UNSIGNED_SHORT: u64 = 0x1403;
const TRIANGLES: u64 = 4;
const TEXTURE_2D: u64 = 0x0DE1;
const RGBA: u64 = 0x1908;
const COLOR_BUFFER_BIT: u64 = 0x4000;
const FRAMEBUFFER: u64 = 0x8D40;

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];

/// A program with a context of 8 by 8 pixels, an address space of 16 MiB, and two pages of
/// memory.
struct Program {
    gl: Contexts,
    memory: Memory,
    next: u32,
}

impl Program {
    /// Returns `None` and prints a note if this machine has no OpenGL.
    fn new() -> Option<Program> {
        let mut gl = match Contexts::new() {
            Ok(gl) => gl,
            Err(error) => {
                pinnacle_testing::skip::skip(error);
                return None;
            }
        };
        let attributes = ContextAttributes {
            size: [8, 8],
            depth: 16,
            ..ContextAttributes::default()
        };
        assert!(gl.create(ID, &attributes, None));
        let mut memory = Memory::new(256 * PAGE_SIZE).unwrap();
        let pages = PAGE_SIZE..3 * PAGE_SIZE;
        memory.protect(pages, Protection::ReadWrite).unwrap();
        Some(Program {
            gl,
            memory,
            next: PAGE_SIZE,
        })
    }

    fn call(&mut self, function: F, args: &[u64]) -> u64 {
        self.gl.call(ID, function, args, &mut self.memory).unwrap()
    }

    fn faults(&mut self, function: F, args: &[u64]) -> bool {
        self.gl.call(ID, function, args, &mut self.memory).is_err()
    }

    fn error(&mut self) -> u64 {
        self.call(F::GetError, &[])
    }

    /// Writes bytes to the program's memory.
    fn bytes(&mut self, bytes: &[u8]) -> u64 {
        let at = self.next;
        self.next += (bytes.len() as u32).next_multiple_of(8);
        self.memory.write(at, bytes).unwrap();
        u64::from(at)
    }

    fn floats(&mut self, floats: &[f32]) -> u64 {
        let bytes: Vec<u8> = floats.iter().flat_map(|one| one.to_le_bytes()).collect();
        self.bytes(&bytes)
    }

    fn text(&mut self, text: &str) -> u64 {
        self.bytes(format!("{text}\0").as_bytes())
    }

    fn word(&mut self, at: u64) -> u32 {
        self.memory.load_u32(at as u32).unwrap()
    }

    fn shader(&mut self, kind: u64, source: &str) -> u64 {
        let shader = self.call(F::CreateShader, &[kind]);
        let source = self.text(source);
        let strings = self.bytes(&(source as u32).to_le_bytes());
        self.call(F::ShaderSource, &[shader, 1, strings, 0]);
        self.call(F::CompileShader, &[shader]);
        shader
    }

    fn compiles(&mut self, shader: u64) -> bool {
        let at = self.bytes(&[0; 4]);
        self.call(F::GetShaderiv, &[shader, 0x8B81, at]);
        self.word(at) == 1
    }

    /// Uses a program that draws everything in the colour of a uniform.
    fn use_plain_program(&mut self) -> u64 {
        let vertex = "attribute vec4 place; void main() { gl_Position = place; }";
        let fragment = "precision mediump float; uniform vec4 colour;
            void main() { gl_FragColor = colour; }";
        let program = self.call(F::CreateProgram, &[]);
        for (kind, source) in [(0x8B31, vertex), (0x8B30, fragment)] {
            let shader = self.shader(kind, source);
            assert!(self.compiles(shader), "{source}");
            self.call(F::AttachShader, &[program, shader]);
        }
        let name = self.text("place");
        self.call(F::BindAttribLocation, &[program, 0, name]);
        self.call(F::LinkProgram, &[program]);
        self.call(F::UseProgram, &[program]);
        self.set_colour(program, RED);
        self.call(F::EnableVertexAttribArray, &[0]);
        program
    }

    fn set_colour(&mut self, program: u64, colour: [u8; 4]) {
        let name = self.text("colour");
        let place = self.call(F::GetUniformLocation, &[program, name]);
        let [red, green, blue, alpha] =
            colour.map(|one| u64::from((f32::from(one) / 255.0).to_bits()));
        self.call(F::Uniform4f, &[place, red, green, blue, alpha]);
    }

    /// Sets attribute 0 to the triangle, in the program's memory.
    fn triangle_from_memory(&mut self) {
        let vertices = self.floats(&TRIANGLE);
        self.call(F::VertexAttribPointer, &[0, 2, FLOAT, 0, 0, vertices]);
    }

    /// Sets attribute 0 to the triangle, in buffer 5.
    fn triangle_from_buffer(&mut self) {
        let vertices = self.floats(&TRIANGLE);
        self.call(F::BindBuffer, &[ARRAY_BUFFER, 5]);
        self.call(F::BufferData, &[ARRAY_BUFFER, 24, vertices, STATIC_DRAW]);
        self.call(F::VertexAttribPointer, &[0, 2, FLOAT, 0, 0, 0]);
    }

    fn clear(&mut self, colour: [f32; 4]) {
        let colour = colour.map(|one| u64::from(one.to_bits()));
        self.call(F::ClearColor, &colour);
        self.call(F::Clear, &[COLOR_BUFFER_BIT]);
    }

    fn shown(&mut self) -> Pixels {
        self.gl.swap(ID);
        self.gl.picture(ID)
    }

    fn pixel(&mut self, x: usize, y: usize) -> [u8; 4] {
        let pixels = self.shown();
        let at = (y * pixels.width as usize + x) * 4;
        pixels.bytes[at..at + 4].try_into().unwrap()
    }
}

/// A triangle that covers the lower left half.
const TRIANGLE: [f32; 6] = [-1.0, -1.0, 1.0, -1.0, -1.0, 1.0];

#[test]
fn a_drawing_is_shown_after_a_swap() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.clear([0.0, 1.0, 0.0, 1.0]);
    assert_eq!(program.pixel(3, 3), GREEN);
    program.clear([1.0, 0.0, 0.0, 1.0]);
    let before_a_swap = program.gl.picture(ID);
    assert_eq!(before_a_swap.bytes[..4], GREEN);
    assert_eq!(program.pixel(3, 3), RED);
}

#[test]
fn vertices_can_lie_in_the_program_s_memory() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    program.triangle_from_memory();
    program.call(F::DrawArrays, &[TRIANGLES, 0, 3]);
    assert_eq!(program.error(), NO_ERROR);
    assert_eq!(program.pixel(1, 6), RED, "below the diagonal");
    assert_eq!(program.pixel(6, 1), [0, 0, 0, 255], "above it");
}

#[test]
fn vertices_in_memory_may_be_unaligned_and_far_apart() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    for stride in [9, 408] {
        program.clear([0.0, 0.0, 0.0, 1.0]);
        let mut bytes = vec![0; 3 * stride];
        for (vertex, place) in bytes.chunks_exact_mut(stride).zip(TRIANGLE.chunks(2)) {
            vertex[1..5].copy_from_slice(&place[0].to_le_bytes());
            vertex[5..9].copy_from_slice(&place[1].to_le_bytes());
        }
        let at = program.bytes(&bytes) + 1;
        let array = [0, 2, FLOAT, 0, stride as u64, at];
        program.call(F::VertexAttribPointer, &array);
        program.call(F::DrawArrays, &[TRIANGLES, 0, 3]);
        assert_eq!(program.error(), NO_ERROR, "a stride of {stride} bytes");
        assert_eq!(program.pixel(1, 6), RED, "a stride of {stride} bytes");
    }
    program.triangle_from_buffer();
    for (stride, error) in [(9, INVALID_OPERATION), (408, INVALID_VALUE)] {
        program.call(F::VertexAttribPointer, &[0, 2, FLOAT, 0, stride, 0]);
        assert_eq!(
            program.error(),
            error,
            "a buffer's stride of {stride} bytes"
        );
    }
}

#[test]
fn indices_can_lie_in_the_program_s_memory() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    program.triangle_from_memory();
    let indices = program.bytes(&[0, 0, 1, 0, 2, 0]);
    program.call(F::DrawElements, &[TRIANGLES, 3, UNSIGNED_SHORT, indices]);
    assert_eq!(program.error(), NO_ERROR);
    assert_eq!(program.pixel(1, 6), RED);
}

#[test]
fn vertices_that_lead_nowhere_end_the_program() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    let nowhere = u64::from(8 * PAGE_SIZE);
    program.call(F::VertexAttribPointer, &[0, 2, FLOAT, 0, 0, nowhere]);
    assert!(program.faults(F::DrawArrays, &[TRIANGLES, 0, 3]));
}

#[test]
fn a_draw_beyond_its_buffer_draws_nothing() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    program.triangle_from_buffer();
    program.call(F::DrawArrays, &[TRIANGLES, 0, 4]);
    assert_eq!(program.error(), INVALID_OPERATION);
    assert_eq!(program.pixel(1, 6), [0, 0, 0, 255]);
    program.call(F::DrawArrays, &[TRIANGLES, 0, 3]);
    assert_eq!(program.error(), NO_ERROR);
    assert_eq!(program.pixel(1, 6), RED);
}

#[test]
fn a_draw_of_too_many_vertices_draws_nothing() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    program.triangle_from_memory();
    let many = 1 << 24;
    program.call(F::DrawArraysInstancedANGLE, &[TRIANGLES, 0, 3, many]);
    assert_eq!(program.error(), OUT_OF_MEMORY);
    assert_eq!(program.pixel(1, 6), [0, 0, 0, 255]);
    program.call(F::DrawArrays, &[TRIANGLES, 0, 3]);
    assert_eq!(program.pixel(1, 6), RED);
}

#[test]
fn the_greatest_index_decides_whether_a_buffer_reaches_far_enough() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    program.triangle_from_buffer();
    let indices = program.bytes(&[0, 1, 2, 0, 1, 3]);
    program.call(F::BindBuffer, &[ELEMENT_ARRAY_BUFFER, 6]);
    program.call(
        F::BufferData,
        &[ELEMENT_ARRAY_BUFFER, 6, indices, STATIC_DRAW],
    );
    program.call(F::DrawElements, &[TRIANGLES, 3, UNSIGNED_BYTE, 0]);
    assert_eq!(program.error(), NO_ERROR);
    program.call(F::DrawElements, &[TRIANGLES, 6, UNSIGNED_BYTE, 0]);
    assert_eq!(program.error(), INVALID_OPERATION);
    let two = program.bytes(&[2]);
    program.call(F::BufferSubData, &[ELEMENT_ARRAY_BUFFER, 5, 1, two]);
    program.call(F::DrawElements, &[TRIANGLES, 6, UNSIGNED_BYTE, 0]);
    assert_eq!(program.error(), NO_ERROR, "indices may change");
}

#[test]
fn a_buffer_of_the_name_of_one_that_is_gone_is_another_one() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    let name = program.bytes(&5_u32.to_le_bytes());
    let array = program.bytes(&[0; 4]);
    program.call(F::GenVertexArraysOES, &[1, array]);
    let array = u64::from(program.word(array));
    program.call(F::BindVertexArrayOES, &[array]);
    program.call(F::EnableVertexAttribArray, &[0]);
    program.triangle_from_buffer();
    program.call(F::BindVertexArrayOES, &[0]);
    program.call(F::DeleteBuffers, &[1, name]);
    program.call(F::BindBuffer, &[ARRAY_BUFFER, 5]);
    program.call(F::BufferData, &[ARRAY_BUFFER, 4096, 0, STATIC_DRAW]);
    program.call(F::BindVertexArrayOES, &[array]);
    program.call(F::DrawArrays, &[TRIANGLES, 0, 100]);
    assert_eq!(program.error(), INVALID_OPERATION);
}

#[test]
fn pixels_come_in_and_out_by_the_alignment_of_rows() {
    let Some(mut program) = Program::new() else {
        return;
    };
    // The image has two rows of one pixel with three bytes each. Rows are four bytes apart.
    let pixels = program.bytes(&[255, 0, 0, 9, 0, 255, 0]);
    program.call(F::BindTexture, &[TEXTURE_2D, 3]);
    let image = [
        TEXTURE_2D,
        0,
        0x1907,
        1,
        2,
        0,
        0x1907,
        UNSIGNED_BYTE,
        pixels,
    ];
    program.call(F::TexImage2D, &image);
    program.call(F::BindFramebuffer, &[FRAMEBUFFER, 4]);
    let attach = [FRAMEBUFFER, 0x8CE0, TEXTURE_2D, 3, 0];
    program.call(F::FramebufferTexture2D, &attach);
    assert_eq!(
        program.call(F::CheckFramebufferStatus, &[FRAMEBUFFER]),
        0x8CD5
    );
    let out = program.bytes(&[0; 8]);
    program.call(F::ReadPixels, &[0, 0, 1, 2, RGBA, UNSIGNED_BYTE, out]);
    assert_eq!(program.error(), NO_ERROR);
    let read = program.memory.load::<8>(out as u32).unwrap();
    assert_eq!(read, [255, 0, 0, 255, 0, 255, 0, 255]);
}

#[test]
fn framebuffer_0_is_not_an_object_of_the_program() {
    let Some(mut program) = Program::new() else {
        return;
    };
    let out = program.bytes(&[1; 4]);
    program.call(F::GetIntegerv, &[0x8CA6, out]);
    assert_eq!(program.word(out), 0);
    let attach = [FRAMEBUFFER, 0x8CE0, TEXTURE_2D, 0, 0];
    program.call(F::FramebufferTexture2D, &attach);
    assert_eq!(program.error(), INVALID_OPERATION);
}

#[test]
fn features_beyond_opengl_es_2_are_refused() {
    let Some(mut program) = Program::new() else {
        return;
    };
    // PIXEL_UNPACK_BUFFER, RASTERIZER_DISCARD, TEXTURE_3D.
    for (function, args) in [
        (F::BindBuffer, &[0x88EC, 1][..]),
        (F::Enable, &[0x8C89]),
        (F::BindTexture, &[0x806F, 1]),
    ] {
        program.call(function, args);
        assert_eq!(program.error(), INVALID_ENUM, "{function:?}");
    }
    let shader = program.shader(0x8B31, "#version 300 es\nvoid main() {}");
    assert!(!program.compiles(shader));
}

#[test]
fn errors_are_told_once_each() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.call(F::PixelStorei, &[0x0CF5, 3]);
    program.call(F::PixelStorei, &[0x0CF5, 5]);
    program.call(F::Enable, &[1]);
    assert_eq!(program.error(), INVALID_VALUE);
    assert_eq!(program.error(), INVALID_ENUM);
    assert_eq!(program.error(), NO_ERROR);
}

#[test]
fn a_resize_clears_and_keeps_what_the_program_has_set() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.clear([1.0, 0.0, 0.0, 1.0]);
    program.gl.resize(ID, [4, 2]);
    let shown = program.shown();
    assert_eq!([shown.width, shown.height], [4, 2]);
    assert_eq!(shown.bytes[..3], [0; 3]);
    program.call(F::Clear, &[COLOR_BUFFER_BIT]);
    assert_eq!(program.pixel(0, 0), RED);
}

#[test]
fn contexts_that_share_have_the_same_textures() {
    let Some(mut program) = Program::new() else {
        return;
    };
    let other = ID + 1;
    let attributes = ContextAttributes::default();
    assert!(program.gl.create(other, &attributes, Some(ID)));
    program.call(F::BindTexture, &[TEXTURE_2D, 3]);
    let memory = &mut program.memory;
    let is_texture = program.gl.call(other, F::IsTexture, &[3], memory);
    assert_eq!(is_texture, Ok(1));
}

#[test]
fn a_fault_while_names_are_made_makes_none() {
    let Some(mut program) = Program::new() else {
        return;
    };
    // The second page is the last writable one. It has room for one name.
    let edge = u64::from(3 * PAGE_SIZE - 4);
    assert!(program.faults(F::GenTextures, &[2, edge]));
    program.call(F::GenTextures, &[1, edge]);
    assert_eq!(program.word(edge), 1);
}

#[test]
fn objects_take_no_more_than_the_program_s_address_space() {
    let Some(mut program) = Program::new() else {
        return;
    };
    // The address space has 16 MiB, and the context takes 4 MiB of it.
    let image = |side| [TEXTURE_2D, 0, RGBA, side, side, 0, RGBA, UNSIGNED_BYTE, 0];
    program.call(F::BindTexture, &[TEXTURE_2D, 3]);
    program.call(F::TexImage2D, &image(1500));
    assert_eq!(program.error(), NO_ERROR);
    assert!(program.gl.bytes() >= 9_000_000);
    program.call(F::BindRenderbuffer, &[0x8D41, 3]);
    // 8 bytes per pixel are charged, whatever the format.
    let storage = [0x8D41, 0x8058, 1100, 1100];
    program.call(F::RenderbufferStorage, &storage);
    assert_eq!(program.error(), OUT_OF_MEMORY);
    program.call(F::TexImage2D, &image(16384));
    assert_eq!(program.error(), OUT_OF_MEMORY, "1 GiB");
    program.call(F::TexImage2D, &image(4));
    program.call(F::RenderbufferStorage, &storage);
    assert_eq!(program.error(), NO_ERROR, "what is smaller gives room");
}

/// Makes a texture of 4 by 4 pixels the target of draws. Returns the framebuffer status.
fn draw_on(program: &mut Program, format: u64, kind: u64) -> u64 {
    program.call(F::BindTexture, &[TEXTURE_2D, 3]);
    program.call(
        F::TexImage2D,
        &[TEXTURE_2D, 0, format, 4, 4, 0, format, kind, 0],
    );
    program.call(F::BindFramebuffer, &[FRAMEBUFFER, 4]);
    let attach = [FRAMEBUFFER, 0x8CE0, TEXTURE_2D, 3, 0];
    program.call(F::FramebufferTexture2D, &attach);
    program.call(F::CheckFramebufferStatus, &[FRAMEBUFFER])
}

#[test]
fn textures_of_floats_can_be_drawn_on() {
    const HALF_FLOAT: u64 = 0x8D61;
    for kind in [FLOAT, HALF_FLOAT] {
        let Some(mut program) = Program::new() else {
            return;
        };
        assert_eq!(draw_on(&mut program, RGBA, kind), 0x8CD5, "{kind:#x}");
        program.clear([-2.5, 0.0, 300.0, 1.0]);
        let out = program.bytes(&[0; 16]);
        program.call(F::ReadPixels, &[0, 0, 1, 1, RGBA, FLOAT, out]);
        assert_eq!(program.error(), NO_ERROR);
        let read = [0, 8].map(|at| f32::from_bits(program.word(out + at)));
        assert_eq!(read, [-2.5, 300.0]);
        // A part of the texture can be replaced by numbers of the same type.
        let size = if kind == FLOAT { 16 } else { 8 };
        let pixels = program.bytes(&vec![0; size]);
        let part = [TEXTURE_2D, 0, 0, 0, 1, 1, RGBA, kind, pixels];
        program.call(F::TexSubImage2D, &part);
        assert_eq!(program.error(), NO_ERROR);
        program.call(F::ReadPixels, &[0, 0, 1, 1, RGBA, FLOAT, out]);
        assert_eq!(program.word(out), 0);
        assert_eq!(program.gl.take_warning(), None);
    }
}

#[test]
fn a_framebuffer_that_is_incomplete_leaves_a_warning() {
    let Some(mut program) = Program::new() else {
        return;
    };
    program.use_plain_program();
    program.triangle_from_memory();
    program.call(F::BindFramebuffer, &[FRAMEBUFFER, 4]);
    for _ in 0..3 {
        program.call(F::DrawArrays, &[TRIANGLES, 0, 3]);
    }
    assert_eq!(program.error(), 0x0506, "INVALID_FRAMEBUFFER_OPERATION");
    let warning = program.gl.take_warning().unwrap();
    assert!(warning.contains("nothing is attached"), "{warning}");
    assert_eq!(program.gl.take_warning(), None, "once");
    assert_ne!(draw_on(&mut program, 0x1906, UNSIGNED_BYTE), 0);
    program.call(F::BindFramebuffer, &[FRAMEBUFFER, 0]);
    program.call(F::DrawArrays, &[TRIANGLES, 0, 3]);
    assert_eq!(program.error(), NO_ERROR);
}
