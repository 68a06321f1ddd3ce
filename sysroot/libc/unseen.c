/* What a program cannot see of itself and of the machine. */
#include <dlfcn.h>
#include <execinfo.h>
#include <ifaddrs.h>
#include <utmpx.h>

#include "internal.h"

int backtrace(void **addresses, int room) {
    (void) addresses;
    (void) room;
    return 0;
}

char **backtrace_symbols(void *const *addresses, int count) {
    (void) addresses;
    (void) count;
    return NULL;
}

void backtrace_symbols_fd(void *const *addresses, int count, int fd) {
    (void) addresses;
    (void) count;
    (void) fd;
}

/* Programs keep no names of what is at their addresses. */
int dladdr(const void *address, Dl_info *found) {
    (void) address;
    (void) found;
    return 0;
}

int getifaddrs(struct ifaddrs **list) {
    *list = NULL;
    return 0;
}

void freeifaddrs(struct ifaddrs *list) {
    (void) list;
}

void setutxent(void) {}
void endutxent(void) {}

struct utmpx *getutxent(void) {
    return NULL;
}

struct utmpx *getutxid(const struct utmpx *wanted) {
    (void) wanted;
    errno = ESRCH;
    return NULL;
}

struct utmpx *getutxline(const struct utmpx *wanted) {
    return getutxid(wanted);
}

struct utmpx *pututxline(const struct utmpx *entry) {
    (void) entry;
    errno = EPERM;
    return NULL;
}
