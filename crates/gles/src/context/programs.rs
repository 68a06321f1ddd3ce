//! Programs: linked shaders and their inputs.

use super::memory::{LINKED_TOKEN, PROGRAM, SHADER};
use super::shaders::{ShaderObject, text_length};
use super::{Call, GlError, Result};
use crate::command::{Op, Reply};
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::device::gl::steps::Variables;
use pinnacle_pepper::table::gl::enums as gl;
use pinnacle_pepper::table::gl::sizes::matrix_columns;
use std::collections::HashMap;
use std::sync::Arc;

/// A program.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(super) is_linked: bool,
    is_validated: bool,
    log: String,
    /// The vertex attributes that it reads: one bit for each location.
    pub(super) used_attributes: u32,
    pub(super) attributes: Vec<Active>,
    pub(super) uniforms: Vec<Active>,
    /// The driver's location of each uniform location that the program knows. `None` if all are
    /// equal. They may differ after restoring a state that was saved with another driver.
    places: Option<HashMap<u32, u32>>,
    /// The kinds and sources of the shaders of the last link.
    pub(super) sources: Vec<(u32, Arc<str>)>,
    pub(super) shaders: Vec<u32>,
    /// Number of contexts that use it.
    users: u32,
    pub(super) is_deleted: bool,
    /// Bytes charged for it, beyond [`SHADER`].
    bytes: u64,
}

/// An attribute or a uniform of a program.
#[derive(Clone, Debug)]
pub(super) struct Active {
    pub(super) location: u32,
    pub(super) kind: u32,
    /// Number of elements, if it is an array.
    pub(super) size: u32,
    pub(super) name: String,
}

/// Maximum location of a uniform. Drivers have lower limits.
const MAX_LOCATION: u32 = 1 << 24;

/// Returns true for names reserved by OpenGL.
fn is_reserved(name: &str) -> bool {
    name.starts_with("gl_")
}

