//! Writes the steps of a context.

use super::super::buffers::BufferRef;
use super::super::vertices::VertexArray;
use super::super::{Context, Objects};
use super::helper::Helper;
use super::next_name;
use crate::command::{OWN_NAMES, Op, Reply};
use crate::thread::DriverThread;
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::device::gl::steps::{self, Data, GroupOrder, Kind, Rows, Step};
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::limits::MAX_DRAW_BUFFERS;
use pinnacle_system::state::{Refusal, Writer};
use std::collections::BTreeMap;

/// Settings that `glEnable` and `glDisable` change.
const CAPABILITIES: [u32; 9] = [
    gl::CULL_FACE,
    gl::BLEND,
    gl::DITHER,
    gl::STENCIL_TEST,
    gl::DEPTH_TEST,
    gl::SCISSOR_TEST,
    gl::POLYGON_OFFSET_FILL,
    gl::SAMPLE_ALPHA_TO_COVERAGE,
    gl::SAMPLE_COVERAGE,
];

/// Integer settings of a context: a function, its leading arguments, and the parameters whose
/// values are its other arguments.
const INTEGERS: &[(F, &[u32], &[u32])] = &[
    (
        F::BlendEquationSeparate,
        &[],
        &[gl::BLEND_EQUATION_RGB, gl::BLEND_EQUATION_ALPHA],
    ),
    (
        F::BlendFuncSeparate,
        &[],
        &[
            gl::BLEND_SRC_RGB,
            gl::BLEND_DST_RGB,
            gl::BLEND_SRC_ALPHA,
            gl::BLEND_DST_ALPHA,
        ],
    ),
    (F::ClearStencil, &[], &[gl::STENCIL_CLEAR_VALUE]),
    (F::ColorMask, &[], &[gl::COLOR_WRITEMASK]),
    (F::CullFace, &[], &[gl::CULL_FACE_MODE]),
    (F::DepthFunc, &[], &[gl::DEPTH_FUNC]),
    (F::DepthMask, &[], &[gl::DEPTH_WRITEMASK]),
    (F::FrontFace, &[], &[gl::FRONT_FACE]),
    (
        F::Hint,
        &[gl::GENERATE_MIPMAP_HINT],
        &[gl::GENERATE_MIPMAP_HINT],
    ),
    (
        F::Hint,
        &[gl::FRAGMENT_SHADER_DERIVATIVE_HINT_OES],
        &[gl::FRAGMENT_SHADER_DERIVATIVE_HINT_OES],
    ),
    (F::Scissor, &[], &[gl::SCISSOR_BOX]),
    (
        F::StencilFuncSeparate,
        &[gl::FRONT],
        &[gl::STENCIL_FUNC, gl::STENCIL_REF, gl::STENCIL_VALUE_MASK],
    ),
    (
        F::StencilFuncSeparate,
        &[gl::BACK],
        &[
            gl::STENCIL_BACK_FUNC,
            gl::STENCIL_BACK_REF,
            gl::STENCIL_BACK_VALUE_MASK,
        ],
    ),
    (
        F::StencilMaskSeparate,
        &[gl::FRONT],
        &[gl::STENCIL_WRITEMASK],
    ),
    (
        F::StencilMaskSeparate,
        &[gl::BACK],
        &[gl::STENCIL_BACK_WRITEMASK],
    ),
    (
        F::StencilOpSeparate,
        &[gl::FRONT],
        &[
            gl::STENCIL_FAIL,
            gl::STENCIL_PASS_DEPTH_FAIL,
            gl::STENCIL_PASS_DEPTH_PASS,
        ],
    ),
    (
        F::StencilOpSeparate,
        &[gl::BACK],
        &[
            gl::STENCIL_BACK_FAIL,
            gl::STENCIL_BACK_PASS_DEPTH_FAIL,
            gl::STENCIL_BACK_PASS_DEPTH_PASS,
        ],
    ),
    (F::Viewport, &[], &[gl::VIEWPORT]),
];

/// Float settings of a context: a function, and the parameters whose values are its arguments.
const FLOATS: &[(F, &[u32])] = &[
    (F::BlendColor, &[gl::BLEND_COLOR]),
    (F::ClearColor, &[gl::COLOR_CLEAR_VALUE]),
    (F::ClearDepthf, &[gl::DEPTH_CLEAR_VALUE]),
    (F::DepthRangef, &[gl::DEPTH_RANGE]),
    (F::LineWidth, &[gl::LINE_WIDTH]),
    (
        F::PolygonOffset,
        &[gl::POLYGON_OFFSET_FACTOR, gl::POLYGON_OFFSET_UNITS],
    ),
];

