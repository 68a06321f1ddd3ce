//! Generates the Makefile of an example from its description, like the SDK's own generator.

use super::description::Value;
use std::fmt::Write;

/// The toolchains of an example whose description lists none.
const TOOLCHAINS: [&str; 5] = ["clang-newlib", "glibc", "pnacl", "linux", "mac"];

/// The rules for every program. `NAME` stands for the program's name.
const RULES: &str = "
$(foreach dep,$(DEPS),$(eval $(call DEPEND_RULE,$(dep))))
$(foreach src,$(SOURCES),$(eval $(call COMPILE_RULE,$(src),$(CFLAGS))))
ifneq (,$(or $(findstring pnacl,$(TOOLCHAIN)),$(findstring Release,$(CONFIG))))
$(eval $(call LINK_RULE,$(TARGET)_unstripped,$(SOURCES),$(LIBS),$(DEPS)))
$(eval $(call STRIP_RULE,$(TARGET),$(TARGET)_unstripped))
else
$(eval $(call LINK_RULE,$(TARGET),$(SOURCES),$(LIBS),$(DEPS)))
endif
$(eval $(call NMF_RULE,$(TARGET),))
";

/// Returns the toolchains that an example can be built with.
pub(super) fn toolchains(description: &Value) -> Vec<&str> {
    match description.texts("TOOLS") {
        named if named.is_empty() => TOOLCHAINS.to_vec(),
        named => named,
    }
}

/// Returns the Makefile of an example with one program.
pub(super) fn makefile(description: &Value) -> String {
    let nothing = Value::List(Vec::new());
    let target = description.list("TARGETS").first().unwrap_or(&nothing);
    let depth = description.text("DEST").split('/').count() + 1;
    let mut flags = target.texts("CFLAGS");
    flags.push("-Wall");
    flags.extend(target.texts("CXXFLAGS"));
    let mut sources = target.texts("SOURCES");
    sources.extend(target.texts("EXTRA_SOURCES"));
    sources.retain(|name| !name.ends_with(".h"));
    sources.sort_unstable();

    let mut text = String::new();
    let mut line = |variable: &str, values: &[&str]| {
        if !values.is_empty() {
            let _ = writeln!(text, "{variable} {}", values.join(" "));
        }
    };
    let root = vec![".."; depth].join("/");
    line("VALID_TOOLCHAINS :=", &toolchains(description));
    line(
        "NACL_SDK_ROOT ?=",
        &[&format!("$(abspath $(CURDIR)/{root})")],
    );
    line("EXTRA_INC_PATHS =", &target.texts("INCLUDES"));
    line("TARGET =", &[target.text("NAME")]);
    line("include", &["$(NACL_SDK_ROOT)/tools/common.mk"]);
    line("DEPS =", &target.texts("DEPS"));
    line("LIBS =", &target.texts("LIBS"));
    line("CFLAGS =", &flags);
    for define in target.texts("DEFINES") {
        line("CFLAGS +=", &[&format!("-D{define}")]);
    }
    line("SOURCES =", &sources);
    text.push_str(RULES);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_makefile_sets_variables_and_uses_the_rules_of_common_mk() {
        let description = "{'DEST': 'examples/api', 'NAME': 'a', 'TARGETS': [{'NAME': 'a', \
             'SOURCES': ['b.cc', 'a.h', 'a.cc'], 'LIBS': ['ppapi'], 'DEFINES': ['N=1']}]}";
        let description = Value::parse(description).expect("a description");
        let text = makefile(&description);
        let variables = text.strip_suffix(RULES).expect("the rules are last");
        assert_eq!(
            variables,
            "VALID_TOOLCHAINS := clang-newlib glibc pnacl linux mac\n\
             NACL_SDK_ROOT ?= $(abspath $(CURDIR)/../../..)\n\
             TARGET = a\n\
             include $(NACL_SDK_ROOT)/tools/common.mk\n\
             LIBS = ppapi\n\
             CFLAGS = -Wall\n\
             CFLAGS += -DN=1\n\
             SOURCES = a.cc b.cc\n"
        );
    }
}
