//! x
use crate::function::Function;
/// x
pub fn order_constants(function: &Function) -> Function {
    function.clone()
}