/// The targets to which textures are bound, by texture name. The target of a texture without images
/// is only known from its bindings.
pub(crate) type Targets = BTreeMap<u32, u32>;

/// Returns the targets of the textures that contexts of a group have bound.
pub(crate) fn targets<'c>(contexts: impl Iterator<Item = &'c Context>) -> Targets {
    let units = contexts.flat_map(|context| &context.textures);
    let bound =
        units.flat_map(|[flat, cube]| [(*flat, gl::TEXTURE_2D), (*cube, gl::TEXTURE_CUBE_MAP)]);
    bound.filter(|(name, _)| *name != 0).collect()
}

/// Saves a context. The steps of the first context of a group create the objects that they share.
pub(crate) fn save(
    context: &mut Context,
    objects: &Objects,
    order: GroupOrder,
    targets: Targets,
    driver: &DriverThread,
    to: &mut Writer,
) -> Result<(), Refusal> {
    let helper = Helper::new(driver, context, objects);
    let helper =
        helper.ok_or_else(|| Refusal::of("OpenGL objects that the driver does not read"))?;
    let mut saving = Saving {
        context,
        objects,
        driver,
        helper,
        targets,
        to,
    };
    saving.features();
    if order.share.is_none() {
        saving.shared_objects()?;
    }
    saving.framebuffers();
    saving.vertex_arrays();
    saving.queries()?;
    saving.bindings();
    saving.numbers();
    if order.is_last {
        saving.deleted();
    }
    saving.screen();
    for kind in Kind::ALL {
        let name = next_name(kind, saving.context, saving.objects);
        Step::Next { kind, name }.write(saving.to);
    }
    steps::write_end(saving.to);
    Ok(())
}

/// A context that is being saved.
pub(super) struct Saving<'a> {
    pub(super) context: &'a mut Context,
    pub(super) objects: &'a Objects,
    pub(super) driver: &'a DriverThread,
    pub(super) helper: Helper<'a>,
    pub(super) targets: Targets,
    pub(super) to: &'a mut Writer,
}

