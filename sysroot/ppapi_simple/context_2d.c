/* Pictures of the size of the element. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <ppapi/c/pp_errors.h>
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_context_2d.h>
#include <ppapi_simple/ps_interface.h>

PSContext2D_t *PSContext2DAllocate(PP_ImageDataFormat format) {
    PSContext2D_t *context = calloc(1, sizeof(*context));
    if (context)
        context->format = format;
    return context;
}

PP_ImageDataFormat PSContext2DGetNativeImageDataFormat(void) {
    return PSInterfaceImageData()->GetNativeImageDataFormat();
}

static void release(PP_Resource *resource) {
    if (*resource)
        PSInterfaceCore()->ReleaseResource(*resource);
    *resource = 0;
}

/* The pixels go with their picture. */
static void release_picture(PSContext2D_t *context) {
    if (context->data)
        PSInterfaceImageData()->Unmap(context->image);
    context->data = NULL;
    release(&context->image);
}

void PSContext2DFree(PSContext2D_t *context) {
    if (!context)
        return;
    release_picture(context);
    release(&context->graphic_2d);
    free(context);
}

static void follow(PSContext2D_t *context, PP_Resource view) {
    struct PP_Rect place;
    if (!PSInterfaceView()->GetRect(view, &place))
        return;
    bool is_same = context->bound && place.size.width == context->width && place.size.height == context->height;
    if (is_same)
        return;
    release_picture(context);
    release(&context->graphic_2d);
    context->bound = 0;
    context->width = place.size.width;
    context->height = place.size.height;
    context->graphic_2d = PSInterfaceGraphics2D()->Create(PSGetInstanceId(), &place.size, PP_TRUE);
    if (context->graphic_2d)
        context->bound = PSInterfaceInstance()->BindGraphics(PSGetInstanceId(), context->graphic_2d);
}

int PSContext2DHandleEvent(PSContext2D_t *context, PSEvent *event) {
    if (event->type != PSE_INSTANCE_DIDCHANGEVIEW)
        return 0;
    follow(context, event->as_resource);
    return 1;
}

int PSContext2DGetBuffer(PSContext2D_t *context) {
    if (!context->bound)
        return 0;
    if (context->data)
        return 1;
    struct PP_Size size = {context->width, context->height};
    struct PP_ImageDataDesc description;
    context->image = PSInterfaceImageData()->Create(PSGetInstanceId(), context->format, &size, PP_TRUE);
    if (context->image && PSInterfaceImageData()->Describe(context->image, &description)) {
        context->stride = (uint32_t) description.stride;
        context->data = PSInterfaceImageData()->Map(context->image);
    }
    if (!context->data)
        release(&context->image);
    return context->data != NULL;
}

int PSContext2DSwapBuffer(PSContext2D_t *context) {
    if (!context->bound || !context->data)
        return 0;
    PSInterfaceGraphics2D()->ReplaceContents(context->graphic_2d, context->image);
    int32_t result = PSInterfaceGraphics2D()->Flush(context->graphic_2d, PP_BlockUntilComplete());
    release_picture(context);
    return result == PP_OK;
}
