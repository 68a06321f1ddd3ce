//! Textures.

use super::object;
use crate::command::Reply;
use crate::driver::Context;
use glow::{HasContext, PixelUnpackData};
use pinnacle_pepper::device::gl::Function as F;

impl Context {
    /// Executes a function on textures. Returns false if the function is another one.
    pub(super) fn texture(
        &mut self,
        function: F,
        args: &[u32],
        data: Option<&[u8]>,
        reply: &mut Reply,
    ) -> bool {
        let gl = &self.gl;
        let int = |index: usize| args[index] as i32;
        let texture = |name| object(name, glow::NativeTexture);
        let bytes = data.unwrap_or_default();
        // SAFETY: the module `context` has computed the number of bytes of the slices from sizes,
        // formats and types that it knows.
        unsafe {
            match function {
                F::BindTexture => gl.bind_texture(args[0], texture(args[1])),
                F::TexImage2D => gl.tex_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    args[6],
                    args[7],
                    PixelUnpackData::Slice(data),
                ),
                F::TexSubImage2D => gl.tex_sub_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    args[6],
                    args[7],
                    PixelUnpackData::Slice(Some(bytes)),
                ),
                F::CompressedTexImage2D => gl.compressed_tex_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    bytes.len() as i32,
                    bytes,
                ),
                F::CompressedTexSubImage2D => gl.compressed_tex_sub_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    args[6],
                    glow::CompressedPixelUnpackData::Slice(bytes),
                ),
                F::CopyTexImage2D => gl.copy_tex_image_2d(
                    args[0],
                    int(1),
                    args[2],
                    int(3),
                    int(4),
                    int(5),
                    int(6),
                    int(7),
                ),
                F::CopyTexSubImage2D => gl.copy_tex_sub_image_2d(
                    args[0],
                    int(1),
                    int(2),
                    int(3),
                    int(4),
                    int(5),
                    int(6),
                    int(7),
                ),
                F::DeleteTextures => {
                    if let Some(texture) = texture(args[0]) {
                        gl.delete_texture(texture);
                    }
                }
                F::GenerateMipmap => gl.generate_mipmap(args[0]),
                F::TexParameteri => gl.tex_parameter_i32(args[0], args[1], int(2)),
                F::TexParameterf => {
                    gl.tex_parameter_f32(args[0], args[1], f32::from_bits(args[2]));
                }
                F::GetTexParameteriv => {
                    let value = gl.get_tex_parameter_i32(args[0], args[1]);
                    reply.words.push(value as u32);
                }
                F::ReadPixels => {
                    reply.bytes.clear();
                    reply.bytes.resize(args[6] as usize, 0);
                    gl.read_pixels(
                        int(0),
                        int(1),
                        int(2),
                        int(3),
                        args[4],
                        args[5],
                        glow::PixelPackData::Slice(Some(&mut reply.bytes)),
                    );
                }
                F::IsTexture => {
                    let is = texture(args[0]).is_some_and(|one| gl.is_texture(one));
                    reply.words.push(u32::from(is));
                }
                _ => return false,
            }
        }
        true
    }
}
