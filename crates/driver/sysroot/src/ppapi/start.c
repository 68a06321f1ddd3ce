/* Hands the main thread over to the browser, which calls the three functions that
   the program defines, and tells it how the program makes threads. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <ppapi/c/ppp.h>

#include "internal.h"

static const char no_hook[] = "PpapiPluginStart: PPAPI hooks not found\n";

IRT_INTERFACE(irt_ppapihook, struct nacl_irt_ppapihook, NACL_IRT_PPAPIHOOK_v0_1)

struct beginning {
    void (*start)(void *argument);
    void *argument;
};

static void *begin(void *given) {
    struct beginning beginning = *(struct beginning *) given;
    free(given);
    beginning.start(beginning.argument);
    return NULL;
}

static int create_thread(uintptr_t *created, void (*start)(void *), void *argument) {
    struct beginning *beginning = malloc(sizeof *beginning);
    if (!beginning)
        return ENOMEM;
    beginning->start = start;
    beginning->argument = argument;
    pthread_t thread;
    int error = pthread_create(&thread, NULL, begin, beginning);
    if (error) {
        free(beginning);
        return error;
    }
    *created = (uintptr_t) thread;
    return 0;
}

static int join_thread(uintptr_t thread) {
    return pthread_join((pthread_t) thread, NULL);
}

static const struct nacl_irt_ppapi_threads threads = {create_thread, join_thread};

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
    hook->ppapi_register_thread_creator(&threads);
    return hook->ppapi_start(&program);
}
