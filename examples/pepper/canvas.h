/* A picture that fills the element: pixels to draw into, shown again and again. */

#ifndef EXAMPLES_PEPPER_CANVAS_H
#define EXAMPLES_PEPPER_CANVAS_H

#include "program.h"

#include "ppapi/c/ppb_graphics_2d.h"
#include "ppapi/c/ppb_image_data.h"

static const PPB_Graphics2D *graphics;
static const PPB_ImageData *images;
static PP_Resource canvas, image;
static uint32_t *pixels;
static int width, height;

/* What each program defines: draws the next picture into `pixels`. */
static void draw(void);

static int32_t canvas_start(void) {
    graphics = browser(PPB_GRAPHICS_2D_INTERFACE);
    images = browser(PPB_IMAGEDATA_INTERFACE);
    return graphics && images ? PP_OK : PP_ERROR_NOINTERFACE;
}

static void show(void *canvas_of_call, int32_t result) {
    /* A canvas that was replaced since has its own row of calls. */
    if (result != PP_OK || (PP_Resource)(intptr_t)canvas_of_call != canvas) {
        return;
    }
    draw();
    graphics->PaintImageData(canvas, image, &(struct PP_Point){0, 0}, NULL);
    graphics->Flush(canvas, PP_MakeCompletionCallback(show, canvas_of_call));
}

static void canvas_resize(struct PP_Rect rect) {
    struct PP_Size size = rect.size;
    if (size.width == width && size.height == height) {
        return;
    }
    core->ReleaseResource(canvas);
    core->ReleaseResource(image);
    width = size.width;
    height = size.height;
    canvas = graphics->Create(the_instance, &size, PP_TRUE);
    image = images->Create(the_instance, PP_IMAGEDATAFORMAT_BGRA_PREMUL, &size, PP_TRUE);
    pixels = images->Map(image);
    if (pixels != NULL && instances->BindGraphics(the_instance, canvas)) {
        show((void *)(intptr_t)canvas, PP_OK);
    }
}

#endif
