/* The interface of LeakSanitizer. */
#ifndef SANITIZER_LSAN_INTERFACE_H
#define SANITIZER_LSAN_INTERFACE_H

#include <sanitizer/common_interface_defs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks that this thread allocates in between are not leaks. */
void __lsan_disable(void);
void __lsan_enable(void);

/* A block that is not a leak, and what it leads to. */
void __lsan_ignore_object(const void *memory);

/* Reports leaks now, and ends the program if there are any. Later calls do nothing. */
void __lsan_do_leak_check(void);
/* Reports leaks now. 1 if there are any. */
int __lsan_do_recoverable_leak_check(void);

#ifdef __cplusplus
}
#endif

#endif
