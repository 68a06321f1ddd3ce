#include <sys/termios.h>