impl Saving<'_> {
    /// Writes a call.
    pub(super) fn call(&mut self, function: F, args: &[u32]) {
        self.call_with(function, args, Data::None);
    }

    /// Writes a call with data.
    pub(super) fn call_with(&mut self, function: F, args: &[u32], data: Data) {
        Step::call(function, args, data).write(self.to);
    }

    /// Writes the step that creates an object.
    pub(super) fn make(&mut self, kind: Kind, name: u32, argument: u32) {
        let step = Step::Make {
            kind,
            name,
            argument,
        };
        step.write(self.to);
    }

    /// Asks the driver about the context.
    pub(super) fn ask(&mut self, function: F, args: &[u32]) -> Reply {
        self.context.batch.push(Op::Call(function), args);
        self.driver.ask(self.context.id, &mut self.context.batch)
    }

    fn ask_word(&mut self, function: F, args: &[u32]) -> u32 {
        self.ask(function, args).words.first().copied().unwrap_or(0)
    }

    fn features(&mut self) {
        for (is_on, name) in [
            (
                self.context.any_target,
                "pepper3d_allow_buffers_on_multiple_targets\0",
            ),
            (
                self.context.fixed_attributes,
                "pepper3d_support_fixed_attribs\0",
            ),
        ] {
            if is_on {
                let name = Data::At(0, name.into());
                self.call_with(F::EnableFeatureCHROMIUM, &[0], name);
            }
        }
        // Pixels and buffers are written without gaps.
        self.call(F::PixelStorei, &[gl::UNPACK_ALIGNMENT, 1]);
    }

    fn framebuffers(&mut self) {
        let mut most = |name| {
            let count = self.ask_word(F::GetIntegerv, &[name, 1]);
            count.min(MAX_DRAW_BUFFERS)
        };
        let attachments = most(gl::MAX_COLOR_ATTACHMENTS_EXT);
        let draw_buffers = most(gl::MAX_DRAW_BUFFERS_EXT);
        let framebuffers = self.context.framebuffers.iter();
        let framebuffers: Vec<_> = framebuffers
            .map(|(name, one)| (name, one.was_bound))
            .collect();
        for (name, was_bound) in framebuffers {
            self.make(Kind::Framebuffer, name, 0);
            if !was_bound {
                continue;
            }
            let bind = [gl::FRAMEBUFFER, name];
            self.call(F::BindFramebuffer, &bind);
            self.context.batch.push(Op::Call(F::BindFramebuffer), &bind);
            let colours = (0..attachments).map(|place| gl::COLOR_ATTACHMENT0 + place);
            for place in colours.chain([gl::DEPTH_ATTACHMENT, gl::STENCIL_ATTACHMENT]) {
                self.attachment(place);
            }
            self.draw_buffers(draw_buffers, 0);
        }
        let (draw, read) = (self.context.draw_framebuffer, self.context.read_framebuffer);
        for bound in [[gl::DRAW_FRAMEBUFFER, 0], [gl::DRAW_FRAMEBUFFER, draw]] {
            self.context
                .batch
                .push(Op::Call(F::BindFramebuffer), &bound);
            if bound[1] == 0 {
                self.call(F::BindFramebuffer, &[gl::FRAMEBUFFER, 0]);
                self.draw_buffers(1, gl::BACK);
            }
        }
        let bound = [gl::READ_FRAMEBUFFER, read];
        self.context
            .batch
            .push(Op::Call(F::BindFramebuffer), &bound);
        self.call(F::BindFramebuffer, &[gl::DRAW_FRAMEBUFFER, draw]);
        self.call(F::BindFramebuffer, &bound);
    }

    /// Writes the attachment of the bound framebuffer at an attachment point.
    fn attachment(&mut self, place: u32) {
        let mut parameter = |name| {
            let args = [gl::FRAMEBUFFER, place, name];
            self.ask_word(F::GetFramebufferAttachmentParameteriv, &args)
        };
        let kind = parameter(gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
        if !matches!(kind, gl::TEXTURE | gl::RENDERBUFFER) {
            return;
        }
        let name = parameter(gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME).saturating_sub(OWN_NAMES);
        if kind == gl::RENDERBUFFER {
            if self.objects.renderbuffers.get(name).is_some() {
                let args = [gl::FRAMEBUFFER, place, gl::RENDERBUFFER, name];
                self.call(F::FramebufferRenderbuffer, &args);
            }
            return;
        }
        let side = parameter(gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
        let target = if side == 0 { gl::TEXTURE_2D } else { side };
        if self.objects.textures.get(name).is_some() {
            let args = [gl::FRAMEBUFFER, place, target, name, 0];
            self.call(F::FramebufferTexture2D, &args);
        }
    }

    /// Writes the draw buffers of the bound framebuffer. If `own` is not 0, it replaces each draw
    /// buffer that the driver reports.
    fn draw_buffers(&mut self, count: u32, own: u32) {
        let buffers = (0..count).map(|place| {
            let buffer = self.ask_word(F::GetIntegerv, &[gl::DRAW_BUFFER0_EXT + place, 1]);
            if buffer != 0 && own != 0 { own } else { buffer }
        });
        let bytes: Vec<u8> = buffers.flat_map(u32::to_le_bytes).collect();
        self.call_with(F::DrawBuffersEXT, &[count, 0], Data::At(1, bytes));
    }

    fn vertex_arrays(&mut self) {
        let names: Vec<u32> = self.context.arrays.iter().map(|(name, _)| name).collect();
        for &name in &names {
            self.make(Kind::VertexArray, name, 0);
            self.call(F::BindVertexArrayOES, &[name]);
            let array = self.context.arrays.remove(name);
            if let Some(array) = array {
                self.vertex_array(&array);
                self.context.arrays.insert(name, array);
            }
        }
        self.call(F::BindVertexArrayOES, &[0]);
        let array = std::mem::take(&mut self.context.default_array);
        self.vertex_array(&array);
        self.context.default_array = array;
        self.call(F::BindVertexArrayOES, &[self.context.array]);
        self.bind_buffer(gl::ARRAY_BUFFER, self.context.array_buffer);
        for (index, value) in (0..).zip(self.context.constants.clone()) {
            let [x, y, z, w] = value.map(f32::to_bits);
            self.call(F::VertexAttrib4f, &[index, x, y, z, w]);
        }
    }

    /// Binds a buffer, or none if it no longer exists.
    fn bind_buffer(&mut self, target: u32, bound: BufferRef) {
        let name = self.objects.buffer(bound).map_or(0, |_| bound.name);
        self.call(F::BindBuffer, &[target, name]);
    }

    /// Writes the bound vertex array.
    fn vertex_array(&mut self, array: &VertexArray) {
        for (index, one) in (0..).zip(&array.attributes) {
            if one.buffer.name == 0 || self.objects.buffer(one.buffer).is_some() {
                self.bind_buffer(gl::ARRAY_BUFFER, one.buffer);
                let normalized = u32::from(one.is_normalized);
                let (stride, pointer) = (one.stride, one.pointer);
                let args = [index, one.size, one.kind, normalized, stride, pointer];
                self.call(F::VertexAttribPointer, &args);
            }
            if one.divisor != 0 {
                self.call(F::VertexAttribDivisorANGLE, &[index, one.divisor]);
            }
            if one.is_enabled {
                self.call(F::EnableVertexAttribArray, &[index]);
            }
        }
        self.bind_buffer(gl::ELEMENT_ARRAY_BUFFER, array.indices);
    }

    fn queries(&mut self) -> Result<(), Refusal> {
        if !self.context.active_queries.is_empty() {
            return Err(Refusal::of("an unfinished OpenGL query"));
        }
        let queries = self.context.queries.iter();
        let queries: Vec<_> = queries.map(|(name, one)| (name, one.target)).collect();
        for (name, target) in queries {
            self.make(Kind::Query, name, 0);
            if target != 0 {
                self.call(F::BeginQueryEXT, &[target, name]);
                self.call(F::EndQueryEXT, &[target]);
            }
        }
        Ok(())
    }

    fn bindings(&mut self) {
        // Creating the textures has used the first unit. Another driver may have fewer units.
        for (unit, names) in (0..).zip(self.context.textures.clone()) {
            if unit > 0 && names == [0; 2] {
                continue;
            }
            self.call(F::ActiveTexture, &[gl::TEXTURE0 + unit]);
            for (target, name) in [gl::TEXTURE_2D, gl::TEXTURE_CUBE_MAP]
                .into_iter()
                .zip(names)
            {
                let name = self.objects.textures.get(name).map_or(0, |_| name);
                self.call(F::BindTexture, &[target, name]);
            }
        }
        let unit = self.context.unit as u32;
        self.call(F::ActiveTexture, &[gl::TEXTURE0 + unit]);
        let renderbuffer = self.context.renderbuffer;
        let name = self
            .objects
            .renderbuffers
            .get(renderbuffer)
            .map_or(0, |_| renderbuffer);
        self.call(F::BindRenderbuffer, &[gl::RENDERBUFFER, name]);
        self.call(F::UseProgram, &[self.context.program]);
    }

    /// Writes the numeric settings of the context.
    fn numbers(&mut self) {
        for capability in CAPABILITIES {
            let is_on = self.ask_word(F::GetIntegerv, &[capability, 1]) != 0;
            self.call(if is_on { F::Enable } else { F::Disable }, &[capability]);
        }
        for (function, first, parameters) in INTEGERS {
            let mut args = first.to_vec();
            args.extend(self.values(F::GetIntegerv, parameters));
            self.call(*function, &args);
        }
        for (function, parameters) in FLOATS {
            let args = self.values(F::GetFloatv, parameters);
            self.call(*function, &args);
        }
        let value = self.values(F::GetFloatv, &[gl::SAMPLE_COVERAGE_VALUE]);
        let is_inverted = self.values(F::GetIntegerv, &[gl::SAMPLE_COVERAGE_INVERT]);
        self.call(F::SampleCoverage, &[value, is_inverted].concat());
        let unpack = self.context.unpack;
        for (name, value) in [
            (gl::PACK_ALIGNMENT, self.context.pack_alignment),
            (gl::UNPACK_ALIGNMENT, unpack.alignment),
            (gl::UNPACK_ROW_LENGTH_EXT, unpack.row_length),
            (gl::UNPACK_SKIP_ROWS_EXT, unpack.skip_rows),
            (gl::UNPACK_SKIP_PIXELS_EXT, unpack.skip_pixels),
        ] {
            self.call(F::PixelStorei, &[name, value]);
        }
    }

    /// Returns the values of some parameters of the context.
    fn values(&mut self, function: F, parameters: &[u32]) -> Vec<u32> {
        let values = parameters.iter().flat_map(|&parameter| {
            let count = pinnacle_pepper::table::gl::state::count(parameter).unwrap_or(1);
            self.ask(function, &[parameter, count]).words
        });
        values.collect()
    }

    fn screen(&mut self) {
        let mut pixels = |op| {
            self.context.batch.push(op, &[]);
            self.driver.ask(self.context.id, &mut self.context.batch)
        };
        let replies = [pixels(Op::ReadScreen), pixels(Op::Picture)];
        let pictures = replies.map(|reply| Rows {
            size: reply.words.first_chunk().copied().unwrap_or([0; 2]),
            bytes: reply.bytes,
        });
        Step::Screen(pictures).write(self.to);
    }
}
