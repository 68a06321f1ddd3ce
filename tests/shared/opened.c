/* A program that loads the libraries while it runs. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifndef SUFFIX
#define SUFFIX ".pso"
#endif

typedef int (*number)(void);

/* In the place of that of base, since the program shows its symbols. */
int replaced(void) { return 2; }

static void *open_library(const char *name, int flags) {
    void *library = dlopen(name, flags);
    if (!library)
        printf("%s\n", dlerror());
    return library;
}

static int call(void *library, const char *name) {
    number function = (number) dlsym(library, name);
    if (!function) {
        printf("%s\n", dlerror());
        return -1;
    }
    return function();
}

static void *other(void *right) {
    printf("other thread: %d\n", call(right, "right_thread"));
    return 0;
}

__attribute__((destructor)) static void end(void) { printf("program ends\n"); }

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    void *left = open_library("./libleft" SUFFIX, RTLD_NOW);
    printf("left: %d\n", call(left, "left_value"));
    printf("again: %d\n", open_library("./libleft" SUFFIX, RTLD_LAZY) == left);
    void *right = open_library("./libright" SUFFIX, RTLD_NOW);
    printf("right: %d\n", call(right, "right_value"));
    printf("replaced: %d %d\n", call(left, "left_replaced"), call(right, "call_replaced"));
    int *calls = dlsym(right, "base_calls");
    int **points = dlsym(left, "left_points_to_calls");
    printf("calls: %d %d\n", *calls, *points == calls);
    printf("chosen: %d %d\n", call(left, "chosen"), call(right, "chosen"));
    printf("name: %s\n", *(const char **) dlsym(left, "base_name"));

    printf("this thread: %d %d\n", call(right, "right_thread"), call(right, "right_thread"));
    pthread_t thread;
    pthread_create(&thread, 0, other, right);
    pthread_join(thread, 0);
    printf("thread: %d\n", *(int *) dlsym(right, "base_of_thread"));

    printf("own: %d\n", dlsym(RTLD_DEFAULT, "replaced") == (void *) replaced);
    printf("for itself: %d\n", dlsym(RTLD_DEFAULT, "left_value") == NULL);
    printf("printf: %d\n", dlsym(dlopen(NULL, RTLD_NOW), "printf") == (void *) printf);
    dlerror();
    printf("error: %d", dlsym(left, "nothing") != NULL);
    printf(" %d %d\n", dlerror() != NULL, dlerror() != NULL);

    printf("close right: %d\n", dlclose(right));
    for (int times = 1; times <= 2; times++)
        printf("close left: %d\n", dlclose(left));

    right = open_library("./libright" SUFFIX, RTLD_NOW | RTLD_GLOBAL);
    printf("for all: %d\n", dlsym(RTLD_DEFAULT, "right_value") == dlsym(right, "right_value"));
    printf("calls: %d\n", *(int *) dlsym(right, "base_calls"));
    printf("right: %d\n", call(right, "right_value"));
    printf("chosen: %d\n", call(RTLD_DEFAULT, "chosen"));
    return 0;
}
