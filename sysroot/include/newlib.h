/* The configuration of newlib for programs in the stable subset. newlib's own
   build writes this header; every one of its headers includes it, so it is
   also where the parts of POSIX that the system below provides are named. */
#ifndef __NEWLIB_H__
#define __NEWLIB_H__ 1

#include <_newlib_version.h>
#include <sys/_large_files.h>

/* What stdio knows. long double is double. */
#define _WANT_IO_C99_FORMATS 1
#define _WANT_IO_LONG_LONG 1
#define _WANT_IO_LONG_DOUBLE 1
#define _WANT_IO_POS_ARGS 1
#define _HAVE_LONG_DOUBLE 1
#define _LDBL_EQ_DBL 1
#define _FVWRITE_IN_STREAMIO 1
#define _FSEEK_OPTIMIZATION 1
#define _WIDE_ORIENT 1
#define _UNBUF_STREAM_OPT 1
#define _MB_CAPABLE 1
#define _MB_LEN_MAX 8
#define __BUFSIZ__ 4096

/* Start and end of a program. */
#define HAVE_INITFINI_ARRAY 1
#define _ATEXIT_DYNAMIC_ALLOC 1
#define _REENT_GLOBAL_ATEXIT 1

/* Threads: each has a struct _reent of its own, all share the streams. */
#define __DYNAMIC_REENT__ 1
#define _WANT_REENT_GLOBAL_STDIO_STREAMS 1

#define _READ_WRITE_RETURN_TYPE _ssize_t
#define _READ_WRITE_BUFSIZE_TYPE __size_t

/* Names of errors and of open flags beyond the smallest set. */
#define __LINUX_ERRNO_EXTENSIONS__ 1

#define _POSIX_VERSION 200809L
#define _POSIX_FSYNC 200809L
#define _POSIX_MAPPED_FILES 200809L
#define _POSIX_MEMORY_PROTECTION 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_MONOTONIC_CLOCK 200809L
#define _POSIX_CLOCK_SELECTION 200809L
#define _POSIX_CPUTIME 200809L
#define _POSIX_THREAD_CPUTIME 200809L
#define _POSIX_TIMEOUTS 200809L
/* newlib takes this for a sign that threads can be cancelled in its functions. */
#ifndef _COMPILING_NEWLIB
#define _POSIX_THREADS 200809L
#endif
#define _POSIX_THREAD_SAFE_FUNCTIONS 200809L
#define _POSIX_THREAD_ATTR_STACKSIZE 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _UNIX98_THREAD_MUTEX_ATTRIBUTES 1

#endif
