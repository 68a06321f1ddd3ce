/* Calls functions of a module, for the tests: reads lines of a function's
 * number and its arguments, each 32 hexadecimal digits with the lowest byte
 * first, and prints for each line what came of it: the bytes of the result, or
 * `trap` and a code, or `memory` or `stack` where an access faulted. Each call
 * has a process, and so a memory, of its own. */

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char *pinnacle_memory;
extern const uint32_t pinnacle_layout[];
extern void (*const pinnacle_functions[])(const void *arguments, void *result);
void pinnacle_initialize(void);

static const uint64_t SPACE = (uint64_t)1 << 32;

_Noreturn void pinnacle_trap(int code) {
  printf("trap %d\n", code);
  fflush(stdout);
  _exit(0);
}

uint64_t pinnacle_host(int function, uint64_t *arguments) {
  /* A function of the tests: the sum of its arguments and its number. */
  return (uint64_t)function + arguments[0] + arguments[1];
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  uint64_t offset = (uint64_t)((char *)info->si_addr - pinnacle_memory);
  puts(offset < 2 * SPACE ? "memory" : "stack");
  fflush(stdout);
  _exit(0);
}

static void protect(uint32_t start, uint32_t end, int protection) {
  mprotect(pinnacle_memory + start, end - start, protection);
}

static void call(char *line) {
  _Alignas(16) unsigned char arguments[64 * 16] = {0}, result[16] = {0};
  char *word = strtok(line, " \n");
  unsigned function = (unsigned)atoi(word);
  for (int index = 0; (word = strtok(NULL, " \n")) != NULL && index < 64; index++)
    for (int byte = 0; byte < 16; byte++) {
      unsigned value;
      sscanf(word + 2 * byte, "%2x", &value);
      arguments[16 * index + byte] = (unsigned char)value;
    }
  pinnacle_functions[function](arguments, result);
  for (int byte = 0; byte < 16; byte++) printf("%02x", result[byte]);
  puts("");
  fflush(stdout);
  _exit(0);
}

int main(void) {
  pinnacle_memory = mmap(NULL, 2 * SPACE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pinnacle_memory == MAP_FAILED) return 2;
  static char stack_memory[65536];
  stack_t stack = {.ss_sp = stack_memory, .ss_size = sizeof stack_memory};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  uint32_t end = (pinnacle_layout[5] + 65535) / 65536 * 65536;
  protect(pinnacle_layout[1], pinnacle_layout[2], PROT_READ | PROT_WRITE);
  protect(pinnacle_layout[3], end, PROT_READ | PROT_WRITE);
  pinnacle_initialize();
  protect(pinnacle_layout[1], pinnacle_layout[2], PROT_READ);
  static char line[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) call(line);
    waitpid(child, NULL, 0);
  }
  return 0;
}
