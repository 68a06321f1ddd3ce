#ifndef _SYS_SEM_H
#define _SYS_SEM_H

#include <sys/ipc.h>
#include <time.h>

#define SEM_UNDO 0x1000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17

struct semid_ds {
    struct ipc_perm sem_perm;
    time_t sem_otime;
    time_t sem_ctime;
    unsigned long sem_nsems;
};

struct sembuf {
    unsigned short sem_num;
    short sem_op;
    short sem_flg;
};

__BEGIN_DECLS
int semget(key_t __key, int __count, int __flags);
int semop(int __id, struct sembuf *__operations, size_t __count);
int semctl(int __id, int __number, int __command, ...);
__END_DECLS

#endif
