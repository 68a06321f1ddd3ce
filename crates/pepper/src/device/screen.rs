//! The display of a program's pictures.

/// The byte order of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PixelFormat {
    /// Blue, green, red, alpha.
    Bgra,
    /// Red, green, blue, alpha.
    Rgba,
}

/// A picture shown by an element. It starts at the upper left corner of the element and may be
/// offset; the part outside of the element is not visible.
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
    /// True if alpha is ignored and every pixel is opaque.
    pub is_opaque: bool,
    /// Width of a pixel in CSS pixels: a finite number greater than 0.
    pub scale: f32,
    /// Offset to the right and down, in CSS pixels. Both numbers are finite.
    pub offset: [f32; 2],
}

/// The content of an element.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// It is empty.
    Nothing,
    /// A picture.
    Picture(Picture<'a>),
    /// The picture of a context at its last [`Gl::swap`](super::gl::Gl::swap), stretched to the
    /// element.
    Context(u32),
}

/// A part of a picture: x, y, width and height in pixels.
pub type Part = [u32; 4];

/// An operation on a surface, executed by a flush.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operation {
    /// `PaintImageData`: copies a part of an image.
    Paint {
        /// The id of the image.
        image: u32,
        /// The part of the image.
        source: Part,
        /// The part of the surface that is replaced.
        target: Part,
    },
    /// `Scroll`: moves the contents of a part within that part.
    Scroll {
        /// The part.
        clip: Part,
        /// Distance to the right and down.
        by: [i32; 2],
        /// The part of the surface that gets new pixels; `None` if there is none.
        target: Option<Part>,
    },
    /// `ReplaceContents`: takes all pixels of an image.
    Replace {
        /// The id of the image.
        image: u32,
    },
    /// `SetLayerTransform`: moves the surface within the element. Its pixels stay the same.
    Transform,
}

/// A display.
pub trait Screen {
    /// Returns true if the display should receive the operations of flushes.
    fn follows_drawing(&self) -> bool {
        false
    }

    /// Called with a surface after each operation of a flush, if [`Screen::follows_drawing`] is
    /// true. Operations that a later one of the same flush covers completely are not executed.
    fn drawn(&mut self, _operation: Operation, _surface: Picture<'_>) {}

    /// Called after the operations of a flush, if [`Screen::follows_drawing`] is true.
    fn flushed(&mut self, _surface: u32) {}

    /// Requests the next display frame: an [`Event::Frame`](super::Event) follows soon, even if
    /// nothing is displayed.
    fn request_frame(&mut self);

    /// Shows the element's contents for a frame. `has_changed` is false if they are the same as in
    /// the previous frame. Called after each [`Event::Frame`](super::Event).
    fn show(&mut self, content: Content<'_>, has_changed: bool);
}
