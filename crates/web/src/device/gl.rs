//! OpenGL, implemented with WebGL in JavaScript. Programs call it without this module. This file
//! contains the parts that the core needs: creating and destroying contexts, mapping data into the
//! program's memory, the functions with results in recordings, and contexts in saved states.

use crate::outside;
use pinnacle_pepper::device::gl::steps::{
    self, Data, GroupOrder, Head, MAX_ARGS, MAX_CONTEXTS, Rows, Step,
};
use pinnacle_pepper::device::gl::{ContextAttributes, Function, Gl};
use pinnacle_pepper::interfaces;
use pinnacle_pexe::Type;
use pinnacle_system::memory::{Access, Fault, Memory};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};
use std::collections::BTreeMap;

/// The graphics of a page.
#[derive(Debug, Default)]
pub(super) struct WebGl {
    contexts: BTreeMap<u32, Context>,
    /// Number of groups created so far.
    groups: u64,
}

/// A context of the program.
#[derive(Debug)]
struct Context {
    /// The attributes with which the context would be created in its current state.
    attributes: ContextAttributes,
    /// The number of the group of contexts that share objects.
    group: u64,
}

impl Gl for WebGl {
    fn create(&mut self, id: u32, attributes: &ContextAttributes, share: Option<u32>) -> bool {
        let ContextAttributes {
            size: [width, height],
            has_alpha,
            depth,
            stencil,
            samples: _,
        } = *attributes;
        let group = match share.and_then(|share| self.contexts.get(&share)) {
            Some(other) => other.group,
            None => {
                self.groups += 1;
                self.groups
            }
        };
        let context = Context {
            attributes: *attributes,
            group,
        };
        // 0 stands for no context.
        let share = share.unwrap_or(0);
        let is_made = outside::create_context(id, share, width, height, has_alpha, depth, stencil);
        if is_made {
            self.contexts.insert(id, context);
        }
        is_made
    }

    fn destroy(&mut self, id: u32) {
        self.contexts.remove(&id);
        outside::destroy_context(id);
    }

    fn resize(&mut self, id: u32, size: [u32; 2]) {
        if let Some(context) = self.contexts.get_mut(&id) {
            context.attributes.size = size;
        }
        let [width, height] = size;
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

    fn save(&mut self, to: &mut Writer) -> Result<(), Refusal> {
        let names: Vec<_> = Function::ALL.iter().map(|one| one.name()).collect();
        let names = names.join(" ");
        let contexts = self.contexts.iter().map(|(&id, one)| (id, one.group));
        let contexts: Vec<_> = contexts.collect();
        to.count(contexts.len());
        for (&id, context) in &self.contexts {
            let GroupOrder { share, is_last } = GroupOrder::of(id, &contexts);
            let saved = outside::save_context(id, &names, share.is_none(), is_last);
            let saved = saved.map_err(|part| {
                let part = part.as_string();
                Refusal::of(part.unwrap_or_else(|| "an OpenGL context".into()))
            })?;
            let head = Head {
                id,
                share,
                attributes: context.attributes,
            };
            head.write(to);
            to.raw(&saved);
        }
        Ok(())
    }

    fn restore(&mut self, from: &mut Reader, limit: u32) -> Result<(), Unusable> {
        while let Some((&id, _)) = self.contexts.first_key_value() {
            self.destroy(id);
        }
        for _ in 0..from.count(MAX_CONTEXTS)? {
            let head = Head::read(from)?;
            let Head { id, share, .. } = head;
            let is_known = share.is_none_or(|share| self.contexts.contains_key(&share));
            if !is_known || self.contexts.contains_key(&id) {
                return Err(steps::damaged());
            }
            if !self.create(id, &head.attributes, share) {
                return Err(Unusable::because(
                    "the browser does not provide the WebGL 2 contexts that it has",
                ));
            }
            while let Some(step) = Step::read(from, limit as usize)? {
                carry_out(id, step)?;
            }
            outside::restore_end(id);
        }
        Ok(())
    }

    fn string(&mut self, id: u32, name: u32) -> Option<String> {
        outside::gl_string(id, name)
    }
}

/// Executes a step of a saved context.
fn carry_out(id: u32, step: Step) -> Result<(), Unusable> {
    let is_done = match step {
        Step::Call {
            function,
            args,
            data,
        } => {
            let numbers = numbers(function, &args);
            let name = function.name();
            match data {
                Data::None => outside::restore_call(id, name, &numbers, 0, None),
                Data::At(place, bytes) => {
                    outside::restore_call(id, name, &numbers, place.into(), Some(bytes))
                }
                Data::Source(bytes) => {
                    outside::restore_call(id, name, &numbers, numbers.len() as u32, Some(bytes))
                }
            }
        }
        Step::Make {
            kind,
            name,
            argument,
        } => {
            let maker = kind.maker().name();
            if !outside::restore_make(id, maker, kind as u32, name, argument) {
                return Err(Unusable::because(
                    "the browser cannot make its OpenGL objects, or they contradict each other",
                ));
            }
            true
        }
        Step::Next { kind, name } => outside::restore_next(id, kind as u32, name),
        Step::Screen([colours, shown]) => {
            let ([width, height], [shown_width, shown_height]) = (colours.size, shown.size);
            let (colours, shown) = (&colours.bytes, &shown.bytes);
            outside::restore_screen(id, width, height, colours, shown_width, shown_height, shown);
            true
        }
        Step::Renderbuffer {
            name,
            pixels: Rows { size, bytes },
        } => outside::restore_renderbuffer(id, name, size[0], size[1], &bytes),
        Step::Linked {
            name,
            is_linked,
            variables,
        } => {
            let (attributes, attribute_places) = variables.attributes.into_iter().unzip();
            let (uniforms, uniform_places) = variables.uniforms.into_iter().unzip();
            if !outside::restore_linked(
                id,
                name,
                is_linked,
                attributes,
                attribute_places,
                uniforms,
                uniform_places,
            ) {
                return Err(Unusable::because(
                    "the browser links its OpenGL programs otherwise than the driver with which \
                     it was saved",
                ));
            }
            true
        }
    };
    is_done.then_some(()).ok_or_else(steps::damaged)
}

/// Returns the arguments of a function as numbers.
fn numbers(function: Function, args: &[u32; MAX_ARGS]) -> Vec<f64> {
    let is_gl = |one: &&interfaces::Interface| one.name.starts_with("PPB_OpenGLES2");
    let mut methods = interfaces::ALL
        .iter()
        .filter(is_gl)
        .flat_map(|one| one.methods);
    let method = methods.find(|method| method.name == function.name());
    let types = method.map_or(Vec::new(), |method| method.signature().types().0);
    // The context is the first parameter.
    let types = types.into_iter().skip(1);
    let args = types.zip(args).map(|(ty, &arg)| match ty {
        Type::Float => f64::from(f32::from_bits(arg)),
        _ => f64::from(arg as i32),
    });
    args.collect()
}
