/* What the runtimes of the sanitizers share: text, settings and stack traces.

   Nothing here allocates memory or takes a lock of the C library: reports are
   written while the heap may be damaged. */
#ifndef SANITIZER_H
#define SANITIZER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A call in the source. The step `sanitizers` of the legaliser makes these. */
struct __call_site {
    const char *function;
    const char *file;
    uint32_t line;
    uint32_t column;
    /* The call that this one was inlined into, or null. */
    const struct __call_site *inlined_into;
};

/* The frame of a running function: it lies on the stack, and `site` is the
   call that the function has made last. */
struct __call_frame {
    const struct __call_frame *caller;
    const struct __call_site *site;
};

/* The innermost frame of this thread. The legaliser defines it and keeps it
   current in programs that declare it. */
extern _Thread_local const struct __call_frame *__sanitizer_frame;

/* The maximum number of calls in a stack trace. */
#define STACK_DEPTH 32

/* Collects the calls of this thread, innermost first. Returns their number. */
unsigned __sanitizer_stack(const struct __call_site **sites, unsigned most);

/* Prints calls, after a first line for the library's function if it is not null. */
void __sanitizer_print_stack(const char *library_function, const struct __call_site *const *sites, unsigned count);

/* Prints to standard error, a line at a time. Knows %s, %c, %d, %u, %x, %p
   (eight digits), %llu, %lld, and widths with zeros for %x. */
void __sanitizer_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void __sanitizer_print_list(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* The value of a setting `name=value` in an environment variable whose settings are
   separated by colons. */
bool __sanitizer_flag(const char *variable, const char *name, bool otherwise);
long __sanitizer_number(const char *variable, const char *name, long otherwise);

/* Ends the program after a report, without running exit handlers. */
_Noreturn void __sanitizer_die(int status);

/* The number of this process for messages. */
int __sanitizer_process(void);

/* The number of the thread that calls: 0 is the one that asked first. */
unsigned __sanitizer_thread(void);

#endif