impl Call<'_> {
    pub(super) fn program_mut(&mut self, name: u32) -> Result<&mut Program> {
        match self.objects.shaders.get_mut(name) {
            Some(ShaderObject::Program(program)) => Ok(program),
            Some(ShaderObject::Shader(_)) => Err(GlError::InvalidOperation.into()),
            None => Err(GlError::InvalidValue.into()),
        }
    }

    fn linked_program(&mut self, name: u32) -> Result<&mut Program> {
        let program = self.program_mut(name)?;
        match program.is_linked {
            true => Ok(program),
            false => Err(GlError::InvalidOperation.into()),
        }
    }

    pub(super) fn program(&mut self, function: F) -> Result<u32> {
        let name = self.args.first().map_or(0, |&name| name as u32);
        match function {
            F::CreateProgram => {
                self.take_shared(SHADER)?;
                let name = self.objects.shaders.unused();
                let program = ShaderObject::Program(Program::default());
                self.objects.shaders.insert(name, program);
                self.push(F::CreateProgram, &[name]);
                return Ok(name);
            }
            F::DeleteProgram if name == 0 => {}
            F::DeleteProgram => {
                self.program_mut(name)?.is_deleted = true;
                self.drop_program(name);
            }
            F::AttachShader | F::DetachShader => self.attach(function, name)?,
            F::BindAttribLocation => self.bind_attrib_location(name)?,
            F::LinkProgram => self.link_program(name)?,
            F::UseProgram => self.use_program(name)?,
            F::ValidateProgram => {
                self.program_mut(name)?;
                let reply = self.ask(function, &[name]);
                let program = self.program_mut(name)?;
                program.is_validated = reply.words.first() == Some(&1);
                program.log = String::from_utf8_lossy(&reply.bytes).into_owned();
            }
            F::GetActiveAttrib | F::GetActiveUniform => self.get_active(function, name)?,
            F::GetAttachedShaders => {
                let most = self.count(1)? as usize;
                let mut shaders = self.program_mut(name)?.shaders.clone();
                shaders.truncate(most);
                if self.arg(2) != 0 {
                    self.store(2, &[shaders.len() as u32])?;
                }
                self.store(3, &shaders)?;
            }
            F::GetAttribLocation => {
                let wanted = self.text(1)?;
                let program = self.linked_program(name)?;
                let found = program.attributes.iter().find(|one| one.name == wanted);
                return Ok(found.map_or(u32::MAX, |one| one.location));
            }
            F::GetUniformLocation => return self.uniform_location(name),
            F::GetProgramiv => {
                let value = self.program_parameter(name)?;
                self.store(2, &[value])?;
            }
            F::GetProgramInfoLog => {
                let log = self.program_mut(name)?.log.clone();
                self.give_text(&log, 1, 2, 3)?;
            }
            // `IsProgram`.
            _ => {
                let object = self.objects.shaders.get(name);
                return Ok(u32::from(matches!(object, Some(ShaderObject::Program(_)))));
            }
        }
        Ok(0)
    }

    /// Drops a deleted program that no context uses.
    fn drop_program(&mut self, name: u32) {
        let Ok(program) = self.program_mut(name) else {
            return;
        };
        if !program.is_deleted || program.users > 0 {
            return;
        }
        let shaders = std::mem::take(&mut program.shaders);
        let bytes = SHADER + program.bytes;
        self.objects.bytes -= bytes;
        self.objects.shaders.remove(name);
        self.push(F::DeleteProgram, &[name]);
        for shader in shaders {
            self.detached(shader);
        }
    }

    fn detached(&mut self, shader: u32) {
        if let Ok(one) = self.shader_mut(shader) {
            one.programs -= 1;
            self.drop_shader(shader);
        }
    }

    fn attach(&mut self, function: F, name: u32) -> Result {
        let shader = self.arg(1);
        self.program_mut(name)?;
        self.shader_mut(shader)?;
        let program = self.program_mut(name)?;
        let place = program.shaders.iter().position(|one| *one == shader);
        match (function, place) {
            (F::AttachShader, None) => {
                program.shaders.push(shader);
                self.shader_mut(shader)?.programs += 1;
                self.pass(function);
            }
            (F::DetachShader, Some(place)) => {
                program.shaders.remove(place);
                self.pass(function);
                self.detached(shader);
            }
            _ => return Err(GlError::InvalidOperation.into()),
        }
        Ok(())
    }

    fn bind_attrib_location(&mut self, name: u32) -> Result {
        let index = self.arg(1);
        let attribute = self.text(2)?;
        self.program_mut(name)?;
        if index >= self.context.max_vertex_attribs {
            return Err(GlError::InvalidValue.into());
        }
        if is_reserved(&attribute) {
            return Err(GlError::InvalidOperation.into());
        }
        let op = Op::Call(F::BindAttribLocation);
        self.context
            .batch
            .push_data(op, &[name, index], attribute.as_bytes());
        Ok(())
    }

    fn link_program(&mut self, name: u32) -> Result {
        let shaders = self.program_mut(name)?.shaders.clone();
        let (mut tokens, mut sources, mut text) = (0, Vec::new(), 0);
        for shader in shaders {
            let shader = self.shader_mut(shader)?;
            tokens += shader.tokens;
            if let Some(source) = &shader.compiled {
                text += source.len() as u64;
                sources.push((shader.kind, source.clone()));
            }
        }
        self.may_compile(tokens)?;
        let limit = self.limit();
        let (before, now) = (
            self.program_mut(name)?.bytes,
            PROGRAM + tokens * LINKED_TOKEN + text,
        );
        self.objects.exchange(before, now, limit)?;
        let program = self.program_mut(name)?;
        (program.bytes, program.sources) = (now, sources);
        let reply = self.ask(F::LinkProgram, &[name]);
        let program = self.program_mut(name)?;
        program.linked(&reply);
        Ok(())
    }

    fn use_program(&mut self, name: u32) -> Result {
        if name != 0 {
            self.linked_program(name)?.users += 1;
        }
        let before = std::mem::replace(&mut self.context.program, name);
        self.push(F::UseProgram, &[name]);
        if before != 0 {
            if let Ok(program) = self.program_mut(before) {
                program.users -= 1;
            }
            self.drop_program(before);
        }
        Ok(())
    }

    fn get_active(&mut self, function: F, name: u32) -> Result {
        let index = self.arg(1) as usize;
        let program = self.program_mut(name)?;
        let list = match function {
            F::GetActiveAttrib => &program.attributes,
            _ => &program.uniforms,
        };
        let active = list.get(index).cloned().ok_or(GlError::InvalidValue)?;
        self.give_text(&active.name, 2, 3, 6)?;
        self.store(4, &[active.size])?;
        self.store(5, &[active.kind])?;
        Ok(())
    }

    fn uniform_location(&mut self, name: u32) -> Result<u32> {
        let wanted = self.text(1)?;
        self.linked_program(name)?;
        if is_reserved(&wanted) {
            return Ok(u32::MAX);
        }
        let op = Op::Call(F::GetUniformLocation);
        self.context.batch.push_data(op, &[name], wanted.as_bytes());
        let reply = self.driver.ask(self.context.id, &mut self.context.batch);
        let location = reply.words.first().copied().unwrap_or(u32::MAX);
        Ok(self.program_mut(name)?.own_location(location))
    }

    /// Returns the driver's location of a uniform in a program.
    pub(super) fn driver_location(&self, program: u32, location: u32) -> u32 {
        match self.objects.shaders.get(program) {
            Some(ShaderObject::Program(program)) => program.driver_location(location),
            _ => location,
        }
    }

    fn program_parameter(&mut self, name: u32) -> Result<u32> {
        let what = self.arg(1);
        let program = self.program_mut(name)?;
        let longest = |list: &[Active]| list.iter().map(|one| text_length(&one.name)).max();
        Ok(match what {
            gl::DELETE_STATUS => u32::from(program.is_deleted),
            gl::LINK_STATUS => u32::from(program.is_linked),
            gl::VALIDATE_STATUS => u32::from(program.is_validated),
            gl::INFO_LOG_LENGTH => text_length(&program.log),
            gl::ATTACHED_SHADERS => program.shaders.len() as u32,
            gl::ACTIVE_UNIFORMS => program.uniforms.len() as u32,
            gl::ACTIVE_UNIFORM_MAX_LENGTH => longest(&program.uniforms).unwrap_or(0),
            gl::ACTIVE_ATTRIBUTES => program.attributes.len() as u32,
            gl::ACTIVE_ATTRIBUTE_MAX_LENGTH => longest(&program.attributes).unwrap_or(0),
            _ => return Err(GlError::InvalidEnum.into()),
        })
    }
}

