/* A library of three: left and right need base, and the program needs left and right. */
#pragma once

/* base */
extern int base_calls;
extern _Thread_local int base_of_thread;
extern const char *base_name;
int base_value(void);
int base_indirect(void);
int replaced(void);
int call_replaced(void);
void note(const char *what);
int notes(void);

/* left and right */
extern int *left_points_to_calls;
int left_value(void);
int left_replaced(void);
int right_value(void);
int right_thread(void);
int chosen(void);
