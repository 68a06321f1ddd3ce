/* Waiting for any file to become ready. There is one number for all files, which changes with each
   of them. */
#ifndef READINESS_H
#define READINESS_H

#include "internal.h"

/* The number as it is now. */
int __readiness(void);

/* A file may have become ready: the number changes, and those who wait look again. */
void __readiness_changed(void);

/* Waits until the number is another one, or until that time (for ever if it is null). Gives 0,
   ETIMEDOUT, or EAGAIN if it is another one already. */
int __readiness_wait(int before, const struct timespec *deadline);

#endif
