//! Saved states of contexts, with this machine's driver.

use pinnacle_gles::Contexts;
use pinnacle_pepper::device::gl::steps::{self, Head, Step};
use pinnacle_pepper::device::gl::{ContextAttributes, Function as F, Gl};
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::pixels::PAIRS;
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_system::state::{Destination, Reader, Unusable, Writer};
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

const ID: u32 = 7;

/// Size of the program's address space in bytes.
const LIMIT: u32 = 256 * PAGE_SIZE;

/// A context that shares its objects with the first one.
const OTHER: u32 = 8;

/// A program with a context of 16 by 16 pixels and some pages of memory.
struct Program {
    gl: Contexts,
    /// The ID of the context that calls use.
    id: u32,
    memory: Memory,
    next: u32,
}

/// The bytes of a saved state.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Destination for Kept {
    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

fn memory() -> Memory {
    let mut memory = Memory::new(LIMIT).unwrap();
    let pages = PAGE_SIZE..8 * PAGE_SIZE;
    memory.protect(pages, Protection::ReadWrite).unwrap();
    memory
}

impl Program {
    /// Returns `None` and prints a note if this machine has no OpenGL.
    fn new() -> Option<Program> {
        let mut program = Program::empty()?;
        program.create(ID, None);
        Some(program)
    }

    fn create(&mut self, id: u32, share: Option<u32>) {
        let attributes = ContextAttributes {
            size: [16, 16],
            depth: 16,
            stencil: 8,
            ..ContextAttributes::default()
        };
        assert!(self.gl.create(id, &attributes, share));
    }

    /// Creates a program without a context.
    fn empty() -> Option<Program> {
        match Contexts::new() {
            Ok(gl) => Some(Program {
                gl,
                id: ID,
                memory: memory(),
                next: PAGE_SIZE,
            }),
            Err(error) => {
                pinnacle_testing::skip::skip(error);
                None
            }
        }
    }

    fn saved(&mut self) -> Vec<u8> {
        let kept = Kept::default();
        let mut to = Writer::new(kept.clone());
        self.gl.save(&mut to).unwrap();
        to.finish().unwrap();
        let bytes = kept.0.lock().unwrap();
        bytes.clone()
    }

    /// Returns the reason why the contexts cannot be saved.
    fn refusal(&mut self) -> String {
        let refusal = self.gl.save(&mut Writer::new(Kept::default()));
        refusal.unwrap_err().to_string()
    }

    fn restore(&mut self, state: Vec<u8>) -> Result<(), Unusable> {
        let mut from = Reader::new(move || Ok(Cursor::new(state.clone()))).unwrap();
        self.gl.restore(&mut from, LIMIT)
    }

    /// Returns the program, restored from its state with another driver thread. Its memory is the
    /// same.
    fn continued(&mut self) -> Program {
        let state = self.saved();
        self.continued_from(&state)
    }

    /// Returns the program, restored from a state.
    fn continued_from(&mut self, state: &[u8]) -> Program {
        let mut other = Program::empty().unwrap();
        other.restore(state.to_vec()).unwrap();
        assert!(other.saved() == state, "it can be saved again");
        for at in (PAGE_SIZE..8 * PAGE_SIZE).step_by(4) {
            let word = self.memory.load_u32(at).unwrap();
            other.memory.store_u32(at, word).unwrap();
        }
        other.next = self.next;
        other.id = self.id;
        other
    }

    fn call(&mut self, function: F, args: &[u32]) -> u64 {
        let args: Vec<u64> = args.iter().map(|&arg| arg.into()).collect();
        let result = self.gl.call(self.id, function, &args, &mut self.memory);
        result.unwrap()
    }

    fn has_no_error(&mut self) {
        assert_eq!(self.call(F::GetError, &[]), 0);
    }

    fn bytes(&mut self, bytes: &[u8]) -> u32 {
        let at = self.next;
        self.next += (bytes.len() as u32).next_multiple_of(8);
        self.memory.write(at, bytes).unwrap();
        at
    }

    fn floats(&mut self, floats: &[f32]) -> u32 {
        let bytes: Vec<u8> = floats.iter().flat_map(|one| one.to_le_bytes()).collect();
        self.bytes(&bytes)
    }

    fn text(&mut self, text: &str) -> u32 {
        self.bytes(format!("{text}\0").as_bytes())
    }

    fn shader(&mut self, kind: u32, source: &str) -> u32 {
        let shader = self.call(F::CreateShader, &[kind]) as u32;
        let source = self.text(source);
        let strings = self.bytes(&source.to_le_bytes());
        self.call(F::ShaderSource, &[shader, 1, strings, 0]);
        self.call(F::CompileShader, &[shader]);
        shader
    }

