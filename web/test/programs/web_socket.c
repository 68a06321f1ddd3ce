// A WebSocket as the page says: "connect URL PROTOCOL", "send TEXT", "bytes COUNT", "close CODE REASON",
// "close", "state", "drop". What comes of it is posted line by line.
#define BEFORE
#include "check.h"

#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_websocket.h>

static const PPB_Messaging *messaging;
static const PPB_VarArrayBuffer *buffers;
static const PPB_WebSocket *sockets;

static PP_Resource socket_now;
static struct PP_Var received;

static void say(const char *what, int32_t number, const char *text) {
    char line[600];
    snprintf(line, sizeof line, *text ? "%s %" PRId32 " %s" : "%s %" PRId32, what, number, text);
    struct PP_Var var = text_var(line);
    messaging->PostMessage(instance, var);
    vars->Release(var);
}

static void told(void *data, int32_t result) {
    say(data, result, "");
}

static void receive_next(void);

static void got(void *data, int32_t result) {
    (void) data;
    if (result != PP_OK) {
        say("receive", result, "");
        return;
    }
    if (received.type == PP_VARTYPE_ARRAY_BUFFER) {
        uint32_t size = 0, sum = 0;
        buffers->ByteLength(received, &size);
        const unsigned char *bytes = buffers->Map(received);
        for (uint32_t at = 0; at < size; at++)
            sum = sum * 31 + bytes[at];
        buffers->Unmap(received);
        char text[30];
        snprintf(text, sizeof text, "%" PRIu32, sum);
        say("bytes", (int32_t) size, text);
    } else {
        uint32_t length = 0;
        const char *text = vars->VarToUtf8(received, &length);
        char *copy = strndup(text, length);
        say("text", (int32_t) length, copy);
        free(copy);
    }
    vars->Release(received);
    receive_next();
}

static void receive_next(void) {
    int32_t result = sockets->ReceiveMessage(socket_now, &received, CALLBACK(got, NULL));
    if (result != PP_OK_COMPLETIONPENDING)
        got(NULL, result);
}

static void connected(void *data, int32_t result) {
    told(data, result);
    if (result == PP_OK)
        receive_next();
}

static void open_socket(char *words) {
    char *url = strsep(&words, " ");
    struct PP_Var address = text_var(url), protocol = text_var(words ? words : "");
    socket_now = sockets->Create(instance);
    int32_t result = sockets->Connect(socket_now, address, &protocol, words ? 1 : 0, CALLBACK(connected, "connect"));
    if (result != PP_OK_COMPLETIONPENDING)
        told("connect", result);
    vars->Release(address);
    vars->Release(protocol);
}

static void send_bytes(uint32_t count) {
    struct PP_Var buffer = buffers->Create(count);
    unsigned char *bytes = buffers->Map(buffer);
    for (uint32_t at = 0; at < count; at++)
        bytes[at] = (unsigned char) at;
    buffers->Unmap(buffer);
    told("send", sockets->SendMessage(socket_now, buffer));
    vars->Release(buffer);
}

static void close_socket(char *words) {
    char *code = words ? strsep(&words, " ") : NULL;
    struct PP_Var reason = words ? text_var(words) : PP_MakeUndefined();
    uint16_t number = code ? (uint16_t) atoi(code) : PP_WEBSOCKETSTATUSCODE_NOT_SPECIFIED;
    int32_t result = sockets->Close(socket_now, number, reason, CALLBACK(told, "close"));
    if (result != PP_OK_COMPLETIONPENDING)
        told("close", result);
    vars->Release(reason);
}

static void state(void) {
    struct PP_Var reason = sockets->GetCloseReason(socket_now), protocol = sockets->GetProtocol(socket_now);
    uint32_t size = 0, length = 0;
    const char *why = vars->VarToUtf8(reason, &size), *how = vars->VarToUtf8(protocol, &length);
    char text[500];
    snprintf(text, sizeof text, "code %d clean %d reason '%.*s' protocol '%.*s' unsent %d", sockets->GetCloseCode(socket_now),
             sockets->GetCloseWasClean(socket_now), (int) size, why ? why : "", (int) length, how ? how : "",
             (int) sockets->GetBufferedAmount(socket_now));
    say("state", sockets->GetReadyState(socket_now), text);
    vars->Release(reason);
    vars->Release(protocol);
}

static void receive(struct PP_Var message) {
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(message, &length);
    char *copy = strndup(text, length), *words = copy, *name = strsep(&words, " ");
    if (!strcmp(name, "connect"))
        open_socket(words);
    else if (!strcmp(name, "send")) {
        struct PP_Var var = text_var(words);
        told("send", sockets->SendMessage(socket_now, var));
        vars->Release(var);
    } else if (!strcmp(name, "bytes"))
        send_bytes((uint32_t) atoi(words));
    else if (!strcmp(name, "close"))
        close_socket(words);
    else if (!strcmp(name, "state"))
        state();
    else if (!strcmp(name, "drop"))
        core->ReleaseResource(socket_now);
    free(copy);
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void) argc, (void) argn, (void) argv;
    messaging = ask(PPB_MESSAGING_INTERFACE);
    buffers = ask(PPB_VAR_ARRAY_BUFFER_INTERFACE);
    sockets = ask(PPB_WEBSOCKET_INTERFACE);
    on_message = receive;
}

static void begin(void) {
}
