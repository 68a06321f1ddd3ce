/* The main function of a program that registers none. */
#include <ppapi_simple/ps_main.h>

int main(int argc, char **argv);

/* A direct call works also of a main function without parameters; one by its address does not. */
static int call_main(int argc, char **argv) {
    return main(argc, argv);
}

PPAPI_SIMPLE_REGISTER_MAIN(call_main)
