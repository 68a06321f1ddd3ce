/* Text on standard error, and the settings in the environment. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sanitizer/sanitizer.h"

#define LINE 512

static char line[LINE];
static size_t used;

static void flush(void) {
    size_t done = 0;
    while (done < used) {
        ssize_t written = write(STDERR_FILENO, line + done, used - done);
        if (written <= 0)
            break;
        done += (size_t) written;
    }
    used = 0;
}

static void put(char byte) {
    line[used++] = byte;
    if (byte == '\n' || used == LINE)
        flush();
}

static void put_text(const char *text) {
    if (!text)
        text = "(null)";
    while (*text)
        put(*text++);
}

static void put_number(unsigned long long value, unsigned base, unsigned width) {
    char digits[24];
    unsigned count = 0;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    for (; width > count; --width)
        put('0');
    while (count > 0)
        put(digits[--count]);
}

static void put_signed(long long value) {
    if (value < 0)
        put('-');
    put_number(value < 0 ? 0 - (unsigned long long) value : (unsigned long long) value, 10, 0);
}

void __sanitizer_print_list(const char *format, va_list arguments) {
    for (; *format; ++format) {
        if (*format != '%') {
            put(*format);
            continue;
        }
        unsigned width = 0, longs = 0;
        while (*++format >= '0' && *format <= '9')
            width = 10 * width + (unsigned) (*format - '0');
        for (; *format == 'l'; ++format)
            ++longs;
        switch (*format) {
        case 's':
            put_text(va_arg(arguments, const char *));
            break;
        case 'c':
            put((char) va_arg(arguments, int));
            break;
        case 'd':
            put_signed(longs > 1 ? va_arg(arguments, long long) : va_arg(arguments, int));
            break;
        case 'u':
            put_number(longs > 1 ? va_arg(arguments, unsigned long long) : va_arg(arguments, unsigned), 10, 0);
            break;
        case 'x':
            put_number(longs > 1 ? va_arg(arguments, unsigned long long) : va_arg(arguments, unsigned), 16, width);
            break;
        case 'p':
            put_text("0x");
            put_number((uintptr_t) va_arg(arguments, void *), 16, 8);
            break;
        case '\0':
            --format;
            break;
        default:
            put(*format);
        }
    }
}

void __sanitizer_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    __sanitizer_print_list(format, arguments);
    va_end(arguments);
}

/* Where the value of a setting begins, or null. The last one counts. */
static const char *setting(const char *variable, const char *name) {
    const char *text = getenv(variable), *found = NULL;
    size_t length = strlen(name);
    while (text && *text) {
        if (strncmp(text, name, length) == 0 && text[length] == '=')
            found = text + length + 1;
        text += strcspn(text, ": ");
        text += strspn(text, ": ");
    }
    return found;
}

bool __sanitizer_flag(const char *variable, const char *name, bool otherwise) {
    const char *value = setting(variable, name);
    if (!value)
        return otherwise;
    return *value == '1' || *value == 't' || *value == 'y';
}

long __sanitizer_number(const char *variable, const char *name, long otherwise) {
    const char *value = setting(variable, name);
    return value ? strtol(value, NULL, 10) : otherwise;
}

_Noreturn void __sanitizer_die(int status) {
    if (used)
        flush();
    _exit(status);
}

int __sanitizer_process(void) {
    int saved = (int) getpid();
    return saved > 0 ? saved : 1;
}

unsigned __sanitizer_thread(void) {
    static unsigned count;
    static _Thread_local unsigned number;
    if (!number)
        number = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
    return number - 1;
}
