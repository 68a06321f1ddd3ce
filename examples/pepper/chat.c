/* Talks over a WebSocket: what the page posts is sent, what comes is posted. The first
 * message of the page is the address.
 *
 *   pinnacle cc -O2 chat.c -lppapi -o chat.pexe
 *   pinnacle run chat.pexe --net=localhost:8080 --post '"ws://localhost:8080/"' \
 *       --post '"hello"' --messages - --until message:3
 */

#include "program.h"

#include "ppapi/c/ppb_websocket.h"

static const PPB_WebSocket *sockets;
static PP_Resource socket_id;
static struct PP_Var received;
/* What the page posts before the connection is there. */
static struct PP_Var early[16];
static int early_count;

static void listen(void *data, int32_t result);

static void await_message(void) {
    struct PP_CompletionCallback callback = PP_MakeCompletionCallback(listen, NULL);
    sockets->ReceiveMessage(socket_id, &received, callback);
}

static void listen(void *data, int32_t result) {
    (void)data;
    if (result != PP_OK) {
        say("closed with code %d", (int)sockets->GetCloseCode(socket_id));
        return;
    }
    messaging->PostMessage(the_instance, received);
    vars->Release(received);
    await_message();
}

static void send(struct PP_Var message) {
    if (sockets->SendMessage(socket_id, message) != PP_OK) {
        say("not sent: the socket is not open");
    }
}

static void connected(void *data, int32_t result) {
    (void)data;
    if (result != PP_OK) {
        say("cannot connect: error %d", (int)result);
        return;
    }
    say("connected");
    for (int index = 0; index < early_count; index++) {
        send(early[index]);
        vars->Release(early[index]);
    }
    early_count = 0;
    await_message();
}

static int32_t start(void) {
    sockets = browser(PPB_WEBSOCKET_INTERFACE);
    return sockets ? PP_OK : PP_ERROR_NOINTERFACE;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static void message_came(struct PP_Var message) {
    if (socket_id == 0) {
        struct PP_CompletionCallback callback = PP_MakeCompletionCallback(connected, NULL);
        socket_id = sockets->Create(the_instance);
        sockets->Connect(socket_id, message, NULL, 0, callback);
    } else if (sockets->GetReadyState(socket_id) != PP_WEBSOCKETREADYSTATE_CONNECTING) {
        send(message);
    } else if (early_count < (int)(sizeof early / sizeof *early)) {
        vars->AddRef(message);
        early[early_count++] = message;
    }
}

static PP_Bool input_came(PP_Resource event) {
    (void)event;
    return PP_FALSE;
}
