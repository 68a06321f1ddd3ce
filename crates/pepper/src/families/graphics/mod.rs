//! What the element shows: pictures in memory and contexts of OpenGL.

pub(crate) mod context;
pub(crate) mod display;
pub(crate) mod graphics_2d;
pub(crate) mod graphics_3d;
pub(crate) mod image_data;
pub(crate) mod opengles2;
pub(crate) mod surface;

use crate::kernel::family::State;
use pinnacle_system::memory_budget::MemoryBudget;
use std::any::Any;

/// The state of the family.
#[derive(Default)]
struct Graphics {}

impl State for Graphics {
    const INDEX: usize = super::GRAPHICS;
}

/// Makes the state of the family.
pub(crate) fn new_state(_: &MemoryBudget) -> Box<dyn Any + Send> {
    Box::new(Graphics::default())
}
