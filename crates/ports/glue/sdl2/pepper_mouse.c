/* The form of the mouse, and the mouse that only moves the program. */
#include "pepper.h"

#include "../../events/SDL_mouse_c.h"

#include <ppapi/c/pp_completion_callback.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_interface.h>

static const PP_MouseCursor_Type types[SDL_NUM_SYSTEM_CURSORS] = {
    [SDL_SYSTEM_CURSOR_ARROW] = PP_MOUSECURSOR_TYPE_POINTER,
    [SDL_SYSTEM_CURSOR_IBEAM] = PP_MOUSECURSOR_TYPE_IBEAM,
    [SDL_SYSTEM_CURSOR_WAIT] = PP_MOUSECURSOR_TYPE_WAIT,
    [SDL_SYSTEM_CURSOR_CROSSHAIR] = PP_MOUSECURSOR_TYPE_CROSS,
    [SDL_SYSTEM_CURSOR_WAITARROW] = PP_MOUSECURSOR_TYPE_PROGRESS,
    [SDL_SYSTEM_CURSOR_SIZENWSE] = PP_MOUSECURSOR_TYPE_NORTHWESTSOUTHEASTRESIZE,
    [SDL_SYSTEM_CURSOR_SIZENESW] = PP_MOUSECURSOR_TYPE_NORTHEASTSOUTHWESTRESIZE,
    [SDL_SYSTEM_CURSOR_SIZEWE] = PP_MOUSECURSOR_TYPE_EASTWESTRESIZE,
    [SDL_SYSTEM_CURSOR_SIZENS] = PP_MOUSECURSOR_TYPE_NORTHSOUTHRESIZE,
    [SDL_SYSTEM_CURSOR_SIZEALL] = PP_MOUSECURSOR_TYPE_MOVE,
    [SDL_SYSTEM_CURSOR_NO] = PP_MOUSECURSOR_TYPE_NOTALLOWED,
    [SDL_SYSTEM_CURSOR_HAND] = PP_MOUSECURSOR_TYPE_HAND,
};

/* The largest picture that a browser takes for a mouse. */
#define LARGEST 32

/* What a cursor of SDL has of ours. */
struct form {
    PP_MouseCursor_Type type;
    /* Its picture if the type is custom. */
    PP_Resource image;
    struct PP_Point hot_spot;
};

static SDL_Cursor *new_cursor(PP_MouseCursor_Type type) {
    SDL_Cursor *cursor = SDL_calloc(1, sizeof(*cursor));
    struct form *form = SDL_calloc(1, sizeof(*form));
    if (!cursor || !form) {
        SDL_free(cursor);
        SDL_free(form);
        SDL_OutOfMemory();
        return NULL;
    }
    form->type = type;
    cursor->driverdata = form;
    return cursor;
}

static SDL_Cursor *create_system_cursor(SDL_SystemCursor id) {
    return new_cursor(types[id]);
}

/* The picture of a surface in premultiplied colours; 0 if it is too large. */
static PP_Resource image_of(SDL_Surface *surface) {
    struct PP_Size size = {surface->w, surface->h};
    if (size.width > LARGEST || size.height > LARGEST)
        return 0;
    const PPB_ImageData *images = PSInterfaceImageData();
    PP_ImageDataFormat format = images->GetNativeImageDataFormat();
    Uint32 pixel = format == PP_IMAGEDATAFORMAT_RGBA_PREMUL ? SDL_PIXELFORMAT_ABGR8888 : SDL_PIXELFORMAT_ARGB8888;
    PP_Resource image = images->Create(PSGetInstanceId(), format, &size, PP_TRUE);
    struct PP_ImageDataDesc description;
    Uint8 *pixels = image && images->Describe(image, &description) ? images->Map(image) : NULL;
    if (!pixels) {
        pepper_release(&image);
        return 0;
    }
    SDL_PremultiplyAlpha(surface->w, surface->h, surface->format->format, surface->pixels, surface->pitch, pixel,
        pixels, description.stride);
    images->Unmap(image);
    return image;
}

static SDL_Cursor *create_cursor(SDL_Surface *surface, int hot_x, int hot_y) {
    SDL_Cursor *cursor = new_cursor(PP_MOUSECURSOR_TYPE_POINTER);
    PP_Resource image = cursor ? image_of(surface) : 0;
    if (image) {
        struct form *form = cursor->driverdata;
        form->type = PP_MOUSECURSOR_TYPE_CUSTOM;
        form->image = image;
        form->hot_spot = (struct PP_Point) {hot_x, hot_y};
    }
    return cursor;
}

static void free_cursor(SDL_Cursor *cursor) {
    struct form *form = cursor->driverdata;
    pepper_release(&form->image);
    SDL_free(form);
    SDL_free(cursor);
}

static int show_cursor(SDL_Cursor *cursor) {
    const PPB_MouseCursor *mouse = PSInterfaceMouseCursor();
    const struct form none = {.type = PP_MOUSECURSOR_TYPE_NONE};
    const struct form *form = cursor ? cursor->driverdata : &none;
    if (mouse)
        mouse->SetCursor(PSGetInstanceId(), form->type, form->image, form->image ? &form->hot_spot : NULL);
    return 0;
}

static int set_relative_mode(SDL_bool enabled) {
    const PPB_MouseLock *lock = PSInterfaceMouseLock();
    if (!lock)
        return SDL_SetError("the browser cannot lock the mouse");
    if (!enabled) {
        lock->UnlockMouse(PSGetInstanceId());
        pepper.is_locked = SDL_FALSE;
        return 0;
    }
    /* Browsers refuse until the user has clicked. It is asked for again with each click. */
    pepper.is_locked = lock->LockMouse(PSGetInstanceId(), PP_BlockUntilComplete()) == PP_OK;
    return 0;
}

void pepper_begin_mouse(void) {
    SDL_Mouse *mouse = SDL_GetMouse();
    mouse->CreateCursor = create_cursor;
    mouse->CreateSystemCursor = create_system_cursor;
    mouse->ShowCursor = show_cursor;
    mouse->FreeCursor = free_cursor;
    mouse->SetRelativeMouseMode = set_relative_mode;
    SDL_SetDefaultCursor(create_system_cursor(SDL_SYSTEM_CURSOR_ARROW));
}

void pepper_end_mouse(void) {
    if (pepper.is_locked)
        set_relative_mode(SDL_FALSE);
}
