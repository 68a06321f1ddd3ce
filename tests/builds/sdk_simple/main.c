/* A program with a main function, of the SDK's libraries. */
#include <stdio.h>

#include "nacl_io/nacl_io.h"
#include "ppapi_simple/ps_main.h"
#include "sdk_util/macros.h"

int main(int argc, char *argv[]) {
    FILE *file = fopen("/file", "w");
    char text[100] = "";
    fprintf(file, "built by common.mk\n");
    fclose(file);
    file = fopen("/file", "r");
    fputs(fgets(text, sizeof text, file), stdout);
    return argc == 1 && argv[0] ? 0 : 1;
}
