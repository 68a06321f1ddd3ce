//! Framebuffer 0 of a program, and the copy that is displayed.

use super::ReservedNames;
use glow::HasContext;
use pinnacle_pepper::device::gl::ContextAttributes;

/// The buffers of a framebuffer.
pub(super) struct ScreenBuffers {
    pub(super) framebuffer: glow::Framebuffer,
    size: [u32; 2],
    has_alpha: bool,
    colours: glow::Texture,
    /// The depth and stencil buffer, with its format.
    depth: Option<(glow::Renderbuffer, u32)>,
    /// The displayed copy, and its size.
    shown: glow::Texture,
    shown_size: [u32; 2],
    reader: glow::Framebuffer,
}

/// The program's bindings, saved while functions here bind something else.
struct Bound {
    draw: Option<glow::Framebuffer>,
    read: Option<glow::Framebuffer>,
    texture: Option<glow::Texture>,
    renderbuffer: Option<glow::Renderbuffer>,
}

impl Bound {
    /// Returns the current bindings.
    fn now(gl: &glow::Context) -> Bound {
        // SAFETY: each of these parameters is a single number.
        unsafe {
            Bound {
                draw: gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read: gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
                texture: gl.get_parameter_texture(glow::TEXTURE_BINDING_2D),
                renderbuffer: gl.get_parameter_renderbuffer(glow::RENDERBUFFER_BINDING),
            }
        }
    }

    fn restore(self, gl: &glow::Context) {
        // SAFETY: none of these functions passes a pointer.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read);
            gl.bind_texture(glow::TEXTURE_2D, self.texture);
            gl.bind_renderbuffer(glow::RENDERBUFFER, self.renderbuffer);
        }
    }
}

impl ScreenBuffers {
    /// Creates the buffers of a new context, and binds them.
    pub(super) fn new(
        gl: &glow::Context,
        attributes: &ContextAttributes,
        names: ReservedNames,
    ) -> Option<ScreenBuffers> {
        let depth_format = match (attributes.depth, attributes.stencil) {
            (_, 1..) => Some(glow::DEPTH24_STENCIL8),
            (0, 0) => None,
            (..=16, 0) => Some(glow::DEPTH_COMPONENT16),
            (_, 0) => Some(glow::DEPTH_COMPONENT24),
        };
        let depth = glow::NativeRenderbuffer(names.name(0));
        // SAFETY: none of these functions passes a pointer.
        let buffers = unsafe {
            ScreenBuffers {
                framebuffer: gl.create_framebuffer().ok()?,
                size: attributes.size,
                has_alpha: attributes.has_alpha,
                colours: glow::NativeTexture(names.name(0)),
                depth: depth_format.map(|format| (depth, format)),
                shown: glow::NativeTexture(names.name(1)),
                shown_size: [0; 2],
                reader: gl.create_framebuffer().ok()?,
            }
        };
        buffers.allocate(gl);
        // SAFETY: as above.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(buffers.framebuffer));
            let [width, height] = attributes.size.map(|side| side as i32);
            gl.viewport(0, 0, width, height);
            gl.scissor(0, 0, width, height);
        }
        Some(buffers)
    }

    fn format(&self) -> u32 {
        if self.has_alpha {
            glow::RGBA
        } else {
            glow::RGB
        }
    }

    /// Allocates and clears the buffers.
    fn allocate(&self, gl: &glow::Context) {
        let bound = Bound::now(gl);
        let [width, height] = self.size.map(|side| side.max(1) as i32);
        let format = self.format();
        let nothing = glow::PixelUnpackData::Slice(None);
        // SAFETY: no pixels are passed, and no other function takes a pointer.
        unsafe {
            gl.bind_texture(glow::TEXTURE_2D, Some(self.colours));
            gl.tex_image_2d(
                glow::TEXTURE_2D,
                0,
                format as i32,
                width,
                height,
                0,
                format,
                glow::UNSIGNED_BYTE,
                nothing,
            );
            plain_sampling(gl);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            gl.framebuffer_texture_2d(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::TEXTURE_2D,
                Some(self.colours),
                0,
            );
            if let Some((depth, format)) = self.depth {
                gl.bind_renderbuffer(glow::RENDERBUFFER, Some(depth));
                gl.renderbuffer_storage(glow::RENDERBUFFER, format, width, height);
                let attach = |attachment| {
                    gl.framebuffer_renderbuffer(
                        glow::FRAMEBUFFER,
                        attachment,
                        glow::RENDERBUFFER,
                        Some(depth),
                    );
                };
                attach(glow::DEPTH_ATTACHMENT);
                if format == glow::DEPTH24_STENCIL8 {
                    attach(glow::STENCIL_ATTACHMENT);
                }
            }
        }
        clear(gl);
        bound.restore(gl);
    }

    /// Resizes and clears the buffers.
    pub(super) fn resize(&mut self, gl: &glow::Context, size: [u32; 2]) {
        self.size = size;
        self.allocate(gl);
    }

    /// Copies the framebuffer for the display.
    pub(super) fn swap(&mut self, gl: &glow::Context) {
        let bound = Bound::now(gl);
        let [width, height] = self.size.map(|side| side.max(1) as i32);
        // SAFETY: none of these functions passes a pointer.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            gl.bind_texture(glow::TEXTURE_2D, Some(self.shown));
            if self.shown_size == self.size {
                gl.copy_tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, 0, 0, width, height);
            } else {
                gl.copy_tex_image_2d(glow::TEXTURE_2D, 0, self.format(), 0, 0, width, height, 0);
                plain_sampling(gl);
                self.shown_size = self.size;
            }
        }
        bound.restore(gl);
    }

    /// Reads the displayed picture: rows from the bottom, with red, green, blue and alpha per
    /// pixel.
    pub(super) fn picture(&self, gl: &glow::Context, pixels: &mut Vec<u8>) -> [u32; 2] {
        self.read(gl, self.shown, self.shown_size, pixels)
    }

    /// Reads the colours of the framebuffer, in the format of [`Self::picture`].
    pub(super) fn colours(&self, gl: &glow::Context, pixels: &mut Vec<u8>) -> [u32; 2] {
        self.read(gl, self.colours, self.size, pixels)
    }

    /// Sets the colours of the framebuffer and of the displayed picture. `pixels` has the pixels of
    /// the framebuffer, followed by those of the picture. Does nothing if their number does not
    /// match the sizes.
    pub(super) fn fill(&mut self, gl: &glow::Context, sizes: [[u32; 2]; 2], pixels: &[u8]) {
        let [len, shown_len] =
            sizes.map(|[width, height]| u64::from(width) * u64::from(height) * 4);
        if len + shown_len != pixels.len() as u64 || sizes[0] != self.size {
            return;
        }
        let (colours, shown) = pixels.split_at(len as usize);
        let bound = Bound::now(gl);
        self.put(gl, self.colours, sizes[0], colours);
        if shown_len > 0 {
            self.put(gl, self.shown, sizes[1], shown);
            self.shown_size = sizes[1];
        }
        bound.restore(gl);
    }

    /// Sets all pixels of a texture. Their number must match the size.
    fn put(&self, gl: &glow::Context, texture: glow::Texture, size: [u32; 2], pixels: &[u8]) {
        let [width, height] = size.map(|side| side as i32);
        if pixels.is_empty() {
            return;
        }
        let without_alpha: Vec<u8>;
        let pixels = match self.has_alpha {
            true => pixels,
            false => {
                let colours = pixels.as_chunks::<4>().0.iter();
                without_alpha = colours.flat_map(|&[r, g, b, _]| [r, g, b]).collect();
                &without_alpha
            }
        };
        // SAFETY: the slice contains all pixels, whose rows are not padded.
        unsafe {
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            gl.tex_image_2d(
                glow::TEXTURE_2D,
                0,
                self.format() as i32,
                width,
                height,
                0,
                self.format(),
                glow::UNSIGNED_BYTE,
                glow::PixelUnpackData::Slice(Some(pixels)),
            );
            plain_sampling(gl);
        }
    }

    fn read(
        &self,
        gl: &glow::Context,
        texture: glow::Texture,
        size: [u32; 2],
        pixels: &mut Vec<u8>,
    ) -> [u32; 2] {
        let [width, height] = size;
        pixels.clear();
        pixels.resize(width as usize * height as usize * 4, 0);
        if pixels.is_empty() {
            return [0; 2];
        }
        let bound = Bound::now(gl);
        // SAFETY: the slice has room for all pixels that are read, whose rows are not padded.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.reader));
            gl.framebuffer_texture_2d(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::TEXTURE_2D,
                Some(texture),
                0,
            );
            gl.read_pixels(
                0,
                0,
                width as i32,
                height as i32,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                glow::PixelPackData::Slice(Some(pixels)),
            );
        }
        bound.restore(gl);
        size
    }
}

