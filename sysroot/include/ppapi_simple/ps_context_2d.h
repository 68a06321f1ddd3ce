/* A picture of the size of the element, whose pixels the program writes. */
#ifndef _PPAPI_SIMPLE_PS_CONTEXT_2D_H
#define _PPAPI_SIMPLE_PS_CONTEXT_2D_H

#include <ppapi/c/pp_resource.h>
#include <ppapi/c/ppb_graphics_2d.h>
#include <ppapi/c/ppb_image_data.h>

#include "ppapi_simple/ps_event.h"
#include "sdk_util/macros.h"

EXTERN_C_BEGIN

typedef struct {
    /* Not zero once the element has a size: then the functions below have what to draw on. */
    int bound;
    /* In pixels; a row has `stride` bytes. */
    int32_t width;
    int32_t height;
    uint32_t stride;
    /* The pixels, null until PSContext2DGetBuffer. */
    uint32_t *data;
    PP_ImageDataFormat format;
    PP_Resource graphic_2d;
    PP_Resource image;
} PSContext2D_t;

/* Makes a context without a size; null without memory. */
PSContext2D_t *PSContext2DAllocate(PP_ImageDataFormat __format);
void PSContext2DFree(PSContext2D_t *__context);

/* The format that the browser draws fastest. */
PP_ImageDataFormat PSContext2DGetNativeImageDataFormat(void);

/* Follows changes of the element's size. 1 if the event was of that kind, else 0. */
int PSContext2DHandleEvent(PSContext2D_t *__context, PSEvent *__event);

/* Gets pixels to write to: 1, or 0 without a size or memory. */
int PSContext2DGetBuffer(PSContext2D_t *__context);

/* Shows what was written and waits until it is seen; the buffer is gone then. 1, or 0 if nothing was
   shown. */
int PSContext2DSwapBuffer(PSContext2D_t *__context);

EXTERN_C_END

#endif
