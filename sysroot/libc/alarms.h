/* Alarms as the functions see them that sleep. */
#ifndef ALARMS_H
#define ALARMS_H

#include "internal.h"

/* Null as long as a program has set no alarm. */
extern bool (*__sleep_until_alarm)(struct timespec *rest);

/* Sleeps whatever alarms there are. Gives the number of an error. */
int __plain_sleep(const struct timespec *wanted, struct timespec *left);

/* Whether a handler is called if this thread raises the signal. */
bool __has_handler(int number);

/* Raises a signal in a thread that the program does not know. It is pending if the program's main
   thread blocks it. */
void __raise_for_main_thread(int number);

#endif
