#ifndef _SYS_RESOURCE_H_
#define _SYS_RESOURCE_H_

#include <sys/cdefs.h>
#include <sys/time.h>

#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)

/* Processor time is all that the system below can tell; the rest is zero. */
struct rusage {
    struct timeval ru_utime;
    struct timeval ru_stime;
    long ru_maxrss;
    long ru_minflt;
    long ru_majflt;
    long ru_inblock;
    long ru_oublock;
    long ru_nvcsw;
    long ru_nivcsw;
};

__BEGIN_DECLS
int getrusage(int __who, struct rusage *__usage);
__END_DECLS

#endif
