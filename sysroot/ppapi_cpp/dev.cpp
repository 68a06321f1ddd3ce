/* Interfaces that never left their trial. */
#include <ppapi/c/dev/ppp_text_input_dev.h>
#include <ppapi/cpp/dev/crypto_dev.h>
#include <ppapi/cpp/dev/cursor_control_dev.h>
#include <ppapi/cpp/dev/ime_input_event_dev.h>
#include <ppapi/cpp/dev/memory_dev.h>
#include <ppapi/cpp/dev/text_input_dev.h>
#include <ppapi/cpp/dev/url_util_dev.h>
#include <ppapi/cpp/dev/view_dev.h>
#include <ppapi/cpp/instance.h>

#include "interfaces.h"

INTERFACE(crypto, PPB_Crypto_Dev, PPB_CRYPTO_DEV_INTERFACE)
INTERFACE(cursors, PPB_CursorControl_Dev, PPB_CURSOR_CONTROL_DEV_INTERFACE)
INTERFACE(compositions, PPB_IMEInputEvent_Dev, PPB_IME_INPUT_EVENT_DEV_INTERFACE)
INTERFACE(memory, PPB_Memory_Dev, PPB_MEMORY_DEV_INTERFACE)
INTERFACE(texts, PPB_TextInput_Dev, PPB_TEXTINPUT_DEV_INTERFACE)
INTERFACE(urls, PPB_URLUtil_Dev, PPB_URLUTIL_DEV_INTERFACE)
INTERFACE(views, PPB_View_Dev, PPB_VIEW_DEV_INTERFACE)

