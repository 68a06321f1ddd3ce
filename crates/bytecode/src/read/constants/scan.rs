//! The first pass over constant pools: lists the constants.

use super::{Pools, Run, STRING};
use crate::error::{Error, ErrorKind};
use crate::model::{ConstantId, ConstantTable};
use crate::read::cursor::Cursor;
use crate::read::slots::{NO_CONSTANT, has_implicit_null};
use crate::read::syntax::constants::{Form, Pool, PoolString, RunOf, Shape};
use crate::read::types::{FileTypes, LocalTypes, undefined_type};

impl Pools {
    /// Scans a constant pool. `local` are the function's own types so far, to which the pool's are
    /// added; `None` for a pool of the module.
    pub(in crate::read) fn scan(
        &mut self,
        cursor: Cursor<'_>,
        types: &mut FileTypes,
        mut local: Option<&mut LocalTypes>,
        constants: &mut ConstantTable,
    ) -> Result<(), Error> {
        let mut pool = Pool::new(cursor, local.is_some());
        while let Some((run, of)) = pool.next()? {
            let (cursor, number) = (&mut pool.cursor, run.number);
            if of == RunOf::Types {
                if let Some(local) = local.as_deref_mut() {
                    let count = (run.count, run.offset);
                    types.read_local(cursor, count, local, &mut |_, _, _| {})?;
                }
                continue;
            }
            let shape = match (of, &local) {
                (RunOf::Strings, _) => None,
                (_, local) => {
                    let none = 0..0;
                    let ty = types.get(number, local.as_deref().unwrap_or(&none));
                    let ty = ty.ok_or_else(|| undefined_type(number, run.number_offset))?;
                    if run.count > 0 {
                        self.push_run(number);
                    }
                    Some(Shape::of(ty))
                }
            };
            // Each takes at least a byte.
            let room = cursor.left().min(run.count as usize);
            self.offsets.reserve(room);
            self.ids.reserve(room);
            for done in 0..run.count {
                cursor.expect_item(run.offset, done, run.count)?;
                match shape {
                    Some(shape) => self.scan_constant(cursor, number, shape, constants)?,
                    None => {
                        let string = PoolString::read(cursor, types)?;
                        self.push_run(string.number);
                        self.push(string.offset as u32 | STRING, NO_CONSTANT);
                    }
                }
            }
        }
        Ok(())
    }

    fn push_run(&mut self, number: u32) {
        let first = self.ids.len() as u32;
        self.runs.push(Run { first, number });
    }

    fn push(&mut self, place: u32, id: ConstantId) {
        self.offsets.push(place);
        self.ids.push(id);
    }

    fn scan_constant(
        &mut self,
        cursor: &mut Cursor<'_>,
        number: u32,
        shape: Shape,
        constants: &mut ConstantTable,
    ) -> Result<(), Error> {
        let (offset, features) = (cursor.position(), cursor.features());
        let id = match Form::read(cursor, shape, constants)? {
            Form::Number(id) => {
                if constants.is_zero(id) && has_implicit_null(features, number) {
                    return Err(explicit_null(offset));
                }
                id
            }
            Form::Parts(mut parts) => {
                parts.try_for_each(|part| part.map(|_| ()))?;
                NO_CONSTANT
            }
            Form::Expression(mut operands) => {
                operands.try_for_each(|operand| operand.map(|_| ()))?;
                NO_CONSTANT
            }
            Form::Address(..) | Form::Undef | Form::InlineAsm(..) => NO_CONSTANT,
        };
        self.push(offset as u32, id);
        Ok(())
    }
}

#[cold]
pub(super) fn explicit_null(offset: usize) -> Error {
    Error::new(
        ErrorKind::BadConstant,
        "this is the null value of its type, which has slot 0 and must not be listed",
    )
    .at(offset as u64)
}