    /// Links a program whose shaders are deleted immediately, and uses it.
    fn link(&mut self, vertex: &str, fragment: &str) -> u32 {
        let program = self.call(F::CreateProgram, &[]) as u32;
        for (kind, source) in [(gl::VERTEX_SHADER, vertex), (gl::FRAGMENT_SHADER, fragment)] {
            let shader = self.shader(kind, source);
            self.call(F::AttachShader, &[program, shader]);
            self.call(F::DeleteShader, &[shader]);
            self.call(F::DetachShader, &[program, shader]);
            let again = self.shader(kind, source);
            self.call(F::AttachShader, &[program, again]);
        }
        self.call(F::LinkProgram, &[program]);
        self.call(F::UseProgram, &[program]);
        self.has_no_error();
        program
    }

    fn location(&mut self, function: F, program: u32, name: &str) -> u32 {
        let name = self.text(name);
        self.call(function, &[program, name]) as u32
    }

    fn picture(&mut self) -> Vec<u8> {
        self.gl.swap(self.id);
        self.gl.picture(self.id).bytes
    }
}

const VERTEX: &str = "attribute vec2 place; attribute vec3 tint; varying vec2 at; varying vec3 hue;
    uniform mat3 turn; uniform vec2 moves[3];
    void main() {
        at = place; hue = tint;
        vec3 turned = turn * vec3(place + moves[1] + moves[2], 1.0);
        gl_Position = vec4(turned.xy, 0.0, 1.0);
    }";

const FRAGMENT: &str = "precision mediump float; varying vec2 at; varying vec3 hue;
    uniform sampler2D first; uniform sampler2D second; uniform bool bright; uniform int steps;
    void main() {
        vec4 mixed = texture2D(first, at) * 0.5 + texture2D(second, at * 2.0) * 0.5;
        gl_FragColor = mixed * vec4(hue, 1.0) + (bright ? 0.1 * float(steps) : 0.0);
    }";

