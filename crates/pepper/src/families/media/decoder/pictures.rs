//! Moves decoded frames to the program: into textures, which it gets as pictures.

use super::{Decoder, Frame, MOST_TEXTURE_BYTES, MOST_UNITS, Picture, Place, Texture, Use};
use super::{decoder_failed, decoder_of, finish_slot, texture_bytes};
use crate::families::media::Media;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::Delivery;
use crate::kernel::interface::Ending;
use crate::kernel::state::Kernel;
use crate::table::gl::enums::TEXTURE_2D;

/// The result of placing a frame in a texture.
enum Placed {
    In(u32),
    /// All textures are in use: the program must return a picture first.
    Waits,
    /// No texture can be created.
    Nowhere,
}

impl Decoder {
    /// Lends the texture of a picture to the program. Returns the ending that writes the picture to
    /// an address.
    pub(super) fn lend(&mut self, picture: Picture, place: Place) -> Ending {
        for texture in &mut self.textures {
            if texture.name == picture.texture {
                texture.use_ = Use::Lent;
            }
        }
        let [width, height] = picture.size;
        let unit = self.name(picture.unit);
        let old = [unit, picture.texture, TEXTURE_2D, width, height];
        let visible = [0, 0, width, height];
        let visible = if place.is_old { &[][..] } else { &visible };
        let bytes: Vec<u8> = old
            .iter()
            .chain(visible)
            .flat_map(|word| word.to_le_bytes())
            .collect();
        Ending::with_output(move |call| {
            call.context.memory.write(place.at, &bytes)?;
            Ok(Delivery::Result(OK))
        })
    }
}

/// Turns frames into pictures while textures are available, and completes operations that can end.
pub(super) fn decoder_goes_on(kernel: &mut Kernel, id: u32) {
    while let Some(&frame) = decoder_of(kernel, id).and_then(|decoder| decoder.frames.front()) {
        let texture = match place_frame(kernel, id, frame) {
            Placed::In(texture) => texture,
            Placed::Waits => break,
            Placed::Nowhere => return decoder_failed(kernel, id, PpError::ResourceFailed),
        };
        if let Some(decoder) = decoder_of(kernel, id) {
            decoder.frames.pop_front();
            decoder.pictures.push_back(Picture {
                unit: frame.unit,
                texture,
                size: frame.size,
            });
        }
    }
    let Some(decoder) = decoder_of(kernel, id) else {
        return;
    };
    if let Some(getting) = decoder.getting
        && let Some(picture) = decoder.pictures.pop_front()
    {
        decoder.getting = None;
        let ending = decoder.lend(picture, getting.place);
        kernel.finish(getting.id, ending);
    }
    end_units(kernel, id);
}

/// Ends the decode operations whose units were taken, and a pending flush, unless frames are
/// waiting.
fn end_units(kernel: &mut Kernel, id: u32) {
    let Some(decoder) = decoder_of(kernel, id) else {
        return;
    };
    if !decoder.frames.is_empty() {
        return;
    }
    decoder.taken = 0;
    let decoded = match decoder.in_flight() < MOST_UNITS {
        true => decoder.decoding.take(),
        false => None,
    };
    let (flushed, getting) = match std::mem::take(&mut decoder.is_flushed) {
        true => (decoder.flushing.take(), decoder.getting.take()),
        false => (None, None),
    };
    finish_slot(kernel, decoded, OK);
    if let Some(getting) = getting {
        kernel.abort(getting.id);
    }
    finish_slot(kernel, flushed, OK);
}

/// Puts a frame into a free texture, or into a new one if the limit allows it.
fn place_frame(kernel: &mut Kernel, id: u32, frame: Frame) -> Placed {
    let size = frame.size;
    if let Some(decoder) = decoder_of(kernel, id)
        && decoder.size != size
    {
        decoder.size = size;
        drop_old_textures(kernel, id);
    }
    let bytes = texture_bytes(size);
    loop {
        let has_room = kernel.states.get::<Media>().texture_bytes + bytes <= MOST_TEXTURE_BYTES;
        let Some(decoder) = decoder_of(kernel, id) else {
            return Placed::Nowhere;
        };
        let fit = decoder.textures.iter().filter(|one| one.size == size);
        let may_grow = fit.count() < decoder.most_textures && has_room;
        let is_free = |one: &Texture| one.size == size && one.use_ == Use::Free;
        let free = decoder.textures.iter().position(is_free);
        let name = free.map(|index| decoder.textures[index].name);
        if name.is_none() && !may_grow {
            return match decoder.textures.is_empty() {
                true => Placed::Nowhere,
                false => Placed::Waits,
            };
        }
        let put = kernel.devices.video.put(id, frame.frame, name);
        let Some(decoder) = decoder_of(kernel, id) else {
            return Placed::Nowhere;
        };
        match (put, free) {
            (Some(name), Some(index)) => {
                decoder.textures[index].use_ = Use::Waiting;
                return Placed::In(name);
            }
            (Some(name), None) => {
                decoder.textures.push(Texture {
                    name,
                    size,
                    use_: Use::Waiting,
                });
                kernel.states.get::<Media>().texture_bytes += bytes;
                return Placed::In(name);
            }
            // The program has deleted the texture.
            (None, Some(index)) => {
                decoder.textures.swap_remove(index);
                kernel.states.get::<Media>().texture_bytes -= bytes;
            }
            (None, None) => return Placed::Nowhere,
        }
    }
}

/// Deletes free textures that differ in size from the last frame.
pub(super) fn drop_old_textures(kernel: &mut Kernel, id: u32) {
    let Some(decoder) = decoder_of(kernel, id) else {
        return;
    };
    let size = decoder.size;
    let is_old = |one: &mut Texture| one.size != size && one.use_ == Use::Free;
    let old: Vec<Texture> = decoder.textures.extract_if(.., is_old).collect();
    for texture in old {
        kernel.states.get::<Media>().texture_bytes -= texture_bytes(texture.size);
        kernel.devices.video.delete_texture(id, texture.name);
    }
}
