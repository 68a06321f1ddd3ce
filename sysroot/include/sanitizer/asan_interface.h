/* The interface of AddressSanitizer for programs that manage memory themselves. */
#ifndef SANITIZER_ASAN_INTERFACE_H
#define SANITIZER_ASAN_INTERFACE_H

#include <sanitizer/common_interface_defs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks memory as not accessible, and as accessible again. */
void __asan_poison_memory_region(void const volatile *address, size_t size);
void __asan_unpoison_memory_region(void const volatile *address, size_t size);

/* 1 if the byte must not be accessed. */
int __asan_address_is_poisoned(void const volatile *address);
/* The first byte that must not be accessed, or null. */
void *__asan_region_is_poisoned(void *start, size_t size);
/* Prints the variable that an address belongs to. */
void __asan_describe_address(void *address);

/* Clears the marks of this thread's stack, before a jump that the compiler does not see. */
void __asan_handle_no_return(void);

#ifdef __cplusplus
}
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASAN_IS_ON_HERE 1
#endif
#endif

#ifdef ASAN_IS_ON_HERE
#define ASAN_POISON_MEMORY_REGION(address, size) __asan_poison_memory_region((address), (size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) __asan_unpoison_memory_region((address), (size))
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void) (address), (void) (size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void) (address), (void) (size))
#endif

#endif