namespace pp {

bool Crypto_Dev::GetRandomBytes(char *buffer, uint32_t size) {
    if (!crypto())
        return false;
    crypto()->GetRandomBytes(buffer, size);
    return true;
}

bool CursorControl_Dev::SetCursor(PP_CursorType_Dev type, const ImageData &image, const Point &hot_spot) {
    return cursors()
        && PP_ToBool(cursors()->SetCursor(
            instance_.pp_instance(), type, image.pp_resource(), &hot_spot.pp_point()));
}

bool CursorControl_Dev::LockCursor() {
    return cursors() && PP_ToBool(cursors()->LockCursor(instance_.pp_instance()));
}

bool CursorControl_Dev::UnlockCursor() {
    return cursors() && PP_ToBool(cursors()->UnlockCursor(instance_.pp_instance()));
}

bool CursorControl_Dev::HasCursorLock() {
    return cursors() && PP_ToBool(cursors()->HasCursorLock(instance_.pp_instance()));
}

bool CursorControl_Dev::CanLockCursor() {
    return cursors() && PP_ToBool(cursors()->CanLockCursor(instance_.pp_instance()));
}

IMEInputEvent_Dev::IMEInputEvent_Dev(const InputEvent &event)
    : InputEvent(
        compositions() && compositions()->IsIMEInputEvent(event.pp_resource()) ? event : InputEvent()) {}

IMEInputEvent_Dev::IMEInputEvent_Dev(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time,
    const Var &text, const std::vector<uint32_t> &segment_offsets, int32_t target_segment,
    const std::pair<uint32_t, uint32_t> &selection) {
    if (!compositions())
        return;
    const uint32_t segments = segment_offsets.empty() ? 0 : static_cast<uint32_t>(segment_offsets.size() - 1);
    PassRefFromConstructor(
        compositions()->Create(instance.pp_instance(), type, time, text.pp_var(), segments,
            segment_offsets.data(), target_segment, selection.first, selection.second));
}

Var IMEInputEvent_Dev::GetText() const {
    return compositions() ? Var(PASS_REF, compositions()->GetText(pp_resource())) : Var();
}

uint32_t IMEInputEvent_Dev::GetSegmentNumber() const {
    return compositions() ? compositions()->GetSegmentNumber(pp_resource()) : 0;
}

uint32_t IMEInputEvent_Dev::GetSegmentOffset(uint32_t index) const {
    return compositions() ? compositions()->GetSegmentOffset(pp_resource(), index) : 0;
}

int32_t IMEInputEvent_Dev::GetTargetSegment() const {
    return compositions() ? compositions()->GetTargetSegment(pp_resource()) : 0;
}

std::pair<uint32_t, uint32_t> IMEInputEvent_Dev::GetSelection() const {
    std::pair<uint32_t, uint32_t> range;
    if (compositions())
        compositions()->GetSelection(pp_resource(), &range.first, &range.second);
    return range;
}

void *Memory_Dev::MemAlloc(uint32_t size) {
    return memory() ? memory()->MemAlloc(size) : nullptr;
}

void Memory_Dev::MemFree(void *block) {
    if (memory())
        memory()->MemFree(block);
}

static void request_surrounding_text(PP_Instance handle, uint32_t count) {
    void *told = Instance::GetPerInstanceObject(handle, PPP_TEXTINPUT_DEV_INTERFACE);
    if (told)
        static_cast<TextInput_Dev *>(told)->RequestSurroundingText(count);
}

static const PPP_TextInput_Dev text_interface = {request_surrounding_text};

TextInput_Dev::TextInput_Dev(Instance *instance) : instance_(instance) {
    Module::Get()->AddPluginInterface(PPP_TEXTINPUT_DEV_INTERFACE, &text_interface);
    instance->AddPerInstanceObject(PPP_TEXTINPUT_DEV_INTERFACE, this);
}

TextInput_Dev::~TextInput_Dev() {
    Instance::RemovePerInstanceObject(instance_, PPP_TEXTINPUT_DEV_INTERFACE, this);
}

void TextInput_Dev::RequestSurroundingText(uint32_t) {
    UpdateSurroundingText("", 0, 0);
}

void TextInput_Dev::SetTextInputType(PP_TextInput_Type_Dev type) {
    if (texts())
        texts()->SetTextInputType(instance_.pp_instance(), type);
}

void TextInput_Dev::UpdateCaretPosition(const Rect &caret, const Rect &bounding_box) {
    if (texts())
        texts()->UpdateCaretPosition(instance_.pp_instance(), &caret.pp_rect(), &bounding_box.pp_rect());
}

void TextInput_Dev::CancelCompositionText() {
    if (texts())
        texts()->CancelCompositionText(instance_.pp_instance());
}

void TextInput_Dev::SelectionChanged() {
    if (texts())
        texts()->SelectionChanged(instance_.pp_instance());
}

void TextInput_Dev::UpdateSurroundingText(const std::string &text, uint32_t caret, uint32_t anchor) {
    if (texts())
        texts()->UpdateSurroundingText(instance_.pp_instance(), text.c_str(), caret, anchor);
}

const URLUtil_Dev *URLUtil_Dev::Get() {
    static const URLUtil_Dev one;
    return urls() ? &one : nullptr;
}

Var URLUtil_Dev::Canonicalize(const Var &url, PP_URLComponents_Dev *components) const {
    return Var(PASS_REF, urls()->Canonicalize(url.pp_var(), components));
}

Var URLUtil_Dev::ResolveRelativeToURL(
    const Var &base, const Var &relative, PP_URLComponents_Dev *components) const {
    return Var(PASS_REF, urls()->ResolveRelativeToURL(base.pp_var(), relative.pp_var(), components));
}

Var URLUtil_Dev::ResolveRelativeToDocument(
    const InstanceHandle &instance, const Var &relative, PP_URLComponents_Dev *components) const {
    return Var(
        PASS_REF, urls()->ResolveRelativeToDocument(instance.pp_instance(), relative.pp_var(), components));
}

bool URLUtil_Dev::IsSameSecurityOrigin(const Var &one, const Var &other) const {
    return PP_ToBool(urls()->IsSameSecurityOrigin(one.pp_var(), other.pp_var()));
}

bool URLUtil_Dev::DocumentCanRequest(const InstanceHandle &instance, const Var &url) const {
    return PP_ToBool(urls()->DocumentCanRequest(instance.pp_instance(), url.pp_var()));
}

bool URLUtil_Dev::DocumentCanAccessDocument(const InstanceHandle &active, const InstanceHandle &target) const {
    return PP_ToBool(urls()->DocumentCanAccessDocument(active.pp_instance(), target.pp_instance()));
}

Var URLUtil_Dev::GetDocumentURL(const InstanceHandle &instance, PP_URLComponents_Dev *components) const {
    return Var(PASS_REF, urls()->GetDocumentURL(instance.pp_instance(), components));
}

Var URLUtil_Dev::GetPluginInstanceURL(const InstanceHandle &instance, PP_URLComponents_Dev *components) const {
    return Var(PASS_REF, urls()->GetPluginInstanceURL(instance.pp_instance(), components));
}

Var URLUtil_Dev::GetPluginReferrerURL(const InstanceHandle &instance, PP_URLComponents_Dev *components) const {
    return Var(PASS_REF, urls()->GetPluginReferrerURL(instance.pp_instance(), components));
}

float ViewDev::GetDeviceScale() const {
    return views() ? views()->GetDeviceScale(pp_resource()) : 1;
}

float ViewDev::GetCSSScale() const {
    return views() ? views()->GetCSSScale(pp_resource()) : 1;
}

} // namespace pp
