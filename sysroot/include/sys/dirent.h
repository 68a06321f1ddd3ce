/* Entries of directories as the IRT writes them. newlib's file is an #error. */
#ifndef _SYS_DIRENT_H
#define _SYS_DIRENT_H

#include <sys/cdefs.h>
#include <sys/types.h>

#ifndef MAXNAMLEN
#define MAXNAMLEN 255
#endif

struct dirent {
    ino_t d_ino;
    off_t d_off;
    unsigned short d_reclen;
    char d_name[MAXNAMLEN + 1];
};

typedef struct __directory DIR;

#if __MISC_VISIBLE
__BEGIN_DECLS
int getdents(int __fd, struct dirent *__buffer, size_t __size);
__END_DECLS
#endif

#ifdef __LARGE_NAMES
/* A structure has only one name. */
#define dirent64 dirent

__BEGIN_DECLS
struct dirent *readdir64(DIR *__folder) __LARGE_NAME_OF(readdir);
__END_DECLS
#endif

#endif
