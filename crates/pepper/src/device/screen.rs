//! Where the picture of a program goes.

/// The order of the bytes of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PixelFormat {
    /// Blue, green, red, alpha.
    Bgra,
    /// Red, green, blue, alpha.
    Rgba,
}

/// What an element shows. It lies at the upper left corner of the element, from which
/// it may be moved; what is outside of the element is not seen.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
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
    /// How many CSS pixels wide a pixel is: a finite number greater than 0.
    pub scale: f32,
    /// How far it is moved to the right and down, in CSS pixels: finite numbers.
    pub offset: [f32; 2],
}

/// What an element shows.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// It is empty.
    Nothing,
    /// A picture.
    Picture(Picture<'a>),
    /// What [`Gl::swap`](super::gl::Gl::swap) took last of a context, stretched to the
    /// element.
    Context(u32),
}

/// A display.
pub trait Screen {
    /// Asks for the time at which the display takes its next picture: an
    /// [`Event::Frame`](super::Event), soon, even if nothing is shown.
    fn request_frame(&mut self);

    /// Takes what the element shows at a frame. It has changed since the last one, or
    /// not. Comes after each [`Event::Frame`](super::Event).
    fn show(&mut self, content: Content<'_>, has_changed: bool);
}
