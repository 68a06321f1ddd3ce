/* Starting other programs, which is refused; what is asked for one is kept meanwhile. newlib's
   posix_spawn would do the same by way of vfork, and needs functions of libpthread for it. */
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

#include "internal.h"

struct __posix_spawnattr {
    short flags;
    pid_t group;
    struct sched_param parameters;
    int policy;
    sigset_t usual_signals, blocked_signals;
};

int posix_spawn(
    pid_t *restrict process,
    const char *restrict path,
    const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes,
    char *const *restrict arguments,
    char *const *restrict environment) {
    (void) process;
    (void) path;
    (void) actions;
    (void) attributes;
    (void) arguments;
    (void) environment;
    return ENOSYS;
}

int posix_spawnp(
    pid_t *restrict process,
    const char *restrict file,
    const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes,
    char *const *restrict arguments,
    char *const *restrict environment) {
    return posix_spawn(process, file, actions, attributes, arguments, environment);
}

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions) {
    *actions = NULL;
    return 0;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions) {
    (void) actions;
    return 0;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int fd, int new_fd) {
    (void) actions;
    (void) fd;
    (void) new_fd;
    return 0;
}

int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int fd) {
    (void) actions;
    (void) fd;
    return 0;
}

int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t *restrict actions, int fd, const char *restrict path, int flags, mode_t mode) {
    (void) actions;
    (void) path;
    (void) flags;
    (void) mode;
    return fd < 0 ? EBADF : 0;
}

int posix_spawnattr_init(posix_spawnattr_t *attributes) {
    *attributes = calloc(1, sizeof(struct __posix_spawnattr));
    return *attributes ? 0 : ENOMEM;
}

int posix_spawnattr_destroy(posix_spawnattr_t *attributes) {
    free(*attributes);
    *attributes = NULL;
    return 0;
}

/* The functions that read and write one of these. */
#define ATTRIBUTE(name, type, field) \
    int posix_spawnattr_get##name(const posix_spawnattr_t *restrict attributes, type *restrict value) { \
        *value = (*attributes)->field; \
        return 0; \
    }
#define VALUE(name, type, field) \
    ATTRIBUTE(name, type, field) \
    int posix_spawnattr_set##name(posix_spawnattr_t *attributes, type value) { \
        (*attributes)->field = value; \
        return 0; \
    }
#define POINTED_TO(name, type, field) \
    ATTRIBUTE(name, type, field) \
    int posix_spawnattr_set##name(posix_spawnattr_t *restrict attributes, const type *restrict value) { \
        (*attributes)->field = *value; \
        return 0; \
    }

VALUE(flags, short, flags)
VALUE(pgroup, pid_t, group)
VALUE(schedpolicy, int, policy)
POINTED_TO(schedparam, struct sched_param, parameters)
POINTED_TO(sigdefault, sigset_t, usual_signals)
POINTED_TO(sigmask, sigset_t, blocked_signals)

int execvpe(const char *file, char *const arguments[], char *const environment[]) {
    return execve(file, arguments, environment);
}

int execlpe(const char *file, const char *argument, ...) {
    (void) argument;
    return execve(file, NULL, NULL);
}

int fexecve(int fd, char *const arguments[], char *const environment[]) {
    (void) fd;
    return execve("", arguments, environment);
}
