//! The contents of the element: pictures in memory and OpenGL contexts.

pub(crate) mod context;
pub(crate) mod display;
mod drawing;
pub(crate) mod frame;
pub(crate) mod graphics_2d;
pub(crate) mod graphics_3d;
pub(crate) mod image_data;
pub(crate) mod opengles2;
pub(crate) mod surface;

use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// Makes the state of the family: the contents of the element.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(display::Display::default())
}
