/* Runs a program that `pinnacle translate --to ll` made LLVM IR of, on Linux:
 *
 *   pinnacle translate --to ll hello.pexe -o hello.ll
 *   clang -O2 -Wno-override-module hello.ll host.c -o hello -lm -pthread
 *   ./hello [ARGUMENTS]...
 *
 * docs/llvm-ir.md says what module and host owe each other. A trap ends the
 * program with 128 and the number of the signal that a native program would
 * have died of, as under `pinnacle run`. Other than there, a program sees all
 * files that its user sees. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || UINTPTR_MAX < UINT64_MAX
#error "the host has to be little-endian and have 64 bits"
#endif
_Static_assert(sizeof(jmp_buf) <= 512, "a buffer of setjmp has 512 bytes in a module");

/* What the module defines. */
extern char *pinnacle_memory;
extern _Thread_local uint32_t pinnacle_thread_pointer;
extern const struct {
  uint32_t version, constants_start, constants_end, stack_start, stack_end, data_end;
  uint32_t first_host_function, host_functions, functions, threads;
} pinnacle_layout;
extern const char *const pinnacle_host_names[];
void pinnacle_initialize(void);
int pinnacle_start(int block);
void pinnacle_start_thread(int function, int stack, int limit, int thread_pointer);

/* QUERY is the auxiliary vector's type for the address of the query function. */
enum { PAGE = 65536, PAGES = 65536, QUERY = 32 };

static const uint64_t SPACE = (uint64_t)PAGE * PAGES;
/* What native code may use for its calls. */
static const size_t CALLS = 256 << 20;

/* Ending. */

static _Noreturn void stop(int signal, const char *reason) {
  fflush(stdout);
  fprintf(stderr, "trap: %s\n", reason);
  _exit(128 + signal);
}

static _Noreturn void fail(const char *what) {
  perror(what);
  exit(2);
}

_Noreturn void pinnacle_trap(int code) {
  static const struct {
    int signal;
    const char *reason;
  } traps[] = {
      {SIGABRT, "unknown"},
      {SIGILL, "unreachable code was reached"},
      {SIGILL, "the program called llvm.trap"},
      {SIGFPE, "integer division by zero"},
      {SIGFPE, "integer division overflow"},
      {SIGSEGV, "call through a number that is not the address of a function"},
      {SIGSEGV, "indirect call with the wrong signature"},
      {SIGSEGV, "stack overflow"},
      {SIGSEGV, "longjmp to a buffer whose setjmp is not on the stack"},
      {SIGBUS, "misaligned atomic access"},
      {SIGABRT, "a thread's start function returned"},
  };
  if (code < 0 || (size_t)code >= sizeof traps / sizeof *traps) code = 0;
  stop(traps[code].signal, traps[code].reason);
}

/* Accesses that cannot be made fault within the memory of the program; all
 * else that faults are calls that are too deep. */
static void on_fault(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  uint64_t offset = (uint64_t)((char *)info->si_addr - pinnacle_memory);
  if (offset >= 2 * SPACE) stop(SIGSEGV, "stack overflow");
  char reason[64];
  snprintf(reason, sizeof reason, "memory access out of bounds at %#llx",
           (unsigned long long)offset);
  stop(SIGSEGV, reason);
}

static void use_own_stack_for_faults(void) {
  stack_t stack = {.ss_size = 65536};
  stack.ss_sp = mmap(NULL, stack.ss_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp != MAP_FAILED) sigaltstack(&stack, NULL);
}

/* Memory: whole pages of the program, and what may be done with each. A page
 * that was never mapped, or given back, is FREE; a guard is mapped and may not
 * be accessed. */

enum { FREE = 0, MAPPED = 1, READABLE = 2, WRITABLE = 4 };

static _Atomic uint8_t pages[PAGES];
static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t arena; /* the first page that mappings are made in */

static void set_pages(uint32_t first, uint32_t count, uint8_t state) {
  int protection = state & WRITABLE   ? PROT_READ | PROT_WRITE
                   : state & READABLE ? PROT_READ
                                      : PROT_NONE;
  char *start = pinnacle_memory + (uint64_t)first * PAGE;
  if (mprotect(start, (uint64_t)count * PAGE, protection) != 0) fail("mprotect");
  for (uint32_t page = first; page < first + count; page++) pages[page] = state;
}

