/* Waiting for other processes, of which there are none. newlib's header lacks `waitid`, `wait3` and
   `wait4`. */
#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H

#include <signal.h>
#include <sys/cdefs.h>
#include <sys/types.h>

#define WNOHANG 1
#define WUNTRACED 2
#define WSTOPPED WUNTRACED
#define WEXITED 4
#define WCONTINUED 8
#define WNOWAIT 0x01000000

#define WIFEXITED(status) (((status) & 0xff) == 0)
#define WIFSIGNALED(status) (((status) & 0x7f) > 0 && (((status) & 0x7f) < 0x7f))
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define WIFCONTINUED(status) ((status) == 0xffff)
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WCOREDUMP(status) ((status) & 0x80)

typedef enum { P_ALL, P_PID, P_PGID } idtype_t;

struct rusage;

__BEGIN_DECLS
pid_t wait(int *__status);
pid_t waitpid(pid_t __process, int *__status, int __options);
int waitid(idtype_t __kind, id_t __which, siginfo_t *__information, int __options);
#if __MISC_VISIBLE
pid_t wait3(int *__status, int __options, struct rusage *__usage);
pid_t wait4(pid_t __process, int *__status, int __options, struct rusage *__usage);
#endif
pid_t _wait(int *__status);
__END_DECLS

#endif
