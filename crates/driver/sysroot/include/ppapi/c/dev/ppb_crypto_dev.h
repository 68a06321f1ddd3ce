/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_DEV_PPB_CRYPTO_DEV_H_
#define PPAPI_C_DEV_PPB_CRYPTO_DEV_H_

#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_stdint.h"

#define PPB_CRYPTO_DEV_INTERFACE_0_1 "PPB_Crypto(Dev);0.1"
#define PPB_CRYPTO_DEV_INTERFACE PPB_CRYPTO_DEV_INTERFACE_0_1

struct PPB_Crypto_Dev_0_1 {
  void (*GetRandomBytes)(char* buffer, uint32_t num_bytes);
};

typedef struct PPB_Crypto_Dev_0_1 PPB_Crypto_Dev;

#endif
