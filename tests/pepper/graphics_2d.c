// Images and what the element shows: PPB_ImageData, PPB_Graphics2D, PPB_Instance.
// view: 64x48
#include "check.h"

#include <ppapi/c/ppb_graphics_2d.h>
#include <ppapi/c/ppb_graphics_3d.h>
#include <ppapi/c/ppb_image_data.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/private/ppb_testing_private.h>

static const PPB_ImageData *images;
static const PPB_Graphics2D *graphics;
static const PPB_Instance *instances;
static const PPB_Testing_Private *testing;

static PP_Resource image_of(int32_t width, int32_t height) {
    struct PP_Size size = PP_MakeSize(width, height);
    return images->Create(instance, PP_IMAGEDATAFORMAT_BGRA_PREMUL, &size, PP_TRUE);
}

static PP_Resource surface_of(int32_t width, int32_t height) {
    struct PP_Size size = PP_MakeSize(width, height);
    return graphics->Create(instance, &size, PP_FALSE);
}

static void image_data(void) {
    CHECK("blue comes first", images->GetNativeImageDataFormat(), PP_IMAGEDATAFORMAT_BGRA_PREMUL);
    CHECK_TRUE("blue first is supported", images->IsImageDataFormatSupported(PP_IMAGEDATAFORMAT_BGRA_PREMUL));
    CHECK_TRUE("red first is supported", images->IsImageDataFormatSupported(PP_IMAGEDATAFORMAT_RGBA_PREMUL));
    CHECK_FALSE("another format is not", images->IsImageDataFormatSupported((PP_ImageDataFormat) 2));
    CHECK("no width, no image", image_of(0, 1), 0);
    CHECK("no height, no image", image_of(1, 0), 0);
    CHECK("a negative width", image_of(-1, 1), 0);
    CHECK("a negative height", image_of(1, -1), 0);
    CHECK("too many pixels", image_of(32768, 32768), 0);
    CHECK("far too many pixels", image_of(0x7FFFFFFF, 0x7FFFFFFF), 0);
    struct PP_Size size = PP_MakeSize(10, 20);
    CHECK("an unknown format", images->Create(instance, (PP_ImageDataFormat) 2, &size, PP_TRUE), 0);
    CHECK("no instance", images->Create(DEAD, PP_IMAGEDATAFORMAT_BGRA_PREMUL, &size, PP_TRUE), 0);
    PP_Resource image = images->Create(instance, PP_IMAGEDATAFORMAT_RGBA_PREMUL, &size, PP_TRUE);
    struct PP_ImageDataDesc description = {0, {0, 0}, 0};
    CHECK_TRUE("an image is one", images->IsImageData(image));
    CHECK_FALSE("an image is no surface", graphics->IsGraphics2D(image));
    CHECK_TRUE("an image describes itself", images->Describe(image, &description));
    CHECK("its format", description.format, PP_IMAGEDATAFORMAT_RGBA_PREMUL);
    CHECK("its width", description.size.width, 10);
    CHECK("its height", description.size.height, 20);
    CHECK("the bytes of a line", description.stride, 40);
    uint32_t *pixels = images->Map(image), sum = 0;
    CHECK_TRUE("an image has pixels", pixels != NULL);
    for (int index = 0; index < 200; index++)
        sum |= pixels[index];
    CHECK("they are zero", sum, 0);
    pixels[199] = 5;
    images->Unmap(image);
    CHECK_TRUE("they stay in their place", images->Map(image) == pixels);
    CHECK("and keep their value", pixels[199], 5);
    core->ReleaseResource(image);
    CHECK_FALSE("an image that is gone is none", images->IsImageData(image));
    CHECK("and has no pixels", (uintptr_t) images->Map(image), 0);
    CHECK_FALSE("and no description", images->Describe(image, &description));
    images->Unmap(image);
    images->Unmap(DEAD);
    CHECK_FALSE("nothing is no image", images->IsImageData(0));
}

static PP_Resource surface, image;
static uint32_t *pixels;

/* A pixel that is shown, by a copy of the surface. */
static uint32_t shown(int32_t x, int32_t y) {
    static PP_Resource copy;
    if (!copy)
        copy = image_of(1, 1);
    struct PP_Point at = PP_MakePoint(x, y);
    uint32_t *pixel = images->Map(copy);
    *pixel = 0xDEADBEEF;
    return testing->ReadImageData(surface, copy, &at) ? *pixel : 0xBAD;
}

