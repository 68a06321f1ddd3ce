/* What programs and libraries do first. */
#include <string.h>

#include "begin.h"

#define AT_NULL 0
#define AT_SYSINFO 32

/* How the program was called, for its messages. */
char *program_invocation_name = "";
char *program_invocation_short_name = "";

extern char **environ;

IRT_INTERFACE(irt_tls, struct nacl_irt_tls, NACL_IRT_TLS_v0_1)

struct start_block __read_start_block(uintptr_t *information) {
    size_t environment_count = information[1];
    struct start_block block;
    block.argc = (int) information[2];
    block.argv = (char **) &information[3];
    block.envp = block.argv + block.argc + 1;
    for (const uintptr_t *pair = (const uintptr_t *) (block.envp + environment_count + 1); pair[0] != AT_NULL; pair += 2) {
        if (pair[0] == AT_SYSINFO)
            __irt_query = (size_t(*)(const char *, void *, size_t)) pair[1];
    }
    environ = block.envp;
    if (block.argc > 0) {
        char *slash = strrchr(block.argv[0], '/');
        program_invocation_name = block.argv[0];
        program_invocation_short_name = slash ? slash + 1 : block.argv[0];
    }
    return block;
}

void __begin_main_thread(void *memory) {
    struct __pthread *thread = __thread_block_make(memory);
    thread->reent = _GLOBAL_REENT;
    __main_thread = thread;
    const struct nacl_irt_tls *tls = irt_tls();
    if (tls == NULL || tls->tls_init(thread) != 0)
        __builtin_trap();
}
