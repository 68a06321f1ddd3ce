/* What a program asks about its surroundings, which have little to tell. */
#include <crypt.h>
#include <limits.h>
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal.h"

extern char **environ;

int clearenv(void) {
    static char *none[] = {NULL};
    environ = none;
    return 0;
}

/* No program runs with the rights of another. */
char *secure_getenv(const char *name) {
    return getenv(name);
}

int getloadavg(double loads[], int count) {
    (void) loads;
    (void) count;
    return -1;
}

char *ctermid(char *name) {
    static char own[L_ctermid];
    return strcpy(name ? name : own, "/dev/tty");
}

char *cuserid(char *name) {
    static char own[L_cuserid];
    char *found = name ? name : own;
    *found = 0;
    return found;
}

/* _CS_PATH, which newlib shows to no program. */
#define PATHS 0

size_t confstr(int name, char *text, size_t size) {
    const char *value = name == PATHS ? "/bin:/usr/bin" : "";
    if (name < 0) {
        errno = EINVAL;
        return 0;
    }
    if (size)
        strlcpy(text, value, size);
    return strlen(value) + 1;
}

int get_nprocs(void) {
    return (int) sysconf(_SC_NPROCESSORS_ONLN);
}

int get_nprocs_conf(void) {
    return get_nprocs();
}

/* A program can have at most its address space. */
long get_phys_pages(void) {
    return (1 << 30) / getpagesize();
}

long get_avphys_pages(void) {
    return get_phys_pages();
}

unsigned long getauxval(unsigned long kind) {
    (void) kind;
    errno = ENOENT;
    return 0;
}

int sched_getcpu(void) {
    return 0;
}

char *getusershell(void) {
    return NULL;
}

void setusershell(void) {}
void endusershell(void) {}

int sethostname(const char *name, size_t size) {
    (void) name;
    (void) size;
    return result_of(EPERM);
}

char *crypt(const char *key, const char *salt) {
    (void) key;
    (void) salt;
    errno = ENOSYS;
    return NULL;
}

void encrypt(char *block, int decrypt) {
    (void) block;
    (void) decrypt;
    errno = ENOSYS;
}

void setkey(const char *key) {
    (void) key;
    errno = ENOSYS;
}

long gethostid(void) {
    return 0x7f000001;
}

/* The heap has no settings. */
int mallopt(int option, int value) {
    (void) option;
    (void) value;
    return 0;
}

int malloc_trim(size_t kept) {
    (void) kept;
    return 0;
}

void malloc_stats(void) {}

void *pvalloc(size_t size) {
    size_t page = (size_t) getpagesize();
    return memalign(page, (size + page - 1) & ~(page - 1));
}

void cfree(void *block) {
    free(block);
}

pid_t wait3(int *status, int options, struct rusage *usage) {
    (void) usage;
    return waitpid(-1, status, options);
}

pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) {
    (void) usage;
    return waitpid(process, status, options);
}

int waitid(idtype_t kind, id_t which, siginfo_t *information, int options) {
    (void) kind;
    (void) which;
    (void) information;
    (void) options;
    return result_of(ECHILD);
}
