/* Reports the texts of input methods, with its text cursor in the middle of the window. */

#include "program.h"

#include "ppapi/c/ppb_input_event.h"
#include "ppapi/c/ppb_text_input_controller.h"

static const PPB_InputEvent *inputs;
static const PPB_IMEInputEvent *compositions;

static int32_t start(void) {
    const PPB_TextInputController *text = browser(PPB_TEXTINPUTCONTROLLER_INTERFACE);
    struct PP_Rect caret = {{160, 120}, {1, 16}};
    inputs = browser(PPB_INPUT_EVENT_INTERFACE);
    compositions = browser(PPB_IME_INPUT_EVENT_INTERFACE);
    if (!inputs || !compositions || !text) {
        return PP_ERROR_NOINTERFACE;
    }
    inputs->RequestInputEvents(the_instance,
                               PP_INPUTEVENT_CLASS_KEYBOARD | PP_INPUTEVENT_CLASS_IME);
    text->SetTextInputType(the_instance, PP_TEXTINPUT_TYPE_TEXT);
    text->UpdateCaretPosition(the_instance, &caret);
    return PP_OK;
}

static void view_changed(struct PP_Rect rect) {
    (void)rect;
}

static void message_came(struct PP_Var message) {
    (void)message;
}

static PP_Bool input_came(PP_Resource event) {
    if (inputs->GetType(event) == PP_INPUTEVENT_TYPE_IME_TEXT) {
        struct PP_Var var = compositions->GetText(event);
        uint32_t length;
        const char *text = vars->VarToUtf8(var, &length);
        say("composed %.*s", (int)length, text);
        vars->Release(var);
    }
    return PP_TRUE;
}