/* Whether all bytes of a range can be accessed. */
static bool accessible(uint64_t address, uint64_t length, uint8_t how) {
  if (length == 0) return true;
  address = (uint32_t)address;
  if (address + length > SPACE) return false;
  for (uint64_t page = address / PAGE; page <= (address + length - 1) / PAGE; page++)
    if (!(pages[page] & how)) return false;
  return true;
}

static void *at(uint64_t address) { return pinnacle_memory + (uint32_t)address; }

static bool put(uint64_t address, const void *bytes, size_t length) {
  if (!accessible(address, length, WRITABLE)) return false;
  memcpy(at(address), bytes, length);
  return true;
}

static uint64_t put_word(uint64_t address, uint32_t word) {
  return put(address, &word, sizeof word) ? 0 : EFAULT;
}

static uint64_t put_time(uint64_t address, int64_t seconds, uint32_t part) {
  uint32_t words[4] = {(uint32_t)seconds, (uint32_t)(seconds >> 32), part, 0};
  return put(address, words, sizeof words) ? 0 : EFAULT;
}

/* Reads a time; the part of a second is in nanoseconds. */
static uint64_t get_time(uint64_t address, struct timespec *time) {
  if (!accessible(address, 16, READABLE)) return EFAULT;
  int64_t seconds;
  uint32_t nanoseconds;
  memcpy(&seconds, at(address), sizeof seconds);
  memcpy(&nanoseconds, (char *)at(address) + 8, sizeof nanoseconds);
  if (nanoseconds >= 1000000000) return EINVAL;
  time->tv_sec = seconds;
  time->tv_nsec = nanoseconds;
  return 0;
}

/* A string of the program, if it ends. */
static const char *string(uint64_t address) {
  for (uint64_t end = (uint32_t)address; accessible(end, 1, READABLE); end++)
    if (*(char *)at(end) == 0) return at(address);
  return NULL;
}

/* Each function of the host gets its arguments as words of 64 bits; those of
 * 32 bits are in the low half. Nearly all return 0 or an error number. */

typedef const uint64_t *Arguments;

static uint64_t result_of(int64_t result) { return result < 0 ? (uint64_t)errno : 0; }

static uint64_t put_result(uint64_t address, int64_t result) {
  return result < 0 ? (uint64_t)errno : put_word(address, (uint32_t)result);
}

/* basic */

static uint64_t basic_exit(Arguments a) {
  fflush(stdout);
  _exit((int)a[0] & 0xff);
}

static uint64_t basic_gettod(Arguments a) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return put_time(a[0], now.tv_sec, (uint32_t)(now.tv_nsec / 1000));
}

static uint64_t basic_clock(Arguments a) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return put_word(a[0], (uint32_t)(used.tv_sec * 1000000 + used.tv_nsec / 1000));
}

static uint64_t basic_nanosleep(Arguments a) {
  struct timespec wanted;
  uint64_t error = get_time(a[0], &wanted);
  if (error != 0) return error;
  if (wanted.tv_sec < 0) return EINVAL;
  while (nanosleep(&wanted, &wanted) != 0 && errno == EINTR) continue;
  return 0;
}

static uint64_t basic_sched_yield(Arguments a) { return (void)a, result_of(sched_yield()); }

