// Messages to and from the page: PPB_Messaging 1.0 and 1.2, message handlers.
// post: null
// post: true
// post: 7
// post: -0.0
// post: 1e300
// post: "text \u00e4\u0000"
// post: [1,[2],{"a":[]}]
// post: {"b":1,"a":{"$bytes":"AAEC"}}
// post: {"$undefined":true}
// script: {"after":"ready","post":"to the handler"}
// script: {"after":"again","post":"to PPP_Messaging"}
#include "check.h"

#include <math.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var_array.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>

static const PPB_Messaging *messaging;
static const PPB_VarArray *arrays;
static const PPB_VarDictionary *dictionaries;
static const PPB_VarArrayBuffer *buffers;

static void post(const char *text) {
    struct PP_Var var = text_var(text);
    messaging->PostMessage(instance, var);
    vars->Release(var);
}

static struct PP_Var get(struct PP_Var dictionary, const char *key) {
    struct PP_Var name = text_var(key), value = dictionaries->Get(dictionary, name);
    vars->Release(name);
    return value;
}

static void set(struct PP_Var dictionary, const char *key, struct PP_Var value) {
    struct PP_Var name = text_var(key);
    dictionaries->Set(dictionary, name, value);
    vars->Release(name);
}

static void sends(void);
static int received;
static struct PP_Var kept;

static void receive(struct PP_Var message) {
    CHECK_TRUE("messages come to the main thread", core->IsMainThread());
    switch (received++) {
        case 0:
            CHECK("null", message.type, PP_VARTYPE_NULL);
            break;
        case 1:
            CHECK("a boolean", message.type, PP_VARTYPE_BOOL);
            CHECK("its value", message.value.as_bool, PP_TRUE);
            break;
        case 2:
            CHECK("a whole number", message.type, PP_VARTYPE_INT32);
            CHECK("its number", message.value.as_int, 7);
            break;
        case 3:
            CHECK("negative zero is no integer", message.type, PP_VARTYPE_DOUBLE);
            CHECK_TRUE("it has its sign", signbit(message.value.as_double));
            break;
        case 4:
            CHECK("a large number", message.type, PP_VARTYPE_DOUBLE);
            CHECK_REAL("its size", message.value.as_double, 1e300);
            break;
        case 5: {
            CHECK("a text", message.type, PP_VARTYPE_STRING);
            uint32_t length;
            const char *text = vars->VarToUtf8(message, &length);
            CHECK_TRUE("its characters", length == 8 && !memcmp(text, "text \xc3\xa4", 8));
            vars->AddRef(message);
            kept = message;
            break;
        }
        case 6: {
            CHECK("an array", message.type, PP_VARTYPE_ARRAY);
            CHECK("its length", arrays->GetLength(message), 3);
            struct PP_Var inner = arrays->Get(message, 1), last = arrays->Get(message, 2), empty = get(last, "a");
            CHECK("an array in an array", arrays->Get(inner, 0).value.as_int, 2);
            CHECK("a dictionary in an array", last.type, PP_VARTYPE_DICTIONARY);
            CHECK("an array in a dictionary", empty.type, PP_VARTYPE_ARRAY);
            vars->Release(inner);
            vars->Release(last);
            vars->Release(empty);
            break;
        }
        case 7: {
            CHECK("an object", message.type, PP_VARTYPE_DICTIONARY);
            CHECK("its entry", get(message, "b").value.as_int, 1);
            struct PP_Var buffer = get(message, "a");
            uint32_t length = 0;
            CHECK("a buffer", buffer.type, PP_VARTYPE_ARRAY_BUFFER);
            buffers->ByteLength(buffer, &length);
            CHECK("its length in bytes", length, 3);
            CHECK("its last byte", ((const char *) buffers->Map(buffer))[2], 2);
            vars->Release(buffer);
            break;
        }
        default:
            CHECK("undefined", message.type, PP_VARTYPE_UNDEFINED);
            then(sends);
    }
}

/* Numbers, texts and containers, to the page; the accepted file has what it gets. */
static void sends(void) {
    CHECK("each message comes once", received, 9);
    CHECK_TRUE("a message that is held stays", kept.type == PP_VARTYPE_STRING);
    messaging->PostMessage(instance, kept);
    vars->Release(kept);
    messaging->PostMessage(instance, PP_MakeUndefined());
    messaging->PostMessage(instance, PP_MakeNull());
    messaging->PostMessage(instance, PP_MakeBool(PP_FALSE));
    messaging->PostMessage(instance, PP_MakeInt32(-2147483647 - 1));
    messaging->PostMessage(instance, PP_MakeDouble(0.1));
    messaging->PostMessage(instance, PP_MakeDouble(3));
    messaging->PostMessage(instance, PP_MakeDouble(NAN));
    messaging->PostMessage(instance, PP_MakeDouble(-INFINITY));
    struct PP_Var dictionary = dictionaries->Create(), array = arrays->Create(), buffer = buffers->Create(3);
    memcpy(buffers->Map(buffer), "\1\2\xff", 3);
    arrays->Set(array, 2, PP_MakeInt32(1));
    set(dictionary, "z", array);
    set(dictionary, "a", buffer);
    set(dictionary, "$x", array);
    messaging->PostMessage(instance, dictionary);
    set(dictionary, "self", dictionary);
    messaging->PostMessage(instance, dictionary);
    struct PP_Var key = text_var("self");
    dictionaries->Delete(dictionary, key);
    vars->Release(key);
    struct PP_Var resource = vars->VarFromResource(loops->GetForMainThread());
    messaging->PostMessage(instance, resource);
    vars->Release(resource);
    messaging->PostMessage(DEAD, PP_MakeInt32(1));
    messaging->PostMessage(0, PP_MakeInt32(1));
    messaging->PostMessage(instance, strange_var());
    const struct PPB_Messaging_1_0 *first = ask(PPB_MESSAGING_INTERFACE_1_0);
    struct PP_Var old = text_var("by the first version");
    first->PostMessage(instance, old);
    vars->Release(old);
    CHECK_TRUE("what was sent can be changed", arrays->SetLength(array, 0));
    vars->Release(dictionary);
    vars->Release(array);
    vars->Release(buffer);

    extern void handlers(void);
    then(handlers);
}

