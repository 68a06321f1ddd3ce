/* The browser, as files of nacl_io use it. */
#ifndef NACL_IO_PEPPER_H
#define NACL_IO_PEPPER_H

#include <ppapi/c/pp_completion_callback.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi/c/pp_instance.h>
#include <ppapi/c/pp_resource.h>
#include <ppapi/c/pp_var.h>
#include <ppapi/c/ppb.h>
#include <ppapi/c/ppb_core.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_var.h>
#include <ppapi/c/ppb_var_array_buffer.h>
#include <ppapi/c/ppb_var_dictionary.h>

#include "internal.h"

/* The instance; 0 without a browser. */
extern PP_Instance __nacl_io_instance;
extern PPB_GetInterface __nacl_io_get_interface;

/* Declares `static const TYPE *ACCESSOR(void)`, which gives null without a browser. */
#define PEPPER_INTERFACE(accessor, type, name)                                \
    static const type *accessor(void) {                                       \
        return __nacl_io_get_interface ? __nacl_io_get_interface(name) : NULL; \
    }

const PPB_Core *__nacl_io_core(void);
const PPB_Var *__nacl_io_vars(void);

/* The number of an error for a result of Pepper, 0 if it is none. */
int __nacl_io_error(int32_t result);

/* A text as a value, and a value as a text; null if it is none. The text lives as long as the
   value does. */
struct PP_Var __nacl_io_text(const char *text, size_t size);
const char *__nacl_io_text_of(struct PP_Var value, uint32_t *size);

void __nacl_io_release_resource(PP_Resource resource);

#endif
