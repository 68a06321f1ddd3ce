//! Writes the pictures of the element to files.

use super::create;
use super::graphics::Graphics;
use crate::picture::{self, Film, FilmFormat, Order, Surface};
use pinnacle_gles::Pixels;
use pinnacle_pepper::device::screen::{Content, Picture, PixelFormat};
use pinnacle_pepper::view::View;
use pinnacle_system::memory_budget::{Charge, MemoryBudget, OutOfBudget};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// The visible picture, and the files for pictures.
pub(super) struct Pictures {
    /// True if the last picture is kept, because it may be saved or requested.
    is_kept: bool,
    screenshot: Option<PathBuf>,
    folder: Option<PathBuf>,
    film: Option<Film<BufWriter<File>>>,
    last: Option<Last>,
    budget: MemoryBudget,
    /// Charge for the last surface.
    last_charge: Charge,
    /// Charge for the film's copy of its last picture.
    film_charge: Charge,
}

/// The last displayed surface.
#[derive(Default)]
struct Last {
    width: u32,
    height: u32,
    is_rgba: bool,
    is_opaque: bool,
    /// True if it is stretched to the element.
    is_stretched: bool,
    scale: f32,
    offset: [f32; 2],
    pixels: Vec<u8>,
}

impl Pictures {
    pub(super) fn new(
        screenshot: Option<PathBuf>,
        folder: Option<PathBuf>,
        film: Option<&Path>,
        takes_screenshots: bool,
        budget: &MemoryBudget,
    ) -> Result<Pictures, String> {
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        let film = match film {
            Some(path) => {
                let format = FilmFormat::of_name(&path.to_string_lossy());
                Some(Film::new(BufWriter::new(create(path)?), format))
            }
            None => None,
        };
        let is_kept =
            takes_screenshots || screenshot.is_some() || folder.is_some() || film.is_some();
        Ok(Pictures {
            is_kept,
            screenshot,
            folder,
            film,
            last: None,
            budget: budget.clone(),
            last_charge: budget.empty_charge(),
            film_charge: budget.empty_charge(),
        })
    }

    /// Returns true if pictures are recorded.
    pub(super) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Sets the picture that is visible from a frame on.
    pub(super) fn show(
        &mut self,
        view: &View,
        content: Content<'_>,
        graphics: &Graphics,
        frame: u64,
        has_changed: bool,
    ) -> Result<(), String> {
        let is_empty = matches!(content, Content::Nothing);
        if !self.is_kept || !has_changed && self.last.is_none() == is_empty {
            return Ok(());
        }
        match content {
            Content::Picture(picture) => {
                let bytes = picture.pixels.len() as u64;
                self.last_charge.resize(bytes).map_err(|error| {
                    self.is_kept = false;
                    too_large(picture.width, picture.height, error)
                })?;
                self.last.get_or_insert_default().take(&picture);
            }
            Content::Context(id) => {
                let pixels = graphics.picture(id);
                let bytes = pixels.bytes.len() as u64;
                self.last_charge.resize(bytes).map_err(|error| {
                    self.is_kept = false;
                    too_large(pixels.width, pixels.height, error)
                })?;
                self.last.get_or_insert_default().take_pixels(pixels);
            }
            Content::Nothing => {
                self.last = None;
                self.last_charge.shrink(self.last_charge.bytes());
            }
        }
        if self.folder.is_none() && self.film.is_none() {
            return Ok(());
        }
        let (seen, _charge) = self.compose(view).inspect_err(|_| self.is_kept = false)?;
        if let Some(folder) = &self.folder {
            write(&seen, &folder.join(format!("frame-{frame:06}.png")))?;
        }
        if self.film.is_some() {
            // The film keeps the last picture, and the part of it that has not been written yet.
            let bytes = 2 * seen.pixels().len() as u64;
            self.film_charge.resize(bytes).map_err(|error| {
                self.film = None;
                too_large(seen.width(), seen.height(), error)
            })?;
        }
        if let Some(film) = &mut self.film
            && let Err(error) = film.show(&seen, frame)
        {
            self.film = None;
            return Err(format!("cannot write the film: {error}"));
        }
        Ok(())
    }

    /// Returns the visible picture.
    pub(super) fn picture(&self, view: &View) -> Result<picture::Picture, String> {
        let (seen, _charge) = self.compose(view)?;
        Ok(seen)
    }

    /// Writes the visible picture to a file.
    pub(super) fn screenshot(&self, view: &View, path: &Path) -> Result<(), String> {
        let (seen, _charge) = self.compose(view)?;
        write(&seen, path)
    }

    /// Writes the last picture at the end of the run, and completes the film.
    pub(super) fn finish(&mut self, view: &View, frame: u64) -> Result<(), String> {
        if let Some(path) = self.screenshot.take() {
            self.screenshot(view, &path)?;
        }
        match self.film.take() {
            Some(film) => film
                .finish(frame)
                .map_err(|error| format!("cannot write the film: {error}")),
            None => Ok(()),
        }
    }

    /// Returns the displayed element, and the charge for writing it: its pixels, the pixels without
    /// alpha, and the compressed picture.
    fn compose(&self, view: &View) -> Result<(picture::Picture, Charge), String> {
        let element = [view.rect.width, view.rect.height];
        let [width, height] = picture::Picture::size_of(element, view.device_scale);
        let bytes = 3 * 4 * u64::from(width) * u64::from(height);
        let charge = self.budget.charge(bytes);
        let charge = charge.map_err(|error| too_large(width, height, error))?;
        let mut seen = picture::Picture::new(width, height);
        if let Some(last) = &self.last {
            let surface = Surface {
                width: last.width,
                height: last.height,
                order: if last.is_rgba {
                    Order::Rgba
                } else {
                    Order::Bgra
                },
                pixels: &last.pixels,
                is_opaque: last.is_opaque,
            };
            let offset = last
                .offset
                .map(|way| (way * view.device_scale).round() as i32);
            match last.is_stretched {
                true => seen.stretch(&surface),
                false => seen.place_at(&surface, last.scale * view.device_scale, offset),
            }
        }
        Ok((seen, charge))
    }
}

/// Returns the error for a picture that is too large.
fn too_large(width: u32, height: u32, _: OutOfBudget) -> String {
    format!(
        "a picture of {width} by {height} pixels does not fit in the memory that the program \
         has left; make the element smaller, or give more with --memory"
    )
}

impl Last {
    fn take(&mut self, picture: &Picture<'_>) {
        self.width = picture.width;
        self.height = picture.height;
        self.is_rgba = picture.format == PixelFormat::Rgba;
        self.is_opaque = picture.is_opaque;
        self.is_stretched = false;
        self.scale = picture.scale;
        self.offset = picture.offset;
        self.pixels.clear();
        self.pixels.extend_from_slice(picture.pixels);
    }
}

impl Last {
    fn take_pixels(&mut self, pixels: Pixels) {
        *self = Last {
            width: pixels.width,
            height: pixels.height,
            is_rgba: true,
            is_opaque: !pixels.has_alpha,
            is_stretched: true,
            scale: 1.0,
            offset: [0.0; 2],
            pixels: pixels.bytes,
        };
    }
}

fn write(seen: &picture::Picture, path: &Path) -> Result<(), String> {
    let file = BufWriter::new(create(path)?);
    picture::write_png(seen, file)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}
