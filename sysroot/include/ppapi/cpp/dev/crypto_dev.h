/* Random bytes. */
#ifndef PPAPI_CPP_DEV_CRYPTO_DEV_H
#define PPAPI_CPP_DEV_CRYPTO_DEV_H

#include <ppapi/c/dev/ppb_crypto_dev.h>

namespace pp {

class Crypto_Dev {
public:
    /* False, if the browser has none to give. */
    static bool GetRandomBytes(char *buffer, uint32_t size);
};

} // namespace pp

#endif
