//! The headers of OpenGL ES, and the functions of `libppapi_gles2`, each of which calls the
//! method with the current context.

use super::{MADE, c, gl_numbers};
use pinnacle_pepper::interfaces::{ALL, Interface};
use pinnacle_pepper::table::gl::{CONSTANTS, Constant, EXTENSIONS};
use pinnacle_pepper::table::{Method, Pointer};
use std::fmt::Write;

/// The interfaces, and the variable of the library that has the address of each.
const INTERFACES: [(&str, &str); 9] = [
    ("PPB_OpenGLES2", "core"),
    ("PPB_OpenGLES2ChromiumEnableFeature", "enable_feature"),
    ("PPB_OpenGLES2ChromiumMapSub", "map_sub"),
    ("PPB_OpenGLES2DrawBuffers(Dev)", "draw_buffers"),
    ("PPB_OpenGLES2FramebufferBlit", "framebuffer_blit"),
    (
        "PPB_OpenGLES2FramebufferMultisample",
        "framebuffer_multisample",
    ),
    ("PPB_OpenGLES2InstancedArrays", "instanced_arrays"),
    ("PPB_OpenGLES2Query", "query"),
    ("PPB_OpenGLES2VertexArrayObject", "vertex_array_object"),
];

fn interface(name: &str) -> &'static Interface {
    let found = ALL.iter().find(|one| one.name == name);
    found.expect("the interface is in the table")
}

/// The parameters without the context. What points to texts that are only read is
/// declared as the registry does, so that programs may give either.
fn parameters(method: &Method) -> Vec<String> {
    let all = method.parameters.iter().skip(1);
    all.map(|one| {
        if one.declared.ty.name == "const char*" {
            return format!("const GLchar* const* {}", one.name);
        }
        let declared = one.declared.to_string();
        let declared = match declared.as_str() {
            "const char*" => "const GLchar*",
            "char*" => "GLchar*",
            other => other,
        };
        format!("{declared} {}", one.name)
    })
    .collect()
}

fn prototype(method: &Method) -> String {
    let start = format!("GL_APICALL {} GL_APIENTRY gl{}", method.result, method.name);
    c::function(&start, &parameters(method), ";")
}

fn constants(text: &mut String, constants: &[Constant]) {
    for (name, number) in constants {
        let _ = writeln!(text, "#define {name} 0x{number:04X}");
    }
}

const OPEN: &str = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
const CLOSE: &str = "\n#ifdef __cplusplus\n}\n#endif\n";

/// `GLES2/gl2.h`.
pub(super) fn core_header() -> String {
    let mut text = format!(
        "{MADE}#ifndef __gl2_h_\n#define __gl2_h_\n\n#include <GLES2/gl2platform.h>\n\
         #include \"ppapi/c/pp_gl_types.h\"\n\n#define GL_ES_VERSION_2_0 1\n\n"
    );
    constants(&mut text, CONSTANTS);
    constants(&mut text, gl_numbers::CORE);
    text.push('\n');
    text.push_str(OPEN);
    for method in interface("PPB_OpenGLES2").methods {
        text.push_str(&prototype(method));
    }
    text.push_str(CLOSE);
    text.push_str("\n#endif\n");
    text
}

/// `GLES2/gl2ext.h`.
pub(super) fn extension_header() -> String {
    let mut text =
        format!("{MADE}#ifndef __gl2ext_h_\n#define __gl2ext_h_\n\n#include <GLES2/gl2.h>\n");
    for extension in EXTENSIONS {
        let name = extension.name;
        let _ = write!(text, "\n#ifndef GL_{name}\n#define GL_{name} 1\n");
        constants(&mut text, extension.constants);
        text.push_str("#endif\n");
    }
    text.push_str("\n/* Numbers of extensions that the browser does not have. */\n");
    constants(&mut text, gl_numbers::EXTENSIONS);
    text.push('\n');
    text.push_str(OPEN);
    for (name, _) in &INTERFACES[1..] {
        for method in interface(name).methods {
            text.push_str(&prototype(method));
        }
    }
    text.push_str(CLOSE);
    text.push_str("\n#endif\n");
    text
}

/// `libppapi_gles2`: one variable for each interface, and all functions.
pub(super) fn library() -> String {
    let mut text = format!(
        "{MADE}#include <GLES2/gl2.h>\n#include <GLES2/gl2ext.h>\n\
         #include <ppapi/c/dev/ppb_opengles2ext_dev.h>\n#include <ppapi/c/ppb_opengles2.h>\n\n\
         #include \"ppapi_gles2/context.h\"\n\n"
    );
    for (name, variable) in INTERFACES {
        let structure = name.replace("(Dev)", "_Dev");
        let _ = writeln!(text, "static const struct {structure} *{variable};");
    }
    text.push_str("\nGLboolean __gles2_find_interfaces(PPB_GetInterface get_interface) {\n");
    for (name, variable) in INTERFACES {
        let _ = writeln!(text, "    {variable} = get_interface(\"{name};1.0\");");
    }
    text.push_str("    return core ? GL_TRUE : GL_FALSE;\n}\n");
    for (name, variable) in INTERFACES {
        let structure = name.replace("(Dev)", "_Dev");
        let short = name
            .trim_start_matches("PPB_OpenGLES2")
            .replace("(Dev)", "");
        let _ = write!(
            text,
            "\nconst struct {structure} *glGet{short}InterfacePPAPI(void) {{\n    \
             return {variable};\n}}\n"
        );
    }
    for (name, variable) in INTERFACES {
        for method in interface(name).methods {
            text.push('\n');
            text.push_str(&definition(method, variable));
        }
    }
    text
}

fn definition(method: &Method, variable: &str) -> String {
    let start = format!("{} gl{}", method.result, method.name);
    let head = c::function(&start, &parameters(method), " {");
    let returns = method.result.pointer != Pointer::No || method.result.ty.name != "void";
    let mut arguments = vec!["__gles2_context".to_owned()];
    for one in method.parameters.iter().skip(1) {
        let cast = match one.declared.ty.name {
            "const char*" => "(const char**) ",
            _ => "",
        };
        arguments.push(format!("{cast}{}", one.name));
    }
    let call = format!("{variable}->{}({});", method.name, arguments.join(", "));
    let keyword = if returns { "return " } else { "" };
    format!("{head}    {keyword}{call}\n}}\n")
}
