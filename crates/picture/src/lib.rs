//! The pictures of a program, as files and films.
//!
//! * here: the element's pixels, and drawing a surface in it;
//! * `portable`: pictures as PNG;
//! * `film`: sequences of pictures, as APNG or Y4M.
//!
//! Browsers and the surfaces of programs use premultiplied alpha; files have straight alpha.

#![forbid(unsafe_code)]

mod film;
mod portable;

pub use film::{Film, FilmFormat};
pub use portable::{is_visible, write_png};

/// Maximum width and height of an element in pixels.
pub const MAX_SIDE: u32 = 16384;

/// Pixels of four bytes: red, green, blue and alpha, premultiplied.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// The order of a surface's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Blue, green, red, alpha.
    Bgra,
    /// Red, green, blue, alpha.
    Rgba,
}

/// The pixels of a surface that a program draws on.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Byte order of the pixels.
    pub order: Order,
    /// Four bytes for each pixel, row by row, colours multiplied with alpha.
    pub pixels: &'a [u8],
    /// True if alpha is ignored.
    pub is_opaque: bool,
}

impl Picture {
    /// Creates a transparent picture.
    pub fn new(width: u32, height: u32) -> Picture {
        let [width, height] = [width, height].map(|side| side.min(MAX_SIDE));
        Picture {
            width,
            height,
            pixels: vec![0; width as usize * height as usize * 4],
        }
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the pixels row by row: red, green, blue and alpha, premultiplied.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the pixels with straight instead of premultiplied alpha.
    pub fn straight(&self) -> Vec<u8> {
        let mut pixels = self.pixels.clone();
        for pixel in pixels.chunks_exact_mut(4) {
            let alpha = u32::from(pixel[3]);
            if alpha != 0 && alpha != 255 {
                for colour in &mut pixel[..3] {
                    let straight = (u32::from(*colour) * 255 + alpha / 2) / alpha;
                    *colour = straight.min(255) as u8;
                }
            }
        }
        pixels
    }

    /// Returns the size in pixels of an element with this size in CSS pixels, each of which is
    /// `device_scale` pixels wide and high.
    pub fn size_of(element: [i32; 2], device_scale: f32) -> [u32; 2] {
        element.map(|side| {
            let side = (f64::from(side.max(0)) * f64::from(device_scale)).round();
            side.clamp(0.0, f64::from(MAX_SIDE)) as u32
        })
    }

    /// Draws a surface in the upper left corner, with each pixel `scale` pixels wide and high.
    /// Colours are interpolated between pixels.
    pub fn place(&mut self, surface: &Surface<'_>, scale: f32) {
        if !(scale.is_finite() && scale > 0.0) || surface.pixels.len() < surface.len() {
            return;
        }
        if surface.width == 0 || surface.height == 0 {
            return;
        }
        if scale == 1.0 {
            self.copy(surface);
        } else {
            let scales = [scale; 2].map(f64::from);
            self.scaled(surface, scales);
        }
    }

    /// Like `place`, with the surface moved by these pixels to the right and down.
    pub fn place_at(&mut self, surface: &Surface<'_>, scale: f32, offset: [i32; 2]) {
        if offset == [0; 2] {
            return self.place(surface, scale);
        }
        let side = |side: u32| (f64::from(side) * f64::from(scale)).round() as u32;
        let mut moved = Picture::new(side(surface.width), side(surface.height));
        moved.place(surface, scale);
        let [x, y] = offset.map(i64::from);
        let (width, own_width) = (i64::from(moved.width), i64::from(self.width));
        let (from, to) = (x.max(0), (x + width).min(own_width));
        if from >= to {
            return;
        }
        for row in y.max(0)..(y + i64::from(moved.height)).min(i64::from(self.height)) {
            let target = ((row * own_width + from) * 4) as usize;
            let source = (((row - y) * width + from - x) * 4) as usize;
            let length = ((to - from) * 4) as usize;
            let source = &moved.pixels[source..source + length];
            self.pixels[target..target + length].copy_from_slice(source);
        }
    }

    /// Stretches a surface over the whole picture.
    pub fn stretch(&mut self, surface: &Surface<'_>) {
        if surface.width == 0 || surface.height == 0 || surface.pixels.len() < surface.len() {
            return;
        }
        if (surface.width, surface.height) == (self.width, self.height) {
            self.copy(surface);
        } else {
            let scale = |to: u32, from: u32| f64::from(to) / f64::from(from);
            let scales = [
                scale(self.width, surface.width),
                scale(self.height, surface.height),
            ];
            self.scaled(surface, scales);
        }
    }

    fn copy(&mut self, surface: &Surface<'_>) {
        let row = surface.width as usize * 4;
        let count = row.min(self.width as usize * 4);
        if count == 0 {
            return;
        }
        let targets = self.pixels.chunks_exact_mut(self.width as usize * 4);
        for (target, source) in targets.zip(surface.pixels.chunks_exact(row)) {
            let (target, source) = (&mut target[..count], &source[..count]);
            target.copy_from_slice(source);
            if surface.order == Order::Bgra {
                for pixel in target.chunks_exact_mut(4) {
                    pixel.swap(0, 2);
                }
            }
            if surface.is_opaque {
                for pixel in target.chunks_exact_mut(4) {
                    pixel[3] = 255;
                }
            }
        }
    }

    fn scaled(&mut self, surface: &Surface<'_>, scales: [f64; 2]) {
        let covered = |scale: f64, from: u32, to: u32| {
            let end = (f64::from(from) * scale).round();
            if end < f64::from(to) { end as u32 } else { to }
        };
        let width = covered(scales[0], surface.width, self.width);
        let height = covered(scales[1], surface.height, self.height);
        let columns: Vec<Sample> = (0..width)
            .map(|x| Sample::at(x, scales[0], surface.width))
            .collect();
        let row_length = self.width as usize * 4;
        let rows = self.pixels.chunks_exact_mut(row_length.max(1));
        for (y, row) in (0..height).zip(rows) {
            let vertical = Sample::at(y, scales[1], surface.height);
            for (column, target) in columns.iter().zip(row.chunks_exact_mut(4)) {
                let mut pixel = surface.mix(column, &vertical);
                if surface.order == Order::Bgra {
                    pixel.swap(0, 2);
                }
                if surface.is_opaque {
                    pixel[3] = 255;
                }
                target.copy_from_slice(&pixel);
            }
        }
    }
}

/// The two pixels of a surface around a position, and the distance from the first in 256ths.
struct Sample {
    first: u32,
    second: u32,
    weight: u32,
}

impl Sample {
    fn at(place: u32, scale: f64, count: u32) -> Sample {
        let last = count.saturating_sub(1);
        let centre = ((f64::from(place) + 0.5) / scale - 0.5).clamp(0.0, f64::from(last));
        let first = centre as u32;
        Sample {
            first,
            second: (first + 1).min(last),
            weight: ((centre - f64::from(first)) * 256.0) as u32,
        }
    }
}

impl Surface<'_> {
    /// Size of its pixels in bytes.
    fn len(&self) -> usize {
        self.width as usize * self.height as usize * 4
    }

