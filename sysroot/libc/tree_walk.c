/* Walks through folders. */
#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

/* A function of either kind, and how to walk. */
struct walk {
    int (*visit)(const char *, const struct stat *, int);
    int (*visit_more)(const char *, const struct stat *, int, struct FTW *);
    int flags;
    dev_t device;
};

#define LONGEST_PATH 4096

static int call(const struct walk *walk, const char *path, const struct stat *status, int kind, int level) {
    if (walk->visit)
        return walk->visit(path, status, kind);
    const char *slash = strrchr(path, '/');
    struct FTW place = {slash && slash[1] ? (int) (slash + 1 - path) : 0, level};
    return walk->visit_more(path, status, kind, &place);
}

static int step(const struct walk *walk, char *path, size_t length, int level);

static int enter(const struct walk *walk, char *path, size_t length, int level, DIR *folder) {
    int result = 0;
    for (struct dirent *entry; result == 0 && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        size_t slash = length > 0 && path[length - 1] != '/', size = strlen(entry->d_name);
        if (length + slash + size >= LONGEST_PATH)
            return result_of(ENAMETOOLONG);
        path[length] = '/';
        memcpy(path + length + slash, entry->d_name, size + 1);
        result = step(walk, path, length + slash + size, level + 1);
        path[length] = 0;
    }
    return result;
}

static int step(const struct walk *walk, char *path, size_t length, int level) {
    struct stat status = {0};
    bool follows = walk->visit || !(walk->flags & FTW_PHYS);
    if ((follows ? stat(path, &status) : lstat(path, &status)) != 0) {
        if (level == 0)
            return -1;
        bool is_link = lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
        return call(walk, path, &status, is_link && walk->visit_more ? FTW_SLN : FTW_NS, level);
    }
    if (S_ISLNK(status.st_mode))
        return call(walk, path, &status, FTW_SL, level);
    if (!S_ISDIR(status.st_mode))
        return call(walk, path, &status, FTW_F, level);
    if ((walk->flags & FTW_MOUNT) && level > 0 && status.st_dev != walk->device)
        return 0;
    DIR *folder = opendir(path);
    if (!folder)
        return call(walk, path, &status, FTW_DNR, level);
    bool last = walk->visit_more && (walk->flags & FTW_DEPTH);
    int result = last ? 0 : call(walk, path, &status, FTW_D, level);
    if (result == 0)
        result = enter(walk, path, length, level, folder);
    closedir(folder);
    return result == 0 && last ? call(walk, path, &status, FTW_DP, level) : result;
}

static int begin(struct walk *walk, const char *start) {
    char *path = malloc(LONGEST_PATH + 1);
    size_t length = strlen(start);
    if (!path)
        return result_of(ENOMEM);
    int result = -1;
    struct stat status;
    if (length >= LONGEST_PATH) {
        errno = ENAMETOOLONG;
    } else if (stat(start, &status) == 0 || lstat(start, &status) == 0) {
        walk->device = status.st_dev;
        memcpy(path, start, length + 1);
        while (length > 1 && path[length - 1] == '/')
            path[--length] = 0;
        result = step(walk, path, length, 0);
    }
    free(path);
    return result;
}

int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int descriptors) {
    (void) descriptors;
    return begin(&(struct walk) {.visit = visit}, path);
}

int nftw(
    const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int descriptors, int flags) {
    (void) descriptors;
    if (flags & FTW_CHDIR)
        return result_of(ENOSYS);
    return begin(&(struct walk) {.visit_more = visit, .flags = flags}, path);
}
