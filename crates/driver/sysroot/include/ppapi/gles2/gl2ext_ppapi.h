/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#include "ppapi/lib/gl/gles2/gl2ext_ppapi.h"
