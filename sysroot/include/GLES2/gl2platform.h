/* How functions of OpenGL ES are declared. */
#ifndef __gl2platform_h_
#define __gl2platform_h_

#include <KHR/khrplatform.h>

#ifndef GL_APICALL
#define GL_APICALL KHRONOS_APICALL
#endif
#ifndef GL_APIENTRY
#define GL_APIENTRY KHRONOS_APIENTRY
#endif
#define GL_APIENTRYP GL_APIENTRY *

#endif
