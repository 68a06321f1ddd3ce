/* Walks through trees of files, entry by entry. Each entry has its own path, name and
   status, so a caller may keep what it got until the entry is left. */
#include <dirent.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

typedef int comparison(const FTSENT **, const FTSENT **);

struct _fts {
    int options;
    comparison *compare;
    /* What fts_read gave last; before that, what is above the first paths. */
    FTSENT *current;
    FTSENT *root;
    /* The entries in the current folder, if they were read already. */
    FTSENT *children;
    bool has_children;
    dev_t device;
};

static void release(FTSENT *entry) {
    while (entry) {
        FTSENT *next = entry->fts_link;
        free(entry);
        entry = next;
    }
}

/* An entry with its path, folder/name or the name alone, in one block. */
static FTSENT *make(const char *folder, size_t length, const char *name, FTSENT *parent) {
    bool slash = length > 0 && folder[length - 1] != '/';
    size_t size = strlen(name), path = length + slash + size;
    FTSENT *entry = calloc(1, sizeof *entry + sizeof(struct stat) + path + 1 + size + 1);
    if (!entry)
        return NULL;
    entry->fts_statp = (struct stat *) (entry + 1);
    entry->fts_path = (char *) (entry->fts_statp + 1);
    if (length)
        memcpy(entry->fts_path, folder, length);
    if (slash)
        entry->fts_path[length] = '/';
    strcpy(entry->fts_path + length + slash, name);
    entry->fts_name = entry->fts_path + path + 1;
    strcpy(entry->fts_name, name);
    entry->fts_accpath = entry->fts_path;
    entry->fts_pathlen = path;
    entry->fts_namelen = size;
    entry->fts_parent = parent;
    entry->fts_level = parent->fts_level + 1;
    entry->fts_instr = FTS_NOINSTR;
    return entry;
}

static int kind_of(const FTS *walk, FTSENT *entry, bool follows) {
    struct stat *status = entry->fts_statp;
    follows |= (walk->options & FTS_LOGICAL) || (entry->fts_level == FTS_ROOTLEVEL && walk->options & FTS_COMFOLLOW);
    if ((follows ? stat(entry->fts_path, status) : lstat(entry->fts_path, status)) != 0) {
        int error = errno;
        if (follows && lstat(entry->fts_path, status) == 0 && S_ISLNK(status->st_mode))
            return FTS_SLNONE;
        memset(status, 0, sizeof *status);
        entry->fts_errno = error;
        return FTS_NS;
    }
    entry->fts_dev = status->st_dev;
    entry->fts_ino = status->st_ino;
    entry->fts_nlink = status->st_nlink;
    if (S_ISREG(status->st_mode))
        return FTS_F;
    if (S_ISLNK(status->st_mode))
        return FTS_SL;
    if (!S_ISDIR(status->st_mode))
        return FTS_DEFAULT;
    if (entry->fts_level > FTS_ROOTLEVEL && (strcmp(entry->fts_name, ".") == 0 || strcmp(entry->fts_name, "..") == 0))
        return FTS_DOT;
    /* A host without numbers of files has no cycles that could be seen by them. */
    for (FTSENT *above = entry->fts_parent; entry->fts_ino && above->fts_level >= FTS_ROOTLEVEL; above = above->fts_parent)
        if (above->fts_ino == entry->fts_ino && above->fts_dev == entry->fts_dev) {
            entry->fts_cycle = above;
            return FTS_DC;
        }
    return FTS_D;
}

/* Puts a list into the order that the caller wants. */
static FTSENT *sorted(FTSENT *list, size_t count, comparison *compare) {
    if (!compare || count < 2)
        return list;
    FTSENT **all = malloc(count * sizeof *all);
    if (!all)
        return list;
    for (size_t i = 0; list; list = list->fts_link)
        all[i++] = list;
    qsort(all, count, sizeof *all, (int (*)(const void *, const void *)) compare);
    for (size_t i = 0; i < count; i++)
        all[i]->fts_link = i + 1 < count ? all[i + 1] : NULL;
    list = all[0];
    free(all);
    return list;
}

FTS *fts_open(char *const *paths, int options, comparison *compare) {
    if (options & ~FTS_OPTIONMASK || !paths || !*paths) {
        errno = EINVAL;
        return NULL;
    }
    FTS *walk = calloc(1, sizeof *walk);
    FTSENT nothing = {.fts_level = FTS_ROOTPARENTLEVEL - 1};
    FTSENT *root = walk ? make("", 0, "", &nothing) : NULL;
    if (!root) {
        free(walk);
        return NULL;
    }
    root->fts_parent = NULL;
    root->fts_info = FTS_INIT;
    *walk = (FTS) {.options = options, .compare = compare, .current = root, .root = root, .has_children = true};
    FTSENT **end = &walk->children;
    size_t count = 0;
    for (; paths[count]; count++) {
        FTSENT *entry = make("", 0, paths[count], root);
        if (!entry) {
            fts_close(walk);
            return NULL;
        }
        /* The name is what stands behind the last slash that has a name behind it. */
        char *slash = strrchr(entry->fts_name, '/');
        if (slash && slash[1])
            entry->fts_name = slash + 1;
        entry->fts_namelen = strlen(entry->fts_name);
        entry->fts_info = kind_of(walk, entry, false);
        *end = entry;
        end = &entry->fts_link;
    }
    walk->children = sorted(walk->children, count, compare);
    return walk;
}

