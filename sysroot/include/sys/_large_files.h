/* The names that 64-bit offsets had where off_t was narrower: here they are the same. */
#ifndef _SYS__LARGE_FILES_H
#define _SYS__LARGE_FILES_H

/* C++ always has _GNU_SOURCE, and these would be macros that nobody asked for. */
#if !defined(_COMPILING_NEWLIB) && (defined(_LARGEFILE64_SOURCE) || (defined(_GNU_SOURCE) && !defined(__cplusplus)))

#define _LFS64_LARGEFILE 1
#define _LFS64_STDIO 1

#define off64_t off_t
#define fpos64_t fpos_t
#define ino64_t ino_t
#define blkcnt64_t blkcnt_t
#define fsblkcnt64_t fsblkcnt_t
#define fsfilcnt64_t fsfilcnt_t
#define rlim64_t rlim_t

#define open64 open
#define openat64 openat
#define creat64 creat
#define lseek64 lseek
#define pread64 pread
#define pwrite64 pwrite
#define truncate64 truncate
#define ftruncate64 ftruncate
#define lockf64 lockf
#define flock64 flock
#define stat64 stat
#define fstat64 fstat
#define lstat64 lstat
#define fstatat64 fstatat
#define statfs64 statfs
#define fstatfs64 fstatfs
#define statvfs64 statvfs
#define fstatvfs64 fstatvfs
#define mmap64 mmap
#define posix_fadvise64 posix_fadvise
#define posix_fallocate64 posix_fallocate
#define rlimit64 rlimit
#define getrlimit64 getrlimit
#define setrlimit64 setrlimit

#define dirent64 dirent
#define readdir64 readdir
#define readdir64_r readdir_r
#define scandir64 scandir
#define alphasort64 alphasort
#define versionsort64 versionsort
#define ftw64 ftw
#define nftw64 nftw
#define glob64 glob
#define glob64_t glob_t
#define globfree64 globfree

#define fopen64 fopen
#define freopen64 freopen
#define fseeko64 fseeko
#define ftello64 ftello
#define fgetpos64 fgetpos
#define fsetpos64 fsetpos
#define tmpfile64 tmpfile
#define mkstemp64 mkstemp
#define mkostemp64 mkostemp
#define mkstemps64 mkstemps

#define F_GETLK64 F_GETLK
#define F_SETLK64 F_SETLK
#define F_SETLKW64 F_SETLKW

#endif
#endif