impl Program {
    /// Returns the driver's location of a uniform, or `u32::MAX` if the driver has no such uniform.
    pub(super) fn driver_location(&self, location: u32) -> u32 {
        self.places.as_ref().map_or(location, |places| {
            places.get(&location).copied().unwrap_or(u32::MAX)
        })
    }

    /// Returns the location that the program knows for a location of the driver.
    fn own_location(&self, driver: u32) -> u32 {
        let Some(places) = self.places.as_ref().filter(|_| driver != u32::MAX) else {
            return driver;
        };
        let found = places.iter().find(|(_, one)| **one == driver);
        found.map_or(u32::MAX, |(own, _)| *own)
    }

    /// Gives the uniforms the locations that they had when the state was saved, perhaps with
    /// another driver. Uniforms that this driver has optimised away have no driver location, and
    /// setting them does nothing. Returns false if the program cannot continue with this driver.
    pub(super) fn continue_with(&mut self, is_linked: bool, before: &Variables) -> bool {
        let has_same = |(name, location): &(String, u32)| {
            let mut active = self.attributes.iter();
            active.all(|one| one.name != *name || one.location == *location)
        };
        if self.is_linked != is_linked || !before.attributes.iter().all(has_same) {
            return false;
        }
        let known: HashMap<&str, u32> = {
            let known = before.uniforms.iter().map(|(name, at)| (&**name, *at));
            known.filter(|(_, at)| *at != u32::MAX).collect()
        };
        if known.values().any(|&at| at > MAX_LOCATION) {
            return false;
        }
        let sizes = self.uniforms.iter().map(|one| one.size);
        let most = sizes.fold(0, u32::saturating_add).min(MAX_LOCATION);
        let highest = known.values().copied().max();
        // New uniforms get locations after all earlier ones.
        let mut next = highest.map_or(0, |at| at.saturating_add(most));
        let (mut places, mut differs) = (HashMap::new(), false);
        for one in &mut self.uniforms {
            if one.location == u32::MAX {
                continue;
            }
            let own = known.get(&*one.name).copied().unwrap_or_else(|| {
                next = next.saturating_add(one.size);
                next - one.size
            });
            differs |= own != one.location;
            for element in 0..one.size.min(MAX_LOCATION) {
                places.insert(own + element, one.location.saturating_add(element));
            }
            one.location = own;
        }
        self.places = differs.then_some(places);
        true
    }

    /// Stores the driver's information about a link.
    fn linked(&mut self, reply: &Reply) {
        let mut words = reply.words.iter().copied();
        let mut bytes = &reply.bytes[..];
        self.is_linked = words.next() == Some(1);
        self.places = None;
        let mut list = || -> Vec<Active> {
            let count = words.next().unwrap_or(0);
            let mut one = |_| {
                let mut word = || words.next().unwrap_or(0);
                let [location, kind, size, len] = [word(), word(), word(), word()];
                let (name, rest) = bytes.split_at(bytes.len().min(len as usize));
                bytes = rest;
                Active {
                    location,
                    kind,
                    size,
                    name: String::from_utf8_lossy(name).into_owned(),
                }
            };
            (0..count).map(&mut one).collect()
        };
        self.attributes = list();
        self.uniforms = list();
        self.log = String::from_utf8_lossy(bytes).into_owned();
        self.used_attributes = 0;
        for one in &self.attributes {
            // Built-in variables have no location.
            if one.location < u32::BITS {
                let count = matrix_columns(one.kind)
                    .unwrap_or(1)
                    .saturating_mul(one.size)
                    .min(u32::BITS);
                let bits = (1_u64 << count) - 1;
                self.used_attributes |= (bits << one.location) as u32;
            }
        }
    }
}
