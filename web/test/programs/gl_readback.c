// Posts what it learns from OpenGL: the pixel that it has drawn, limits of the driver, errors.
#include "check.h"

#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_opengles2.h>
#include <GLES2/gl2.h>

static void begin(void) {
    const PPB_Graphics3D *contexts = ask(PPB_GRAPHICS_3D_INTERFACE);
    const PPB_OpenGLES2 *gl = ask(PPB_OPENGLES2_INTERFACE);
    int32_t attributes[] = {PP_GRAPHICS3DATTRIB_WIDTH, 8, PP_GRAPHICS3DATTRIB_HEIGHT, 8,
                            PP_GRAPHICS3DATTRIB_NONE};
    PP_Resource context = contexts->Create(instance, 0, attributes);
    CHECK_TRUE("there is a context", context != 0);
    // Dithering and rounding are the driver's.
    gl->ClearColor(context, 0.1234f, 0.4567f, 0.789f, 1);
    gl->Clear(context, GL_COLOR_BUFFER_BIT);
    uint8_t pixel[4] = {0};
    gl->ReadPixels(context, 3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    GLint size = 0, units = 0;
    GLfloat lines[2] = {0};
    gl->GetIntegerv(context, GL_MAX_TEXTURE_SIZE, &size);
    gl->GetIntegerv(context, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    gl->GetFloatv(context, GL_ALIASED_POINT_SIZE_RANGE, lines);
    gl->Enable(context, 0x7777);
    GLenum error = gl->GetError(context);
    char text[200];
    snprintf(text, sizeof text, "%u %u %u %u, %d, %d, %g %g, %x", pixel[0], pixel[1], pixel[2], pixel[3], size, units,
             lines[0], lines[1], error);
    tell(text);
}
