/* Runs PNaCl code as a part of a program in C: assembles and verifies it, offers it a function,
 * calls one of its own, and translates it.
 *
 *   cargo rustc -p pinnacle-capi --profile capi --crate-type cdylib
 *   cc -I crates/capi/include examples/c/embed.c -L target/capi -lpinnacle_capi -o embed
 *   LD_LIBRARY_PATH=target/capi ./embed examples/c/journal.pnasm examples/hello.pnasm
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pinnacle.h"

/* Prints an error and ends this program, if there is one. */
static void check(pinnacle_error_t *error) {
    if (error) {
        fprintf(stderr, "%s\n", pinnacle_error_message(error));
        pinnacle_error_free(error);
        exit(1);
    }
}

/* Reads a file of PNaClAsm and assembles it. */
static pinnacle_bytes_t assemble(const char *path) {
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    pinnacle_bytes_t program;
    check(pinnacle_assemble(text, size, &program));
    return program;
}

/* A journal with room for two lines. */
struct journal {
    int count;
    char lines[2][40];
};

/* journal.log(address, length): a function that the program calls. */
static pinnacle_error_t *write_line(void *data, pinnacle_caller_t *caller,
                                    const pinnacle_value_t *arguments, size_t count,
                                    pinnacle_value_t *result) {
    struct journal *journal = data;
    (void)count;
    (void)result;
    if (journal->count == 2)
        return pinnacle_error_new(28, "the journal is full");
    char *line = journal->lines[journal->count];
    uint32_t address = (uint32_t)arguments[0].of.i32;
    size_t length = (uint32_t)arguments[1].of.i32;
    if (length >= sizeof journal->lines[0])
        return pinnacle_error_new(7, "the line is too long");
    pinnacle_error_t *error = pinnacle_caller_read(caller, address, (uint8_t *)line, length);
    if (error)
        return error;
    line[length] = '\0';
    journal->count++;
    return NULL;
}

/* Calls sum(10) as often as the journal has room, and once more. */
static void call_functions(const pinnacle_program_t *program) {
    struct journal journal = {0};
    pinnacle_linker_t *linker = pinnacle_linker_new();
    const uint32_t parameters[] = {PINNACLE_I32, PINNACLE_I32};
    check(pinnacle_linker_function(linker, "journal.log", parameters, 2, PINNACLE_VOID, write_line,
                                   &journal, NULL));
    const pinnacle_config_t config = {.timeout_ms = 10000};
    pinnacle_instance_t *instance;
    check(pinnacle_instance_new(linker, program, &config, &instance));
    pinnacle_linker_free(linker);

    const pinnacle_value_t ten = {PINNACLE_I32, {.i32 = 10}};
    pinnacle_value_t sum;
    for (int round = 0; round < 2; round++) {
        check(pinnacle_instance_call(instance, "sum", &ten, 1, &sum));
        printf("sum(10) = %d, journal: %s\n", sum.of.i32, journal.lines[round]);
    }

    pinnacle_error_t *error = pinnacle_instance_call(instance, "sum", &ten, 1, &sum);
    printf("code %u, number %d\n", pinnacle_error_code(error), pinnacle_error_number(error));
    pinnacle_error_free(error);
    error = pinnacle_instance_call(instance, "product", &ten, 1, &sum);
    printf("%s\n", pinnacle_error_message(error));
    pinnacle_error_free(error);

    uint32_t address;
    char text[8] = "";
    check(pinnacle_instance_global(instance, "text", &address));
    check(pinnacle_instance_read(instance, address, (uint8_t *)text, 7));
    printf("text begins with %s\n", text);
    pinnacle_instance_free(instance);
}

/* Runs a whole program and prints what it wrote. */
static void run_program(const char *path) {
    pinnacle_bytes_t file = assemble(path);
    pinnacle_program_t *program;
    check(pinnacle_program_read(file.data, file.size, &program));
    pinnacle_bytes_free(&file);
    pinnacle_run_result_t result;
    check(pinnacle_program_run(program, NULL, &result));
    printf("status %d, output: %s", result.exit_status, (char *)result.output.data);
    pinnacle_bytes_free(&result.output);
    pinnacle_bytes_free(&result.error_output);
    pinnacle_program_free(program);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s JOURNAL.pnasm HELLO.pnasm\n", argv[0]);
        return 1;
    }
    printf("Pinnacle %s\n", strlen(pinnacle_version()) > 0 ? "is here" : "has no version");
    pinnacle_bytes_t file = assemble(argv[1]);
    size_t errors;
    pinnacle_bytes_t report, printed, wasm;
    check(pinnacle_verify(file.data, file.size, &errors, &report));
    printf("%zu errors%s\n", errors, (char *)report.data);
    check(pinnacle_print(file.data, file.size, PINNACLE_PRINT_ASSEMBLY, &printed));
    printf("printed: %.8s\n", (char *)printed.data);

    pinnacle_program_t *program;
    check(pinnacle_program_read(file.data, file.size, &program));
    call_functions(program);
    check(pinnacle_program_translate(program, &wasm));
    printf("WebAssembly: %d\n", wasm.size > 8 && memcmp(wasm.data, "\0asm", 4) == 0);
    run_program(argv[2]);

    /* A file that holds no program is an error, which says why. */
    pinnacle_program_t *none;
    pinnacle_error_t *error = pinnacle_program_read((const uint8_t *)"no program", 10, &none);
    printf("code %u\n", pinnacle_error_code(error));
    pinnacle_error_free(error);

    pinnacle_program_free(program);
    pinnacle_bytes_free(&wasm);
    pinnacle_bytes_free(&printed);
    pinnacle_bytes_free(&report);
    pinnacle_bytes_free(&file);
    return 0;
}
