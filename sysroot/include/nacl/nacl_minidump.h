/* Reports of crashes, as programs of the SDK ask for them. No host of portable programs handles
   the processor's exceptions, so none is ever made: these functions are there for programs
   that can do without. */
#ifndef _NACL_NACL_MINIDUMP_H
#define _NACL_NACL_MINIDUMP_H

#include <stdint.h>
#include <stdlib.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

#define NACL_MINIDUMP_BUILD_ID_SIZE 16

/* Is called with the report of a crash. */
typedef void (*nacl_minidump_callback_t)(const void *__report, size_t __size);

/* Says on standard error that no crash is reported. */
void nacl_minidump_register_crash_handler(void);

/* These change nothing. */
void nacl_minidump_set_callback(nacl_minidump_callback_t __callback);
void nacl_minidump_set_module_name(const char *__name);
void nacl_minidump_set_module_build_id(const uint8_t __data[NACL_MINIDUMP_BUILD_ID_SIZE]);
void nacl_minidump_snapshot_module_list(void);
void nacl_minidump_clear_module_list(void);

__END_DECLS

#endif