static uint64_t basic_sysconf(Arguments a) {
  switch ((uint32_t)a[0]) {
    case 1: return put_word(a[1], (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
    case 2: return put_word(a[1], PAGE);
    case 0x1000000: return put_word(a[1], 1); /* there are files */
    default: return EINVAL;
  }
}

/* fdio: descriptors are those of the host. */

static uint64_t fdio_close(Arguments a) { return result_of(close((int)a[0])); }

static uint64_t fdio_dup(Arguments a) {
  if (!accessible(a[1], 4, WRITABLE)) return EFAULT;
  return put_result(a[1], dup((int)a[0]));
}

static uint64_t fdio_dup2(Arguments a) { return result_of(dup2((int)a[0], (int)a[1])); }

static uint64_t transfer(Arguments a, bool reads) {
  uint32_t length = (uint32_t)a[2];
  if (!accessible(a[1], length, reads ? WRITABLE : READABLE)) return EFAULT;
  if (!accessible(a[3], 4, WRITABLE)) return EFAULT;
  ssize_t count;
  do
    count = reads ? read((int)a[0], at(a[1]), length) : write((int)a[0], at(a[1]), length);
  while (count < 0 && errno == EINTR);
  return put_result(a[3], count);
}

static uint64_t fdio_read(Arguments a) { return transfer(a, true); }
static uint64_t fdio_write(Arguments a) { return transfer(a, false); }

static uint64_t fdio_seek(Arguments a) {
  if ((uint32_t)a[2] > SEEK_END) return EINVAL;
  if (!accessible(a[3], 8, WRITABLE)) return EFAULT;
  int64_t position = lseek((int)a[0], (off_t)a[1], (int)a[2]);
  if (position < 0) return (uint64_t)errno;
  return put(a[3], &position, sizeof position) ? 0 : EFAULT;
}

static uint64_t put_status(uint64_t address, const struct stat *from) {
  struct {
    uint64_t device, inode;
    uint32_t mode, links, user, group;
    uint64_t special_device, size;
    uint32_t block_size, blocks;
    int64_t times[6];
  } status = {
      from->st_dev, from->st_ino, from->st_mode, (uint32_t)from->st_nlink, from->st_uid,
      from->st_gid, from->st_rdev, (uint64_t)from->st_size, (uint32_t)from->st_blksize,
      (uint32_t)from->st_blocks,
      {from->st_atim.tv_sec, from->st_atim.tv_nsec, from->st_mtim.tv_sec,
       from->st_mtim.tv_nsec, from->st_ctim.tv_sec, from->st_ctim.tv_nsec}};
  _Static_assert(sizeof status == 104, "as programs have it");
  return put(address, &status, sizeof status) ? 0 : EFAULT;
}

static uint64_t fdio_fstat(Arguments a) {
  struct stat status;
  return fstat((int)a[0], &status) != 0 ? (uint64_t)errno : put_status(a[1], &status);
}

/* filename */

static uint64_t filename_open(Arguments a) {
  const char *path = string(a[0]);
  if (path == NULL || !accessible(a[3], 4, WRITABLE)) return EFAULT;
  int flags = (int)a[1] & 3;
  const int bits[][2] = {{0100, O_CREAT},   {0200, O_EXCL}, {01000, O_TRUNC},
                         {02000, O_APPEND}, {010000, O_SYNC}, {0200000, O_DIRECTORY}};
  for (size_t index = 0; index < sizeof bits / sizeof *bits; index++)
    if (a[1] & (uint64_t)bits[index][0]) flags |= bits[index][1];
  return put_result(a[3], open(path, flags | O_CLOEXEC, (mode_t)a[2]));
}

static uint64_t filename_stat(Arguments a) {
  const char *path = string(a[0]);
  struct stat status;
  if (path == NULL) return EFAULT;
  return stat(path, &status) != 0 ? (uint64_t)errno : put_status(a[1], &status);
}

/* memory: mappings of files are copies. */

static uint64_t find_pages(uint32_t from, uint32_t count) {
  for (uint64_t page = from, run = 0; page < PAGES; page++) {
    run = pages[page] == FREE ? run + 1 : 0;
    if (run == count) return page - count + 1;
  }
  return 0;
}

static uint8_t state_for(uint64_t protection) {
  return MAPPED | (protection & 3 ? READABLE : 0) | (protection & 2 ? WRITABLE : 0);
}

static uint64_t map(Arguments a) {
  enum { SHARED = 1, FIXED = 0x10, ANONYMOUS = 0x20 };
  uint32_t hint, length = (uint32_t)a[1], count = (uint32_t)(((uint64_t)length + PAGE - 1) / PAGE);
  if (!accessible(a[0], 4, WRITABLE)) return EFAULT;
  memcpy(&hint, at(a[0]), sizeof hint);
  bool anonymous = a[3] & ANONYMOUS;
  if (count == 0 || a[2] & 4 || a[5] % PAGE != 0) return EINVAL;
  if (!anonymous && a[3] & SHARED && a[2] & 2) return ENODEV;
  uint64_t first = hint / PAGE;
  if (a[3] & FIXED) {
    if (hint % PAGE != 0) return EINVAL;
    if (first + count > PAGES) return ENOMEM;
    for (uint64_t page = first; page < first + count && page < arena; page++)
      if (pages[page] == FREE) return EINVAL;
  } else {
    first = find_pages((uint32_t)first < arena ? arena : (uint32_t)first, count);
    if (first == 0) first = find_pages(arena, count);
    if (first == 0) return ENOMEM;
  }
  char *start = pinnacle_memory + first * PAGE;
  void *made = mmap(start, (uint64_t)count * PAGE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (made == MAP_FAILED) return ENOMEM;
  uint64_t error = 0;
  if (!anonymous && pread((int)a[4], start, length, (off_t)a[5]) < 0) error = (uint64_t)errno;
  set_pages((uint32_t)first, count, error != 0 ? FREE : state_for(a[2]));
  return error != 0 ? error : put_word(a[0], (uint32_t)(first * PAGE));
}

static uint64_t change(Arguments a, bool unmap) {
  uint64_t start = (uint32_t)a[0];
  uint64_t count = ((uint64_t)(uint32_t)a[1] + PAGE - 1) / PAGE, first = start / PAGE;
  if (start % PAGE != 0 || count == 0) return EINVAL;
  if (first + count > PAGES) return EFAULT;
  if (unmap && first == 0) return EINVAL;
  for (uint64_t page = first; !unmap && page < first + count; page++)
    if (pages[page] == FREE) return EACCES;
  if (unmap) madvise(pinnacle_memory + start, count * PAGE, MADV_DONTNEED);
  set_pages((uint32_t)first, (uint32_t)count, unmap ? FREE : state_for(a[2]));
  return 0;
}

#define LOCKED(name, call)                 \
  static uint64_t name(Arguments a) {      \
    pthread_mutex_lock(&map_lock);         \
    uint64_t error = call;                 \
    pthread_mutex_unlock(&map_lock);       \
    return error;                          \
  }
LOCKED(memory_mmap, map(a))
LOCKED(memory_munmap, change(a, true))
LOCKED(memory_mprotect, a[2] & 4 ? EINVAL : change(a, false))

/* tls */

static uint64_t tls_tls_init(Arguments a) { return pinnacle_thread_pointer = (uint32_t)a[0], 0; }

static uint64_t tls_tls_get(Arguments a) { return (void)a, pinnacle_thread_pointer; }

/* thread: one of the host for each. A thread leaves by longjmp, past the
 * program's calls. */

static atomic_int threads = 1;
static _Thread_local jmp_buf leave;

static void *run_thread(void *argument) {
  int *start = argument; /* function, stack, thread pointer */
  use_own_stack_for_faults();
  if (_setjmp(leave) == 0)
    pinnacle_start_thread(start[0], start[1], 0, start[2]);
  free(start);
  return NULL;
}

static int run(void *(*function)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, CALLS);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attributes, function, argument);
  pthread_attr_destroy(&attributes);
  return error;
}

static uint64_t thread_thread_create(Arguments a) {
  int *start = pinnacle_layout.threads ? calloc(3, sizeof *start) : NULL;
  if (start == NULL) return EAGAIN;
  for (int index = 0; index < 3; index++) start[index] = (int)a[index];
  atomic_fetch_add(&threads, 1);
  if (run(run_thread, start) == 0) return 0;
  atomic_fetch_sub(&threads, 1);
  free(start);
  return EAGAIN;
}

static uint64_t thread_thread_exit(Arguments a) {
  if (a[0] != 0) atomic_store((_Atomic uint32_t *)at(a[0]), 0);
  if (atomic_fetch_sub(&threads, 1) == 1) _exit(0);
  longjmp(leave, 1);
}

/* futex: the kernel's, on the program's words. */

static uint64_t futex_futex_wait_abs(Arguments a) {
  struct timespec time;
  if (!accessible(a[0], 4, READABLE)) return EFAULT;
  if (a[2] != 0) {
    uint64_t error = get_time(a[2], &time);
    if (error != 0) return error;
    if (time.tv_sec < 0) time = (struct timespec){0, 0};
  }
  int operation = FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME;
  return result_of(syscall(SYS_futex, at(a[0]), operation, (uint32_t)a[1],
                           a[2] != 0 ? &time : NULL, NULL, FUTEX_BITSET_MATCH_ANY));
}

static uint64_t futex_futex_wake(Arguments a) {
  if (!accessible(a[0], 4, READABLE) || !accessible(a[2], 4, WRITABLE)) return EFAULT;
  uint32_t count = (uint32_t)a[1] > INT32_MAX ? INT32_MAX : (uint32_t)a[1];
  return put_result(a[2], syscall(SYS_futex, at(a[0]), FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count));
}

/* random, clock_get */

static uint64_t random_get_random_bytes(Arguments a) {
  uint32_t length = (uint32_t)a[1];
  if (!accessible(a[0], length, WRITABLE) || !accessible(a[2], 4, WRITABLE)) return EFAULT;
  for (uint32_t done = 0, most = 256; done < length; done += most) { /* as many are never cut */
    if (most > length - done) most = length - done;
    if (getrandom((char *)at(a[0]) + done, most, 0) != (ssize_t)most) return EIO;
  }
  return put_word(a[2], length);
}

static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                                   CLOCK_THREAD_CPUTIME_ID};

