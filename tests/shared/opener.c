/* Opens each library whose name or address the page posts, and posts whether it is there. */
#define BEFORE
#include "../pepper/check.h"

#include <dlfcn.h>
#include <ppapi/c/ppb_messaging.h>

static const PPB_Messaging *messaging;

static void receive(struct PP_Var name) {
    char path[500];
    uint32_t length = 0;
    const char *text = vars->VarToUtf8(name, &length);
    snprintf(path, sizeof path, "%.*s", (int) length, text);
    void *library = dlopen(path, RTLD_NOW);
    struct PP_Var answer = text_var(library ? "opened" : "refused");
    messaging->PostMessage(instance, answer);
    vars->Release(answer);
    if (library)
        dlclose(library);
}

static void before(uint32_t argc, const char *argn[], const char *argv[]) {
    (void) argc, (void) argn, (void) argv;
    messaging = ask(PPB_MESSAGING_INTERFACE);
    on_message = receive;
}

static void begin(void) {
}
