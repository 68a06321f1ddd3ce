/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPP_MESSAGE_HANDLER_H_
#define PPAPI_C_PPP_MESSAGE_HANDLER_H_

#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_var.h"

struct PPP_MessageHandler_0_2 {
  void (*HandleMessage)(
      PP_Instance instance, void* user_data, const struct PP_Var* message);
  void (*HandleBlockingMessage)(
      PP_Instance instance, void* user_data, const struct PP_Var* message,
      struct PP_Var* response);
  void (*Destroy)(PP_Instance instance, void* user_data);
};

typedef struct PPP_MessageHandler_0_2 PPP_MessageHandler;

#endif