/* Handlers. */

static PP_Resource loop;
static int handled, destroyed, others_destroyed;

static void handle_it(PP_Instance receiver, void *data, const struct PP_Var *message) {
    handled++;
    CHECK("a handler gets the instance", receiver, instance);
    CHECK("a handler gets its data", (uintptr_t) data, (uintptr_t) &handled);
    CHECK_FALSE("a handler runs on its loop", core->IsMainThread());
    CHECK_TEXT("a handler gets the message", *message, "to the handler");
    messaging->UnregisterMessageHandler(instance);
    CHECK("its end does not come within a call", destroyed, 0);
}

static void handle_blocking(PP_Instance receiver, void *data, const struct PP_Var *message, struct PP_Var *response) {
    (void) receiver, (void) data, (void) message, (void) response;
}

static void finish_later(void) {
    CHECK("a handler is told of its end once", destroyed, 1);
    finish();
}

static void receive_again(struct PP_Var message) {
    CHECK_TEXT("then messages come as before", message, "to PPP_Messaging");
    then(finish_later);
}

static void handler_ends(PP_Instance receiver, void *data) {
    (void) receiver;
    destroyed++;
    CHECK("the end has the data", (uintptr_t) data, (uintptr_t) &handled);
    CHECK_FALSE("the end comes on the loop", core->IsMainThread());
    CHECK("the end comes behind the message", handled, 1);
    on_message = receive_again;
    post("again");
    loops->PostQuit(loop, PP_TRUE);
}

static void other_ends(PP_Instance receiver, void *data) {
    (void) receiver, (void) data;
    others_destroyed++;
}

static PPP_MessageHandler handler = {handle_it, handle_blocking, handler_ends};
static PPP_MessageHandler other = {handle_it, handle_blocking, other_ends};

static void *run_loop(void *data) {
    (void) data;
    loops->AttachToCurrentThread(loop);
    loops->Run(loop);
    CHECK("a handler that is replaced is told", others_destroyed, 1);
    return NULL;
}

void handlers(void) {
    static PPP_MessageHandler without = {handle_it, handle_blocking, NULL};
    static PPP_MessageHandler without_blocking = {handle_it, NULL, handler_ends};
    static PPP_MessageHandler without_messages = {NULL, handle_blocking, handler_ends};
    PP_Resource main_loop = loops->GetForMainThread();
    loop = loops->Create(instance);
    CHECK("no instance", messaging->RegisterMessageHandler(DEAD, &handled, &handler, loop), PP_ERROR_BADARGUMENT);
    CHECK("no end", messaging->RegisterMessageHandler(instance, &handled, &without, loop), PP_ERROR_BADARGUMENT);
    CHECK("no answers", messaging->RegisterMessageHandler(instance, &handled, &without_blocking, loop), PP_ERROR_BADARGUMENT);
    CHECK("no messages", messaging->RegisterMessageHandler(instance, &handled, &without_messages, loop), PP_ERROR_BADARGUMENT);
    CHECK("no loop", messaging->RegisterMessageHandler(instance, &handled, &handler, 0), PP_ERROR_BADRESOURCE);
    CHECK("the main loop", messaging->RegisterMessageHandler(instance, &handled, &handler, main_loop), PP_ERROR_WRONG_THREAD);
    messaging->UnregisterMessageHandler(instance);
    messaging->UnregisterMessageHandler(DEAD);
    CHECK("a handler", messaging->RegisterMessageHandler(instance, NULL, &other, loop), PP_OK);
    CHECK("another one in its place", messaging->RegisterMessageHandler(instance, &handled, &handler, loop), PP_OK);
    CHECK("nothing is told within a call", others_destroyed, 0);
    pthread_create(&thread, NULL, run_loop, NULL);
    post("ready");
}

static void begin(void) {
    messaging = ask(PPB_MESSAGING_INTERFACE);
    arrays = ask(PPB_VAR_ARRAY_INTERFACE);
    dictionaries = ask(PPB_VAR_DICTIONARY_INTERFACE);
    buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    on_message = receive;
}
