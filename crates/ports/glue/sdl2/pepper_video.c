/* The display, which is the element of the page, and the pixels of its window. */
#include "pepper.h"

#include "../../events/SDL_events_c.h"
#include "../../events/SDL_windowevents_c.h"

#include <ppapi/c/pp_completion_callback.h>
#include <ppapi/c/pp_errors.h>
#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_interface.h>

/* Name of the window's data. */
#define FRAME "pepper frame"

struct pepper pepper;

/* The pixels of a window: SDL writes the surface, whose parts are copied into the image. */
struct frame {
    SDL_Surface *surface;
    PP_Resource graphics;
    PP_Resource image;
    Uint32 *pixels;
    int words_per_row;
    /* Set until the whole was painted once. */
    SDL_bool is_new;
};

int pepper_show(PP_Resource context) {
    if (pepper.shown == context)
        return 0;
    if (!PSInterfaceInstance()->BindGraphics(PSGetInstanceId(), context))
        return SDL_SetError("the element does not show this context");
    pepper.shown = context;
    return 0;
}

void pepper_release(PP_Resource *resource) {
    if (!*resource)
        return;
    if (pepper.shown == *resource) {
        PSInterfaceInstance()->BindGraphics(PSGetInstanceId(), 0);
        pepper.shown = 0;
    }
    PSInterfaceCore()->ReleaseResource(*resource);
    *resource = 0;
}

static void free_frame(struct frame *frame) {
    if (!frame)
        return;
    if (frame->pixels)
        PSInterfaceImageData()->Unmap(frame->image);
    pepper_release(&frame->image);
    pepper_release(&frame->graphics);
    SDL_FreeSurface(frame->surface);
    SDL_free(frame);
}

static void destroy_framebuffer(_THIS, SDL_Window *window) {
    (void) _this;
    free_frame(SDL_SetWindowData(window, FRAME, NULL));
}

static struct frame *new_frame(int width, int height) {
    struct frame *frame = SDL_calloc(1, sizeof(*frame));
    if (!frame) {
        SDL_OutOfMemory();
        return NULL;
    }
    PP_ImageDataFormat format = PSInterfaceImageData()->GetNativeImageDataFormat();
    Uint32 pixel = format == PP_IMAGEDATAFORMAT_RGBA_PREMUL ? SDL_PIXELFORMAT_BGR888 : SDL_PIXELFORMAT_RGB888;
    struct PP_Size size = {width, height};
    struct PP_ImageDataDesc description;
    frame->is_new = SDL_TRUE;
    frame->surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, pixel);
    frame->graphics = PSInterfaceGraphics2D()->Create(PSGetInstanceId(), &size, PP_TRUE);
    frame->image = PSInterfaceImageData()->Create(PSGetInstanceId(), format, &size, PP_TRUE);
    if (frame->image && PSInterfaceImageData()->Describe(frame->image, &description)) {
        frame->words_per_row = description.stride / 4;
        frame->pixels = PSInterfaceImageData()->Map(frame->image);
    }
    if (!frame->surface || !frame->graphics || !frame->pixels) {
        free_frame(frame);
        SDL_SetError("no memory for the pixels of the window");
        return NULL;
    }
    return frame;
}

static int create_framebuffer(_THIS, SDL_Window *window, Uint32 *format, void **pixels, int *pitch) {
    destroy_framebuffer(_this, window);
    int width, height;
    SDL_GetWindowSize(window, &width, &height);
    struct frame *frame = new_frame(width, height);
    if (!frame)
        return -1;
    SDL_SetWindowData(window, FRAME, frame);
    *format = frame->surface->format->format;
    *pixels = frame->surface->pixels;
    *pitch = frame->surface->pitch;
    return 0;
}

/* Copies pixels and makes them opaque. */
static void paint(struct frame *frame, const SDL_Rect *part) {
    SDL_Rect whole = {0, 0, frame->surface->w, frame->surface->h}, area;
    if (!SDL_IntersectRect(part, &whole, &area))
        return;
    for (int y = area.y; y < area.y + area.h; ++y) {
        const Uint32 *from = (const Uint32 *) ((const Uint8 *) frame->surface->pixels + y * frame->surface->pitch);
        Uint32 *to = frame->pixels + y * frame->words_per_row;
        for (int x = area.x; x < area.x + area.w; ++x)
            to[x] = from[x] | 0xff000000;
    }
    struct PP_Point origin = {0, 0};
    struct PP_Rect painted = {{area.x, area.y}, {area.w, area.h}};
    PSInterfaceGraphics2D()->PaintImageData(frame->graphics, frame->image, &origin, &painted);
}

static int update_framebuffer(_THIS, SDL_Window *window, const SDL_Rect *parts, int count) {
    (void) _this;
    struct frame *frame = SDL_GetWindowData(window, FRAME);
    if (!frame)
        return SDL_SetError("the window has no pixels");
    if (frame->is_new) {
        SDL_Rect whole = {0, 0, frame->surface->w, frame->surface->h};
        paint(frame, &whole);
        frame->is_new = SDL_FALSE;
    } else {
        for (int index = 0; index < count; ++index)
            paint(frame, &parts[index]);
    }
    if (window == pepper.window && pepper_show(frame->graphics) != 0)
        return -1;
    int32_t result = PSInterfaceGraphics2D()->Flush(frame->graphics, PP_BlockUntilComplete());
    return result == PP_OK ? 0 : SDL_SetError("the picture is not shown: error %d", (int) result);
}

