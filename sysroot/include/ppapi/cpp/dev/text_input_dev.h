/* What is written, for those who help with it. Programs derive from it. */
#ifndef PPAPI_CPP_DEV_TEXT_INPUT_DEV_H
#define PPAPI_CPP_DEV_TEXT_INPUT_DEV_H

#include <string>

#include <ppapi/c/dev/ppb_text_input_dev.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/rect.h>

namespace pp {

class Instance;

class TextInput_Dev {
public:
    explicit TextInput_Dev(Instance *instance);
    virtual ~TextInput_Dev();
    /* Asked for the text around the caret; answers that there is none, if it is not overridden. */
    virtual void RequestSurroundingText(uint32_t desired_number_of_characters);
    void SetTextInputType(PP_TextInput_Type_Dev type);
    void UpdateCaretPosition(const Rect &caret, const Rect &bounding_box);
    void CancelCompositionText();
    void SelectionChanged();
    void UpdateSurroundingText(const std::string &text, uint32_t caret, uint32_t anchor);

private:
    InstanceHandle instance_;
};

} // namespace pp

#endif
