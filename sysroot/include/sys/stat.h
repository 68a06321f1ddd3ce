/* The status of a file. newlib's header declares `lstat` and others for other systems
   alone. */
#ifndef _SYS_STAT_H
#define _SYS_STAT_H

#include <_ansi.h>
#include <sys/cdefs.h>
#include <sys/types.h>
#include <sys/_timespec.h>
#include <time.h>

struct stat {
    dev_t st_dev;
    ino_t st_ino;
    mode_t st_mode;
    nlink_t st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    off_t st_size;
    struct timespec st_atim;
    struct timespec st_mtim;
    struct timespec st_ctim;
    blksize_t st_blksize;
    blkcnt_t st_blocks;
};
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
/* The names that the SDK's library had for the nanoseconds. */
#define st_atimensec st_atim.tv_nsec
#define st_mtimensec st_mtim.tv_nsec
#define st_ctimensec st_ctim.tv_nsec

#define S_IFMT 0170000
#define S_IFSOCK 0140000
#define S_IFLNK 0120000
#define S_IFREG 0100000
#define S_IFBLK 0060000
#define S_IFDIR 0040000
#define S_IFCHR 0020000
#define S_IFIFO 0010000

#define S_ISUID 0004000
#define S_ISGID 0002000
#define S_ISVTX 0001000
#define S_IRWXU 0000700
#define S_IRUSR 0000400
#define S_IWUSR 0000200
#define S_IXUSR 0000100
#define S_IRWXG 0000070
#define S_IRGRP 0000040
#define S_IWGRP 0000020
#define S_IXGRP 0000010
#define S_IRWXO 0000007
#define S_IROTH 0000004
#define S_IWOTH 0000002
#define S_IXOTH 0000001

#if __BSD_VISIBLE
#define S_IREAD S_IRUSR
#define S_IWRITE S_IWUSR
#define S_IEXEC S_IXUSR
#define ACCESSPERMS (S_IRWXU | S_IRWXG | S_IRWXO)
#define ALLPERMS (ACCESSPERMS | S_ISUID | S_ISGID | S_ISVTX)
#define DEFFILEMODE 0666
#define S_BLKSIZE 512
#endif

#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISBLK(mode) (((mode) & S_IFMT) == S_IFBLK)
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)

__BEGIN_DECLS
int stat(const char *__restrict __path, struct stat *__restrict __status);
int lstat(const char *__restrict __path, struct stat *__restrict __status);
int fstat(int __fd, struct stat *__status);
int chmod(const char *__path, mode_t __mode);
int fchmod(int __fd, mode_t __mode);
int mkdir(const char *__path, mode_t __mode);
mode_t umask(mode_t __mask);
int mkfifo(const char *__path, mode_t __mode);
int mknod(const char *__path, mode_t __mode, dev_t __device);
#if __ATFILE_VISIBLE
int fstatat(int __folder, const char *__restrict __path, struct stat *__restrict __status, int __flags);
int fchmodat(int __folder, const char *__path, mode_t __mode, int __flags);
int mkdirat(int __folder, const char *__path, mode_t __mode);
int mkfifoat(int __folder, const char *__path, mode_t __mode);
int mknodat(int __folder, const char *__path, mode_t __mode, dev_t __device);
int utimensat(int __folder, const char *__path, const struct timespec __times[2], int __flags);
#endif
#if __POSIX_VISIBLE >= 200809
int futimens(int __fd, const struct timespec __times[2]);
#endif
__END_DECLS

#ifdef __LARGE_NAMES
/* A structure has only one name, and the first function has the same. */
#define stat64 stat

__BEGIN_DECLS
int lstat64(const char *__restrict __path, struct stat *__restrict __status) __LARGE_NAME_OF(lstat);
int fstat64(int __fd, struct stat *__status) __LARGE_NAME_OF(fstat);
int fstatat64(int __folder, const char *__restrict __path, struct stat *__restrict __status, int __flags)
    __LARGE_NAME_OF(fstatat);
__END_DECLS
#endif

/* Times for utimensat: the present, and none. */
#define UTIME_NOW (-2L)
#define UTIME_OMIT (-1L)

/* The names that newlib uses itself. */
#define _IFMT S_IFMT
#define _IFDIR S_IFDIR
#define _IFCHR S_IFCHR
#define _IFREG S_IFREG

#endif