static uint64_t ask_clock(Arguments a, int (*ask)(clockid_t, struct timespec *)) {
  struct timespec time;
  if ((uint32_t)a[0] > 3) return EINVAL;
  ask(clocks[(uint32_t)a[0]], &time);
  return put_time(a[1], time.tv_sec, (uint32_t)time.tv_nsec);
}

static uint64_t clock_get_clock_getres(Arguments a) {
  return (uint32_t)a[1] != 0 || (uint32_t)a[0] > 3 ? ask_clock(a, clock_getres) : 0;
}

static uint64_t clock_get_clock_gettime(Arguments a) { return ask_clock(a, clock_gettime); }

/* The functions by kind of interface and name: `nacl-irt-dev-fdio-0.3.read` is
 * `fdio` `read`. An interface is offered if some of it is here; the rest
 * of it gives ENOSYS. */

#define FUNCTION(kind, name) {#kind, #name, kind##_##name}

static const struct {
  const char *kind, *name;
  uint64_t (*run)(Arguments);
} offered[] = {
    FUNCTION(basic, exit), FUNCTION(basic, gettod), FUNCTION(basic, clock),
    FUNCTION(basic, nanosleep), FUNCTION(basic, sched_yield), FUNCTION(basic, sysconf),
    FUNCTION(fdio, close), FUNCTION(fdio, dup), FUNCTION(fdio, dup2), FUNCTION(fdio, read),
    FUNCTION(fdio, write), FUNCTION(fdio, seek), FUNCTION(fdio, fstat),
    FUNCTION(filename, open), FUNCTION(filename, stat),
    FUNCTION(memory, mmap), FUNCTION(memory, munmap), FUNCTION(memory, mprotect),
    FUNCTION(tls, tls_init), FUNCTION(tls, tls_get),
    FUNCTION(thread, thread_create), FUNCTION(thread, thread_exit),
    FUNCTION(futex, futex_wait_abs), FUNCTION(futex, futex_wake),
    FUNCTION(random, get_random_bytes), FUNCTION(clock_get, clock_getres),
    FUNCTION(clock_get, clock_gettime),
};