/* The entries of the current folder; NULL with errno zero if there are none. */
static FTSENT *read_folder(FTS *walk, FTSENT *folder) {
    DIR *open = opendir(folder->fts_path);
    if (!open)
        return NULL;
    FTSENT *list = NULL, **end = &list;
    size_t count = 0;
    errno = 0;
    for (struct dirent *found; (found = readdir(open)) != NULL; errno = 0) {
        bool is_dot = strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0;
        if (is_dot && !(walk->options & FTS_SEEDOT))
            continue;
        FTSENT *entry = make(folder->fts_path, folder->fts_pathlen, found->d_name, folder);
        if (!entry)
            break;
        /* Without its status it is not known which of the entries are folders. */
        entry->fts_info = kind_of(walk, entry, false);
        if ((walk->options & FTS_NOSTAT) && entry->fts_info != FTS_D && entry->fts_info != FTS_DC)
            entry->fts_info = FTS_NSOK;
        *end = entry;
        end = &entry->fts_link;
        count++;
    }
    int error = errno;
    closedir(open);
    if (error) {
        release(list);
        errno = error;
        return NULL;
    }
    return sorted(list, count, walk->compare);
}

FTSENT *fts_children(FTS *walk, int options) {
    FTSENT *current = walk->current;
    if (options & ~FTS_NAMEONLY) {
        errno = EINVAL;
        return NULL;
    }
    errno = 0;
    if (!walk->has_children) {
        if (!current || current->fts_info != FTS_D)
            return NULL;
        walk->children = read_folder(walk, current);
        if (errno)
            return NULL;
        walk->has_children = true;
    }
    return walk->children;
}

/* Goes on to an entry that nothing was said of yet. */
static FTSENT *enter(FTS *walk, FTSENT *entry) {
    walk->current = entry;
    walk->has_children = false;
    walk->children = NULL;
    if (entry->fts_level == FTS_ROOTLEVEL)
        walk->device = entry->fts_dev;
    if (entry->fts_instr == FTS_FOLLOW) {
        entry->fts_instr = FTS_NOINSTR;
        entry->fts_info = kind_of(walk, entry, true);
    }
    return entry;
}

/* Goes on behind an entry that is done: to the next beside it, or back to the folder. */
static FTSENT *leave(FTS *walk, FTSENT *entry) {
    for (;;) {
        FTSENT *next = entry->fts_link, *parent = entry->fts_parent;
        free(entry);
        walk->current = next ? next : parent;
        if (next) {
            if (next->fts_instr == FTS_SKIP) {
                entry = next;
                continue;
            }
            return enter(walk, next);
        }
        walk->has_children = false;
        if (parent->fts_level < FTS_ROOTLEVEL)
            return NULL;
        parent->fts_info = parent->fts_errno ? FTS_ERR : FTS_DP;
        parent->fts_instr = FTS_NOINSTR;
        return parent;
    }
}

FTSENT *fts_read(FTS *walk) {
    FTSENT *entry = walk->current;
    if (entry == walk->root && !walk->has_children) {
        errno = 0;
        return NULL;
    }
    unsigned instruction = entry->fts_instr;
    entry->fts_instr = FTS_NOINSTR;
    if (instruction == FTS_AGAIN) {
        entry->fts_info = kind_of(walk, entry, false);
        return entry;
    }
    if (instruction == FTS_FOLLOW && (entry->fts_info == FTS_SL || entry->fts_info == FTS_SLNONE)) {
        entry->fts_info = kind_of(walk, entry, true);
        return entry;
    }
    bool is_new_folder = entry->fts_info == FTS_D || entry == walk->root;
    bool is_elsewhere = walk->options & FTS_XDEV && entry->fts_level >= FTS_ROOTLEVEL && entry->fts_dev != walk->device;
    if (is_new_folder && (instruction == FTS_SKIP || is_elsewhere)) {
        release(walk->has_children ? walk->children : NULL);
        walk->has_children = false;
        walk->children = NULL;
        entry->fts_info = FTS_DP;
        return entry;
    }
    if (is_new_folder) {
        FTSENT *first = fts_children(walk, 0);
        if (!walk->has_children) {
            entry->fts_errno = errno;
            entry->fts_info = FTS_DNR;
            return entry;
        }
        walk->has_children = false;
        walk->children = NULL;
        while (first && first->fts_instr == FTS_SKIP) {
            FTSENT *next = first->fts_link;
            free(first);
            first = next;
        }
        if (first)
            return enter(walk, first);
        if (entry == walk->root) {
            errno = 0;
            return NULL;
        }
        entry->fts_info = FTS_DP;
        return entry;
    }
    entry = leave(walk, entry);
    if (!entry)
        errno = 0;
    return entry;
}

int fts_set(FTS *walk, FTSENT *entry, int instruction) {
    (void) walk;
    if (instruction < 0 || instruction > FTS_SKIP)
        return result_of(EINVAL);
    entry->fts_instr = instruction ? (unsigned) instruction : FTS_NOINSTR;
    return 0;
}

int fts_close(FTS *walk) {
    release(walk->has_children ? walk->children : NULL);
    for (FTSENT *entry = walk->current; entry;) {
        FTSENT *parent = entry->fts_parent;
        release(entry);
        entry = parent;
    }
    free(walk);
    return 0;
}
