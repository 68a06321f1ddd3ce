/* The C interface of Pinnacle, a toolchain and runtime for Portable Native Client.
 *
 * This file is generated from crates/capi/src/c by `cargo xtask c-header`.
 *
 * Errors. A function that can fail returns null, or an error, which the caller must free with
 * pinnacle_error_free. Its results are then not set, unless its description says so.
 *
 * Ownership. The results that a function stores through its last pointers belong to the caller, who
 * must free each with the function named in the description of its type. Arguments still belong to
 * the caller, and need not outlive the call unless the description says so. Freeing null does
 * nothing.
 *
 * Threads. A handle can be passed between threads, but only one thread may use it at a time.
 * Different handles are independent of each other.
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

// Compiled code if the library has it, otherwise the interpreter.
#define PINNACLE_ENGINE_AUTO 0

// The interpreter, which starts immediately and can count fuel.
#define PINNACLE_ENGINE_INTERPRETER 1

// Compiled code, which is many times faster. The library must be built with the feature
// `wasmtime`.
#define PINNACLE_ENGINE_COMPILED 2

// An argument is invalid, such as a null pointer or a text that is not UTF-8.
#define PINNACLE_ERROR_ARGUMENT 1

// A file is not a valid program. The message lists its errors.
#define PINNACLE_ERROR_INVALID_PROGRAM 2

// A file cannot be read.
#define PINNACLE_ERROR_IO 3

// This build of the library, or the engine, does not support the request.
#define PINNACLE_ERROR_UNSUPPORTED 4

// The program imports a function that the linker does not have, or a function of the linker has
// types that are not allowed.
#define PINNACLE_ERROR_LINK 5

// The program has no function with this name, or the function has other parameters.
#define PINNACLE_ERROR_TYPE 6

// The program cannot be started, for example for lack of memory.
#define PINNACLE_ERROR_START 7

// The program was stopped by a trap. The message has the reason and a back trace.
#define PINNACLE_ERROR_TRAP 8

// The program used up its time or its fuel.
#define PINNACLE_ERROR_TIMEOUT 9

// The program ended; `pinnacle_error_number` is its exit status.
#define PINNACLE_ERROR_EXITED 10

// A function of the host failed; `pinnacle_error_number` is the number of its error.
#define PINNACLE_ERROR_HOST 11

// A device of a page failed.
#define PINNACLE_ERROR_DEVICE 12

// A fault in Pinnacle. The handles that were passed to the function can only be freed.
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

// The program that calls a function of the host. It is only valid during that call.
typedef struct pinnacle_caller_t pinnacle_caller_t;

// The reason why a function failed. The receiver must free it with `pinnacle_error_free`.
typedef struct pinnacle_error_t pinnacle_error_t;

// A program in memory. Its creator must free it with `pinnacle_instance_free`.
typedef struct pinnacle_instance_t pinnacle_instance_t;

// The functions that programs can import. Its creator must free it with `pinnacle_linker_free`.
typedef struct pinnacle_linker_t pinnacle_linker_t;

// A page with a program in it. Its creator must free it with `pinnacle_page_free`.
typedef struct pinnacle_page_t pinnacle_page_t;

// A verified program. The receiver must free it with `pinnacle_program_free`.
typedef struct pinnacle_program_t pinnacle_program_t;

// Bytes, or a text. The receiver must free them with `pinnacle_bytes_free`.
//
// A NUL byte, which `size` does not count, follows the last byte. So a text can be printed
// directly.
typedef struct pinnacle_bytes_t {
  // The first byte; null if there are no bytes.
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
  // The fuel of each call; 0 for no limit. Only the interpreter counts it.
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

// A value that is passed between the program and its host.
typedef struct pinnacle_value_t {
  // Its type: one of `PINNACLE_VOID` to `PINNACLE_F64`.
  uint32_t kind;
  // The number.
  union pinnacle_number_t of;
} pinnacle_value_t;

// A function of the host. `data` is the pointer that was passed to `pinnacle_linker_function`.
// `arguments` have the declared types and belong to the caller. The function must set `result` if
// a result type was declared. It returns null, or an error of `pinnacle_error_new`, which stops
// the program.
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
  // Options of its program. The time limit is for each `pinnacle_page_run`; fuel is not counted.
  struct pinnacle_config_t config;
  // The width of the element in pixels; 0 for the width in the page, or 640 if it has none.
  int32_t width;
  // The height of the element in pixels; 0 for the height in the page, or 480 if it has none.
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
  // Its arguments, starting with its name.
  const char *const *arguments;
  // The number of arguments.
  size_t argument_count;
  // Its standard input.
  const uint8_t *input;
  // The size of its standard input in bytes.
  size_t input_size;
  // True to write its output to that of this process instead of capturing it.
  bool inherit_output;
} pinnacle_run_options_t;

// The result of a run. Both outputs must be freed with `pinnacle_bytes_free`.
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

// Returns the version of this library as text, such as "0.1.0". It must not be freed.
const char *pinnacle_version(void);

// Frees bytes and clears the structure. A null pointer is allowed, and so is a cleared structure.
void pinnacle_bytes_free(struct pinnacle_bytes_t *bytes);

// Makes an error for a function of the host to return. It stops the program, and the call of the
// program returns it with the code `PINNACLE_ERROR_HOST` and this number. `message` is copied;
// null means an empty one.
struct pinnacle_error_t *pinnacle_error_new(int32_t number, const char *message);

// Returns the code of an error, one of `PINNACLE_ERROR_*`; 0 for null.
uint32_t pinnacle_error_code(const struct pinnacle_error_t *error);

// Returns the message of an error, which belongs to the error; null for null.
const char *pinnacle_error_message(const struct pinnacle_error_t *error);

// Returns the number of an error: an exit status for `PINNACLE_ERROR_EXITED`, the number passed to
// `pinnacle_error_new` for `PINNACLE_ERROR_HOST`, otherwise 0.
int32_t pinnacle_error_number(const struct pinnacle_error_t *error);

// Frees an error; null is allowed.
void pinnacle_error_free(struct pinnacle_error_t *error);

// Makes an instance of a program, which can import the functions of a linker. `config` may be
// null. Stores it in `instance`. The program and the linker can be freed before the instance.
//
// A program with the IRT writes to standard output and standard error of this process.
struct pinnacle_error_t *pinnacle_instance_new(const struct pinnacle_linker_t *linker,
                                               const struct pinnacle_program_t *program,
                                               const struct pinnacle_config_t *config,
                                               struct pinnacle_instance_t **instance);

// Initialises a library: runs its constructors. `pinnacle cc --export` makes libraries, which
// have no `main`. A program with a `main` runs to its end, and `PINNACLE_ERROR_EXITED` is
// returned.
struct pinnacle_error_t *pinnacle_instance_initialize(struct pinnacle_instance_t *instance);

// Calls a function of the program by name. Stores its result in `result`, with the type
// `PINNACLE_VOID` if it returns nothing. `result` may be null.
//
// After a trap the instance can be called again. Its memory is as the trap left it.
struct pinnacle_error_t *pinnacle_instance_call(struct pinnacle_instance_t *instance,
                                                const char *name,
                                                const struct pinnacle_value_t *arguments,
                                                size_t argument_count,
                                                struct pinnacle_value_t *result);

// Stores the address of a global variable of the program in `address`.
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

// Makes a linker without functions.
struct pinnacle_linker_t *pinnacle_linker_new(void);

// Adds the operating system of command-line programs: files, output, threads.
struct pinnacle_error_t *pinnacle_linker_irt(struct pinnacle_linker_t *linker);

// Adds a function called `interface.function`. `parameters` are the types of its parameters,
// and `result` is that of its result: `PINNACLE_VOID` to `PINNACLE_F64`.
//
// The linker and all instances made with it keep `data`. The last of them to be freed calls `drop`
// on it, which may be null. If this function fails, `data` stays with the caller. A program with
// threads calls the function from several threads, so it and its data must allow that.
struct pinnacle_error_t *pinnacle_linker_function(struct pinnacle_linker_t *linker,
                                                  const char *name,
                                                  const uint32_t *parameters,
                                                  size_t parameter_count,
                                                  uint32_t result,
                                                  pinnacle_function_t function,
                                                  void *data,
                                                  pinnacle_drop_t drop);

// Frees a linker; null is allowed. Instances made with it stay valid.
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

// Opens a page (`.html`), a manifest (`.nmf`) or a Pepper program (`.pexe`). `options` may be
// null. Stores the page in `page`. The program does not run before `pinnacle_page_run`.
struct pinnacle_error_t *pinnacle_page_open(const char *path,
                                            const struct pinnacle_page_options_t *options,
                                            struct pinnacle_page_t **page);

// Posts a message in JSON, which the program receives in the next `pinnacle_page_run`.
struct pinnacle_error_t *pinnacle_page_post(struct pinnacle_page_t *page, const char *json);

// Adds actions of the user, as lines of a script for `pinnacle run --script`. They are carried out
// in the next `pinnacle_page_run`.
struct pinnacle_error_t *pinnacle_page_act(struct pinnacle_page_t *page, const char *script);

// Runs the program until it has nothing left to do, for at most `milliseconds` of its own time; 0
// for 10 seconds. That time is virtual: it skips the waits of the program.
struct pinnacle_error_t *pinnacle_page_run(struct pinnacle_page_t *page, uint32_t milliseconds);

// Removes the oldest message that the program has posted and stores it in `json`. Without a
// message `data` is null.
struct pinnacle_error_t *pinnacle_page_message(struct pinnacle_page_t *page,
                                               struct pinnacle_bytes_t *json);

// Stores the current picture of the element as a PNG file in `png`.
struct pinnacle_error_t *pinnacle_page_picture(const struct pinnacle_page_t *page,
                                               struct pinnacle_bytes_t *png);

// Ends the program, as the browser does when its page is closed, and frees the page; null is
// allowed.
void pinnacle_page_free(struct pinnacle_page_t *page);

// Reads and verifies the bytes of a `.pexe` file, which are not used afterwards. Stores the
// program in `program`.
struct pinnacle_error_t *pinnacle_program_read(const uint8_t *bytes,
                                               size_t size,
                                               struct pinnacle_program_t **program);

// Frees a program; null is allowed. Instances of it stay valid.
void pinnacle_program_free(struct pinnacle_program_t *program);

// Assembles PNaClAsm, a text of `size` bytes. Stores the bytes of the program in `file`; they are
// not verified yet. An error lists the mistakes in the text.
struct pinnacle_error_t *pinnacle_assemble(const char *text,
                                           size_t size,
                                           struct pinnacle_bytes_t *file);

// Checks a file against every rule. Stores a text with a line for each error in `report`, which is
// empty for a valid file, and their number in `errors`. The function succeeds for a file with
// errors.
struct pinnacle_error_t *pinnacle_verify(const uint8_t *bytes,
                                         size_t size,
                                         size_t *errors,
                                         struct pinnacle_bytes_t *report);

// Prints a file. `form` is one of `PINNACLE_PRINT_*`. Stores the text in `text`. A file with
// errors is printed as far as it can be read, with each error under its record.
struct pinnacle_error_t *pinnacle_print(const uint8_t *bytes,
                                        size_t size,
                                        uint32_t form,
                                        struct pinnacle_bytes_t *text);

// Translates a program to a module of WebAssembly, as `pinnacle translate` does. Stores it in
// `wasm`.
struct pinnacle_error_t *pinnacle_program_translate(const struct pinnacle_program_t *program,
                                                    struct pinnacle_bytes_t *wasm);

// Runs a command-line program from start to end. `options` may be null.
//
// `result` is always set, so the output of a program that is stopped by a trap is available; its
// exit status is then -1. Use `pinnacle_page_open` for a Pepper program.
struct pinnacle_error_t *pinnacle_program_run(const struct pinnacle_program_t *program,
                                              const struct pinnacle_run_options_t *options,
                                              struct pinnacle_run_result_t *result);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PINNACLE_H */
