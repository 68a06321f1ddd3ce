//! OpenGL, implemented by WebGL in JavaScript, which programs call without this module. This file
//! has the parts that the core needs: creating and destroying contexts, mapping data into the
//! program's memory, and in a recording the functions with results.

use crate::outside;
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_system::memory::{Access, Fault, Memory};

/// The graphics of a page.
#[derive(Debug)]
pub(super) struct WebGl;

impl Gl for WebGl {
    fn create(&mut self, id: u32, attributes: &ContextAttributes, share: Option<u32>) -> bool {
        let ContextAttributes {
            size: [width, height],
            has_alpha,
            depth,
            stencil,
            samples: _,
        } = *attributes;
        // 0 is not a context.
        let share = share.unwrap_or(0);
        outside::create_context(id, share, width, height, has_alpha, depth, stencil)
    }

    fn destroy(&mut self, id: u32) {
        outside::destroy_context(id);
    }

    fn resize(&mut self, id: u32, [width, height]: [u32; 2]) {
        outside::resize_context(id, width, height);
    }

    fn swap(&mut self, id: u32) {
        outside::swap_context(id);
    }

    fn call(
        &mut self,
        id: u32,
        function: Function,
        args: &[u64],
        _: &mut Memory,
    ) -> Result<u64, Fault> {
        let args: Vec<u32> = args.iter().map(|&arg| arg as u32).collect();
        let result = outside::call_gl(id, function.name(), &args);
        // A negative result encodes an invalid address.
        if result < 0.0 {
            return Err(Fault {
                address: (-1.0 - result) as u32,
                len: 1,
                access: Access::Read,
            });
        }
        Ok(result as u64)
    }

    fn written(&mut self) -> Vec<(u32, u32)> {
        let numbers = outside::gl_written();
        let parts = numbers.chunks_exact(2);
        parts.map(|part| (part[0], part[1])).collect()
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        outside::gl_string(id, name)
    }
}