    fn mix(&self, column: &Sample, row: &Sample) -> [u8; 4] {
        let at = |x: u32, y: u32| (y as usize * self.width as usize + x as usize) * 4;
        let places = [
            (
                at(column.first, row.first),
                256 - column.weight,
                256 - row.weight,
            ),
            (
                at(column.second, row.first),
                column.weight,
                256 - row.weight,
            ),
            (
                at(column.first, row.second),
                256 - column.weight,
                row.weight,
            ),
            (at(column.second, row.second), column.weight, row.weight),
        ];
        let mut sums = [0x8000_u32; 4];
        for (place, horizontal, vertical) in places {
            let pixel = self.pixels.get(place..place + 4).unwrap_or(&[0; 4]);
            for (sum, &byte) in sums.iter_mut().zip(pixel) {
                *sum += u32::from(byte) * horizontal * vertical;
            }
        }
        sums.map(|sum| (sum >> 16) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [u8; 4] = [0, 0, 255, 255];

    fn surface(pixels: &[u8], width: u32) -> Surface<'_> {
        Surface {
            width,
            height: pixels.len() as u32 / 4 / width,
            order: Order::Bgra,
            pixels,
            is_opaque: false,
        }
    }

    #[test]
    fn a_surface_lies_in_the_corner_and_the_rest_is_transparent() {
        let mut picture = Picture::new(2, 2);
        picture.place(&surface(&RED, 1), 1.0);
        let mut expected = vec![0; 16];
        expected[..4].copy_from_slice(&[255, 0, 0, 255]);
        assert_eq!(picture.pixels(), expected);
    }

    #[test]
    fn a_surface_larger_than_the_element_is_cropped() {
        let mut picture = Picture::new(1, 1);
        picture.place(&surface(&[RED, [1; 4], [2; 4], [3; 4]].concat(), 2), 1.0);
        assert_eq!(picture.pixels(), [255, 0, 0, 255]);
    }

    #[test]
    fn a_scale_makes_pixels_larger_and_smaller() {
        let mut picture = Picture::new(3, 2);
        picture.place(&surface(&RED, 1), 2.0);
        let row = [255, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0];
        assert_eq!(picture.pixels(), [row, row].concat());

        let mut picture = Picture::new(1, 1);
        let grey = [[0, 0, 0, 255], [100, 100, 100, 255]].concat().repeat(2);
        picture.place(&surface(&grey, 2), 0.5);
        assert_eq!(picture.pixels(), [50, 50, 50, 255]);
    }

    #[test]
    fn a_surface_can_be_moved_and_is_cut_at_the_edges() {
        let place = |offset| {
            let mut picture = Picture::new(2, 2);
            picture.place_at(&surface(&RED.repeat(4), 2), 1.0, offset);
            let alphas = picture.pixels().chunks_exact(4).map(|pixel| pixel[3]);
            alphas.collect::<Vec<_>>()
        };
        assert_eq!(place([1, 1]), [0, 0, 0, 255]);
        assert_eq!(place([-1, 0]), [255, 0, 255, 0]);
        assert_eq!(place([0, -3]), [0; 4]);
        assert_eq!(place([i32::MAX, i32::MIN]), [0; 4]);
    }

    #[test]
    fn an_opaque_surface_has_no_alpha() {
        let mut picture = Picture::new(1, 1);
        let mut surface = surface(&[1, 2, 3, 0], 1);
        surface.is_opaque = true;
        picture.place(&surface, 1.0);
        assert_eq!(picture.pixels(), [3, 2, 1, 255]);
    }

    #[test]
    fn stretching_covers_everything() {
        let mut picture = Picture::new(4, 3);
        picture.stretch(&surface(&RED, 1));
        assert_eq!(picture.pixels(), [255, 0, 0, 255].repeat(12));
    }

    #[test]
    fn colours_are_divided_by_alpha() {
        let mut picture = Picture::new(3, 1);
        let pixels = [64, 32, 0, 128, 9, 9, 9, 0, 200, 0, 0, 100];
        let mut surface = surface(&pixels, 3);
        surface.order = Order::Rgba;
        picture.place(&surface, 1.0);
        assert_eq!(
            picture.straight(),
            [128, 64, 0, 128, 9, 9, 9, 0, 255, 0, 0, 100]
        );
    }

    #[test]
    fn scales_and_sizes_that_make_no_sense_draw_nothing() {
        let mut picture = Picture::new(1, 1);
        for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            picture.place(&surface(&RED, 1), scale);
        }
        let short = Surface {
            height: 2,
            ..surface(&RED, 1)
        };
        picture.place(&short, 1.0);
        picture.stretch(&short);
        assert_eq!(picture.pixels(), [0; 4]);
        Picture::new(0, 0).place(&surface(&RED, 1), 3.0);
        Picture::new(0, 5).stretch(&surface(&RED, 1));
    }
}
