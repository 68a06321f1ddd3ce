/* Regular expressions. newlib's own header needs others before it, and has places of 64 bits,
   which programs print as int. */
#ifndef _REGEX_H_
#define _REGEX_H_

#include <sys/cdefs.h>
#include <sys/types.h>

typedef int regoff_t;

typedef struct {
    int re_magic;
    size_t re_nsub;
    /* Where the expression ends, for REG_PEND. */
    const char *re_endp;
    struct re_guts *re_g;
} regex_t;

typedef struct {
    regoff_t rm_so;
    regoff_t rm_eo;
} regmatch_t;

#define REG_BASIC 0
#define REG_EXTENDED 01
#define REG_ICASE 02
#define REG_NOSUB 04
#define REG_NEWLINE 010
#define REG_NOSPEC 020
#define REG_PEND 040
#define REG_DUMP 0200

#define REG_NOMATCH 1
#define REG_BADPAT 2
#define REG_ECOLLATE 3
#define REG_ECTYPE 4
#define REG_EESCAPE 5
#define REG_ESUBREG 6
#define REG_EBRACK 7
#define REG_EPAREN 8
#define REG_EBRACE 9
#define REG_BADBR 10
#define REG_ERANGE 11
#define REG_ESPACE 12
#define REG_BADRPT 13
#define REG_EMPTY 14
#define REG_ASSERT 15
#define REG_INVARG 16
#define REG_ATOI 255
#define REG_ITOA 0400

#define REG_NOTBOL 01
#define REG_NOTEOL 02
#define REG_STARTEND 04
#define REG_TRACE 0400
#define REG_LARGE 01000
#define REG_BACKR 02000

__BEGIN_DECLS
int regcomp(regex_t *__restrict __expression, const char *__restrict __text, int __flags);
size_t regerror(int __error, const regex_t *__restrict __expression, char *__restrict __text, size_t __size);
int regexec(const regex_t *__restrict __expression, const char *__restrict __text, size_t __most,
    regmatch_t __matches[], int __flags);
void regfree(regex_t *__expression);
__END_DECLS

#endif
