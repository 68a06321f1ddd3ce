/* The C interface of Pinnacle, a toolchain and runtime for Portable Native Client.
 *
 * This file is generated from crates/capi/src/c by `cargo xtask c-header`.
 *
 * Errors. A function that can fail returns null, or an error, which the caller frees by
 * pinnacle_error_free. What it gives is then not set, unless its description says so.
 *
 * Ownership. What a function gives through its last pointer belongs to the caller, who frees it by
 * the function that the description of its type names. What a function is given stays with the
 * caller, and need not outlive the call unless its description says so. Freeing null does nothing.
 *
 * Threads. Handles can go from thread to thread, and be used by one at a time. Different handles
 * are independent of each other.
 *
 * Texts are UTF-8 with a NUL byte at the end.
 *
 * Panics. A fault in Pinnacle is an error with the code PINNACLE_ERROR_PANIC, if the library was
 * built with a profile that unwinds, such as `capi`. Otherwise it ends the process.
 */

#ifndef PINNACLE_H
#define PINNACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Compiled code where it is built in, else the interpreter.
#define PINNACLE_ENGINE_AUTO 0

// The interpreter, which starts at once and can count fuel.
#define PINNACLE_ENGINE_INTERPRETER 1

// Compiled code, which runs many times as fast. The library must be built with the feature
// `wasmtime`.
#define PINNACLE_ENGINE_COMPILED 2

// An argument is not allowed: a null pointer, say, or a text that is not UTF-8.
#define PINNACLE_ERROR_ARGUMENT 1

// A file is not a valid program. The message lists its errors.
#define PINNACLE_ERROR_INVALID_PROGRAM 2

// A file cannot be read.
#define PINNACLE_ERROR_IO 3

// This build of the library, or the engine, cannot do what was asked for.
#define PINNACLE_ERROR_UNSUPPORTED 4

// The program imports a function that is not offered, or one that is offered has types that are
// not allowed.
#define PINNACLE_ERROR_LINK 5

// The program has no function of that name, or it has other parameters.
#define PINNACLE_ERROR_TYPE 6

// The program cannot be started: there is not enough memory, say.
#define PINNACLE_ERROR_START 7

// The program was stopped by a trap. The message has the reason and the calls that led to it.
#define PINNACLE_ERROR_TRAP 8

// The program used up the time or the fuel that it was given.
#define PINNACLE_ERROR_TIMEOUT 9

// The program ended; `pinnacle_error_number` is its exit status.
#define PINNACLE_ERROR_EXITED 10

// A function of the host failed; `pinnacle_error_number` is the number that it gave.
#define PINNACLE_ERROR_HOST 11

// A device of a page failed.
#define PINNACLE_ERROR_DEVICE 12

// A fault in Pinnacle. Handles that the function was given can only be freed.
#define PINNACLE_ERROR_PANIC 13

// PNaClAsm, which can be assembled again.
#define PINNACLE_PRINT_ASSEMBLY 0

// Bit positions, records and assembly in three columns.
#define PINNACLE_PRINT_LISTING 1

// No value: the result of a function that returns nothing.
#define PINNACLE_VOID 0

// A 32-bit integer or an address: the member `i32`.
#define PINNACLE_I32 1

// A 64-bit integer: the member `i64`.
#define PINNACLE_I64 2

// A single-precision number: the member `f32`.
#define PINNACLE_F32 3

// A double-precision number: the member `f64`.
#define PINNACLE_F64 4

// The program that calls a function of the host. It is valid during that call alone.
typedef struct pinnacle_caller_t pinnacle_caller_t;

// Why a function failed. Whoever gets one frees it by `pinnacle_error_free`.
typedef struct pinnacle_error_t pinnacle_error_t;

// A program in memory. Whoever makes one frees it by `pinnacle_instance_free`.
typedef struct pinnacle_instance_t pinnacle_instance_t;

// The functions that programs are offered. Whoever makes one frees it by `pinnacle_linker_free`.
typedef struct pinnacle_linker_t pinnacle_linker_t;

// A page with a program in it. Whoever opens one frees it by `pinnacle_page_free`.
typedef struct pinnacle_page_t pinnacle_page_t;

