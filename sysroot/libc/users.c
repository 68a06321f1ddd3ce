/* Users and groups, of which nothing is known; what asks for one finds none. */
#include <grp.h>
#include <mntent.h>
#include <pwd.h>
#include <unistd.h>

#include "internal.h"

struct passwd *getpwent(void) {
    return NULL;
}

void setpwent(void) {}

void endpwent(void) {}

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **found) {
    (void) name;
    (void) entry;
    (void) buffer;
    (void) size;
    *found = NULL;
    return 0;
}

int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **found) {
    (void) user;
    return getpwnam_r(NULL, entry, buffer, size, found);
}

struct group *getgrent(void) {
    return NULL;
}

void setgrent(void) {}

void endgrent(void) {}

int getgrnam_r(const char *name, struct group *entry, char *buffer, size_t size, struct group **found) {
    (void) name;
    (void) entry;
    (void) buffer;
    (void) size;
    *found = NULL;
    return 0;
}

int getgrgid_r(gid_t group, struct group *entry, char *buffer, size_t size, struct group **found) {
    (void) group;
    return getgrnam_r(NULL, entry, buffer, size, found);
}

int setgroups(int count, const gid_t *groups) {
    (void) count;
    (void) groups;
    return result_of(EPERM);
}

int initgroups(const char *user, gid_t group) {
    (void) user;
    (void) group;
    return result_of(EPERM);
}

/* A user is in the group that is given, and in no other. */
int getgrouplist(const char *user, gid_t group, gid_t *groups, int *count) {
    (void) user;
    int room = *count;
    *count = 1;
    if (room < 1)
        return -1;
    groups[0] = group;
    return 1;
}

int setreuid(uid_t user, uid_t effective) {
    bool same = (user == (uid_t) -1 || user == getuid()) && (effective == (uid_t) -1 || effective == geteuid());
    return result_of(same ? 0 : EPERM);
}

int setregid(gid_t group, gid_t effective) {
    bool same = (group == (gid_t) -1 || group == getgid()) && (effective == (gid_t) -1 || effective == getegid());
    return result_of(same ? 0 : EPERM);
}

FILE *setmntent(const char *file, const char *mode) {
    (void) file;
    (void) mode;
    errno = ENOENT;
    return NULL;
}

struct mntent *getmntent(FILE *table) {
    (void) table;
    return NULL;
}

char *hasmntopt(const struct mntent *entry, const char *option) {
    (void) entry;
    (void) option;
    return NULL;
}

int endmntent(FILE *table) {
    (void) table;
    return 1;
}
