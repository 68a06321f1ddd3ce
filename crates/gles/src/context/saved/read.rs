//! Carries out the steps of a context.

use super::helper::Helper;
use super::{Kind, NOWHERE, SOURCE, step};
use crate::Contexts;
use crate::command::{MAX_ARGS, Op};
use crate::context::shaders::ShaderObject;
use pinnacle_pepper::device::gl::{Function as F, Gl};
use pinnacle_pepper::table::gl::limits::{MAX_SIDE, MAX_TEXT};
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};
use pinnacle_system::state::{Reader, Unusable};

/// The address of the data of a call.
const DATA: u32 = PAGE_SIZE;

/// The first name that functions never return, so that only a program can have chosen it.
const MAX_NAME: u32 = 1 << 31;

/// Maximum number of variables of a program.
const MAX_VARIABLES: usize = 1 << 16;

fn damaged() -> Unusable {
    Unusable::damaged("an OpenGL context is inconsistent")
}

/// Carries out the steps of a context that was just made. `memory` is empty, and as large as that
/// of the program.
pub(crate) fn restore(
    contexts: &mut Contexts,
    id: u32,
    from: &mut Reader,
    memory: &mut Memory,
) -> Result<(), Unusable> {
    let mut restoring = Restoring {
        contexts,
        id,
        from,
        memory,
        mapped: 0,
    };
    while restoring.step()? {}
    // Steps of a hostile state may fail, like calls of a hostile program, and leave errors.
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
    from: &'a mut Reader,
    memory: &'a mut Memory,
    /// Bytes of memory that can be used.
    mapped: u32,
}

impl Restoring<'_> {
    /// Carries out a step. Returns false after the last one.
    fn step(&mut self) -> Result<bool, Unusable> {
        match self.from.byte()? {
            step::END => return Ok(false),
            step::CALL => self.call()?,
            step::MAKE => self.make()?,
            step::NEXT => {
                let kind = self.kind()?;
                let next = self.from.word()?;
                self.set_next(kind, next)?;
            }
            step::SCREEN => self.screen()?,
            step::RENDERBUFFER => self.renderbuffer()?,
            step::LINKED => self.linked()?,
            _ => return Err(damaged()),
        }
        Ok(true)
    }

    fn kind(&mut self) -> Result<Kind, Unusable> {
        let kind = Kind::ALL.get(usize::from(self.from.byte()?));
        kind.copied().ok_or_else(damaged)
    }

    fn set_next(&mut self, kind: Kind, name: u32) -> Result<(), Unusable> {
        if !(1..MAX_NAME).contains(&name) {
            return Err(damaged());
        }
        let (context, objects) = self.contexts.named(self.id).ok_or_else(damaged)?;
        kind.set_next(context, objects, name);
        Ok(())
    }

    /// Calls a function with all arguments that any function has.
    fn run(&mut self, function: F, args: &[u32]) -> Result<u64, Unusable> {
        let mut all = [0; MAX_ARGS];
        for (place, &arg) in all.iter_mut().zip(args) {
            *place = u64::from(arg);
        }
        let result = self.contexts.call(self.id, function, &all, self.memory);
        result.map_err(|_| damaged())
    }

    /// Puts data into memory.
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

    fn call(&mut self) -> Result<(), Unusable> {
        let function = F::ALL.get(usize::from(self.from.byte()?));
        let function = *function.ok_or_else(damaged)?;
        let count = usize::from(self.from.byte()?);
        if count > MAX_ARGS {
            return Err(damaged());
        }
        let mut args = [0; MAX_ARGS];
        for arg in &mut args[..count] {
            *arg = self.from.word()?;
        }
        match self.from.byte()? {
            NOWHERE => {}
            SOURCE => {
                let source = self.data()?;
                let at = DATA + 8;
                let len = source.len() as u32;
                let head = [at.to_le_bytes(), len.to_le_bytes()].concat();
                self.put(&[&head[..], &source].concat())?;
                (args[1], args[2], args[3]) = (1, DATA, DATA + 4);
            }
            place => {
                let place = args.get_mut(usize::from(place));
                *place.ok_or_else(damaged)? = DATA;
                let data = self.data()?;
                self.put(&data)?;
            }
        }
        self.run(function, &args).map(drop)
    }

    fn data(&mut self) -> Result<Vec<u8>, Unusable> {
        self.from.bytes(self.memory.limit() as usize)
    }

    fn make(&mut self) -> Result<(), Unusable> {
        let kind = self.kind()?;
        let [name, argument] = self.from.words()?;
        if name >= MAX_NAME {
            // The program has chosen this name: binding it makes the object.
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

    fn screen(&mut self) -> Result<(), Unusable> {
        let mut read = || {
            let size: [u32; 2] = self.from.words()?;
            let pixels = self.from.bytes(self.memory.limit() as usize)?;
            Ok((size, pixels))
        };
        let ([width, height], colours) = read()?;
        let ([shown_width, shown_height], shown) = read()?;
        let is_small = |side: &u32| *side <= MAX_SIDE;
        if ![width, height, shown_width, shown_height]
            .iter()
            .all(is_small)
        {
            return Err(damaged());
        }
        let (context, _) = self.contexts.named(self.id).ok_or_else(damaged)?;
        let args = [width, height, shown_width, shown_height];
        let pixels = [colours, shown].concat();
        context.batch.push_data(Op::FillScreen, &args, &pixels);
        Ok(())
    }

    fn renderbuffer(&mut self) -> Result<(), Unusable> {
        let [name, width, height] = self.from.words()?;
        let pixels = self.data()?;
        let len = u64::from(width) * u64::from(height) * 4;
        let is_known = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        if !is_known || len != pixels.len() as u64 {
            return Err(damaged());
        }
        let (driver, context, objects) = self.contexts.parts(self.id).ok_or_else(damaged)?;
        if objects.renderbuffers.get(name).is_none() {
            return Err(damaged());
        }
        if let Some(mut helper) = Helper::new(driver, context, objects) {
            helper.fill(name, [width, height], &pixels);
        }
        Ok(())
    }

    /// Checks a program that was linked again.
    fn linked(&mut self) -> Result<(), Unusable> {
        let name = self.from.word()?;
        let is_linked = self.from.truth()?;
        let mut lists = [Vec::new(), Vec::new()];
        for list in &mut lists {
            for _ in 0..self.from.count(MAX_VARIABLES)? {
                list.push((self.from.text(MAX_TEXT as usize)?, self.from.word()?));
            }
        }
        let (_, objects) = self.contexts.named(self.id).ok_or_else(damaged)?;
        let Some(ShaderObject::Program(program)) = objects.shaders.get(name) else {
            return Err(damaged());
        };
        let found = [&program.attributes, &program.uniforms];
        let is_same = program.is_linked == is_linked
            && found.iter().zip(&lists).all(|(found, list)| {
                let mut found: Vec<_> =
                    found.iter().map(|one| (&*one.name, one.location)).collect();
                let mut list: Vec<_> = list.iter().map(|(name, at)| (&**name, *at)).collect();
                found.sort_unstable();
                list.sort_unstable();
                found == list
            });
        match is_same {
            true => Ok(()),
            false => Err(Unusable::because(
                "this OpenGL driver links the programs differently from the one that saved the \
                 state; continue on a machine with the same driver",
            )),
        }
    }
}