/// Sets up a drawing that uses every kind of object. Returns the OpenGL program.
fn set_up(program: &mut Program) -> u32 {
    let drawing = program.link(VERTEX, FRAGMENT);
    for (name, values) in [("moves[1]", [0.25, 0.0]), ("moves[2]", [-0.125, 0.125])] {
        let at = program.location(F::GetUniformLocation, drawing, name);
        let [x, y] = values.map(f32::to_bits);
        program.call(F::Uniform2f, &[at, x, y]);
    }
    let turn = program.floats(&[0.8, 0.1, 0.0, -0.1, 0.8, 0.0, 0.05, 0.0, 1.0]);
    let at = program.location(F::GetUniformLocation, drawing, "turn");
    program.call(F::UniformMatrix3fv, &[at, 1, 0, turn]);
    for (name, value) in [("second", 3), ("bright", 1), ("steps", 2)] {
        let at = program.location(F::GetUniformLocation, drawing, name);
        program.call(F::Uniform1i, &[at, value]);
    }
    // Texture 20 is drawn to, with a renderbuffer for depth. Texture 21 has mipmaps.
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 20]);
    let (rgb, byte) = (gl::RGB, gl::UNSIGNED_BYTE);
    program.call(
        F::TexImage2D,
        &[gl::TEXTURE_2D, 0, rgb, 8, 8, 0, rgb, byte, 0],
    );
    for parameter in [gl::TEXTURE_MIN_FILTER, gl::TEXTURE_MAG_FILTER] {
        program.call(F::TexParameteri, &[gl::TEXTURE_2D, parameter, gl::NEAREST]);
    }
    program.call(F::BindFramebuffer, &[gl::FRAMEBUFFER, 9]);
    let (flat, colours) = (gl::TEXTURE_2D, gl::COLOR_ATTACHMENT0);
    program.call(
        F::FramebufferTexture2D,
        &[gl::FRAMEBUFFER, colours, flat, 20, 0],
    );
    program.call(F::BindRenderbuffer, &[gl::RENDERBUFFER, 5]);
    program.call(
        F::RenderbufferStorage,
        &[gl::RENDERBUFFER, gl::DEPTH_COMPONENT16, 8, 8],
    );
    let depth = [gl::FRAMEBUFFER, gl::DEPTH_ATTACHMENT, gl::RENDERBUFFER, 5];
    program.call(F::FramebufferRenderbuffer, &depth);
    let orange = [1.0, 0.5, 0.0, 1.0_f32].map(f32::to_bits);
    program.call(F::ClearColor, &orange);
    program.call(F::Clear, &[gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT]);
    program.call(F::BindFramebuffer, &[gl::FRAMEBUFFER, 0]);
    program.call(F::ActiveTexture, &[gl::TEXTURE0 + 3]);
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 21]);
    let pixels: Vec<u8> = (0..4 * 16 * 16).map(|at| (at * 7 % 251) as u8).collect();
    let pixels = program.bytes(&pixels);
    let rgba = gl::RGBA;
    program.call(
        F::TexImage2D,
        &[flat, 0, rgba, 16, 16, 0, rgba, byte, pixels],
    );
    program.call(F::GenerateMipmap, &[flat]);
    // A vertex array has a buffer; the default one has vertices in the program's memory.
    let array = program.bytes(&[0; 4]);
    program.call(F::GenVertexArraysOES, &[1, array]);
    let array = program.memory.load_u32(array).unwrap();
    program.call(F::BindVertexArrayOES, &[array]);
    let quad = [-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];
    let vertices = program.floats(&quad);
    program.call(F::BindBuffer, &[gl::ARRAY_BUFFER, 5]);
    program.call(
        F::BufferData,
        &[gl::ARRAY_BUFFER, 32, vertices, gl::STATIC_DRAW],
    );
    let place = program.location(F::GetAttribLocation, drawing, "place");
    let tint = program.location(F::GetAttribLocation, drawing, "tint");
    program.call(F::VertexAttribPointer, &[place, 2, gl::FLOAT, 0, 0, 0]);
    program.call(F::EnableVertexAttribArray, &[place]);
    let [red, green, blue] = [1.0, 0.75, 0.5_f32].map(f32::to_bits);
    program.call(F::VertexAttrib3f, &[tint, red, green, blue]);
    let indices = program.bytes(&[0, 1, 2, 2, 1, 3]);
    program.call(F::BindBuffer, &[gl::ELEMENT_ARRAY_BUFFER, 6]);
    let element = gl::ELEMENT_ARRAY_BUFFER;
    program.call(F::BufferData, &[element, 6, indices, gl::DYNAMIC_DRAW]);
    program.call(F::Enable, &[gl::BLEND]);
    program.call(F::BlendFunc, &[gl::SRC_ALPHA, gl::ONE_MINUS_SRC_ALPHA]);
    program.call(F::Enable, &[gl::SCISSOR_TEST]);
    program.call(F::Scissor, &[1, 2, 13, 12]);
    program.call(F::Viewport, &[1, 1, 14, 14]);
    program.call(F::StencilFuncSeparate, &[gl::BACK, gl::LESS, 3, 0x70]);
    program.has_no_error();
    drawing
}

/// Draws what [`set_up`] has prepared, to both framebuffers.
fn draw(program: &mut Program) -> Vec<u8> {
    program.call(F::DrawElements, &[gl::TRIANGLES, 6, gl::UNSIGNED_BYTE, 0]);
    program.has_no_error();
    program.picture()
}

#[test]
fn a_drawing_goes_on_with_the_same_pictures() {
    let Some(mut program) = Program::new() else {
        return;
    };
    set_up(&mut program);
    let first = draw(&mut program);
    assert!(
        first.chunks_exact(4).any(|pixel| pixel != &first[..4]),
        "it draws"
    );
    let mut other = program.continued();
    assert_eq!(
        other.gl.picture(ID).bytes,
        first,
        "the picture is shown again"
    );
    for _ in 0..3 {
        assert_eq!(draw(&mut program), draw(&mut other));
    }
    // New objects get the same names in both.
    for function in [F::CreateShader, F::CreateProgram] {
        let names = [&mut program, &mut other].map(|one| one.call(function, &[gl::VERTEX_SHADER]));
        assert_eq!(names[0], names[1]);
    }
}

