// Has a handler for messages that wait for their answer, on a thread of its own, from the message
// "register" on; what is posted is answered with "posted", and before that with itself. A value is its own answer, but for some
// texts: "nothing", "large" (3,000,001 bytes), "crash", "never".
#define BEFORE
#include "check.h"

#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <unistd.h>

#define LARGE 3000001

static const PPB_Messaging *messaging;
static const PPB_VarArrayBuffer *buffers;
static PP_Resource loop;

static int is_text(struct PP_Var var, const char *expected) {
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(var, &length);
    return text && length == strlen(expected) && !memcmp(text, expected, length);
}

static void say(const char *text) {
    struct PP_Var var = text_var(text);
    messaging->PostMessage(instance, var);
    vars->Release(var);
}

static void handle(PP_Instance receiver, void *data, const struct PP_Var *message) {
    (void) receiver, (void) data, (void) message;
    say("posted");
}

static void handle_blocking(PP_Instance receiver, void *data, const struct PP_Var *message, struct PP_Var *response) {
    (void) receiver, (void) data;
    if (is_text(*message, "nothing"))
        return;
    if (is_text(*message, "crash"))
        __builtin_trap();
    while (is_text(*message, "never"))
        sleep(1);
    if (is_text(*message, "large")) {
        *response = buffers->Create(LARGE);
        unsigned char *bytes = buffers->Map(*response);
        for (uint32_t at = 0; at < LARGE; at++)
            bytes[at] = (unsigned char) (at % 251);
        buffers->Unmap(*response);
        return;
    }
    vars->AddRef(*message);
    *response = *message;
}

static void handler_ends(PP_Instance receiver, void *data) {
    (void) receiver, (void) data;
}

static const PPP_MessageHandler handler = {handle, handle_blocking, handler_ends};

static void *run_loop(void *data) {
    (void) data;
    loops->AttachToCurrentThread(loop);
    loops->Run(loop);
    return NULL;
}

static void receive(struct PP_Var message) {
    if (!is_text(message, "register")) {
        messaging->PostMessage(instance, message);
        return;
    }
    pthread_create(&thread, NULL, run_loop, NULL);
    messaging->RegisterMessageHandler(instance, NULL, &handler, loop);
    say("registered");
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void) argc, (void) argn, (void) argv;
    messaging = ask(PPB_MESSAGING_INTERFACE);
    buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    loop = loops->Create(instance);
    on_message = receive;
}

static void begin(void) {
}
