/* Memory of the browser. */
#ifndef PPAPI_CPP_DEV_MEMORY_DEV_H
#define PPAPI_CPP_DEV_MEMORY_DEV_H

#include <ppapi/c/dev/ppb_memory_dev.h>

namespace pp {

class Memory_Dev {
public:
    static void *MemAlloc(uint32_t size);
    static void MemFree(void *memory);
};

} // namespace pp

#endif
