/* Libraries that are loaded while the program runs, and symbols by name. */
#ifndef _DLFCN_H
#define _DLFCN_H

#include <sys/cdefs.h>

#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_NODELETE 0x1000
#define RTLD_DEFAULT ((void *) 0)
#define RTLD_NEXT ((void *) -1)

#if __GNU_VISIBLE
typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
#endif

__BEGIN_DECLS
void *dlopen(const char *__path, int __flags);
void *dlsym(void *__restrict __library, const char *__restrict __name);
int dlclose(void *__library);
char *dlerror(void);
#if __GNU_VISIBLE
int dladdr(const void *__address, Dl_info *__found);
#endif
__END_DECLS

#endif
