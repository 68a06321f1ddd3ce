/* The start of stdio. All streams, and the function that writes them out at the end, belong to the
   global state, whichever thread uses one first. newlib's own function, which is compiled as
   __initialise_streams, would note that function in the state of the calling thread alone: what the
   program wrote would then be lost in `exit`. */
#include "internal.h"

void __initialise_streams(struct _reent *state);
void __sinit(struct _reent *state);

void __sinit(struct _reent *state) {
    __initialise_streams(_GLOBAL_REENT);
    state->__sdidinit = 1;
}