// A verified program. Whoever gets one frees it by `pinnacle_program_free`.
typedef struct pinnacle_program_t pinnacle_program_t;

// Bytes, or a text. Whoever gets them frees them by `pinnacle_bytes_free`.
//
// A NUL byte, which `size` does not count, follows the last byte. So a text can be printed as it
// is.
typedef struct pinnacle_bytes_t {
  // The first byte, or null if there is nothing.
  uint8_t *data;
  // The number of bytes.
  size_t size;
} pinnacle_bytes_t;

// Options of a run. All zero is the default, and so is a null pointer.
typedef struct pinnacle_config_t {
  // One of `PINNACLE_ENGINE_*`.
  uint32_t engine;
  // The size of the program's address space in bytes; 0 for 1 GiB.
  uint32_t memory_limit;
  // The time that each call may take in milliseconds; 0 for no limit.
  uint32_t timeout_ms;
  // The fuel that each call has; 0 for no limit. Only the interpreter counts it.
  uint64_t fuel;
} pinnacle_config_t;

// The number of a value, in the member of its type.
typedef union pinnacle_number_t {
  // For `PINNACLE_I32`.
  int32_t i32;
  // For `PINNACLE_I64`.
  int64_t i64;
  // For `PINNACLE_F32`.
  float f32;
  // For `PINNACLE_F64`.
  double f64;
} pinnacle_number_t;

// A value that crosses between the program and its host.
typedef struct pinnacle_value_t {
  // Its type: one of `PINNACLE_VOID` to `PINNACLE_F64`.
  uint32_t kind;
  // The number.
  union pinnacle_number_t of;
} pinnacle_value_t;

// A function of the host. `data` is what `pinnacle_linker_function` was given. `arguments` are of
// the announced types, and belong to the caller. `result` is to be set if a type was announced.
// Returns null, or an error of `pinnacle_error_new`, which stops the program.
//
// It must not call the instance that calls it, and must return: neither an exception nor
// `longjmp` may leave it.
typedef struct pinnacle_error_t *(*pinnacle_function_t)(void *data,
                                                        struct pinnacle_caller_t *caller,
                                                        const struct pinnacle_value_t *arguments,
                                                        size_t argument_count,
                                                        struct pinnacle_value_t *result);

// Frees the data of a function of the host.
typedef void (*pinnacle_drop_t)(void *data);

// Options of a page. All zero is the default, and so is a null pointer.
typedef struct pinnacle_page_options_t {
  // Options of its program. The time is that of each `pinnacle_page_run`; fuel is not counted.
  struct pinnacle_config_t config;
  // The width of the element in pixels; 0 for what the page says, else 640.
  int32_t width;
  // The height of the element in pixels; 0 for what the page says, else 480.
  int32_t height;
  // The id of the program's element in a page; null for the first.
  const char *element;
  // The folder whose files the program may load; null for that of the page or manifest.
  const char *site;
  // A folder for the program's own files; null for one in memory.
  const char *storage;
} pinnacle_page_options_t;

// Arguments of a program. All zero is the default, and so is a null pointer.
typedef struct pinnacle_run_options_t {
  // The options of the run.
  struct pinnacle_config_t config;
  // Its arguments, the first of them its own name.
  const char *const *arguments;
  // The number of arguments.
  size_t argument_count;
  // Its standard input.
  const uint8_t *input;
  // The size of its standard input in bytes.
  size_t input_size;
  // True if its output goes to that of this process instead of being captured.
  bool inherit_output;
} pinnacle_run_options_t;

// The result of a run. Both outputs are to be freed by `pinnacle_bytes_free`.
typedef struct pinnacle_run_result_t {
  // The exit status.
  int32_t exit_status;
  // The bytes of standard output.
  struct pinnacle_bytes_t output;
  // The bytes of standard error.
  struct pinnacle_bytes_t error_output;
} pinnacle_run_result_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of this library as text, such as "0.1.0". It is not to be freed.
const char *pinnacle_version(void);

// Frees bytes and leaves nothing in their place; null is allowed, and so is nothing.
void pinnacle_bytes_free(struct pinnacle_bytes_t *bytes);

