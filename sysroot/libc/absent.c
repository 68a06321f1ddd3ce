/* Functions of Unix for which there is nothing below: other processes,
   owners of files, users. Programs have them as one way of several, so they
   are there and fail as the standard lets them. */
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layer.h"

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

/* Files have the owner that they have. */
static int keep_owner(int error, const struct stat *status, uid_t owner, gid_t group) {
    if (error)
        return error;
    bool stays = (owner == (uid_t) -1 || owner == status->st_uid) && (group == (gid_t) -1 || group == status->st_gid);
    return result_of(stays ? 0 : EPERM);
}

int chown(const char *path, uid_t owner, gid_t group) {
    CALL_CLASS(chown(path, owner, group));
    struct stat status;
    return keep_owner(stat(path, &status), &status, owner, group);
}

int fchown(int fd, uid_t owner, gid_t group) {
    CALL_CLASS(fchown(fd, owner, group));
    struct stat status;
    return keep_owner(fstat(fd, &status), &status, owner, group);
}

int lchown(const char *path, uid_t owner, gid_t group) {
    CALL_CLASS(lchown(path, owner, group));
    struct stat status;
    return keep_owner(lstat(path, &status), &status, owner, group);
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
