/* Messages about errors, as GNU has them. */
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

extern char *program_invocation_name;

unsigned int error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void say(int status, int number, const char *file, unsigned int line, const char *format, va_list arguments) {
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, file ? "%s:" : "%s: ", program_invocation_name);
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    vfprintf(stderr, format, arguments);
    if (number)
        fprintf(stderr, ": %s", strerror(number));
    fputc('\n', stderr);
    ++error_message_count;
    if (status)
        exit(status);
}

void error(int status, int number, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(status, number, NULL, 0, format, arguments);
    va_end(arguments);
}

void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...) {
    static const char *last_file;
    static unsigned int last_line;
    bool told = last_file && file && last_line == line && strcmp(last_file, file) == 0;
    last_file = file;
    last_line = line;
    if (error_one_per_line && told)
        return;
    va_list arguments;
    va_start(arguments, format);
    say(status, number, file, line, format, arguments);
    va_end(arguments);
}
