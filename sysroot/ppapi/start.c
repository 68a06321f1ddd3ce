/* Hands the main thread over to the browser, which calls the three functions that
   the program defines, and tells it how the program makes threads. */
#include <pthread.h>
#include <unistd.h>

#include <ppapi/c/ppp.h>

#include "internal.h"

static const char no_hook[] = "PpapiPluginStart: PPAPI hooks not found\n";

IRT_INTERFACE(irt_ppapihook, struct nacl_irt_ppapihook, NACL_IRT_PPAPIHOOK_v0_1)

/* As the SDK's libraries did, the function that the browser names is given to
   pthread_create as it is: the browser's function has the type that this needs. */
static int create_thread(uintptr_t *created, void (*start)(void *), void *argument) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, (void *(*)(void *)) start, argument);
    if (error == 0)
        *created = (uintptr_t) thread;
    return error;
}

static int join_thread(uintptr_t thread) {
    return pthread_join((pthread_t) thread, NULL);
}

static const struct nacl_irt_ppapi_threads threads = {create_thread, join_thread};

/* Registers the functions above again, for programs that have registered others. */
void __nacl_register_thread_creator(const struct nacl_irt_ppapihook *hook) {
    hook->ppapi_register_thread_creator(&threads);
}

static const struct nacl_irt_ppapi_program program = {
    PPP_InitializeModule,
    PPP_ShutdownModule,
    PPP_GetInterface,
};

/* Comes back when the program is over. */
int PpapiPluginMain(void) {
    const struct nacl_irt_ppapihook *hook = irt_ppapihook();
    if (!hook) {
        write(STDERR_FILENO, no_hook, sizeof no_hook - 1);
        _exit(127);
    }
    __nacl_register_thread_creator(hook);
    return hook->ppapi_start(&program);
}
