//! Queries: `GL_EXT_occlusion_query_boolean`, and Chrome's own queries, which complete immediately.

use super::memory::OBJECT;
use super::{Call, GlError, Result};
use pinnacle_pepper::device::gl::Function as F;
use pinnacle_pepper::table::gl::classes::Class;
use pinnacle_pepper::table::gl::enums as gl;

/// A query.
#[derive(Debug, Default)]
pub(crate) struct Query {
    /// The target that the query was begun for; 0 if it was never begun.
    pub(super) target: u32,
    is_active: bool,
    pub(super) begun: u32,
}

fn is_samples(target: u32) -> bool {
    Class::SamplesQuery.allows(target)
}

impl Call<'_> {
    pub(super) fn query(&mut self, function: F) -> Result<u32> {
        match function {
            F::GenQueriesEXT => {
                self.generate_own(OBJECT, |call| {
                    let name = call.context.queries.unused();
                    call.context.queries.insert(name, Query::default());
                    call.push(F::GenQueriesEXT, &[0, name]);
                    name
                })?;
            }
            F::DeleteQueriesEXT => self.each_name(0, 1, |call, name| {
                if call.context.queries.remove(name).is_some() {
                    call.give_own(OBJECT);
                    call.push(F::DeleteQueriesEXT, &[0, name]);
                }
            })?,
            F::IsQueryEXT => {
                let query = self.context.queries.get(self.arg(0));
                return Ok(u32::from(query.is_some_and(|query| query.target != 0)));
            }
            F::BeginQueryEXT => self.begin_query()?,
            F::EndQueryEXT => self.end_query()?,
            F::GetQueryivEXT => {
                let target = self.target()?;
                if self.arg(1) != gl::CURRENT_QUERY_EXT {
                    return Err(GlError::InvalidEnum.into());
                }
                let current = self.active(target).unwrap_or(0);
                self.store(2, &[current])?;
            }
            // `GetQueryObjectuivEXT`.
            _ => self.query_result()?,
        }
        Ok(0)
    }

    fn target(&self) -> Result<u32> {
        let target = self.arg(0);
        match is_samples(target) || Class::ChromiumQuery.allows(target) {
            true => Ok(target),
            false => Err(GlError::InvalidEnum.into()),
        }
    }

    /// Returns the active query of a target.
    fn active(&self, target: u32) -> Option<u32> {
        self.context
            .active_queries
            .iter()
            .find(|(known, _)| *known == target)
            .map(|(_, name)| *name)
    }

    fn begin_query(&mut self) -> Result {
        let (target, name) = (self.target()?, self.arg(1));
        if self.active(target).is_some() {
            return Err(GlError::InvalidOperation.into());
        }
        let query = self.context.queries.get_mut(name);
        let query = query.ok_or(GlError::InvalidOperation)?;
        if query.is_active || query.target != 0 && query.target != target {
            return Err(GlError::InvalidOperation.into());
        }
        query.target = target;
        query.is_active = true;
        query.begun += 1;
        self.context.active_queries.push((target, name));
        if is_samples(target) {
            self.pass(F::BeginQueryEXT);
        }
        Ok(())
    }

    fn end_query(&mut self) -> Result {
        let target = self.target()?;
        let name = self.active(target).ok_or(GlError::InvalidOperation)?;
        self.context
            .active_queries
            .retain(|(known, _)| *known != target);
        if let Some(query) = self.context.queries.get_mut(name) {
            query.is_active = false;
        }
        if is_samples(target) {
            self.pass(F::EndQueryEXT);
        }
        Ok(())
    }

    fn query_result(&mut self) -> Result {
        let (name, what) = (self.arg(0), self.arg(1));
        let query = self.context.queries.get(name);
        let query = query.ok_or(GlError::InvalidOperation)?;
        if query.is_active || query.begun == 0 {
            return Err(GlError::InvalidOperation.into());
        }
        let is_samples = is_samples(query.target);
        let value = match what {
            // This call does not wait. Reading the result does.
            gl::QUERY_RESULT_AVAILABLE_EXT => 1,
            gl::QUERY_RESULT_EXT if is_samples => {
                self.ask_word(F::GetQueryObjectuivEXT, &[gl::QUERY_RESULT_EXT, name])
            }
            gl::QUERY_RESULT_EXT => 0,
            _ => return Err(GlError::InvalidEnum.into()),
        };
        self.store(2, &[value])?;
        Ok(())
    }
}
