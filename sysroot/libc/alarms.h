/* Alarms as the functions see them that sleep. */
#ifndef ALARMS_H
#define ALARMS_H

#include "internal.h"

/* Null as long as a program has set no alarm. */
extern bool (*__sleep_until_alarm)(const struct timespec *wanted, struct timespec *left);

/* Sleeps whatever alarms there are. Gives the number of an error. */
int __plain_sleep(const struct timespec *wanted, struct timespec *left);

#endif
