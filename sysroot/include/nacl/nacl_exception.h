/* Exceptions of the processor, handled by the program: an interface of the IRT that few hosts
   have. Where it is missing, each function gives ENOSYS. */
#ifndef _NACL_NACL_EXCEPTION_H
#define _NACL_NACL_EXCEPTION_H

#include <stddef.h>
#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* The registers of a processor that a portable program does not know. */
struct NaClUserRegisterStateUnknown {
    int dummy;
};
typedef struct NaClUserRegisterStateUnknown NaClUserRegisterState;

/* What a handler gets. Sizes and offsets are in bytes, offsets from its beginning. */
struct NaClExceptionContext {
    uint32_t size;
    uint32_t portable_context_offset;
    uint32_t portable_context_size;
    /* The processor, by its number in ELF. */
    uint32_t arch;
    uint32_t regs_size;
    uint32_t reserved[11];
    NaClUserRegisterState regs;
};

/* The part that every processor has: addresses in the memory of the program. */
struct NaClExceptionPortableContext {
    uint32_t prog_ctr;
    uint32_t stack_ptr;
    uint32_t frame_ptr;
};

static inline struct NaClExceptionPortableContext *
nacl_exception_context_get_portable(struct NaClExceptionContext *__context) {
    return (struct NaClExceptionPortableContext *) ((char *) __context + __context->portable_context_offset);
}

typedef void (*nacl_exception_handler_t)(struct NaClExceptionContext *__context);

/* All give 0 or the number of an error. */

/* Sets the handler of all threads. */
int nacl_exception_set_handler(nacl_exception_handler_t __handler);

/* The same; the handler before is stored where `old` points, unless it is null. */
int nacl_exception_get_and_set_handler(nacl_exception_handler_t __handler, nacl_exception_handler_t *__old);

/* The stack that the handler of this thread gets. */
int nacl_exception_set_stack(void *__stack, size_t __size);

/* Allows the next exception of this thread, after which no other is handled. */
int nacl_exception_clear_flag(void);

__END_DECLS

#endif
