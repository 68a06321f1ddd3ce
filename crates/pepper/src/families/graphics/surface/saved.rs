//! Images and surfaces in a saved state.

use super::{Area, Image, Operation, Presentation, Size, Surface, picture_bytes, picture_size};
use crate::device::screen::PixelFormat;
use crate::kernel::heap::Adoption;
use crate::kernel::resource::{Kind, Resources};
use pinnacle_system::state::{Reader, Unusable, Writer};

/// Maximum number of queued operations.
const MAX_QUEUE: usize = 1 << 24;

fn damaged() -> Unusable {
    Unusable::damaged("a picture is inconsistent")
}

fn save_format(format: PixelFormat, to: &mut Writer) {
    to.truth(format == PixelFormat::Rgba);
}

fn read_format(from: &mut Reader) -> Result<PixelFormat, Unusable> {
    Ok(match from.truth()? {
        true => PixelFormat::Rgba,
        false => PixelFormat::Bgra,
    })
}

fn read_size(from: &mut Reader) -> Result<Size, Unusable> {
    picture_size(from.words()?).ok_or_else(damaged)
}

impl Area {
    fn save(self, to: &mut Writer) {
        to.words(&[self.x, self.y, self.width, self.height]);
    }

    /// Reads an area. It is compared with its picture after all pictures have been read.
    fn read(from: &mut Reader) -> Result<Area, Unusable> {
        let [x, y, width, height] = from.words()?;
        Ok(Area {
            x,
            y,
            width,
            height,
        })
    }

    fn is_within(self, size: Size) -> bool {
        Area::within(size, [self.x, self.y, self.width, self.height]) == Some(self)
    }
}

impl Image {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        save_format(self.format, to);
        to.words(&self.size);
        self.block.save(to);
    }

    /// Reads an image from a saved state. Its pixels are in the program's memory.
    pub(crate) fn read_saved(
        from: &mut Reader,
        adoption: &mut Adoption<'_>,
    ) -> Result<Image, Unusable> {
        let format = read_format(from)?;
        let size = read_size(from)?;
        let block = adoption.block(from)?;
        if picture_bytes(size) > block.capacity().into() {
            return Err(damaged());
        }
        Ok(Image {
            format,
            size,
            block,
        })
    }
}

impl Surface {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        to.words(&self.size);
        to.truth(self.is_opaque);
        save_format(self.format, to);
        to.float(self.scale);
        let (scale, [x, y]) = self.layer;
        [scale, x, y].into_iter().for_each(|one| to.float(one));
        to.count(self.queue.len());
        for operation in &self.queue {
            operation.save(to);
        }
        self.presentation.save(to);
        to.truth(self.is_blank);
        if !self.is_blank {
            to.raw(&self.pixels);
        }
    }

    /// Reads a surface with its pixels from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<Surface, Unusable> {
        let size = read_size(from)?;
        let is_opaque = from.truth()?;
        from.room(picture_bytes(size))?;
        let mut surface = Surface::new(size, is_opaque).ok_or_else(|| {
            Unusable::because("there is no memory for a picture of the saved state")
        })?;
        surface.format = read_format(from)?;
        surface.scale = from.float()?;
        surface.layer = (from.float()?, [from.float()?, from.float()?]);
        let is_scale = |scale: f32| scale > 0.0;
        if !is_scale(surface.scale) || !is_scale(surface.layer.0) {
            return Err(damaged());
        }
        for _ in 0..from.count(MAX_QUEUE)? {
            surface.queue.push(Operation::read(from)?);
        }
        surface.queue.shrink_to_fit();
        surface.presentation = Presentation::read_saved(from)?;
        surface.is_blank = from.truth()?;
        if !surface.is_blank {
            from.fill(&mut surface.pixels)?;
        }
        Ok(surface)
    }
}

const PAINT: u8 = 0;
const SCROLL: u8 = 1;
const REPLACE: u8 = 2;
const TRANSFORM: u8 = 3;

impl Operation {
    fn save(&self, to: &mut Writer) {
        match *self {
            Operation::Paint {
                image,
                source,
                target,
            } => {
                to.byte(PAINT);
                to.word(image);
                source.save(to);
                target.save(to);
            }
            Operation::Scroll { clip, by } => {
                to.byte(SCROLL);
                clip.save(to);
                to.words(&by.map(|way| way as u32));
            }
            Operation::Replace { image } => {
                to.byte(REPLACE);
                to.word(image);
            }
            Operation::Transform { scale, offset } => {
                to.byte(TRANSFORM);
                [scale, offset[0], offset[1]]
                    .into_iter()
                    .for_each(|one| to.float(one));
            }
        }
    }
}

impl Operation {
    fn read(from: &mut Reader) -> Result<Operation, Unusable> {
        Ok(match from.byte()? {
            PAINT => Operation::Paint {
                image: from.word()?,
                source: Area::read(from)?,
                target: Area::read(from)?,
            },
            SCROLL => Operation::Scroll {
                clip: Area::read(from)?,
                by: from.words()?.map(|word: u32| word as i32),
            },
            REPLACE => Operation::Replace {
                image: from.word()?,
            },
            TRANSFORM => Operation::Transform {
                scale: from.float()?,
                offset: [from.float()?, from.float()?],
            },
            _ => return Err(damaged()),
        })
    }

    /// Returns true if a surface of this size can carry out the operation.
    fn fits(&self, size: Size, resources: &Resources) -> bool {
        let image_size = |id| resources.of::<Image>(id).map(|image| image.size);
        match *self {
            Operation::Paint {
                image,
                source,
                target,
            } => {
                let same = [source.width, source.height] == [target.width, target.height];
                let image = image_size(image);
                same && target.is_within(size) && image.is_some_and(|size| source.is_within(size))
            }
            Operation::Replace { image } => image_size(image) == Some(size),
            Operation::Scroll { clip, .. } => clip.is_within(size),
            Operation::Transform { scale, .. } => scale > 0.0,
        }
    }
}

/// Fails if an operation of a surface does not fit its pictures.
pub(crate) fn check_queues(resources: &Resources) -> Result<(), Unusable> {
    let fits = |surface: &Surface| {
        let mut queue = surface.queue.iter();
        queue.all(|operation| operation.fits(surface.size, resources))
    };
    let mut surfaces = resources.iter().filter_map(|(.., one)| Surface::of(&**one));
    match surfaces.all(fits) {
        true => Ok(()),
        false => Err(damaged()),
    }
}
