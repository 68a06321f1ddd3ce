//! Elements of two vectors, selected by a mask.

use super::{Expander, elements, not_possible};
use crate::constants::part_of;
use crate::emit::Emit;
use crate::error::Fault;
use crate::vector_shapes::Shape;
use pinnacle_llvm::{ConstantId, Edit, Editor, LocalId, TypeId, Value};

impl Expander<'_> {
    /// Replaces a shuffle. Each element is extracted at most once.
    pub(super) fn shuffle(
        &mut self,
        editor: &mut Editor<'_>,
        (result, ty, shape): (LocalId, TypeId, Shape),
        operands: [Value; 2],
        mask: ConstantId,
    ) -> Result<Edit, Fault> {
        let (_, of_operands) = self.typed(editor, operands[0])?;
        if self.typed(editor, operands[1])?.1 != of_operands {
            return Err(not_possible());
        }
        let mut numbers = Vec::with_capacity(shape.length as usize);
        let word = editor.build.module.types.integer(32);
        for number in 0..shape.length as usize {
            let chosen = part_of(editor.build.module, mask, number, word)?;
            numbers.push(elements::number_of(editor.build.module, chosen.into()));
        }
        // Start with the operand in which the most elements are already in place.
        let length = u64::from(of_operands.length);
        let stays = |operand: u64| {
            let places = (0..).zip(&numbers);
            let stays = places.filter(|&(place, &number)| number == Some(place + operand * length));
            stays.count()
        };
        let base = [0, 1]
            .into_iter()
            .filter(|&operand| shape.legal && of_operands == shape && stays(operand) > 0)
            .max_by_key(|&operand| stays(operand));
        let mut vector = match base {
            Some(base) => Some(self.loaded(editor, operands[base as usize])?),
            None => None,
        };
        let mut known = vec![None; 2 * length as usize];
        let mut parts = Vec::new();
        for (place, &number) in (0_u64..).zip(&numbers) {
            let element = match number {
                Some(number) if base.is_some_and(|base| number == place + base * length) => {
                    continue;
                }
                Some(number) if number < 2 * length => {
                    let known = &mut known[number as usize];
                    let element = match *known {
                        Some(element) => element,
                        None => {
                            let operand = operands[usize::from(number >= length)];
                            let number = (number % length) as u32;
                            self.element(editor, operand, of_operands, number)?
                        }
                    };
                    *known.insert(element)
                }
                _ if vector.is_some() => continue,
                _ => editor.build.undefined(shape.element),
            };
            match &mut vector {
                Some(vector) => *vector = editor.build.insert(*vector, element, place as u32),
                None => parts.push(element),
            }
        }
        match vector {
            Some(vector) => editor.replace(result, vector),
            None => self.finish(editor, (result, ty, shape), parts),
        }
        Ok(Edit::Drop)
    }
}
