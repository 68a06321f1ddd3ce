/* Loads the libraries that its arguments name, LIBRARY, or LIBRARY:FUNCTION to call one. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **names) {
    for (int at = 1; at < count; at++) {
        char *function = strchr(names[at], ':');
        if (function)
            *function++ = 0;
        void *library = dlopen(names[at], RTLD_NOW);
        void (*call)(void) = library && function ? (void (*)(void)) dlsym(library, function) : NULL;
        if (call)
            call();
        else
            printf("%s\n", library && !function ? "there" : dlerror());
    }
    return 0;
}
