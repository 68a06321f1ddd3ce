/* What stands between a program that was lifted to LLVM IR and the runtime that
 * loads it: the host's side of docs/llvm-ir.md, handed on through a table.
 *
 * The other end is crates/native/src/library.rs, which has the same
 * structures. VERSION is counted up when they change.
 *
 * A thread enters the program in `run` and leaves it by returning, or by a longjmp
 * to `run`: when the host says so, or when a fault has happened, whose handler lets
 * the thread go on in `leave`. No frame of the host is on its stack then. */

#include <stdint.h>

enum { VERSION = 1 };

/* Of the program. */
extern char *pinnacle_memory;
extern _Thread_local uint32_t pinnacle_thread_pointer;
extern const uint32_t pinnacle_layout[10];
extern const char *const pinnacle_host_names[];
void pinnacle_initialize(void);
int pinnacle_start(int block);
void pinnacle_start_thread(int function, int stack, int limit, int thread_pointer);

/* Of C's library, which the runtime has. */
__attribute__((returns_twice)) int _setjmp(void *buffer);
_Noreturn void longjmp(void *buffer, int value);

/* Of the linker: where this library begins and ends. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _end[] __attribute__((visibility("hidden")));

/* A thread of the program, which the host has made. */
struct thread {
  _Alignas(16) unsigned char leave[512]; /* a jmp_buf: where `run` was entered */
  void *user;                            /* what the host knows it by */
  const char *stack_limit;               /* calls of the host need what is below */
  const char *frame;                     /* that of `run` */
  uint32_t in_program;                   /* and not in a function of the host */
  uint32_t trap;                         /* why it stops, if it says so itself */
};

/* What comes of a call of the host: go on with a value, go on with the value as
 * thread pointer, leave the program. */
enum { VALUE, THREAD_POINTER, LEAVE };

struct answer {
  uint64_t value;
  uint64_t what;
};

struct host {
  struct answer (*call)(void *user, uint32_t function, const uint64_t *arguments);
  double (*fmod)(double, double);
  float (*fmodf)(float, float);
};

static struct host host;
static _Thread_local struct thread *current;

double fmod(double a, double b) { return host.fmod(a, b); }
float fmodf(float a, float b) { return host.fmodf(a, b); }

/* The handler of the signal does the rest. */
_Noreturn void pinnacle_trap(int code) {
  current->trap = (uint32_t)code;
  __builtin_trap();
}

enum { STACK_OVERFLOW = 7 };

uint64_t pinnacle_host(int function, uint64_t *arguments) {
  struct thread *thread = current;
  if ((const char *)__builtin_frame_address(0) < thread->stack_limit)
    pinnacle_trap(STACK_OVERFLOW);
  __atomic_store_n(&thread->in_program, 0, __ATOMIC_RELAXED);
  struct answer answer = host.call(thread->user, (uint32_t)function, arguments);
  __atomic_store_n(&thread->in_program, 1, __ATOMIC_RELAXED);
  if (__builtin_expect(answer.what == VALUE, 1)) return answer.value;
  if (answer.what == LEAVE) longjmp(thread->leave, 1);
  pinnacle_thread_pointer = (uint32_t)answer.value;
  return 0;
}

/* Runs the program's first function if there is no stack given, or a thread's.
 * Gives the status, or -1 if the thread left. */
static int run(struct thread *thread, uint32_t argument, uint32_t stack, uint32_t limit,
               uint32_t thread_pointer) {
  current = thread;
  thread->frame = __builtin_frame_address(0);
  volatile int status = -1;
  if (_setjmp(thread->leave) == 0) {
    __atomic_store_n(&thread->in_program, 1, __ATOMIC_SEQ_CST);
    if (stack == 0)
      status = pinnacle_start((int)argument) & 0xff;
    else
      pinnacle_start_thread((int)argument, (int)stack, (int)limit, (int)thread_pointer);
  }
  __atomic_store_n(&thread->in_program, 0, __ATOMIC_SEQ_CST);
  current = 0;
  return status;
}

_Noreturn static void leave(struct thread *thread) { longjmp(thread->leave, 1); }

static void prepare(char *memory, const struct host *functions) {
  pinnacle_memory = memory;
  host = *functions;
}

__attribute__((visibility("default"))) const struct {
  uint64_t version;
  const char *begin, *end;
  const uint32_t *layout;
  const char *const *host_names;
  void (*prepare)(char *, const struct host *);
  void (*initialize)(void);
  int (*run)(struct thread *, uint32_t, uint32_t, uint32_t, uint32_t);
  void (*leave)(struct thread *);
} pinnacle_library = {
    VERSION, __ehdr_start, _end, pinnacle_layout, pinnacle_host_names,
    prepare, pinnacle_initialize, run, leave,
};