// Makes the error of a function of the host. Returned by that function, it stops the program, and
// the call of the program returns it with the code `PINNACLE_ERROR_HOST` and this number.
// `message` is copied; null stands for an empty one.
struct pinnacle_error_t *pinnacle_error_new(int32_t number, const char *message);

// Returns the code of an error, one of `PINNACLE_ERROR_*`; 0 for null.
uint32_t pinnacle_error_code(const struct pinnacle_error_t *error);

// Returns the text of an error for people. It belongs to the error. Null for null.
const char *pinnacle_error_message(const struct pinnacle_error_t *error);

// Returns the number of an error: an exit status for `PINNACLE_ERROR_EXITED`, the number given to
// `pinnacle_error_new` for `PINNACLE_ERROR_HOST`, else 0.
int32_t pinnacle_error_number(const struct pinnacle_error_t *error);

// Frees an error; null is allowed.
void pinnacle_error_free(struct pinnacle_error_t *error);

// Makes an instance of a program, which is offered the functions of a linker. `config` may be
// null. Gives it in `instance`. It keeps what it needs of the program and the linker, which can
// be freed.
//
// A program with the IRT writes to standard output and standard error of this process.
struct pinnacle_error_t *pinnacle_instance_new(const struct pinnacle_linker_t *linker,
                                               const struct pinnacle_program_t *program,
                                               const struct pinnacle_config_t *config,
                                               struct pinnacle_instance_t **instance);

// Initialises a library: runs its constructors. `pinnacle cc --export` makes libraries, which
// have no `main`. A program that has one runs to its end, which is `PINNACLE_ERROR_EXITED`.
struct pinnacle_error_t *pinnacle_instance_initialize(struct pinnacle_instance_t *instance);

// Calls a function of the program by its name. Gives its result in `result`, whose type is
// `PINNACLE_VOID` if it returns nothing; null drops it.
//
// After a trap the instance can be called again, with memory as it was left.
struct pinnacle_error_t *pinnacle_instance_call(struct pinnacle_instance_t *instance,
                                                const char *name,
                                                const struct pinnacle_value_t *arguments,
                                                size_t argument_count,
                                                struct pinnacle_value_t *result);

// Gives the address of a global variable of the program in `address`.
struct pinnacle_error_t *pinnacle_instance_global(const struct pinnacle_instance_t *instance,
                                                  const char *name,
                                                  uint32_t *address);

// Reads `size` bytes of the program's memory.
struct pinnacle_error_t *pinnacle_instance_read(struct pinnacle_instance_t *instance,
                                                uint32_t address,
                                                uint8_t *buffer,
                                                size_t size);

// Writes `size` bytes to the program's memory: all, or none if the program may not write there.
struct pinnacle_error_t *pinnacle_instance_write(struct pinnacle_instance_t *instance,
                                                 uint32_t address,
                                                 const uint8_t *bytes,
                                                 size_t size);

// Frees an instance; null is allowed.
void pinnacle_instance_free(struct pinnacle_instance_t *instance);

// Makes a linker that offers nothing.
struct pinnacle_linker_t *pinnacle_linker_new(void);

// Offers the operating system of programs that are commands: files, output, threads.
struct pinnacle_error_t *pinnacle_linker_irt(struct pinnacle_linker_t *linker);

// Offers a function called `interface.function`. `parameters` are the types of its parameters,
// and `result` is that of its result: `PINNACLE_VOID` to `PINNACLE_F64`.
//
// The linker and all instances made by it keep `data`. The last of them frees it by `drop`, which
// may be null. If this function fails, `data` stays with the caller. A program with threads calls
// the function from several threads, so it and its data must allow that.
struct pinnacle_error_t *pinnacle_linker_function(struct pinnacle_linker_t *linker,
                                                  const char *name,
                                                  const uint32_t *parameters,
                                                  size_t parameter_count,
                                                  uint32_t result,
                                                  pinnacle_function_t function,
                                                  void *data,
                                                  pinnacle_drop_t drop);

// Frees a linker; null is allowed. Instances made by it live on.
void pinnacle_linker_free(struct pinnacle_linker_t *linker);

