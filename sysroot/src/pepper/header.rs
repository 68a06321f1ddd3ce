//! The headers below `ppapi/c`.

use super::{MADE, c};
use pinnacle_pepper::interfaces::ALL;
use pinnacle_pepper::table::ctypes::{CType, Header, HeaderInterface, Kind, header_of, headers};
use pinnacle_pepper::table::offered::OFFERED;
use pinnacle_pepper::table::{Exposure, Method, Signature};
use std::collections::BTreeSet;

/// The texts after the declarations of a header.
const PARTS: [(&str, &str); 8] = [
    ("pp_bool.h", include_str!("parts/pp_bool.h")),
    (
        "pp_completion_callback.h",
        include_str!("parts/pp_completion_callback.h"),
    ),
    ("pp_point.h", include_str!("parts/pp_point.h")),
    ("pp_rect.h", include_str!("parts/pp_rect.h")),
    ("pp_size.h", include_str!("parts/pp_size.h")),
    ("pp_touch_point.h", include_str!("parts/pp_touch_point.h")),
    ("pp_var.h", include_str!("parts/pp_var.h")),
    ("ppp.h", include_str!("parts/ppp.h")),
];

/// A version of an interface of either side.
struct Version {
    number: &'static str,
    note: &'static str,
    methods: Vec<Signature>,
}

fn versions(interface: &HeaderInterface) -> Vec<Version> {
    let of_browser = ALL.iter().filter(|one| one.name == interface.name);
    let of_browser = of_browser.map(|one| Version {
        number: one.version,
        note: match one.exposure {
            Exposure::DevChannel => " /* dev */",
            _ => "",
        },
        methods: one.methods.iter().map(Method::signature).collect(),
    });
    let of_program = OFFERED.iter().filter(|one| one.name == interface.name);
    let of_program = of_program.map(|one| Version {
        number: one.version,
        note: "",
        methods: one.methods.to_vec(),
    });
    of_browser.chain(of_program).collect()
}

/// The types that a type is made of.
fn parts_of(ty: &CType) -> Vec<CType> {
    match ty.kind {
        Kind::Alias(to) => vec![*to],
        Kind::Function(function) => types_of(function),
        Kind::Structure(fields) | Kind::Union(fields) => {
            fields.iter().map(|field| field.declared.ty).collect()
        }
        _ => Vec::new(),
    }
}

fn types_of(function: &Signature) -> Vec<CType> {
    let parameters = function.parameters.iter().map(|one| one.declared.ty);
    parameters.chain([function.result.ty]).collect()
}

/// The header that declares a type.
fn declared_in(ty: &CType) -> Option<&'static str> {
    let name = ty.name;
    if name.starts_with("GL") {
        return Some("pp_gl_types.h");
    }
    match ty.kind {
        Kind::Base { .. } => (name.ends_with("_t")).then_some("pp_stdint.h"),
        Kind::Interface => header_of(name).map(|(header, _)| header.path),
        _ => headers()
            .find(|header| header.types.iter().any(|one| one.name == name))
            .map(|header| header.path),
    }
}

fn includes(header: &Header) -> BTreeSet<&'static str> {
    let mut used: Vec<CType> = header.types.iter().flat_map(parts_of).collect();
    for interface in header.interfaces {
        for version in versions(interface) {
            used.extend(version.methods.iter().flat_map(types_of));
        }
    }
    let mut paths: BTreeSet<_> = used.iter().filter_map(declared_in).collect();
    paths.insert("pp_macros.h");
    // What is only used with the functions of a header, not in their types.
    paths.extend(match header.path {
        "pp_var.h" => Some("pp_bool.h"),
        "pp_completion_callback.h" => Some("pp_errors.h"),
        "ppb_file_ref.h" => Some("pp_directory_entry.h"),
        "ppb_graphics_3d.h" => Some("pp_graphics_3d.h"),
        // What only the originals' own types needed, and programs rely on.
        "ppb_media_stream_video_track.h" => Some("pp_instance.h"),
        "dev/ppb_opengles2ext_dev.h" => Some("ppb_opengles2.h"),
        _ => None,
    });
    paths.remove(header.path);
    paths
}

/// Prefixes of the names of OpenGL's interfaces and of their structures. The originals make these
/// headers in a special way: the rest of a macro's name follows an underscore, and structures have
/// no version in their names.
const OPENGL: (&str, &str) = ("PPB_OpenGLES2", "PPB_OPENGLES2");

