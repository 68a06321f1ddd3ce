/* The function that each program defines: it makes the only module. */
#ifndef PPAPI_CPP_MODULE_EMBEDDER_H
#define PPAPI_CPP_MODULE_EMBEDDER_H

#include <ppapi/c/ppp.h>

namespace pp {

class Module;

Module *CreateModule();

} // namespace pp

#endif
