/* Interfaces and values of the browser that several kinds of files use. */
#include <string.h>

#include "nacl_io/pepper.h"

PP_Instance __nacl_io_instance;
PPB_GetInterface __nacl_io_get_interface;

PEPPER_INTERFACE(core, PPB_Core, PPB_CORE_INTERFACE)
PEPPER_INTERFACE(vars, PPB_Var, PPB_VAR_INTERFACE)

const PPB_Core *__nacl_io_core(void) {
    return core();
}

const PPB_Var *__nacl_io_vars(void) {
    return vars();
}

static const struct {
    int32_t result;
    int error;
} errors[] = {
    {PP_ERROR_ABORTED, EPERM},
    {PP_ERROR_BADARGUMENT, EINVAL},
    {PP_ERROR_BADRESOURCE, EBADF},
    {PP_ERROR_NOINTERFACE, ENOSYS},
    {PP_ERROR_NOACCESS, EACCES},
    {PP_ERROR_NOMEMORY, ENOMEM},
    {PP_ERROR_NOSPACE, ENOSPC},
    {PP_ERROR_NOQUOTA, ENOSPC},
    {PP_ERROR_INPROGRESS, EBUSY},
    {PP_ERROR_NOTSUPPORTED, ENOSYS},
    {PP_ERROR_BLOCKS_MAIN_THREAD, EPERM},
    {PP_ERROR_FILENOTFOUND, ENOENT},
    {PP_ERROR_FILEEXISTS, EEXIST},
    {PP_ERROR_FILETOOBIG, EFBIG},
    {PP_ERROR_FILECHANGED, EINVAL},
    {PP_ERROR_NOTAFILE, EISDIR},
    {PP_ERROR_TIMEDOUT, EBUSY},
    {PP_ERROR_CONNECTION_CLOSED, EPIPE},
    {PP_ERROR_CONNECTION_RESET, ECONNRESET},
    {PP_ERROR_CONNECTION_REFUSED, ECONNREFUSED},
    {PP_ERROR_CONNECTION_ABORTED, ECONNABORTED},
    {PP_ERROR_CONNECTION_FAILED, ECONNREFUSED},
    {PP_ERROR_CONNECTION_TIMEDOUT, ETIMEDOUT},
    {PP_ERROR_ADDRESS_INVALID, EADDRNOTAVAIL},
    {PP_ERROR_ADDRESS_UNREACHABLE, EHOSTUNREACH},
    {PP_ERROR_ADDRESS_IN_USE, EADDRINUSE},
    {PP_ERROR_MESSAGE_TOO_BIG, EMSGSIZE},
    {PP_ERROR_NAME_NOT_RESOLVED, ENOENT},
};

int __nacl_io_error(int32_t result) {
    if (result >= 0)
        return 0;
    for (size_t index = 0; index < sizeof(errors) / sizeof(errors[0]); ++index) {
        if (errors[index].result == result)
            return errors[index].error;
    }
    return EIO;
}

struct PP_Var __nacl_io_text(const char *text, size_t size) {
    return vars()->VarFromUtf8(text, (uint32_t) size);
}

const char *__nacl_io_text_of(struct PP_Var value, uint32_t *size) {
    return value.type == PP_VARTYPE_STRING ? vars()->VarToUtf8(value, size) : NULL;
}

void __nacl_io_release_resource(PP_Resource resource) {
    if (resource)
        core()->ReleaseResource(resource);
}
