/* The stable subset has one rounding direction and no exception flags that a
   program could read. newlib's template lacks FE_TONEAREST. */
#ifndef _SYS_FENV_H_
#define _SYS_FENV_H_

#define FE_ALL_EXCEPT 0
#define FE_TONEAREST 0

typedef int fenv_t;
typedef int fexcept_t;

extern const fenv_t *_fe_dfl_env;
#define FE_DFL_ENV _fe_dfl_env

#endif
