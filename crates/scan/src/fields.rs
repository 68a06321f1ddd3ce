//! The fields of a line of output.

use serde_json::{Map, Value};

/// The fields of a line, in order.
pub(crate) type Fields = Map<String, Value>;

/// Returns true if one of these interfaces is an OpenGL interface.
pub(crate) fn uses_gl(interfaces: Option<&Vec<Value>>) -> bool {
    let mut names = interfaces.into_iter().flatten().filter_map(Value::as_str);
    names.any(|name| name.starts_with("PPB_OpenGLES2") || name.starts_with("PPB_Graphics3D"))
}