/// Sets sampling parameters that make a texture complete without mipmaps.
fn plain_sampling(gl: &glow::Context) {
    let parameters = [
        (glow::TEXTURE_MIN_FILTER, glow::NEAREST),
        (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
        (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
        (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
    ];
    for (name, value) in parameters {
        // SAFETY: this passes no pointer.
        unsafe { gl.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32) };
    }
}

/// Clears the bound framebuffer, whatever state the program has set.
fn clear(gl: &glow::Context) {
    // SAFETY: each parameter is read into an array with as many numbers as it has. No other
    // function takes a pointer.
    unsafe {
        let scissors = gl.is_enabled(glow::SCISSOR_TEST);
        let [red, green, blue, alpha] = gl.get_parameter_bool_array::<4>(glow::COLOR_WRITEMASK);
        let depth_mask = gl.get_parameter_bool(glow::DEPTH_WRITEMASK);
        let front = gl.get_parameter_i32(glow::STENCIL_WRITEMASK) as u32;
        let back = gl.get_parameter_i32(glow::STENCIL_BACK_WRITEMASK) as u32;
        let mut colour = [0.0; 4];
        gl.get_parameter_f32_slice(glow::COLOR_CLEAR_VALUE, &mut colour);
        let depth = gl.get_parameter_f32(glow::DEPTH_CLEAR_VALUE);
        let stencil = gl.get_parameter_i32(glow::STENCIL_CLEAR_VALUE);

        gl.disable(glow::SCISSOR_TEST);
        gl.color_mask(true, true, true, true);
        gl.depth_mask(true);
        gl.stencil_mask(u32::MAX);
        gl.clear_color(0.0, 0.0, 0.0, 0.0);
        gl.clear_depth_f32(1.0);
        gl.clear_stencil(0);
        gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);

        if scissors {
            gl.enable(glow::SCISSOR_TEST);
        }
        gl.color_mask(red, green, blue, alpha);
        gl.depth_mask(depth_mask);
        gl.stencil_mask_separate(glow::FRONT, front);
        gl.stencil_mask_separate(glow::BACK, back);
        gl.clear_color(colour[0], colour[1], colour[2], colour[3]);
        gl.clear_depth_f32(depth);
        gl.clear_stencil(stencil);
    }
}
