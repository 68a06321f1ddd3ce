//! The steps, one module each; [`STEPS`](crate::STEPS) has their order.
