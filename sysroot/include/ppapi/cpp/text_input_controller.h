/* What is written, for those who help with it. */
#ifndef PPAPI_CPP_TEXT_INPUT_CONTROLLER_H
#define PPAPI_CPP_TEXT_INPUT_CONTROLLER_H

#include <ppapi/c/ppb_text_input_controller.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/rect.h>
#include <ppapi/cpp/var.h>

namespace pp {

class TextInputController {
public:
    explicit TextInputController(const InstanceHandle &instance) : instance_(instance) {}
    void SetTextInputType(PP_TextInput_Type type);
    void UpdateCaretPosition(const Rect &caret);
    void CancelCompositionText();
    void UpdateSurroundingText(const Var &text, uint32_t caret, uint32_t anchor);

private:
    InstanceHandle instance_;
};

} // namespace pp

#endif
