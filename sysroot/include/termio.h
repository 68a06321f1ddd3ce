// The name of <termios.h> on other systems.
#ifndef TERMIO_H
#define TERMIO_H

#include <sys/ioctl.h>
#include <termios.h>

#endif
