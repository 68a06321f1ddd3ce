/* What the parts of ppapi_simple know of each other. */
#ifndef SIMPLE_H
#define SIMPLE_H

#include <ppapi/c/pp_instance.h>
#include <ppapi/c/pp_resource.h>
#include <ppapi/c/pp_var.h>
#include <ppapi/c/ppb.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whatever the browser's entry points are, of C or of C++: they set the first and call the others. */
extern PPB_GetInterface __ps_get_interface;
PP_Bool __ps_created(PP_Instance instance, uint32_t count, const char *names[], const char *values[]);
void __ps_view_changed(PP_Resource view);
void __ps_focus_changed(PP_Bool has_focus);
void __ps_message(struct PP_Var message);
PP_Bool __ps_input(PP_Resource event);
void __ps_mouse_lock_lost(void);
void __ps_context_lost(void);

/* Has the streams, the terminal and the end of the program as its attributes say. */
bool __ps_set_up_files(void);

#ifdef __cplusplus
}
#endif

#endif
