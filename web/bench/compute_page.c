// Runs one of the computations of compute.c for each number that is posted, and posts the
// result.
#define BEFORE
#include "check.h"

#include "compute.c"
#include <ppapi/c/ppb_messaging.h>

static const PPB_Messaging *messaging;

static void receive(struct PP_Var message) {
    struct PP_Var result = PP_MakeDouble(run(message.value.as_int));
    messaging->PostMessage(instance, result);
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    messaging = ask(PPB_MESSAGING_INTERFACE);
    on_message = receive;
}

static void begin(void) {
}
