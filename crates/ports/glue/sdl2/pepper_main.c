/* The beginning of a program: its main function runs in a thread of its own, as with ppapi_simple. */
#include "../../SDL_internal.h"

#include "SDL_main.h"
#include "../../filesystem/nacl/pepper_files.h"

#include <ppapi_simple/ps.h>
#include <ppapi_simple/ps_main.h>
#include <stdlib.h>
#include <sys/mount.h>

/* Programs whose sources include SDL.h have the first, others the second. */
#undef main
__attribute__((weak)) int SDL_main(int argc, char *argv[]);
__attribute__((weak)) int main(int argc, char **argv);

static int run(int argc, char **argv) {
    if (PSGetInstanceId()) {
        /* Files that are read by relative names come from where the page is. */
        umount("/");
        mount("", "/", "httpfs", 0, "");
        /* Programs for Unix write below their user's folder, and do not expect that there is none. */
        pepper_keep_files();
        setenv("HOME", PEPPER_KEPT, 0);
    }
    SDL_SetMainReady();
    return SDL_main ? SDL_main(argc, argv) : main(argc, argv);
}

PPAPI_SIMPLE_REGISTER_MAIN(run)