static void surfaces(void) {
    struct PP_Size size = PP_MakeSize(8, 6);
    PP_Bool is_opaque = PP_TRUE;
    CHECK("no instance, no surface", graphics->Create(0, &size, PP_FALSE), 0);
    surface = surface_of(8, 6);
    CHECK_TRUE("a surface is one", graphics->IsGraphics2D(surface));
    CHECK_FALSE("a surface is no image", images->IsImageData(surface));
    size = PP_MakeSize(0, 0);
    CHECK_TRUE("a surface describes itself", graphics->Describe(surface, &size, &is_opaque));
    CHECK("its width", size.width, 8);
    CHECK("its height", size.height, 6);
    CHECK_FALSE("it is as opaque as asked for", is_opaque);
    CHECK_FALSE("nothing is no surface", graphics->IsGraphics2D(DEAD));
    CHECK_FALSE("nothing has no description", graphics->Describe(DEAD, &size, &is_opaque));
    CHECK_REAL("the scale is 1", graphics->GetScale(surface), 1);
    CHECK_TRUE("it can be set", graphics->SetScale(surface, 0.5f));
    CHECK_REAL("then it is that", graphics->GetScale(surface), 0.5);
    CHECK_FALSE("not to 0", graphics->SetScale(surface, 0));
    CHECK_FALSE("not below", graphics->SetScale(surface, -1));
    CHECK_REAL("which changes nothing", graphics->GetScale(surface), 0.5);
    CHECK_TRUE("and back", graphics->SetScale(surface, 1));
    CHECK_FALSE("nothing has no scale to set", graphics->SetScale(DEAD, 1));
    CHECK_REAL("nor to get", graphics->GetScale(DEAD), 0);
}

static void binding(void) {
    CHECK_FALSE("nothing cannot be bound", instances->BindGraphics(instance, DEAD));
    CHECK_FALSE("an image cannot be bound", instances->BindGraphics(instance, image));
    CHECK_FALSE("nor to another instance", instances->BindGraphics(DEAD, surface));
    CHECK_TRUE("a surface can be bound", instances->BindGraphics(instance, surface));
    CHECK_TRUE("again", instances->BindGraphics(instance, surface));
    CHECK_TRUE("and unbound", instances->BindGraphics(instance, 0));
    CHECK_TRUE("and bound", instances->BindGraphics(instance, surface));
    CHECK_FALSE("a program does not fill the tab", instances->IsFullFrame(instance));
}

static void paint(int32_t x, int32_t y, const struct PP_Rect *part) {
    struct PP_Point at = PP_MakePoint(x, y);
    graphics->PaintImageData(surface, image, &at, part);
}

static void flushed_last(void) {
    CHECK("a flush that ends lets the next one begin", 1, 1);
    finish();
}

static void aborted(void *data, int32_t result) {
    (void) data;
    CHECK("a flush ends with its surface", result, PP_ERROR_ABORTED);
    then(flushed_last);
}

static void released(void) {
    PP_Resource other = surface_of(4, 4);
    instances->BindGraphics(instance, other);
    CHECK("a flush may be without an end", graphics->Flush(other, CALLBACK(aborted, NULL)), PP_OK_COMPLETIONPENDING);
    core->ReleaseResource(other);
    CHECK_FALSE("a surface that is gone is none", graphics->IsGraphics2D(other));
}

static double start;

static void unbound(void *data, int32_t result) {
    (void) data;
    CHECK("a flush ends without an element", result, PP_OK);
    double passed = core->GetTimeTicks() - start;
    CHECK_TRUE("after a while", passed > 0.02 && passed < 60);
    released();
}

static void replaced(void *data, int32_t result) {
    (void) data;
    CHECK("contents are replaced", result, PP_OK);
    CHECK("then they are those of the image", shown(7, 5), 0xFF112233);
    instances->BindGraphics(instance, 0);
    start = core->GetTimeTicks();
    CHECK("a flush needs no element", graphics->Flush(surface, CALLBACK(unbound, NULL)), PP_OK_COMPLETIONPENDING);
}

