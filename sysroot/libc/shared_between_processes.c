/* What processes share by System V's means: there is one process, so nothing is made. Keys are
   made of files, as everywhere. */
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>

#include "internal.h"

key_t ftok(const char *path, int project) {
    struct stat status;
    if (stat(path, &status) != 0)
        return -1;
    return (key_t) (((unsigned) project & 0xff) << 24 | ((unsigned) status.st_dev & 0xff) << 16
                    | ((unsigned) status.st_ino & 0xffff));
}

int shmget(key_t key, size_t size, int flags) {
    (void) key;
    (void) size;
    (void) flags;
    return result_of(ENOSYS);
}

void *shmat(int id, const void *address, int flags) {
    (void) id;
    (void) address;
    (void) flags;
    errno = ENOSYS;
    return (void *) -1;
}

int shmdt(const void *address) {
    (void) address;
    return result_of(ENOSYS);
}

int shmctl(int id, int command, struct shmid_ds *status) {
    (void) id;
    (void) command;
    (void) status;
    return result_of(ENOSYS);
}

int semget(key_t key, int count, int flags) {
    (void) key;
    (void) count;
    (void) flags;
    return result_of(ENOSYS);
}

int semop(int id, struct sembuf *operations, size_t count) {
    (void) id;
    (void) operations;
    (void) count;
    return result_of(ENOSYS);
}

int semctl(int id, int number, int command, ...) {
    (void) id;
    (void) number;
    (void) command;
    return result_of(ENOSYS);
}

int msgget(key_t key, int flags) {
    (void) key;
    (void) flags;
    return result_of(ENOSYS);
}

int msgsnd(int id, const void *message, size_t size, int flags) {
    (void) id;
    (void) message;
    (void) size;
    (void) flags;
    return result_of(ENOSYS);
}

ssize_t msgrcv(int id, void *message, size_t size, long type, int flags) {
    (void) id;
    (void) message;
    (void) size;
    (void) type;
    (void) flags;
    return result_of(ENOSYS);
}

int msgctl(int id, int command, struct msqid_ds *status) {
    (void) id;
    (void) command;
    (void) status;
    return result_of(ENOSYS);
}
