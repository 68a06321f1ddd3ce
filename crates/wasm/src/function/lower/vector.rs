//! Operations on vectors.

use super::super::emit::Emitter;
use pinnacle_pexe::ValueId;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};
use pinnacle_pexe::types::Type;

impl Emitter<'_> {
    pub(super) fn vector_binary(
        &mut self,
        _at: u32,
        _op: BinaryOp,
        _ty: Type,
        _lhs: ValueId,
        _rhs: ValueId,
    ) {
        self.sink().unreachable();
    }

    pub(super) fn vector_cast(
        &mut self,
        _at: u32,
        _op: CastOp,
        _from: Type,
        _to: Type,
        _value: ValueId,
    ) {
        self.sink().unreachable();
    }

    pub(super) fn vector_compare(
        &mut self,
        _at: u32,
        _predicate: Predicate,
        _lhs: ValueId,
        _rhs: ValueId,
    ) {
        self.sink().unreachable();
    }

    pub(super) fn vector_select(
        &mut self,
        _at: u32,
        _condition: ValueId,
        _then: ValueId,
        _otherwise: ValueId,
    ) {
        self.sink().unreachable();
    }

    pub(super) fn extract_element(&mut self, _at: u32, _vector: ValueId, _index: ValueId) {
        self.sink().unreachable();
    }

    pub(super) fn insert_element(
        &mut self,
        _at: u32,
        _vector: ValueId,
        _element: ValueId,
        _index: ValueId,
    ) {
        self.sink().unreachable();
    }
}
