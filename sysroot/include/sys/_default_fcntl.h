/* Flags of open and requests of fcntl, with the numbers of the IRT; newlib has others. */
#ifndef _SYS__DEFAULT_FCNTL_H_
#define _SYS__DEFAULT_FCNTL_H_

#include <_ansi.h>
#include <sys/cdefs.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_NDELAY O_NONBLOCK
#define O_SYNC 010000
#define O_DSYNC O_SYNC
#define O_ASYNC 020000
#define O_DIRECTORY 0200000
#define O_NOFOLLOW 0400000
#define O_CLOEXEC 02000000
#define O_LARGEFILE 0

/* The older names of the same flags, which newlib itself uses. */
#define _FREAD 1
#define _FWRITE 2
#define _FAPPEND O_APPEND
#define _FASYNC O_ASYNC
#define _FCREAT O_CREAT
#define _FTRUNC O_TRUNC
#define _FEXCL O_EXCL
#define _FSYNC O_SYNC
#define _FNONBLOCK O_NONBLOCK
#define _FNDELAY O_NDELAY
#define _FNOCTTY O_NOCTTY
#define _FNOINHERIT O_CLOEXEC
#define _FNOFOLLOW O_NOFOLLOW
#define _FDIRECTORY O_DIRECTORY
#if __MISC_VISIBLE
#define FREAD _FREAD
#define FWRITE _FWRITE
#define FAPPEND _FAPPEND
#define FNDELAY _FNDELAY
#endif
#if __BSD_VISIBLE
#define FNONBLOCK _FNONBLOCK
#endif

#define FD_CLOEXEC 1

#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_DUPFD_CLOEXEC 1030

#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2

#if __BSD_VISIBLE
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#endif

#if __ATFILE_VISIBLE
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR 0x200
#define AT_SYMLINK_FOLLOW 0x400
#define AT_EACCESS 0x200
#endif

#include <sys/types.h>
#include <sys/stat.h>

struct flock {
    short l_type;
    short l_whence;
    off_t l_start;
    off_t l_len;
    pid_t l_pid;
};

__BEGIN_DECLS
int open(const char *__path, int __flags, ...);
int creat(const char *__path, mode_t __mode);
int fcntl(int __fd, int __request, ...);
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5
int posix_fadvise(int __fd, off_t __offset, off_t __length, int __advice);
int posix_fallocate(int __fd, off_t __offset, off_t __length);
#if __ATFILE_VISIBLE
int openat(int __folder, const char *__path, int __flags, ...);
#endif
#if __BSD_VISIBLE
int flock(int __fd, int __operation);
#endif
__END_DECLS

#ifdef __LARGE_NAMES
__BEGIN_DECLS
int open64(const char *__path, int __flags, ...) __LARGE_NAME_OF(open);
int openat64(int __folder, const char *__path, int __flags, ...) __LARGE_NAME_OF(openat);
int creat64(const char *__path, mode_t __mode) __LARGE_NAME_OF(creat);
__END_DECLS
#endif

#endif
