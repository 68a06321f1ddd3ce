/* Functions of Unix for which there is nothing below: other processes,
   owners of files, users. Programs have them as one way of several, so they
   are there and fail as the standard lets them. */
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

FILE *popen(const char *command, const char *mode) {
    (void) command;
    (void) mode;
    errno = ENOSYS;
    return NULL;
}

int pclose(FILE *stream) {
    (void) stream;
    return result_of(ECHILD);
}

int chown(const char *path, uid_t owner, gid_t group) {
    (void) path;
    (void) owner;
    (void) group;
    return result_of(ENOSYS);
}

int fchown(int fd, uid_t owner, gid_t group) {
    (void) fd;
    (void) owner;
    (void) group;
    return result_of(ENOSYS);
}

int lchown(const char *path, uid_t owner, gid_t group) {
    return chown(path, owner, group);
}

struct passwd *getpwnam(const char *name) {
    (void) name;
    return NULL;
}

struct passwd *getpwuid(uid_t user) {
    (void) user;
    return NULL;
}

struct group *getgrnam(const char *name) {
    (void) name;
    return NULL;
}

struct group *getgrgid(gid_t group) {
    (void) group;
    return NULL;
}

int mkfifo(const char *path, mode_t mode) {
    (void) path;
    (void) mode;
    return result_of(ENOSYS);
}

int mkfifoat(int folder, const char *path, mode_t mode) {
    (void) folder;
    return mkfifo(path, mode);
}

int mknod(const char *path, mode_t mode, dev_t device) {
    (void) path;
    (void) mode;
    (void) device;
    return result_of(ENOSYS);
}

int mknodat(int folder, const char *path, mode_t mode, dev_t device) {
    (void) folder;
    return mknod(path, mode, device);
}