/* By number: what the host has for a function, or nothing. */
static uint64_t (**functions)(Arguments);

static bool starts(const char *text, const char *with) { return strstr(text, with) == text; }

static void find_functions(void) {
  functions = calloc(pinnacle_layout.host_functions + 1, sizeof *functions);
  if (functions == NULL) fail("calloc");
  for (uint32_t index = 0; index < pinnacle_layout.host_functions; index++) {
    const char *name = pinnacle_host_names[index], *last = strrchr(name, '.');
    const char *kind = name;
    if (starts(kind, "nacl-irt-")) kind += strlen("nacl-irt-");
    if (starts(kind, "dev-")) kind += strlen("dev-");
    for (size_t place = 0; place < sizeof offered / sizeof *offered; place++) {
      size_t length = strlen(offered[place].kind);
      if (last == NULL || !starts(kind, offered[place].kind) || kind[length] != '-') continue;
      if (strcmp(last + 1, offered[place].name) == 0) functions[index] = offered[place].run;
    }
  }
}

/* The functions of an interface are neighbours, in the order of its table. */
static uint64_t query(Arguments a) {
  const char *name = string(a[0]);
  if (name == NULL) return 0;
  size_t length = strlen(name);
  uint32_t first = 0, count = 0;
  bool any = false;
  for (uint32_t index = 0; index < pinnacle_layout.host_functions; index++) {
    const char *own = pinnacle_host_names[index];
    if (!starts(own, name) || own[length] != '.' || strchr(own + length + 1, '.')) continue;
    any |= functions[index] != NULL;
    if (count++ == 0) first = index;
  }
  if (!any || (uint32_t)a[2] < 4 * count || !accessible(a[1], 4 * count, WRITABLE)) return 0;
  for (uint32_t slot = 0; slot < count; slot++)
    put_word((uint32_t)a[1] + 4 * slot, pinnacle_layout.first_host_function + first + slot);
  return 4 * count;
}

