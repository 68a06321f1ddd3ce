/* Handlers of the processor's exceptions: the functions of an interface of the IRT. */
#include <nacl/nacl_exception.h>

#include "internal.h"

IRT_INTERFACE(irt_exception_handling, struct nacl_irt_exception_handling, NACL_IRT_EXCEPTION_HANDLING_v0_1)

int nacl_exception_get_and_set_handler(nacl_exception_handler_t handler, nacl_exception_handler_t *old) {
    const struct nacl_irt_exception_handling *host = irt_exception_handling();
    return host ? host->exception_handler(handler, old) : ENOSYS;
}

int nacl_exception_set_handler(nacl_exception_handler_t handler) {
    return nacl_exception_get_and_set_handler(handler, NULL);
}

int nacl_exception_set_stack(void *stack, size_t size) {
    const struct nacl_irt_exception_handling *host = irt_exception_handling();
    return host ? host->exception_stack(stack, size) : ENOSYS;
}

int nacl_exception_clear_flag(void) {
    const struct nacl_irt_exception_handling *host = irt_exception_handling();
    return host ? host->exception_clear_flag() : ENOSYS;
}
