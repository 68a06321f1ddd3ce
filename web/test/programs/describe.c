// Says of each message what the program sees of it, and posts it back: [description, message].
// Containers and buffers have a number by which one that comes again is known. The texts
// "?attributes" and "?size" are answered with the attributes of the element and its size.
#define BEFORE
#include "check.h"

#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>
#include <ppapi/c/ppb_view.h>

static const PPB_Messaging *messaging;
static const PPB_VarArray *arrays;
static const PPB_VarDictionary *dictionaries;
static const PPB_VarArrayBuffer *buffers;

/* What lies deeper is not described. */
#define DEPTH 40

static char *said;
static size_t length, capacity;
static int64_t known[1000];
static int count;

static void say_bytes(const char *bytes, size_t size) {
    if (length + size > capacity) {
        capacity = 2 * (length + size);
        said = realloc(said, capacity);
    }
    memcpy(said + length, bytes, size);
    length += size;
}

static void say(const char *text) {
    say_bytes(text, strlen(text));
}

static void say_text(struct PP_Var text) {
    uint32_t size = 0;
    const char *bytes = vars->VarToUtf8(text, &size);
    say("'");
    say_bytes(bytes, size);
    say("'");
}

/* Names a container. Says whether it came before. */
static int is_known(struct PP_Var var) {
    int at = 0;
    while (at < count && known[at] != var.value.as_id)
        at++;
    char number[16];
    snprintf(number, sizeof number, "#%d", at);
    say(number);
    if (at < count)
        return 1;
    if (count < 1000)
        known[count++] = var.value.as_id;
    return 0;
}

static void describe(struct PP_Var var, int depth) {
    char number[64];
    if (depth == DEPTH) {
        say("...");
        return;
    }
    switch (var.type) {
        case PP_VARTYPE_UNDEFINED:
            say("undefined");
            break;
        case PP_VARTYPE_NULL:
            say("null");
            break;
        case PP_VARTYPE_BOOL:
            say(var.value.as_bool ? "true" : "false");
            break;
        case PP_VARTYPE_INT32:
            snprintf(number, sizeof number, "int %" PRId32, var.value.as_int);
            say(number);
            break;
        case PP_VARTYPE_DOUBLE:
            snprintf(number, sizeof number, "double %.17g", var.value.as_double);
            say(number);
            break;
        case PP_VARTYPE_STRING:
            say_text(var);
            break;
        case PP_VARTYPE_ARRAY_BUFFER: {
            uint32_t size = 0;
            buffers->ByteLength(var, &size);
            if (is_known(var))
                break;
            snprintf(number, sizeof number, "<%" PRIu32 " bytes>", size);
            say(number);
            break;
        }
        case PP_VARTYPE_ARRAY:
            if (is_known(var))
                break;
            say("[");
            for (uint32_t at = 0; at < arrays->GetLength(var); at++) {
                struct PP_Var value = arrays->Get(var, at);
                if (at)
                    say(",");
                describe(value, depth + 1);
                vars->Release(value);
            }
            say("]");
            break;
        case PP_VARTYPE_DICTIONARY: {
            if (is_known(var))
                break;
            struct PP_Var keys = dictionaries->GetKeys(var);
            say("{");
            for (uint32_t at = 0; at < arrays->GetLength(keys); at++) {
                struct PP_Var key = arrays->Get(keys, at), value = dictionaries->Get(var, key);
                if (at)
                    say(",");
                say_text(key);
                say(":");
                describe(value, depth + 1);
                vars->Release(key);
                vars->Release(value);
            }
            vars->Release(keys);
            say("}");
            break;
        }
        default:
            say("something else");
    }
}

static struct PP_Var attributes, size;

static void resize(PP_Resource view) {
    const PPB_View *views = ask(PPB_VIEW_INTERFACE);
    struct PP_Rect rect;
    views->GetRect(view, &rect);
    arrays->Set(size, 0, PP_MakeInt32(rect.size.width));
    arrays->Set(size, 1, PP_MakeInt32(rect.size.height));
}

static int is_text(struct PP_Var var, const char *expected) {
    uint32_t size = 0;
    const char *text = vars->VarToUtf8(var, &size);
    return text && size == strlen(expected) && !memcmp(text, expected, size);
}

static void receive(struct PP_Var message) {
    if (is_text(message, "?attributes")) {
        messaging->PostMessage(instance, attributes);
        return;
    }
    if (is_text(message, "?size")) {
        messaging->PostMessage(instance, size);
        return;
    }
    length = 0;
    count = 0;
    describe(message, 0);
    struct PP_Var answer = arrays->Create(), text = vars->VarFromUtf8(said, length);
    arrays->Set(answer, 0, text);
    arrays->Set(answer, 1, message);
    messaging->PostMessage(instance, answer);
    vars->Release(text);
    vars->Release(answer);
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    messaging = ask(PPB_MESSAGING_INTERFACE);
    arrays = ask(PPB_VAR_ARRAY_INTERFACE);
    dictionaries = ask(PPB_VAR_DICTIONARY_INTERFACE);
    buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    attributes = arrays->Create();
    size = arrays->Create();
    for (uint32_t at = 0; at < argc; at++) {
        arrays->Set(attributes, 2 * at, text_var(argn[at]));
        arrays->Set(attributes, 2 * at + 1, text_var(argv[at]));
    }
    on_message = receive;
    on_view = resize;
}

static void begin(void) {
}
