//! Executes the steps of a context.

use super::helper::Helper;
use super::set_next_name;
use crate::Contexts;
use crate::command::Op;
use crate::context::shaders::ShaderObject;
use pinnacle_pepper::device::gl::steps::{
    Data, Kind, MAX_ARGS, MAX_NAME, Rows, Step, Variables, damaged,
};
use pinnacle_pepper::device::gl::{Function as F, Gl};
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_system::state::{Reader, Unusable};

/// The address at which the data of a call is stored.
const DATA: u32 = PAGE_SIZE;

/// Executes the steps of a newly created context. `memory` is empty, and has the size of the
/// program's memory.
pub(crate) fn restore(
    contexts: &mut Contexts,
    id: u32,
    from: &mut Reader,
    memory: &mut Memory,
) -> Result<(), Unusable> {
    let mut restoring = Restoring {
        contexts,
        id,
        memory,
        mapped: 0,
    };
    let max = restoring.memory.limit() as usize;
    while let Some(step) = Step::read(from, max)? {
        restoring.step(step)?;
    }
    // Steps that fail, as calls of a hostile program may, leave their errors, which are removed.
    let restored = restoring.contexts.named(id).map(|(context, _)| context);
    let context = restored.ok_or_else(damaged)?;
    context.errors.clear();
    let mut calls = 0..8;
    while calls.next().is_some() && contexts.call(id, F::GetError, &[], memory) != Ok(0) {}
    Ok(())
}

struct Restoring<'a> {
    contexts: &'a mut Contexts,
    id: u32,
    memory: &'a mut Memory,
    /// Number of bytes of memory that can be used.
    mapped: u32,
}

impl Restoring<'_> {
    fn step(&mut self, step: Step) -> Result<(), Unusable> {
        match step {
            Step::Call {
                function,
                args,
                data,
            } => self.call(function, args, data),
            Step::Make {
                kind,
                name,
                argument,
            } => self.make(kind, name, argument),
            Step::Next { kind, name } => self.set_next(kind, name),
            Step::Screen(pictures) => self.screen(pictures),
            Step::Renderbuffer { name, pixels } => self.renderbuffer(name, &pixels),
            Step::Linked {
                name,
                is_linked,
                variables,
            } => self.linked(name, is_linked, &variables),
        }
    }

    fn set_next(&mut self, kind: Kind, name: u32) -> Result<(), Unusable> {
        if !(1..MAX_NAME).contains(&name) {
            return Err(damaged());
        }
        let (context, objects) = self.contexts.named(self.id).ok_or_else(damaged)?;
        set_next_name(kind, context, objects, name);
        Ok(())
    }

    /// Calls a function. Missing arguments are 0.
    fn run(&mut self, function: F, args: &[u32]) -> Result<u64, Unusable> {
        let mut all = [0; MAX_ARGS];
        for (place, &arg) in all.iter_mut().zip(args) {
            *place = u64::from(arg);
        }
        let result = self.contexts.call(self.id, function, &all, self.memory);
        result.map_err(|_| damaged())
    }

    /// Stores data in memory.
    fn put(&mut self, data: &[u8]) -> Result<(), Unusable> {
        let short = || Unusable::because("the memory limit is too small for its OpenGL objects");
        let len = u32::try_from(data.len()).map_err(|_| damaged())?;
        if len > self.mapped {
            let len = len.checked_next_multiple_of(PAGE_SIZE).ok_or_else(short)?;
            let end = DATA.checked_add(len).ok_or_else(short)?;
            let made = self.memory.protect(DATA..end, Protection::ReadWrite);
            made.map_err(|_| short())?;
            self.mapped = len;
        }
        self.memory.write(DATA, data).map_err(|_| damaged())
    }

    fn call(&mut self, function: F, mut args: [u32; MAX_ARGS], data: Data) -> Result<(), Unusable> {
        match data {
            Data::None => {}
            Data::Source(source) => {
                let at = DATA + 8;
                let len = source.len() as u32;
                let head = [at.to_le_bytes(), len.to_le_bytes()].concat();
                self.put(&[&head[..], &source].concat())?;
                (args[1], args[2], args[3]) = (1, DATA, DATA + 4);
            }
            Data::At(place, data) => {
                let place = args.get_mut(usize::from(place));
                *place.ok_or_else(damaged)? = DATA;
                self.put(&data)?;
            }
        }
        self.run(function, &args).map(drop)
    }

    fn make(&mut self, kind: Kind, name: u32, argument: u32) -> Result<(), Unusable> {
        if name >= MAX_NAME {
            // The program has chosen this name, so binding it creates the object.
            return Ok(());
        }
        self.set_next(kind, name)?;
        self.put(&[0; 4])?;
        let made = match kind {
            Kind::Shader | Kind::Program => self.run(kind.maker(), &[argument])?,
            _ => {
                self.run(kind.maker(), &[1, DATA])?;
                u64::from(self.memory.load_u32(DATA).map_err(|_| damaged())?)
            }
        };
        match made == u64::from(name) {
            true => Ok(()),
            false => Err(Unusable::because(
                "its OpenGL objects do not fit in the memory limit, or are inconsistent",
            )),
        }
    }

    fn screen(&mut self, [colours, shown]: [Rows; 2]) -> Result<(), Unusable> {
        let (context, _) = self.contexts.named(self.id).ok_or_else(damaged)?;
        let args = [colours.size, shown.size].concat();
        let pixels = [colours.bytes, shown.bytes].concat();
        context.batch.push_data(Op::FillScreen, &args, &pixels);
        Ok(())
    }

    fn renderbuffer(&mut self, name: u32, pixels: &Rows) -> Result<(), Unusable> {
        let (driver, context, objects) = self.contexts.parts(self.id).ok_or_else(damaged)?;
        if objects.renderbuffers.get(name).is_none() || pixels.bytes.is_empty() {
            return Err(damaged());
        }
        if let Some(mut helper) = Helper::new(driver, context, objects) {
            helper.fill(name, pixels.size, &pixels.bytes);
        }
        Ok(())
    }

    /// Restores the uniform locations of a program that was linked again.
    fn linked(
        &mut self,
        name: u32,
        is_linked: bool,
        variables: &Variables,
    ) -> Result<(), Unusable> {
        let (_, objects) = self.contexts.named(self.id).ok_or_else(damaged)?;
        let Some(ShaderObject::Program(program)) = objects.shaders.get_mut(name) else {
            return Err(damaged());
        };
        match program.continue_with(is_linked, variables) {
            true => Ok(()),
            false => Err(Unusable::because(
                "this OpenGL driver links the programs differently from the one that saved the \
                 state; continue on a machine with the same driver",
            )),
        }
    }
}
