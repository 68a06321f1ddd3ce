//! The display of a program's pictures.

/// The order of the bytes of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PixelFormat {
    /// Blue, green, red, alpha.
    Bgra,
    /// Red, green, blue, alpha.
    Rgba,
}

/// A picture that an element shows. It starts at the upper left corner of the element and may be
/// moved from there; the part outside of the element is not visible.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The id of its `PPB_Graphics2D`.
    pub surface: u32,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The order of bytes.
    pub format: PixelFormat,
    /// Rows from the top, four bytes for each pixel, colours multiplied by alpha.
    pub pixels: &'a [u8],
    /// Alpha counts for nothing: all is opaque.
    pub is_opaque: bool,
    /// Width of a pixel in CSS pixels: a finite number greater than 0.
    pub scale: f32,
    /// Offset to the right and down, in CSS pixels: finite numbers.
    pub offset: [f32; 2],
}

/// The content of an element.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// It is empty.
    Nothing,
    /// A picture.
    Picture(Picture<'a>),
    /// The last picture that [`Gl::swap`](super::gl::Gl::swap) took of a context, stretched to the
    /// element.
    Context(u32),
}

/// A part of a picture: x, y, width and height in pixels.
pub type Part = [u32; 4];

/// An operation that a flush executes on a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operation {
    /// `PaintImageData` copies a part of an image.
    Paint {
        /// The id of the image.
        image: u32,
        /// The part of the image.
        source: Part,
        /// The part of the surface that it replaces.
        target: Part,
    },
    /// `Scroll` moves the contents of a part within it.
    Scroll {
        /// The part.
        clip: Part,
        /// The distance to the right and down.
        by: [i32; 2],
        /// The part of the surface that gets other pixels; `None` if there is none.
        target: Option<Part>,
    },
    /// `ReplaceContents` takes all pixels of an image.
    Replace {
        /// The id of the image.
        image: u32,
    },
    /// `SetLayerTransform` changes the place of the surface in the element, and no pixels.
    Transform,
}

/// A display.
pub trait Screen {
    /// Returns true if the display should receive the operations of flushes.
    fn follows_drawing(&self) -> bool {
        false
    }

    /// Takes a surface after an operation of a flush, if the display follows drawing. Operations
    /// that a later one of the same flush covers completely are not executed.
    fn drawn(&mut self, _operation: Operation, _surface: Picture<'_>) {}

    /// Called after the operations of a flush, if the display follows drawing.
    fn flushed(&mut self, _surface: u32) {}

    /// Requests the next display frame: an [`Event::Frame`](super::Event) follows soon, even if
    /// nothing is displayed.
    fn request_frame(&mut self);

    /// Takes the element's contents for a frame. `has_changed` is false if they are the same as for
    /// the last one. Called after each [`Event::Frame`](super::Event).
    fn show(&mut self, content: Content<'_>, has_changed: bool);
}
