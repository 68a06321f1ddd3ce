/* Text that is being composed, before it was among the other events. */
#ifndef PPAPI_CPP_DEV_IME_INPUT_EVENT_DEV_H
#define PPAPI_CPP_DEV_IME_INPUT_EVENT_DEV_H

#include <utility>
#include <vector>

#include <ppapi/c/dev/ppb_ime_input_event_dev.h>
#include <ppapi/cpp/input_event.h>

namespace pp {

/* Null if the event is of another kind. */
class IMEInputEvent_Dev : public InputEvent {
public:
    IMEInputEvent_Dev() {}
    explicit IMEInputEvent_Dev(const InputEvent &event);
    /* One more offset than there are segments. */
    IMEInputEvent_Dev(const InstanceHandle &instance, PP_InputEvent_Type type, PP_TimeTicks time, const Var &text,
        const std::vector<uint32_t> &segment_offsets, int32_t target_segment,
        const std::pair<uint32_t, uint32_t> &selection);
    Var GetText() const;
    uint32_t GetSegmentNumber() const;
    uint32_t GetSegmentOffset(uint32_t index) const;
    int32_t GetTargetSegment() const;
    std::pair<uint32_t, uint32_t> GetSelection() const;
};

} // namespace pp

#endif
