/* A jmp_buf has the size and alignment that the stable subset gives it.
   setjmp and longjmp have no bodies anywhere: direct calls of them are made
   intrinsics when a program is finalised. newlib's header does not know
   this target. */
#ifndef _MACHINE_SETJMP_H
#define _MACHINE_SETJMP_H

#define _JBTYPE long long
#define _JBLEN 128
typedef _JBTYPE jmp_buf[_JBLEN];

#ifdef __cplusplus
extern "C" {
#endif
int _setjmp(jmp_buf __environment) __attribute__((__returns_twice__));
void _longjmp(jmp_buf __environment, int __value) __attribute__((__noreturn__));
#ifdef __cplusplus
}
#endif

/* No signal ever interrupts a program, so there is no mask to save. */
typedef jmp_buf sigjmp_buf;
#define sigsetjmp(environment, save) _setjmp(environment)
#define siglongjmp(environment, value) _longjmp(environment, value)

#endif