/// Returns the prefix of an interface's macros.
fn prefix_of(interface: &HeaderInterface) -> String {
    match interface.prefix.strip_prefix(OPENGL.1) {
        Some(rest) if !rest.is_empty() => format!("{}_{rest}", OPENGL.1),
        _ => interface.prefix.to_owned(),
    }
}

/// The macros with the names of an interface.
fn names(interface: &HeaderInterface) -> String {
    let name = interface.name;
    let prefix = prefix_of(interface);
    // No program is asked for it by name.
    if name == "PPP_MessageHandler" {
        return String::new();
    }
    let versions = versions(interface);
    let mut text = String::new();
    for Version { number, note, .. } in &versions {
        let suffix = number.replace('.', "_");
        text.push_str(&format!(
            "#define {prefix}_INTERFACE_{suffix} \"{name};{number}\"{note}\n"
        ));
    }
    if let Some(newest) = versions.last() {
        let suffix = newest.number.replace('.', "_");
        text.push_str(&format!(
            "#define {prefix}_INTERFACE {prefix}_INTERFACE_{suffix}\n"
        ));
    }
    text
}

/// The structures of an interface, the newest first, which has a short name.
fn structures(interface: &HeaderInterface) -> String {
    let name = interface.structure;
    let mut text = String::new();
    for (index, version) in versions(interface).iter().rev().enumerate() {
        let suffix = version.number.replace('.', "_");
        let methods: String = version.methods.iter().map(c::member).collect();
        if name.starts_with(OPENGL.0) {
            text.push_str(&format!("\nstruct {name} {{\n{methods}}};\n"));
            text.push_str(&format!("\ntypedef struct {name} {name};\n"));
            continue;
        }
        text.push_str(&format!("\nstruct {name}_{suffix} {{\n{methods}}};\n"));
        if index == 0 {
            text.push_str(&format!("\ntypedef struct {name}_{suffix} {name};\n"));
        }
    }
    text
}

/// Names for the first and the last value of enumerations, in the headers whose originals have them.
const BOUNDS: [(&str, &str, &str); 7] = [
    (
        "ppb_audio_config.h",
        "PP_AUDIOSAMPLERATE_LAST",
        "PP_AUDIOSAMPLERATE_48000",
    ),
    (
        "ppb_image_data.h",
        "PP_IMAGEDATAFORMAT_LAST",
        "PP_IMAGEDATAFORMAT_RGBA_PREMUL",
    ),
    (
        "ppb_input_event.h",
        "PP_INPUTEVENT_MOUSEBUTTON_FIRST",
        "PP_INPUTEVENT_MOUSEBUTTON_NONE",
    ),
    (
        "ppb_input_event.h",
        "PP_INPUTEVENT_MOUSEBUTTON_LAST",
        "PP_INPUTEVENT_MOUSEBUTTON_RIGHT",
    ),
    (
        "ppb_input_event.h",
        "PP_INPUTEVENT_TYPE_FIRST",
        "PP_INPUTEVENT_TYPE_UNDEFINED",
    ),
    (
        "ppb_input_event.h",
        "PP_INPUTEVENT_TYPE_LAST",
        "PP_INPUTEVENT_TYPE_TOUCHCANCEL",
    ),
    (
        "ppb_text_input_controller.h",
        "PP_TEXTINPUT_TYPE_LAST",
        "PP_TEXTINPUT_TYPE_URL",
    ),
];

/// The text of a header.
pub(super) fn text(header: &Header) -> String {
    let guard = format!(
        "PPAPI_C_{}_",
        header.path.replace(['/', '.'], "_").to_uppercase()
    );
    let mut text = format!("{MADE}#ifndef {guard}\n#define {guard}\n\n");
    // The callbacks' header is how most programs get <stdlib.h>.
    if header.path == "pp_completion_callback.h" {
        text.push_str("#include <stdlib.h>\n\n");
    }
    for path in includes(header) {
        text.push_str(&format!("#include \"ppapi/c/{path}\"\n"));
    }
    let names: Vec<_> = header.interfaces.iter().map(names).collect();
    if names.iter().any(|names| !names.is_empty()) {
        text.push('\n');
        text.push_str(&names.join("\n"));
    }
    for ty in header.types {
        text.push('\n');
        text.push_str(&c::declaration(ty));
    }
    let bounds = BOUNDS.iter().filter(|(path, ..)| *path == header.path);
    text.extend(bounds.map(|(_, name, value)| format!("\n#define {name} {value}\n")));
    text.extend(header.interfaces.iter().map(structures));
    for (path, part) in PARTS {
        if path == header.path {
            text.push('\n');
            text.push_str(part);
        }
    }
    text.push_str("\n#endif\n");
    text
}