// Reads `size` bytes of the memory of the program that calls a function of the host.
struct pinnacle_error_t *pinnacle_caller_read(struct pinnacle_caller_t *caller,
                                              uint32_t address,
                                              uint8_t *buffer,
                                              size_t size);

// Writes `size` bytes to the memory of the program that calls a function of the host: all, or
// none if the program may not write there.
struct pinnacle_error_t *pinnacle_caller_write(struct pinnacle_caller_t *caller,
                                               uint32_t address,
                                               const uint8_t *bytes,
                                               size_t size);

// Opens a page (`.html`), a manifest (`.nmf`) or a program of the browser (`.pexe`). `options` may
// be null. Gives the page in `page`. The program does not run before `pinnacle_page_run`.
struct pinnacle_error_t *pinnacle_page_open(const char *path,
                                            const struct pinnacle_page_options_t *options,
                                            struct pinnacle_page_t **page);

// Posts a message in JSON, which the program receives in the next `pinnacle_page_run`.
struct pinnacle_error_t *pinnacle_page_post(struct pinnacle_page_t *page, const char *json);

// Adds what a user does, as lines of a script like that of `pinnacle run --script`. It happens in
// the next `pinnacle_page_run`.
struct pinnacle_error_t *pinnacle_page_act(struct pinnacle_page_t *page, const char *script);

// Runs the program until it has nothing left to do, at most for some milliseconds of its own
// time; 0 for 10 seconds. That time is virtual: it skips what the program waits for.
struct pinnacle_error_t *pinnacle_page_run(struct pinnacle_page_t *page, uint32_t milliseconds);

// Takes the oldest message that the program has posted and gives it in `json`; nothing, whose
// `data` is null, if there is none.
struct pinnacle_error_t *pinnacle_page_message(struct pinnacle_page_t *page,
                                               struct pinnacle_bytes_t *json);

// Gives what the element shows now as a PNG file in `png`.
struct pinnacle_error_t *pinnacle_page_picture(const struct pinnacle_page_t *page,
                                               struct pinnacle_bytes_t *png);

// Ends the program, as the browser does when its page is closed, and frees the page; null is
// allowed.
void pinnacle_page_free(struct pinnacle_page_t *page);

// Reads and verifies the bytes of a `.pexe` file, which are not used afterwards. Gives the program
// in `program`.
struct pinnacle_error_t *pinnacle_program_read(const uint8_t *bytes,
                                               size_t size,
                                               struct pinnacle_program_t **program);

// Frees a program; null is allowed. Instances of it live on.
void pinnacle_program_free(struct pinnacle_program_t *program);

// Assembles PNaClAsm, a text of `size` bytes. Gives the bytes of the file in `file`, which are not
// verified yet. An error lists the mistakes of the text.
struct pinnacle_error_t *pinnacle_assemble(const char *text,
                                           size_t size,
                                           struct pinnacle_bytes_t *file);

// Checks a file by every rule. Gives in `report` a text with a line for each error, which is
// empty for a valid file, and in `errors` their number. A file with errors is not an error of
// this function.
struct pinnacle_error_t *pinnacle_verify(const uint8_t *bytes,
                                         size_t size,
                                         size_t *errors,
                                         struct pinnacle_bytes_t *report);

// Prints a file. `form` is one of `PINNACLE_PRINT_*`. Gives the text in `text`. A file with errors
// is printed as far as it can be read, with each error under its record.
struct pinnacle_error_t *pinnacle_print(const uint8_t *bytes,
                                        size_t size,
                                        uint32_t form,
                                        struct pinnacle_bytes_t *text);

// Translates a program to a module of WebAssembly, as `pinnacle translate` does. Gives it in
// `wasm`.
struct pinnacle_error_t *pinnacle_program_translate(const struct pinnacle_program_t *program,
                                                    struct pinnacle_bytes_t *wasm);

// Runs a program that is a command from its start to its end. `options` may be null.
//
// `result` is always set, so that the output of a program that is stopped by a trap is there,
// too; its exit status is then -1. A program of the browser needs `pinnacle_page_open`.
struct pinnacle_error_t *pinnacle_program_run(const struct pinnacle_program_t *program,
                                              const struct pinnacle_run_options_t *options,
                                              struct pinnacle_run_result_t *result);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PINNACLE_H */