uint64_t pinnacle_host(int function, uint64_t *arguments) {
  if (function == 0) return query(arguments);
  return functions[function] != NULL ? functions[function](arguments) : ENOSYS;
}

/* Starting. */

extern char **environ;

/* Counts strings and, with their zeros, their bytes. */
static uint32_t count_of(char **strings, size_t *bytes) {
  uint32_t count = 0;
  for (; strings[count] != NULL; count++) *bytes += strlen(strings[count]) + 1;
  return count;
}

/* Copies strings behind the words, and their addresses among these. */
static void put_strings(char **strings, uint32_t *word, uint32_t *text) {
  for (; *strings != NULL; strings++, *word += 4) {
    size_t size = strlen(*strings) + 1;
    memcpy(at(*text), *strings, size);
    memcpy(at(*word), text, sizeof *text);
    *text += (uint32_t)size;
  }
  *word += 4;
}

static void *run_main(void *block) {
  use_own_stack_for_faults();
  if (_setjmp(leave) == 0) _exit(pinnacle_start((int)(uintptr_t)block) & 0xff);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  if (pinnacle_layout.version != 2) {
    fprintf(stderr, "the module is of version %u, this host of 2\n", pinnacle_layout.version);
    return 2;
  }
  /* Behind the address space lies as much again that is never accessible. */
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  pinnacle_memory = mmap(NULL, 2 * SPACE, PROT_NONE, flags, -1, 0);
  if (pinnacle_memory == MAP_FAILED) fail("mmap");
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  signal(SIGPIPE, SIG_IGN);

  uint32_t block = pinnacle_layout.data_end;
  size_t bytes = 0;
  uint32_t head[] = {0, count_of(environ, &bytes), count_of(argv, &bytes)};
  uint32_t tail[] = {QUERY, pinnacle_layout.first_host_function, 0, 0};
  uint32_t words = 3 + head[1] + 1 + head[2] + 1 + 4;
  arena = (uint32_t)((block + 4 * (size_t)words + bytes + PAGE - 1) / PAGE);
  uint32_t constants = pinnacle_layout.constants_start / PAGE;
  uint32_t stack = pinnacle_layout.stack_start / PAGE;
  uint32_t constant_pages = pinnacle_layout.constants_end / PAGE - constants;
  set_pages(constants, constant_pages, MAPPED | READABLE | WRITABLE);
  set_pages(stack, arena - stack, MAPPED | READABLE | WRITABLE);
  pinnacle_initialize();
  set_pages(constants, constant_pages, MAPPED | READABLE);

  uint32_t word = block + sizeof head, text = block + 4 * words;
  memcpy(at(block), head, sizeof head);
  put_strings(argv, &word, &text);
  put_strings(environ, &word, &text);
  memcpy(at(word), tail, sizeof tail);
  find_functions();
  if (run(run_main, (void *)(uintptr_t)block) != 0) fail("pthread_create");
  for (;;) pause();
}
