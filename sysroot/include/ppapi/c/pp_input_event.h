/* Events of input as structures, as the first years had them. */
#ifndef PPAPI_C_PP_INPUT_EVENT_H_
#define PPAPI_C_PP_INPUT_EVENT_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/ppb_input_event.h"

struct PP_InputEvent_Key {
    uint32_t modifier;
    uint32_t key_code;
};

struct PP_InputEvent_Character {
    uint32_t modifier;
    int8_t text[5];
};

struct PP_InputEvent_Mouse {
    uint32_t modifier;
    PP_InputEvent_MouseButton button;
    float x;
    float y;
    int32_t click_count;
};

struct PP_InputEvent_Wheel {
    uint32_t modifier;
    float delta_x;
    float delta_y;
    float wheel_ticks_x;
    float wheel_ticks_y;
    PP_Bool scroll_by_page;
};

#endif