#[test]
fn contexts_that_share_objects_come_back_together() {
    let Some(mut program) = Program::new() else {
        return;
    };
    let drawing = set_up(&mut program);
    let first = draw(&mut program);
    program.create(OTHER, Some(ID));
    program.id = OTHER;
    program.call(F::UseProgram, &[drawing]);
    program.call(F::ActiveTexture, &[gl::TEXTURE0 + 3]);
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 21]);
    let place = program.location(F::GetAttribLocation, drawing, "place");
    program.call(F::BindBuffer, &[gl::ARRAY_BUFFER, 5]);
    program.call(F::VertexAttribPointer, &[place, 2, gl::FLOAT, 0, 0, 0]);
    program.call(F::EnableVertexAttribArray, &[place]);
    program.call(F::BindBuffer, &[gl::ELEMENT_ARRAY_BUFFER, 6]);
    // A texture without images, which only this context has bound.
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 30]);
    let repeats = [gl::TEXTURE_2D, gl::TEXTURE_WRAP_S, gl::CLAMP_TO_EDGE];
    program.call(F::TexParameteri, &repeats);
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 21]);
    program.call(F::ActiveTexture, &[gl::TEXTURE0]);
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 30]);
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 20]);
    // Both contexts use the program until they use another one.
    program.call(F::DeleteProgram, &[drawing]);
    let second = draw(&mut program);
    assert_ne!(first, second, "the settings of the contexts differ");

    let mut other = program.continued();
    for id in [ID, OTHER, ID] {
        program.id = id;
        other.id = id;
        assert_eq!(draw(&mut program), draw(&mut other), "context {id}");
    }
    // The restored contexts still share their objects.
    other.id = OTHER;
    other.call(F::BindTexture, &[gl::TEXTURE_2D, 77]);
    other.id = ID;
    assert_eq!(other.call(F::IsTexture, &[77]), 1);
    assert_eq!(other.call(F::IsProgram, &[drawing]), 1);
    for id in [ID, OTHER] {
        other.id = id;
        other.call(F::UseProgram, &[0]);
    }
    assert_eq!(other.call(F::IsProgram, &[drawing]), 0, "deleted at last");
}

#[test]
fn a_context_shares_only_with_one_before_it() {
    let Some(mut program) = Program::new() else {
        return;
    };
    for share in [ID, ID + 1] {
        let kept = Kept::default();
        let mut to = Writer::new(kept.clone());
        to.count(1);
        let head = Head {
            id: ID,
            share: Some(share),
            attributes: ContextAttributes::default(),
        };
        head.write(&mut to);
        steps::write_end(&mut to);
        to.finish().unwrap();
        let bytes = kept.0.lock().unwrap().clone();
        assert!(program.restore(bytes).is_err(), "shares with {share}");
    }
}

/// The number that is added to the locations of uniforms.
const FURTHER: u32 = 5;

/// Returns a state whose uniforms have different locations than with this machine's driver.
fn of_another_driver(state: Vec<u8>) -> Vec<u8> {
    let mut from = Reader::new(move || Ok(Cursor::new(state.clone()))).unwrap();
    let kept = Kept::default();
    let mut to = Writer::new(kept.clone());
    to.count(from.count(1).unwrap());
    Head::read(&mut from).unwrap().write(&mut to);
    while let Some(mut step) = Step::read(&mut from, LIMIT as usize).unwrap() {
        match &mut step {
            Step::Call { function, args, .. } if function.name().starts_with("Uniform") => {
                args[0] += FURTHER;
            }
            Step::Linked { variables, .. } => {
                let uniforms = variables.uniforms.iter_mut();
                uniforms.for_each(|(_, location)| *location += FURTHER);
            }
            _ => {}
        }
        step.write(&mut to);
    }
    steps::write_end(&mut to);
    to.finish().unwrap();
    let bytes = kept.0.lock().unwrap();
    bytes.clone()
}

#[test]
fn a_program_keeps_the_locations_of_another_driver() {
    let Some(mut program) = Program::new() else {
        return;
    };
    let drawing = set_up(&mut program);
    let state = of_another_driver(program.saved());
    let mut other = program.continued_from(&state);
    assert_eq!(draw(&mut program), draw(&mut other));
    let name = "moves[1]";
    let here = program.location(F::GetUniformLocation, drawing, name);
    let there = other.location(F::GetUniformLocation, drawing, name);
    assert_eq!(there, here + FURTHER);
    let [x, y] = [0.5, 0.25_f32].map(f32::to_bits);
    program.call(F::Uniform2f, &[here, x, y]);
    other.call(F::Uniform2f, &[there, x, y]);
    let before = program.picture();
    let pictures = [&mut program, &mut other].map(draw);
    assert_eq!(pictures[0], pictures[1]);
    assert_ne!(pictures[0], before, "the uniform has moved the square");
}

