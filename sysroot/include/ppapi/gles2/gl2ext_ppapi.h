/* Where programs of the last years of the SDK look for it. */
#include "ppapi/lib/gl/gles2/gl2ext_ppapi.h"
