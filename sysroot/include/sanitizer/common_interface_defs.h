/* The interface that sanitizers share. */
#ifndef SANITIZER_COMMON_INTERFACE_DEFS_H
#define SANITIZER_COMMON_INTERFACE_DEFS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Prints the calls of this thread. */
void __sanitizer_print_stack_trace(void);

/* The size of a block of the heap, or 0; 1 if the address is that of a block. */
size_t __sanitizer_get_allocated_size(const volatile void *memory);
int __sanitizer_get_ownership(const volatile void *memory);

/* Says that a container uses its memory from `start` to `new_middle`, and not up to `end`. */
void __sanitizer_annotate_contiguous_container(const void *start, const void *end, const void *old_middle,
                                               const void *new_middle);
void __sanitizer_annotate_double_ended_contiguous_container(const void *start, const void *end, const void *old_start,
                                                            const void *old_end, const void *new_start,
                                                            const void *new_end);
int __sanitizer_verify_contiguous_container(const void *start, const void *middle, const void *end);

#ifdef __cplusplus
}
#endif

#endif
