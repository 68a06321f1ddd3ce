/* Requests of ioctl that only files of nacl_io know. */
#ifndef _NACL_IO_IOCTL_H
#define _NACL_IO_IOCTL_H

#include <sys/types.h>

/* Has a function get what is written to a terminal. The argument is a struct tioc_nacl_output.
   EALREADY if it has one. */
#define TIOCNACLOUTPUT 0xadcd03

/* Gives a pipe to JavaScript its name, which stands in its messages. The argument is the text. Until
   then reading and writing give EIO. */
#define NACL_IOC_PIPE_SETNAME 0xadcd04

/* Has a terminal or a pipe take a message that came. The argument is a struct PP_Var. */
#define NACL_IOC_HANDLEMESSAGE 0xadcd05

/* How many bytes can be written to a pipe and read from it now. The argument is an int. */
#define NACL_IOC_PIPE_GETOSPACE 0xadcd06
#define NACL_IOC_PIPE_GETISPACE 0xadcd07

typedef char *naclioc_jspipe_name;

/* Is called by the thread that writes. Gives how many bytes were taken, or the number of an error
   with the other sign. */
typedef ssize_t (*tioc_nacl_output_handler_t)(const char *__bytes, size_t __size, void *__user_data);

struct tioc_nacl_output {
    tioc_nacl_output_handler_t handler;
    void *user_data;
};

#endif
