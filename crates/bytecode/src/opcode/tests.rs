use super::*;

#[test]
fn names_lead_back_to_operations() {
    for (operation, row) in TABLE.iter().enumerate().skip(1) {
        let found = find(row.name.as_bytes());
        assert_eq!(TABLE[found as usize].name, row.name);
        assert!(found as usize <= operation, "{}", row.name);
    }
    for name in ["", "r", "re", "rets", "add ", "sete", "volatile", "tail"] {
        assert_eq!(find(name.as_bytes()), NONE, "{name}");
    }
}

#[test]
fn numbers_of_operators_follow_their_order() {
    for op in BinaryOp::ALL.into_iter().chain(BinaryOp::SPLIT) {
        assert_eq!(as_binary(binary(op)), Some(op));
    }
    for op in VectorOp::ALL {
        assert_eq!(as_vector(vector(op)), Some(op));
    }
    for op in [ShiftOp::Shl, ShiftOp::Shr] {
        assert_eq!(as_shift(shift(op)), Some(op));
    }
    assert_eq!(row(NONE).form.operands.len(), 0);
    assert!(name(NONE).is_none());
}
