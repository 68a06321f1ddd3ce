/* What runs a program whose libraries have no other way to do it. */
#include "internal.h"

int main(int argc, char **argv, char **envp);

int __nacl_main(int argc, char **argv, char **envp) {
    return main(argc, argv, envp);
}
