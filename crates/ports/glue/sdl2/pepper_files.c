/* Folders of a program: what came with it, and what it keeps. */
#include "../../SDL_internal.h"

#include "pepper_files.h"

#include "SDL_error.h"
#include "SDL_filesystem.h"

#include <errno.h>
#include <ppapi_simple/ps.h>
#include <sys/mount.h>
#include <sys/stat.h>

void pepper_keep_files(void) {
    static SDL_bool is_mounted;
    if (is_mounted)
        return;
    /* Without room for files that stay, they last as long as the program. */
    if (mount("", PEPPER_KEPT, "html5fs", 0, "type=PERSISTENT,expected_size=16777216") != 0)
        mount("", PEPPER_KEPT, "memfs", 0, "");
    is_mounted = SDL_TRUE;
}

char *SDL_GetBasePath(void) {
    return SDL_strdup(PSGetInstanceId() ? "/" : "./");
}

/* Makes each folder of a path after its root. The path ends in a slash. */
static int make_folders(char *path, size_t root) {
    for (char *slash = SDL_strchr(path + root + 1, '/'); slash; slash = SDL_strchr(slash + 1, '/')) {
        *slash = 0;
        int failed = mkdir(path, 0700) != 0 && errno != EEXIST;
        *slash = '/';
        if (failed)
            return -1;
    }
    return 0;
}

char *SDL_GetPrefPath(const char *organisation, const char *application) {
    if (!application) {
        SDL_InvalidParamError("app");
        return NULL;
    }
    SDL_bool in_page = PSGetInstanceId() != 0;
    if (in_page)
        pepper_keep_files();
    const char *root = in_page ? PEPPER_KEPT : ".";
    char *path = NULL;
    if (SDL_asprintf(&path, "%s/%s%s%s/", root, organisation ? organisation : "", organisation ? "/" : "", application) < 0)
        return NULL;
    if (make_folders(path, SDL_strlen(root)) != 0) {
        SDL_SetError("cannot make %s", path);
        SDL_free(path);
        return NULL;
    }
    return path;
}
