/* The main function of a program. Without PPAPI_SIMPLE_REGISTER_MAIN it is `main`. It runs in a
   thread of its own, with the attributes ARG0, ARG1 ... of the element as its arguments and all
   attributes, their names in capital letters, in its environment. These say more:

   | attribute | |
   |---|---|
   | PS_STDIN, PS_STDOUT, PS_STDERR | the files that the three streams are: without them /dev/stdin, /dev/stdout and /dev/console3 |
   | PS_TTY_PREFIX | what messages begin with that show what is written to /dev/tty; a message {prefix: text} is typed on it |
   | PS_TTY_RESIZE | a message {this: [columns, rows]} changes the size of the terminal |
   | PS_TTY_ROWS, PS_TTY_COLS | its size at first |
   | PS_EXIT_MESSAGE | at its end the program posts this, a colon and its status, and waits for a message {this: anything} |
   | PS_VERBOSITY | from 0, silent, to 4: what the library says on standard error |

   Without a browser, main is called with the arguments of the program. */
#ifndef _PPAPI_SIMPLE_PS_MAIN_H
#define _PPAPI_SIMPLE_PS_MAIN_H

#include "ppapi_simple/ps.h"
#include "ppapi_simple/ps_event.h"

EXTERN_C_BEGIN

typedef int (*PSMainFunc_t)(int __argc, char *__argv[]);

/* Gives the main function. The program may define it, as the macro does. */
PSMainFunc_t PSUserMainGet(void);

#define PPAPI_SIMPLE_REGISTER_MAIN(main_function) \
    PSMainFunc_t PSUserMainGet(void) {            \
        return main_function;                     \
    }

EXTERN_C_END

#endif