#[test]
fn textures_of_all_formats_come_back() {
    let Some(mut program) = Program::new() else {
        return;
    };
    let mut count = 0;
    for (name, pair) in (1..).zip(PAIRS) {
        let (format, kind) = (pair.format.1, pair.kind.1);
        let is_depth = matches!(format, gl::DEPTH_COMPONENT | gl::DEPTH_STENCIL_OES);
        program.call(F::BindTexture, &[gl::TEXTURE_2D, name]);
        program.call(F::PixelStorei, &[gl::UNPACK_ALIGNMENT, 1]);
        // Bytes that are moderate numbers if read as 16-bit or 32-bit floats.
        let pixels: Vec<u8> = (0..3 * 2 * pair.size as usize)
            .map(|at| if at % 2 == 1 { 0x38 } else { (at * 29) as u8 })
            .collect();
        let pixels = program.bytes(&pixels);
        let at = if is_depth { 0 } else { pixels };
        let image = [gl::TEXTURE_2D, 0, format, 3, 2, 0, format, kind, at];
        program.call(F::TexImage2D, &image);
        count += u32::from(program.call(F::GetError, &[]) == 0);
    }
    assert!(count > 10, "{count}");
    let cube = gl::TEXTURE_CUBE_MAP;
    program.call(F::BindTexture, &[cube, 99]);
    for side in 0..6_u8 {
        let pixels: Vec<u8> = (0..16).map(|at| 40 * side + at).collect();
        let pixels = program.bytes(&pixels);
        let (target, lum) = (
            gl::TEXTURE_CUBE_MAP_POSITIVE_X + u32::from(side),
            gl::LUMINANCE,
        );
        let image = [target, 0, lum, 4, 4, 0, lum, gl::UNSIGNED_BYTE, pixels];
        program.call(F::TexImage2D, &image);
    }
    program.has_no_error();
    let state = program.saved();
    // The state contains the bytes that the program has passed.
    let luminances: Vec<u8> = (0..16).map(|at| 40 * 3 + at).collect();
    let is_there = state.windows(16).any(|part| part == luminances);
    assert!(is_there, "a side of the cube");
    program.continued();
}

/// A driver does not return compressed images, so their blocks are kept. Drivers without such
/// formats reject the image; then nothing is tested.
#[test]
fn compressed_textures_come_back_with_their_changed_parts() {
    let Some(mut program) = Program::new() else {
        return;
    };
    let format = gl::COMPRESSED_RGB_S3TC_DXT1_EXT;
    program.call(F::BindTexture, &[gl::TEXTURE_2D, 1]);
    let whole: Vec<u8> = (0..4 * 8).collect();
    let at = program.bytes(&whole);
    let image = [gl::TEXTURE_2D, 0, format, 8, 8, 0, 32, at];
    program.call(F::CompressedTexImage2D, &image);
    if program.call(F::GetError, &[]) != 0 {
        println!("no compressed images with this driver");
        return;
    }
    let part: Vec<u8> = (100..108).collect();
    let at = program.bytes(&part);
    let image = [gl::TEXTURE_2D, 0, 4, 0, 4, 4, format, 8, at];
    program.call(F::CompressedTexSubImage2D, &image);
    program.has_no_error();
    let state = program.saved();
    let expected = [&whole[..8], &part[..], &whole[16..]].concat();
    let is_there = |state: &[u8]| state.windows(32).any(|part| part == expected);
    assert!(is_there(&state), "the image with its new block");
    let mut other = Program::empty().unwrap();
    other.restore(state).unwrap();
    other.has_no_error();
    assert!(is_there(&other.saved()), "saved again");
}

#[test]
fn what_cannot_be_saved_is_named() {
    let Some(mut program) = Program::new() else {
        return;
    };
    let at = program.bytes(&[0; 4]);
    program.call(F::GenQueriesEXT, &[1, at]);
    let query = program.memory.load_u32(at).unwrap();
    program.call(F::BeginQueryEXT, &[gl::ANY_SAMPLES_PASSED_EXT, query]);
    assert!(program.refusal().contains("query"));
}

/// A state is restored or refused with a reason, whatever it contains.
#[test]
fn hostile_states_harm_nobody() {
    let Some(mut program) = Program::new() else {
        return;
    };
    set_up(&mut program);
    let state = program.saved();
    let mut other = Program::empty().unwrap();
    let step = state.len() / 20;
    for at in (0..state.len()).step_by(step) {
        assert!(other.restore(state[..at].to_vec()).is_err(), "{at}");
        let mut bytes = state.clone();
        bytes[at] ^= 1 << (at % 8);
        if other.restore(bytes).is_ok() {
            draw_hostile(&mut other);
        }
    }
}

fn draw_hostile(program: &mut Program) {
    program.call(F::DrawElements, &[gl::TRIANGLES, 6, gl::UNSIGNED_BYTE, 0]);
    program.picture();
}
