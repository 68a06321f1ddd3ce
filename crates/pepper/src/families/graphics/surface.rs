//! Pixels of programs: images in their memory, and the surfaces of `PPB_Graphics2D` with their
//! queues.
//!
//! The pixels of a surface are stored once, in the host. Operations wait in a queue and are
//! executed in order when the program flushes; only then are images read. Painting copies rows. A
//! surface has the byte order of the image that filled it last, so bytes are only swapped if images
//! with different orders are combined.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_graphics_2d_host.cc`.

mod saved;

pub(crate) use saved::check_queues;

use crate::device::screen::{self, Picture, PixelFormat};
use crate::families::graphics::display::{self, Presentation};
use crate::kernel::heap::Block;
use crate::kernel::pending::PendingId;
use crate::kernel::resource::{Abandon, PLACE, Resource};
use crate::kernel::state::Kernel;
use pinnacle_system::memory::{Fault, Memory};
use pinnacle_system::state::{Refusal, Writer};

/// Pictures must have fewer pixels than this.
const MAX_PIXELS: u64 = 1 << 29;

/// Bytes for each pixel.
pub(crate) const PIXEL: u32 = 4;

/// Returns the number of host bytes of a queue, including its unused capacity.
pub(crate) fn queue_bytes(queue: &Vec<Operation>) -> u64 {
    queue.capacity() as u64 * size_of::<Operation>() as u64
}

/// Width and height in pixels.
pub(crate) type Size = [u32; 2];

/// Returns the size of a picture, if it is valid.
pub(crate) fn picture_size(words: [u32; 2]) -> Option<Size> {
    let [width, height] = words;
    let is_positive = words.iter().all(|&word| word as i32 > 0);
    let pixels = u64::from(width) * u64::from(height);
    (is_positive && pixels < MAX_PIXELS).then_some([width, height])
}

/// Returns the size of a picture in bytes.
pub(crate) fn picture_bytes([width, height]: Size) -> u64 {
    u64::from(width) * u64::from(height) * u64::from(PIXEL)
}

/// A part of a picture. It is not empty, and lies within the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Area {
    /// Returns the area of a whole picture.
    pub(crate) fn whole([width, height]: Size) -> Area {
        Area {
            x: 0,
            y: 0,
            width,
            height,
        }
    }

    /// Returns the part given by a `PP_Rect`.
    pub(crate) fn within(size: Size, rect: [u32; 4]) -> Option<Area> {
        let [x, y, width, height] = rect.map(|word| i64::from(word as i32));
        Area::fitting(size, [x, y, width, height])
    }

    fn fitting(size: Size, [x, y, width, height]: [i64; 4]) -> Option<Area> {
        let fits = x >= 0
            && y >= 0
            && width > 0
            && height > 0
            && x + width <= i64::from(size[0])
            && y + height <= i64::from(size[1]);
        fits.then_some(Area {
            x: x as u32,
            y: y as u32,
            width: width as u32,
            height: height as u32,
        })
    }

    /// Returns the same part at another position, if it is completely inside the picture.
    pub(crate) fn moved(self, size: Size, by: [i32; 2]) -> Option<Area> {
        let x = i64::from(self.x) + i64::from(by[0]);
        let y = i64::from(self.y) + i64::from(by[1]);
        Area::fitting(size, [x, y, i64::from(self.width), i64::from(self.height)])
    }

    /// Returns the part of the area that receives pixels when its contents move within it.
    fn scrolled(self, by: [i32; 2]) -> Option<Area> {
        let along = |start: u32, len: u32, by: i32| {
            let left = len
                .checked_sub(by.unsigned_abs())
                .filter(|&left| left > 0)?;
            Some((start + by.max(0) as u32, left))
        };
        let (x, width) = along(self.x, self.width, by[0])?;
        let (y, height) = along(self.y, self.height, by[1])?;
        Some(Area {
            x,
            y,
            width,
            height,
        })
    }
}

/// A picture in the program's memory: `PPB_ImageData`.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) format: PixelFormat,
    pub(crate) size: Size,
    pub(crate) block: Block,
}

impl Resource for Image {
    fn name(&self) -> &'static str {
        "ImageData"
    }

    fn end(self: Box<Self>, _id: u32, kernel: &mut Kernel) {
        kernel.free_later(self.block);
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }
}

/// The location of an image's pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixels {
    pub(crate) format: PixelFormat,
    pub(crate) size: Size,
    pub(crate) address: u32,
}

impl Image {
    /// Returns the location of its pixels.
    pub(crate) fn pixels(&self) -> Pixels {
        Pixels {
            format: self.format,
            size: self.size,
            address: self.block.address(),
        }
    }
}

/// An operation on a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    /// Copy a part of an image. The queue holds a reference to the image.
    Paint {
        image: u32,
        source: Area,
        target: Area,
    },
    /// Move the contents of a part within it.
    Scroll { clip: Area, by: [i32; 2] },
    /// Take the pixels of an image. The queue holds a reference to the image.
    Replace { image: u32 },
    /// Display the surface with a scale and an offset.
    Transform { scale: f32, offset: [f32; 2] },
}