static void scrolled(void *data, int32_t result) {
    (void) data;
    CHECK("a scroll is shown", result, PP_OK);
    CHECK("what moves is at its new place", shown(3, 2), 0xFF0000FF);
    CHECK("what is uncovered stays", shown(1, 1), 0xFF0000FF);
    PP_Resource whole = image_of(8, 6);
    uint32_t *all = images->Map(whole);
    for (int index = 0; index < 48; index++)
        all[index] = 0xFF112233;
    PP_Resource wrong = image_of(8, 7);
    graphics->ReplaceContents(surface, wrong);
    graphics->ReplaceContents(surface, surface);
    graphics->ReplaceContents(surface, whole);
    core->ReleaseResource(whole);
    core->ReleaseResource(wrong);
    graphics->Flush(surface, CALLBACK(replaced, NULL));
}

static void painted_parts(void *data, int32_t result) {
    (void) data;
    CHECK("parts are painted", result, PP_OK);
    CHECK("a part is at its place", shown(5, 4), 0xFF00FF00);
    CHECK("beside it nothing is", shown(6, 4), 0);
    CHECK("what would not fit is not painted", shown(7, 0), 0);
    struct PP_Point amount = PP_MakePoint(2, 1), far = PP_MakePoint(8, 0);
    struct PP_Rect outside = PP_MakeRectFromXYWH(4, 4, 8, 1);
    graphics->Scroll(surface, &outside, &amount);
    graphics->Scroll(surface, NULL, &far);
    graphics->Scroll(DEAD, NULL, &amount);
    graphics->Scroll(surface, NULL, &amount);
    graphics->Flush(surface, CALLBACK(scrolled, NULL));
}

static int callbacks;

static void second_flush(void *data, int32_t result) {
    (void) data;
    CHECK("a second flush is told so", result, PP_ERROR_INPROGRESS);
    CHECK("before the first one ends", callbacks, 0);
}

static void painted(void *data, int32_t result) {
    (void) data;
    callbacks++;
    CHECK("a flush ends", result, PP_OK);
    CHECK("the image is read when it is flushed", shown(1, 1), 0xFF0000FF);
    CHECK("around it nothing is", shown(0, 0), 0);
    pixels[0] = 0xFF00FF00;
    CHECK("what is shown is a copy", shown(1, 1), 0xFF0000FF);
    struct PP_Rect part = PP_MakeRectFromXYWH(0, 0, 1, 1), outside = PP_MakeRectFromXYWH(1, 1, 2, 1);
    paint(5, 4, &part);
    pixels[1] = 0xFF00FF00;
    paint(7, 0, NULL);
    paint(-1, 0, NULL);
    paint(0, 0, &outside);
    graphics->PaintImageData(surface, DEAD, &outside.point, NULL);
    graphics->PaintImageData(DEAD, image, &outside.point, NULL);
    graphics->Flush(surface, CALLBACK(painted_parts, NULL));
}

static void flush_errors(void) {
    CHECK("nothing cannot be flushed", graphics->Flush(DEAD, unexpected("the flush of nothing")), PP_ERROR_BADRESOURCE);
    CHECK("an image cannot be flushed", graphics->Flush(image, unexpected("the flush of an image")), PP_ERROR_BADRESOURCE);
    CHECK("the main thread does not wait", graphics->Flush(surface, BLOCKING), PP_ERROR_BLOCKS_MAIN_THREAD);
    CHECK("an error comes to a callback that is required",
          graphics->Flush(DEAD, expect("by the callback", PP_ERROR_BADRESOURCE, NULL)), PP_OK_COMPLETIONPENDING);
}

static void begin(void) {
    images = ask(PPB_IMAGEDATA_INTERFACE);
    graphics = ask(PPB_GRAPHICS_2D_INTERFACE);
    instances = ask(PPB_INSTANCE_INTERFACE);
    testing = ask(PPB_TESTING_PRIVATE_INTERFACE);
    const PPB_Graphics3D *other_graphics = ask(PPB_GRAPHICS_3D_INTERFACE);
    image_data();
    surfaces();
    CHECK_FALSE("a surface has no third dimension", other_graphics->IsGraphics3D(surface));
    image = image_of(2, 2);
    pixels = images->Map(image);
    binding();
    flush_errors();
    paint(1, 1, NULL);
    for (int index = 0; index < 4; index++)
        pixels[index] = 0xFF0000FF;
    CHECK("nothing is shown before a flush", shown(1, 1), 0);
    CHECK("a flush takes its time", graphics->Flush(surface, CALLBACK(painted, NULL)), PP_OK_COMPLETIONPENDING);
    CHECK("one flush at a time", graphics->Flush(surface, unexpected("a second flush")), PP_ERROR_INPROGRESS);
    graphics->Flush(surface, CALLBACK(second_flush, NULL));
}
