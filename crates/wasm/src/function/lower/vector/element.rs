//! Translates accesses to single lanes, and vectors that are built from them.
//!
//! Programs have no constant vectors except undefined ones: they insert one element after the
//! other. A chain of insertions in one expression is written as a constant or as a splat if
//! possible.

use super::super::super::emit::Emitter;
use super::super::super::fold::Place;
use super::shape::Shape;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::types::Type;
use pinnacle_pexe::{ValueId, function::ValueKind};

/// Maximum number of lanes of a vector.
const MAX_LANES: usize = 16;

/// A chain of insertions. Each inserts into the result of the previous one.
pub(super) struct Chain {
    /// For each lane, the inserted element.
    elements: [Option<ValueId>; MAX_LANES],
    /// The lanes in order, the last insertion first.
    order: [u8; MAX_LANES],
    len: usize,
    /// The vector that receives the first element.
    base: ValueId,
}

impl Emitter<'_> {
    pub(in super::super) fn extract_element(&mut self, at: u32, vector: ValueId, index: ValueId) {
        let ty = self.function.value_type(vector);
        let lane = self.lane(ty, index);
        self.value(vector);
        self.mark(at);
        Shape::of(ty).extract(&mut self.sink(), lane, false);
        if ty.element() == Type::I1 {
            self.mask(1);
        }
    }

    pub(in super::super) fn insert_element(
        &mut self,
        at: u32,
        vector: ValueId,
        element: ValueId,
        index: ValueId,
    ) {
        let ty = self.function.value_type(vector);
        let shape = Shape::of(ty);
        let Some(chain) = self.chain(ty, vector, element, index) else {
            // A lane is set more than once.
            let lane = self.lane(ty, index);
            self.value(vector);
            self.lane_value(ty, element);
            self.mark(at);
            shape.replace(&mut self.sink(), lane);
            return;
        };
        if let Some(element) = self.splat_of(ty, &chain) {
            self.lane_value(ty, element);
            self.mark(at);
            shape.splat(&mut self.sink());
            return;
        }
        let is_constant = |this: &Self, lane: u8| {
            let element = chain.elements[usize::from(lane)];
            element.and_then(|element| this.lane_constant(ty, element))
        };
        let starts_constant =
            matches!(self.function.value_name(chain.base), ValueKind::Constant(_));
        if starts_constant {
            let vector = shape.each(|lane| is_constant(self, lane).unwrap_or(0));
            self.sink().v128_const(vector);
        } else {
            self.value(chain.base);
        }
        for &lane in chain.order[..chain.len].iter().rev() {
            let element = chain.elements[usize::from(lane)];
            let element = element.expect("the lanes in order are those with an element");
            if starts_constant && is_constant(self, lane).is_some() {
                continue;
            }
            self.lane_value(ty, element);
            self.mark(at);
            shape.replace(&mut self.sink(), lane);
        }
    }

    /// Returns the lane of a constant index.
    fn lane(&self, ty: Type, index: ValueId) -> u8 {
        let lane = self.constant(index);
        let lane = lane.expect("the index of a lane is a constant");
        debug_assert!(lane < ty.lanes().into(), "the vector has the lane");
        lane as u8
    }

    /// Pushes an element in the form that lanes have.
    fn lane_value(&mut self, ty: Type, element: ValueId) {
        if ty.element() == Type::I1 {
            self.signed(element);
        } else {
            self.value(element);
        }
    }

    /// Returns the bits of a lane, if the element is constant.
    fn lane_constant(&self, ty: Type, element: ValueId) -> Option<u64> {
        let bits = self.constant(element)?;
        Some(if ty.element() == Type::I1 {
            bits.wrapping_neg()
        } else {
            bits
        })
    }

    /// Returns the chain of insertions that ends with this one and is part of its expression.
    /// Returns `None` if two insertions set the same lane.
    fn chain(&self, ty: Type, vector: ValueId, element: ValueId, index: ValueId) -> Option<Chain> {
        let mut chain = Chain {
            elements: [None; MAX_LANES],
            order: [0; MAX_LANES],
            len: 0,
            base: vector,
        };
        let (mut element, mut index) = (element, index);
        loop {
            let lane = self.lane(ty, index);
            if chain.elements[usize::from(lane)].replace(element).is_some() {
                return None;
            }
            chain.order[chain.len] = lane;
            chain.len += 1;
            match self.folded(chain.base) {
                Some((
                    _,
                    Inst::InsertElement {
                        vector,
                        element: next,
                        index: at,
                    },
                )) => (chain.base, element, index) = (vector, next, at),
                _ => return Some(chain),
            }
        }
    }

    /// Returns the element that a chain inserts in every lane, if it is the same in all.
    fn splat_of(&self, ty: Type, chain: &Chain) -> Option<ValueId> {
        let first = chain.elements[0]?;
        let lanes = &chain.elements[..ty.lanes() as usize];
        // The base vector is omitted because all its lanes are overwritten, so it must not need
        // code.
        let is_splat = lanes.iter().all(|&lane| lane == Some(first))
            && self.lane_constant(ty, first).is_none()
            && self.needs_no_code(chain.base);
        is_splat.then_some(first)
    }

    /// Returns true if a value is already available.
    fn needs_no_code(&self, value: ValueId) -> bool {
        let local = value.0.wrapping_sub(self.function.first_local()) as usize;
        match self.function.value_name(value) {
            ValueKind::Inst(_) => self.values.list[local].place == Place::Root,
            _ => true,
        }
    }

    /// Returns the scalar in all lanes of a vector that is built in one expression for its only
    /// use. The scalar can be evaluated in place of the vector.
    pub(super) fn splat_operand(&self, value: ValueId) -> Option<ValueId> {
        let Some((
            _,
            Inst::InsertElement {
                vector,
                element,
                index,
            },
        )) = self.folded(value)
        else {
            return None;
        };
        let ty = self.function.value_type(value);
        let chain = self.chain(ty, vector, element, index)?;
        let first = chain.elements[0]?;
        let lanes = &chain.elements[..ty.lanes() as usize];
        let bits = self.lane_constant(ty, first);
        let is_same =
            |lane: ValueId| lane == first || bits.is_some() && self.lane_constant(ty, lane) == bits;
        let is_splat = lanes.iter().all(|lane| lane.is_some_and(is_same));
        (is_splat && self.needs_no_code(chain.base)).then_some(first)
    }
}
