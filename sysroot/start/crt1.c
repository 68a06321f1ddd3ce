/* Where a program begins. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define AT_NULL 0
#define AT_SYSINFO 32

/* How the program was called, for its messages. */
char *program_invocation_name = "";
char *program_invocation_short_name = "";

extern char **environ;
int main(int argc, char **argv, char **envp);
void __run_initialisers(void);
void __run_finalisers(void);

IRT_INTERFACE(irt_tls, struct nacl_irt_tls, NACL_IRT_TLS_v0_1)

/* `information` is a function pointer of no use here, the number of
   environment strings, the number of arguments; then the arguments, the
   environment, each ended by a null, and pairs of a number and a value. */
void _start(uintptr_t *information) {
    size_t environment_count = information[1];
    int argc = (int) information[2];
    char **argv = (char **) &information[3];
    char **envp = argv + argc + 1;
    for (const uintptr_t *pair = (const uintptr_t *) (envp + environment_count + 1); pair[0] != AT_NULL; pair += 2) {
        if (pair[0] == AT_SYSINFO)
            __irt_query = (size_t(*)(const char *, void *, size_t)) pair[1];
    }
    environ = envp;
    if (argc > 0) {
        char *slash = strrchr(argv[0], '/');
        program_invocation_name = argv[0];
        program_invocation_short_name = slash ? slash + 1 : argv[0];
    }

    struct __pthread *thread = __thread_block_make(__builtin_alloca(__thread_block_size()));
    thread->reent = _GLOBAL_REENT;
    __main_thread = thread;
    const struct nacl_irt_tls *tls = irt_tls();
    if (tls == NULL || tls->tls_init(thread) != 0)
        __builtin_trap();

    atexit(__run_finalisers);
    __run_initialisers();
    exit(main(argc, argv, envp));
}
