// Strings, references and resources in vars: PPB_Var in all versions.
#include "check.h"

#include <ppapi/c/ppb_messaging.h>

#define FROM(text) vars->VarFromUtf8(text, sizeof text - 1)

static void types(const char *what, struct PP_Var var, PP_VarType type) {
    CHECK(what, var.type, type);
}

static void strings(void) {
    struct PP_Var var = FROM("some text");
    uint32_t length = 99;
    types("text makes a string", var, PP_VARTYPE_STRING);
    CHECK_TRUE("a string has an id", var.value.as_id != 0);
    CHECK_TEXT("a string has its text", var, "some text");
    const char *text = vars->VarToUtf8(var, &length);
    CHECK("the length is that of the text", length, 9);
    CHECK("the text ends with a zero", text[9], 0);
    CHECK_TRUE("the text has one address", vars->VarToUtf8(var, &length) == text);
    vars->AddRef(var);
    vars->Release(var);
    CHECK_TEXT("a reference more and one less", var, "some text");
    struct PP_Var other = FROM("some text");
    CHECK_TRUE("each string has an id of its own", other.value.as_id != var.value.as_id);
    vars->Release(var);
    length = 99;
    CHECK("without references the text is gone", (uintptr_t) vars->VarToUtf8(var, &length), 0);
    CHECK("and has no length", length, 0);
    CHECK_TEXT("another one is still there", other, "some text");
    vars->AddRef(var);
    CHECK("what is gone stays so", (uintptr_t) vars->VarToUtf8(var, &length), 0);
    vars->Release(other);
    struct PP_Var again = FROM("again");
    CHECK_TRUE("ids are not used again", again.value.as_id != var.value.as_id && again.value.as_id != other.value.as_id);
    vars->Release(again);
}

static void contents(void) {
    uint32_t length;
    struct PP_Var empty = vars->VarFromUtf8("", 0);
    types("no text is a string", empty, PP_VARTYPE_STRING);
    CHECK_TRUE("no text has an address", vars->VarToUtf8(empty, &length) != NULL);
    CHECK("no text has no length", length, 0);
    vars->Release(empty);
    struct PP_Var zero = vars->VarFromUtf8("a\0b", 3);
    const char *text = vars->VarToUtf8(zero, &length);
    CHECK("a zero is a character", length, 3);
    CHECK("what follows a zero is there", text[2], 'b');
    vars->Release(zero);
    struct PP_Var wide = FROM("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
    CHECK_TEXT("characters of all lengths", wide, "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
    vars->Release(wide);
    struct PP_Var part = vars->VarFromUtf8("whole", 2);
    CHECK_TEXT("the length says where it ends", part, "wh");
    vars->Release(part);
    types("a lone byte of a character", FROM("\xc3"), PP_VARTYPE_NULL);
    types("a byte that no text has", FROM("a\xff"), PP_VARTYPE_NULL);
    types("a surrogate", FROM("\xed\xa0\x80"), PP_VARTYPE_NULL);
    types("a character in too many bytes", FROM("\xc0\xaf"), PP_VARTYPE_NULL);
    types("a number above all characters", FROM("\xf4\x90\x80\x80"), PP_VARTYPE_NULL);
    static char large[100000];
    memset(large, 'x', sizeof large);
    struct PP_Var long_text = vars->VarFromUtf8(large, sizeof large);
    const char *copy = vars->VarToUtf8(long_text, &length);
    CHECK("a long text has its length", length, sizeof large);
    CHECK_TRUE("a long text has all of its text", copy && !memcmp(copy, large, sizeof large));
    large[0] = 'y';
    CHECK("the text is a copy", copy[0], 'x');
    vars->Release(long_text);
}

static void no_string(const char *what, struct PP_Var var) {
    uint32_t length = 99;
    char name[100];
    snprintf(name, sizeof name, "%s is no string", what);
    CHECK(name, (uintptr_t) vars->VarToUtf8(var, &length), 0);
    snprintf(name, sizeof name, "%s has no length", what);
    CHECK(name, length, 0);
    snprintf(name, sizeof name, "%s is no resource", what);
    CHECK(name, vars->VarToResource(var), 0);
    vars->AddRef(var);
    vars->Release(var);
    vars->Release(var);
}

static void others(void) {
    no_string("undefined", PP_MakeUndefined());
    no_string("null", PP_MakeNull());
    no_string("a boolean", PP_MakeBool(PP_TRUE));
    no_string("an integer", PP_MakeInt32(-1));
    no_string("a double", PP_MakeDouble(0.5));
    no_string("an id of nothing", strange_var());
    struct PP_Var odd = PP_MakeInt32(1);
    odd.type = (PP_VarType) 77;
    no_string("a type that is none", odd);
}

static void resources(void) {
    PP_Resource loop = loops->Create(instance);
    struct PP_Var var = vars->VarFromResource(loop);
    types("a resource makes a var", var, PP_VARTYPE_RESOURCE);
    CHECK("the var has the resource", vars->VarToResource(var), loop);
    core->ReleaseResource(loop);
    core->ReleaseResource(loop);
    PP_Resource again = vars->VarToResource(var);
    CHECK("the var holds the resource", again, loop);
    core->ReleaseResource(again);
    vars->Release(var);
    CHECK("a var that is gone has no resource", vars->VarToResource(var), 0);
    types("no resource", vars->VarFromResource(0), PP_VARTYPE_RESOURCE);
    types("a resource that is gone", vars->VarFromResource(DEAD), PP_VARTYPE_NULL);
    uint32_t length = 5;
    struct PP_Var other = vars->VarFromResource(loops->GetForMainThread());
    CHECK("a var of a resource has no text", (uintptr_t) vars->VarToUtf8(other, &length), 0);
    CHECK("nor a length", length, 0);
    vars->Release(other);
}

static void versions(void) {
    const struct PPB_Var_1_0 *first = ask(PPB_VAR_INTERFACE_1_0);
    const struct PPB_Var_1_1 *second = ask(PPB_VAR_INTERFACE_1_1);
    struct PP_Var var = first->VarFromUtf8(0, "old", 3);
    CHECK_TEXT("the first version takes a module", var, "old");
    uint32_t length;
    const char *text = second->VarToUtf8(var, &length);
    CHECK_TRUE("versions share their vars", text && !memcmp(text, "old", 4) && length == 3);
    second->AddRef(var);
    first->Release(var);
    CHECK_TEXT("versions share references", var, "old");
    second->Release(var);
    struct PP_Var other = first->VarFromUtf8(12345, "any", 3);
    CHECK_TEXT("any module will do", other, "any");
    first->Release(other);
    types("the first version knows bad text", first->VarFromUtf8(0, "\xff", 1), PP_VARTYPE_NULL);
}

static struct PP_Var shared;

static void in_other_thread(void) {
    CHECK_TEXT("a string is there on all threads", shared, "shared");
    vars->Release(shared);
    shared = FROM("made elsewhere");
}

static void after_thread(void) {
    CHECK_TEXT("a string of another thread", shared, "made elsewhere");
    vars->Release(shared);
    finish();
}

static void begin(void) {
    strings();
    contents();
    others();
    resources();
    versions();
    shared = FROM("shared");
    in_thread(in_other_thread, after_thread);
}
