/* The environment of floating-point arithmetic, which never changes: results are
   rounded to the nearest number, and there are no flags to set or to read. What
   asks for no more than that succeeds; newlib's own functions all fail. */
#include <fenv.h>

static const fenv_t the_only_one = 0;
const fenv_t *_fe_dfl_env = &the_only_one;

int fegetround(void) {
    return FE_TONEAREST;
}

int fesetround(int direction) {
    return direction == FE_TONEAREST ? 0 : -1;
}

int feclearexcept(int flags) {
    (void) flags;
    return 0;
}

int feraiseexcept(int flags) {
    return flags == 0 ? 0 : -1;
}

int fetestexcept(int flags) {
    (void) flags;
    return 0;
}

int fegetexceptflag(fexcept_t *kept, int flags) {
    (void) flags;
    *kept = 0;
    return 0;
}

int fesetexceptflag(const fexcept_t *kept, int flags) {
    return (*kept & flags) == 0 ? 0 : -1;
}

int fegetenv(fenv_t *environment) {
    *environment = the_only_one;
    return 0;
}

int feholdexcept(fenv_t *environment) {
    return fegetenv(environment);
}

int fesetenv(const fenv_t *environment) {
    return *environment == the_only_one ? 0 : -1;
}

int feupdateenv(const fenv_t *environment) {
    return fesetenv(environment);
}
