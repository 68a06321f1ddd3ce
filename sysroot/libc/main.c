/* What runs a program whose libraries have no other way to do it. */
#include "internal.h"

int main(int argc, char **argv, char **envp);

int __nacl_main(int argc, char **argv, char **envp) {
    /* Back traces have main as a function of its own. */
    [[clang::noinline]] return main(argc, argv, envp);
}