/* Has the element show a window, or none, and gives it the input. */
static void put_in_front(SDL_Window *window) {
    if (pepper.window == window)
        return;
    pepper.window = window;
    SDL_SetMouseFocus(window);
    /* The page gives the focus to an element when it is clicked, which games do not expect. */
    SDL_SetKeyboardFocus(window);
    if (!window)
        return;
    if ((window->flags & SDL_WINDOW_RESIZABLE) && (window->w != pepper.width || window->h != pepper.height))
        SDL_SendWindowEvent(window, SDL_WINDOWEVENT_RESIZED, pepper.width, pepper.height);
    struct frame *frame = SDL_GetWindowData(window, FRAME);
    if (frame && !frame->is_new)
        pepper_show(frame->graphics);
    SDL_SendWindowEvent(window, SDL_WINDOWEVENT_EXPOSED, 0, 0);
}

/* Puts the newest other window in front that is not hidden. */
static void put_behind(_THIS, SDL_Window *window) {
    if (pepper.window != window)
        return;
    SDL_Window *other = _this->windows;
    while (other && (other == window || (other->flags & SDL_WINDOW_HIDDEN)))
        other = other->next;
    put_in_front(other);
}

static int create_window(_THIS, SDL_Window *window) {
    (void) _this;
    window->x = 0;
    window->y = 0;
    if (window->flags & SDL_WINDOW_RESIZABLE) {
        window->w = pepper.width;
        window->h = pepper.height;
    }
    return 0;
}

static void show_window(_THIS, SDL_Window *window) {
    (void) _this;
    put_in_front(window);
}

static void set_window_size(_THIS, SDL_Window *window) {
    (void) _this;
    pepper_resize_opengl(window);
    SDL_SendWindowEvent(window, SDL_WINDOWEVENT_RESIZED, window->w, window->h);
}

static void set_window_fullscreen(_THIS, SDL_Window *window, SDL_VideoDisplay *display, SDL_bool fullscreen) {
    (void) _this;
    (void) display;
    const PPB_Fullscreen *screen = PSInterfaceFullscreen();
    if (screen && screen->IsFullscreen(PSGetInstanceId()) != PP_FromBool(fullscreen))
        screen->SetFullscreen(PSGetInstanceId(), PP_FromBool(fullscreen));
    /* A window that can be resized gets the size of the element, whose event follows. */
    if (!fullscreen && !(window->flags & SDL_WINDOW_RESIZABLE))
        SDL_SendWindowEvent(window, SDL_WINDOWEVENT_RESIZED, window->windowed.w, window->windowed.h);
    pepper_resize_opengl(window);
}

static int set_display_mode(_THIS, SDL_VideoDisplay *display, SDL_DisplayMode *mode) {
    (void) _this;
    (void) display;
    (void) mode;
    return 0;
}

static int start(_THIS) {
    (void) _this;
    pepper_begin_events();
    SDL_DisplayMode mode;
    SDL_zero(mode);
    mode.format = SDL_PIXELFORMAT_RGB888;
    mode.w = pepper.width;
    mode.h = pepper.height;
    mode.refresh_rate = 60;
    if (SDL_AddBasicVideoDisplay(&mode) < 0)
        return -1;
    SDL_AddDisplayMode(&_this->displays[0], &mode);
    pepper_begin_mouse();
    return 0;
}

static void stop(_THIS) {
    (void) _this;
    pepper_end_mouse();
}

static void delete_device(_THIS) {
    SDL_free(_this);
}

/* Without a page, as when the program is run as a command, there is no display of this kind. */
static SDL_VideoDevice *create(void) {
    if (!PSGetInstanceId())
        return NULL;
    SDL_VideoDevice *device = SDL_calloc(1, sizeof(*device));
    if (!device) {
        SDL_OutOfMemory();
        return NULL;
    }
    device->VideoInit = start;
    device->VideoQuit = stop;
    device->SetDisplayMode = set_display_mode;
    device->PumpEvents = pepper_pump_events;
    device->CreateSDLWindow = create_window;
    device->ShowWindow = show_window;
    device->RaiseWindow = show_window;
    device->HideWindow = put_behind;
    device->DestroyWindow = put_behind;
    device->SetWindowSize = set_window_size;
    device->SetWindowFullscreen = set_window_fullscreen;
    device->CreateWindowFramebuffer = create_framebuffer;
    device->UpdateWindowFramebuffer = update_framebuffer;
    device->DestroyWindowFramebuffer = destroy_framebuffer;
    pepper_add_opengl(device);
    device->free = delete_device;
    return device;
}

VideoBootStrap NACL_bootstrap = {"pepper", "Pepper of a browser", create};
