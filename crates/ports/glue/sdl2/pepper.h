/* SDL's back end for Pepper: what its files share. */
#ifndef PEPPER_H
#define PEPPER_H

#include "../../SDL_internal.h"

#include "SDL_scancode.h"

#include "../SDL_sysvideo.h"

#include <ppapi/c/pp_bool.h>
#include <ppapi/c/pp_resource.h>

/* The element of the page, and the window that it shows. */
struct pepper {
    /* Size of the element. */
    int width, height;
    /* The window in front, which lies in the upper left corner; null without one. Others are kept,
       but not shown. */
    SDL_Window *window;
    /* The context whose picture the element shows. */
    PP_Resource shown;
    SDL_bool has_focus;
    SDL_bool is_locked;
};

extern struct pepper pepper;

/* Takes events as they come, and waits for the first size of the element. */
void pepper_begin_events(void);
void pepper_pump_events(SDL_VideoDevice *device);
/* The key of a code of Windows. */
SDL_Scancode pepper_scancode(Uint32 code, Uint32 modifiers);

void pepper_begin_mouse(void);
void pepper_end_mouse(void);

/* Has the element show a context of either kind. Zero if it does. */
int pepper_show(PP_Resource context);
void pepper_release(PP_Resource *resource);

void pepper_add_opengl(SDL_VideoDevice *device);
/* Gives the current context the size of the window. */
void pepper_resize_opengl(SDL_Window *window);

#endif