impl Operation {
    /// Returns the image to which the operation holds a reference.
    pub(crate) fn image(&self) -> Option<u32> {
        match *self {
            Operation::Paint { image, .. } | Operation::Replace { image } => Some(image),
            Operation::Scroll { .. } | Operation::Transform { .. } => None,
        }
    }
}

/// The pixels of a `PPB_Graphics2D`.
#[derive(Debug)]
pub(crate) struct Surface {
    size: Size,
    is_opaque: bool,
    format: PixelFormat,
    pixels: Vec<u8>,
    /// True if the pixels have not changed so far: they are all 0, which is valid in either format.
    is_blank: bool,
    /// Width of a pixel in CSS pixels.
    pub(crate) scale: f32,
    /// Scale and offset for displaying the surface: the last [`Operation::Transform`].
    layer: (f32, [f32; 2]),
    pub(crate) queue: Vec<Operation>,
    pub(crate) presentation: Presentation,
}

impl Resource for Surface {
    fn name(&self) -> &'static str {
        "Graphics2d"
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }

    fn held(&self) -> Vec<u32> {
        self.queue.iter().filter_map(Operation::image).collect()
    }

    fn saved_operation(&self) -> Option<PendingId> {
        self.presentation.operation()
    }

    fn size(&self) -> u64 {
        PLACE + self.bytes()
    }

    fn abandon(&self) -> Abandon {
        |id, kernel| display::surface_abandoned(kernel, id)
    }

    fn end(self: Box<Self>, id: u32, kernel: &mut Kernel) {
        display::surface_abandoned(kernel, id);
        give_back_images(kernel, &self.queue);
    }
}

/// Releases the images that a queue holds.
pub(super) fn give_back_images(kernel: &mut Kernel, queue: &[Operation]) {
    for image in queue.iter().filter_map(Operation::image) {
        kernel.unhold_resource(image);
    }
}

impl Surface {
    /// Creates a surface, black if opaque and transparent otherwise. Returns `None` if the host has
    /// no memory for it.
    pub(crate) fn new(size: Size, is_opaque: bool) -> Option<Surface> {
        let len = usize::try_from(picture_bytes(size)).ok()?;
        // The zeroed allocation below would abort the process; this one reports
        // failure.
        let mut probe: Vec<u8> = Vec::new();
        probe.try_reserve_exact(len).ok()?;
        drop(probe);
        Some(Surface {
            size,
            is_opaque,
            format: PixelFormat::Bgra,
            pixels: vec![0; len],
            is_blank: true,
            scale: 1.0,
            layer: (1.0, [0.0; 2]),
            queue: Vec::new(),
            presentation: Presentation::default(),
        })
    }

    /// Returns the width and height in pixels.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Copies a part of the surface to an image, starting at a position, if the surface covers the
    /// image.
    pub(crate) fn read(
        &self,
        memory: &mut Memory,
        target: Pixels,
        [x, y]: [i32; 2],
    ) -> Result<bool, Fault> {
        let Some(area) = Area::whole(target.size).moved(self.size, [x, y]) else {
            return Ok(false);
        };
        let row_len = area.width as usize * PIXEL as usize;
        for row in 0..area.height {
            let start = u64::from(area.y + row) * u64::from(self.size[0]) + u64::from(area.x);
            let start = start as usize * PIXEL as usize;
            let mut bytes = self.pixels[start..start + row_len].to_vec();
            if self.format != target.format {
                bytes.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
            }
            let at = target.address.wrapping_add(row * row_len as u32);
            memory.write(at, &bytes)?;
        }
        Ok(true)
    }

    /// Returns true if alpha is ignored.
    pub(crate) fn is_opaque(&self) -> bool {
        self.is_opaque
    }

