#ifndef PPAPI_CPP_PASS_REF_H
#define PPAPI_CPP_PASS_REF_H

namespace pp {

/* Says that a reference is taken over, not added. */
enum PassRef { PASS_REF };

} // namespace pp

#endif
