//! Writes declarations in C.

use pinnacle_pepper::table::ctypes::{CType, Field, Kind};
use pinnacle_pepper::table::{Pointer, Signature};

/// The columns that a line may have.
const WIDTH: usize = 80;

/// A list of parameters, in lines after `start` if one line is too short.
fn with_parameters(start: &str, parameters: &[String], end: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    if parameters.is_empty() {
        return format!("{margin}{start}(void){end}\n");
    }
    let one_line = format!("{margin}{start}({}){end}\n", parameters.join(", "));
    if one_line.len() <= WIDTH + 1 {
        return one_line;
    }
    let mut text = format!("{margin}{start}(");
    let inner = " ".repeat(indent + 4);
    let mut line = String::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let last = index + 1 == parameters.len();
        let piece = format!("{parameter}{}", if last { "" } else { "," });
        if !line.is_empty() && inner.len() + line.len() + piece.len() + 3 > WIDTH {
            text.push_str(&format!("\n{inner}{line}"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&piece);
    }
    text.push_str(&format!("\n{inner}{line}){end}\n"));
    text
}

/// The parameters of a function from number `skip` on.
pub(super) fn parameters(function: &Signature, skip: usize) -> Vec<String> {
    let all = function.parameters.iter().skip(skip);
    all.map(|one| format!("{} {}", one.declared, one.name))
        .collect()
}

/// A member that points to a function.
pub(super) fn member(function: &Signature) -> String {
    let start = format!("{} (*{})", function.result, function.name);
    with_parameters(&start, &parameters(function, 0), ";", 2)
}

/// The declaration of a function, or the head of its definition.
pub(super) fn function(start: &str, parameters: &[String], end: &str) -> String {
    with_parameters(start, parameters, end, 0)
}

fn field(field: &Field) -> String {
    let array = field
        .count
        .map_or(String::new(), |count| format!("[{count}]"));
    format!("  {} {}{array};\n", field.declared, field.name)
}

/// Returns true if it has the same size wherever a program is compiled.
fn has_one_size(ty: &CType) -> bool {
    match ty.kind {
        Kind::Structure(fields) | Kind::Union(fields) => fields
            .iter()
            .all(|field| field.declared.pointer == Pointer::No && has_one_size(&field.declared.ty)),
        Kind::Alias(to) => has_one_size(to),
        Kind::Function(_) | Kind::Interface | Kind::Void => false,
        Kind::Base { .. } | Kind::Enumeration(_) => true,
    }
}

/// The declaration of a type.
pub(super) fn declaration(ty: &CType) -> String {
    let name = ty.name;
    let size = ty.layout().size;
    let (mut text, kind) = match ty.kind {
        Kind::Alias(to) => (format!("typedef {} {name};\n", to.name), ""),
        Kind::Function(signature) => {
            let start = format!("typedef {} (*{name})", signature.result);
            (function(&start, &parameters(signature, 0), ";"), "")
        }
        Kind::Enumeration(values) => {
            let values: Vec<_> = values
                .iter()
                .map(|value| format!("  {} = {}", value.name, value.number))
                .collect();
            (
                format!("typedef enum {{\n{}\n}} {name};\n", values.join(",\n")),
                "",
            )
        }
        Kind::Structure(fields) => {
            let fields: String = fields.iter().map(field).collect();
            (format!("struct {name} {{\n{fields}}};\n"), "STRUCT_")
        }
        Kind::Union(fields) => {
            let fields: String = fields.iter().map(field).collect();
            (format!("union {name} {{\n{fields}}};\n"), "UNION_")
        }
        // These need no declaration, so no table lists them.
        Kind::Void | Kind::Base { .. } | Kind::Interface => return String::new(),
    };
    if has_one_size(ty) {
        text.push_str(&format!(
            "PP_COMPILE_ASSERT_{kind}SIZE_IN_BYTES({name}, {size});\n"
        ));
    }
    text
}
