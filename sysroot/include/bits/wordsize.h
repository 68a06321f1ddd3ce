/* How wide a word is, for sources that ask glibc's header. */
#define __WORDSIZE 32
