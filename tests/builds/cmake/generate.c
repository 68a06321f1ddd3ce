#include <stdio.h>
int main(int argc, char **argv) { FILE *f = fopen(argv[1], "w"); if (!f) return 1; fprintf(f, "#define MADE 42\n"); return fclose(f); }
