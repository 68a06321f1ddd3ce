/* The beginning: with a browser, the main thread is handed over to it. */
#include <ppapi_simple/ps_main.h>

#include "internal.h"

int PpapiPluginMain(void);

int __nacl_main(int argc, char **argv, char **envp) {
    (void) envp;
    struct nacl_irt_ppapihook hook;
    if (__irt_query(NACL_IRT_PPAPIHOOK_v0_1, &hook, sizeof(hook)) == sizeof(hook))
        return PpapiPluginMain();
    return PSUserMainGet()(argc, argv);
}