    /// Returns the number of host bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.pixels.len() as u64 + queue_bytes(&self.queue)
    }

    /// Returns the area that an operation changes.
    fn damage(&self, operation: &Operation) -> Option<Area> {
        match *operation {
            Operation::Paint { target, .. } => Some(target),
            Operation::Scroll { clip, by } => clip.scrolled(by),
            Operation::Replace { .. } | Operation::Transform { .. } => Some(Area::whole(self.size)),
        }
    }

    /// Returns true if an operation replaces everything before it.
    pub(crate) fn is_covered_by(&self, operation: &Operation) -> bool {
        match *operation {
            Operation::Paint { target, .. } => target == Area::whole(self.size),
            Operation::Replace { .. } => true,
            Operation::Scroll { .. } | Operation::Transform { .. } => false,
        }
    }

    /// Returns true if an operation changes the visible part of the element: x, y, width and height
    /// in CSS pixels.
    pub(crate) fn is_seen(&self, operation: &Operation, clip: [i32; 4]) -> bool {
        let Some(area) = self.damage(operation) else {
            return false;
        };
        if let Operation::Transform { .. } = operation {
            return true;
        }
        let (scale, offset) = self.placed();
        let overlaps = |axis: usize, start: u32, len: u32| {
            let [scale, offset] = [scale, offset[axis]].map(f64::from);
            let from = f64::from(start) * scale + offset;
            let to = (f64::from(start) + f64::from(len)) * scale + offset;
            let clip_from = f64::from(clip[axis]);
            let clip_to = clip_from + f64::from(clip[axis + 2]);
            from < clip_to && clip_from < to
        };
        overlaps(0, area.x, area.width) && overlaps(1, area.y, area.height)
    }

    /// Executes an operation; `source` is its image. Returns the number of bytes moved.
    pub(crate) fn execute(
        &mut self,
        operation: &Operation,
        source: Option<Pixels>,
        memory: &Memory,
    ) -> Result<u64, Fault> {
        match (*operation, source) {
            (Operation::Paint { source, target, .. }, Some(pixels)) => {
                self.paint(pixels, source, target, memory)
            }
            (Operation::Replace { .. }, Some(pixels)) => {
                let whole = Area::whole(self.size);
                self.paint(pixels, whole, whole, memory)
            }
            (Operation::Scroll { clip, by }, _) => Ok(self.scroll(clip, by)),
            (Operation::Transform { scale, offset }, _) => {
                self.layer = (scale, offset);
                Ok(0)
            }
            (Operation::Paint { .. } | Operation::Replace { .. }, None) => Ok(0),
        }
    }

    /// Copies a part of an image.
    fn paint(
        &mut self,
        image: Pixels,
        source: Area,
        target: Area,
        memory: &Memory,
    ) -> Result<u64, Fault> {
        let is_whole = target == Area::whole(self.size);
        if is_whole || self.is_blank {
            self.format = image.format;
        }
        self.is_blank = false;
        let must_swap = self.format != image.format;
        let stride = self.size[0] * PIXEL;
        let image_stride = image.size[0] * PIXEL;
        let mut from = image.address + source.y * image_stride + source.x * PIXEL;
        let mut to = (target.y * stride + target.x * PIXEL) as usize;
        let is_contiguous = is_whole && stride == image_stride;
        let (rows, len) = match is_contiguous {
            true => (1, stride * target.height),
            false => (target.height, target.width * PIXEL),
        };
        for _ in 0..rows {
            let row = &mut self.pixels[to..to + len as usize];
            memory.read(from, row)?;
            if must_swap {
                swap_red_and_blue(row);
            }
            // The last addition may overflow, but its result is not used.
            from = from.wrapping_add(image_stride);
            to = to.wrapping_add(stride as usize);
        }
        Ok(u64::from(rows) * u64::from(len))
    }

    /// Scrolls a part. Pixels without a source stay unchanged.
    fn scroll(&mut self, clip: Area, by: [i32; 2]) -> u64 {
        let Some(target) = clip.scrolled(by) else {
            return 0;
        };
        let stride = self.size[0] as usize * PIXEL as usize;
        let len = (target.width * PIXEL) as usize;
        let back = by[1] as isize * stride as isize + by[0] as isize * PIXEL as isize;
        for row in 0..target.height {
            // The order of rows makes sure that no row is overwritten before it has been read.
            let row = if by[1] > 0 {
                target.height - 1 - row
            } else {
                row
            };
            let y = (target.y + row) as usize;
            let to = y * stride + (target.x * PIXEL) as usize;
            let from = to.wrapping_add_signed(-back);
            self.pixels.copy_within(from..from + len, to);
        }
        u64::from(target.height) * len as u64
    }

    /// Returns the scale and the position in the element, in CSS pixels.
    fn placed(&self) -> (f32, [f32; 2]) {
        let (scale, offset) = self.layer;
        let scale = (self.scale * scale).clamp(f32::MIN_POSITIVE, f32::MAX);
        let offset = offset.map(|one| if one.is_finite() { one } else { 0.0 });
        (scale, offset)
    }

    /// Describes an operation for a display.
    pub(crate) fn described(&self, operation: &Operation) -> screen::Operation {
        let part = |area: Area| [area.x, area.y, area.width, area.height];
        match *operation {
            Operation::Paint {
                image,
                source,
                target,
            } => screen::Operation::Paint {
                image,
                source: part(source),
                target: part(target),
            },
            Operation::Scroll { clip, by } => screen::Operation::Scroll {
                clip: part(clip),
                by,
                target: self.damage(operation).map(part),
            },
            Operation::Replace { image } => screen::Operation::Replace { image },
            Operation::Transform { .. } => screen::Operation::Transform,
        }
    }

    /// Returns the picture that the element shows. `id` is the surface's own.
    pub(crate) fn picture(&self, id: u32) -> Picture<'_> {
        let (scale, offset) = self.placed();
        Picture {
            surface: id,
            width: self.size[0],
            height: self.size[1],
            format: self.format,
            pixels: &self.pixels,
            is_opaque: self.is_opaque,
            scale,
            offset,
        }
    }
}

/// Converts pixels from one byte order to the other.
fn swap_red_and_blue(row: &mut [u8]) {
    let (pixels, _) = row.as_chunks_mut::<{ PIXEL as usize }>();
    for pixel in pixels {
        let word = u32::from_le_bytes(*pixel);
        let kept = word & 0xff00_ff00;
        let swapped = (word & 0xff) << 16 | (word >> 16) & 0xff;
        *pixel = (kept | swapped).to_le_bytes();
    }
}
