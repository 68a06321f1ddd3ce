// Events that a program makes itself, threads with message loops, handlers of messages, streams,
// networks and painting, by their classes.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "ppapi/c/private/ppb_testing_private.h"
#include "ppapi/cpp/audio_encoder.h"
#include "ppapi/cpp/input_event.h"
#include "ppapi/cpp/instance.h"
#include "ppapi/cpp/media_stream_audio_track.h"
#include "ppapi/cpp/media_stream_video_track.h"
#include "ppapi/cpp/message_handler.h"
#include "ppapi/cpp/module.h"
#include "ppapi/cpp/network_monitor.h"
#include "ppapi/cpp/network_proxy.h"
#include "ppapi/cpp/text_input_controller.h"
#include "ppapi/cpp/video_decoder.h"
#include "ppapi/cpp/video_encoder.h"
#include "ppapi/utility/completion_callback_factory.h"
#include "ppapi/utility/graphics/paint_manager.h"
#include "ppapi/utility/threading/lock.h"
#include "ppapi/utility/threading/simple_thread.h"
#include "ppapi/utility/websocket/websocket_api.h"

class Helpers : public pp::Instance,
                public pp::MessageHandler,
                public pp::PaintManager::Client,
                public pp::WebSocketAPI {
public:
    explicit Helpers(PP_Instance instance)
        : pp::Instance(instance), pp::WebSocketAPI(this), factory_(this), thread_(this), painting_(this, this, true) {}

    virtual bool Init(uint32_t, const char *[], const char *[]) {
        Events();
        Streams();
        Networks();
        return true;
    }
    virtual void DidChangeView(const pp::View &view) { painting_.SetSize(view.GetRect().size()); }

    // Painting: all of it at first, then a part that is scrolled, then nothing.
    virtual bool OnPaint(pp::Graphics2D &graphics, const std::vector<pp::Rect> &rects, const pp::Rect &bounds) {
        Say("paint", {static_cast<int>(rects.size()), bounds.x(), bounds.y(), bounds.width(), bounds.height()});
        pp::ImageData image(this, PP_IMAGEDATAFORMAT_BGRA_PREMUL, bounds.size(), true);
        graphics.PaintImageData(image, bounds.point());
        if (paints_++ == 0) {
            painting_.ScrollRect(pp::Rect(10, 10, 50, 50), pp::Point(0, 5));
            painting_.InvalidateRect(pp::Rect(70, 0, 5, 5));
        } else {
            Threads();
        }
        return true;
    }

    // Messages, on the main thread: each must release its var.
    virtual void HandleMessage(const pp::Var &message) {
        const PPB_Testing_Private *testing = static_cast<const PPB_Testing_Private *>(
            pp::Module::Get()->GetBrowserInterface(PPB_TESTING_PRIVATE_INTERFACE));
        const int before = vars_;
        vars_ = testing->GetLiveVars(nullptr, 0);
        Say("main: " + message.AsString(), {before > 0 && vars_ > before});
    }
    // Messages, on the thread.
    virtual void HandleMessage(pp::InstanceHandle, const pp::Var &message) {
        Say("thread: " + message.AsString(), {pp::Module::Get()->core()->IsMainThread()});
        if (message == pp::Var("enough"))
            UnregisterMessageHandler();
    }
    virtual pp::Var HandleBlockingMessage(pp::InstanceHandle, const pp::Var &message) {
        return pp::Var("answer to " + message.AsString());
    }
    virtual void WasUnregistered(pp::InstanceHandle) {
        pp::Module::Get()->core()->CallOnMainThread(0, factory_.NewCallback(&Helpers::NoMoreMessages));
    }

    // A connection.
    virtual void WebSocketDidOpen() { PostMessage("open"); }
    virtual void WebSocketDidClose(bool was_clean, uint16_t code, const pp::Var &reason) {
        Say("closed", {was_clean, code, reason.AsString().empty()});
        PostMessage("end");
    }
    virtual void HandleWebSocketMessage(const pp::Var &message) { PostMessage(message); }
    virtual void HandleWebSocketError() { PostMessage("error"); }

private:
    void Say(const std::string &what, const std::vector<int> &numbers) {
        std::string text = what;
        for (int number : numbers)
            text += " " + std::to_string(number);
        PostMessage(text);
    }

    void Events() {
        pp::MouseInputEvent mouse(this, PP_INPUTEVENT_TYPE_MOUSEDOWN, 1.5, PP_INPUTEVENT_MODIFIER_SHIFTKEY,
            PP_INPUTEVENT_MOUSEBUTTON_RIGHT, pp::Point(3, 4), 2, pp::Point(1, -1));
        Say("mouse", {mouse.GetPosition().x(), mouse.GetPosition().y(), mouse.GetButton(), mouse.GetClickCount(),
            mouse.GetMovement().y(), static_cast<int>(mouse.GetModifiers()), mouse.GetTimeStamp() == 1.5});
        Say("no wheel", {pp::WheelInputEvent(mouse).is_null(), pp::MouseInputEvent(mouse).is_null()});
        pp::WheelInputEvent wheel(this, 0, 0, pp::FloatPoint(1, 2), pp::FloatPoint(3, 4), true);
        Say("wheel", {static_cast<int>(wheel.GetTicks().y()), wheel.GetScrollByPage()});
        pp::KeyboardInputEvent key(this, PP_INPUTEVENT_TYPE_CHAR, 0, 0, 65, pp::Var("a"), pp::Var("KeyA"));
        Say(key.GetCharacterText().AsString() + key.GetCode().AsString(), {static_cast<int>(key.GetKeyCode())});
        pp::TouchInputEvent touch(this, PP_INPUTEVENT_TYPE_TOUCHSTART, 0, 0);
        PP_TouchPoint point = PP_MakeTouchPoint();
        point.id = 7;
        point.position = PP_MakeFloatPoint(8, 9);
        touch.AddTouchPoint(PP_TOUCHLIST_TYPE_TOUCHES, point);
        Say("touch", {static_cast<int>(touch.GetTouchCount(PP_TOUCHLIST_TYPE_TOUCHES)),
            static_cast<int>(touch.GetTouchByIndex(PP_TOUCHLIST_TYPE_TOUCHES, 0).id()),
            static_cast<int>(touch.GetTouchById(PP_TOUCHLIST_TYPE_TOUCHES, 7).position().y())});
        pp::IMEInputEvent composition(this, PP_INPUTEVENT_TYPE_IME_COMPOSITION_UPDATE, 0, pp::Var("text"),
            {0, 2, 4}, 1, std::make_pair(1, 3));
        uint32_t start = 0, end = 0;
        composition.GetSelection(&start, &end);
        Say(composition.GetText().AsString(), {static_cast<int>(composition.GetSegmentNumber()),
            static_cast<int>(composition.GetSegmentOffset(1)), composition.GetTargetSegment(),
            static_cast<int>(start), static_cast<int>(end)});
        pp::TextInputController controller(this);
        controller.SetTextInputType(PP_TEXTINPUT_TYPE_EMAIL);
        controller.UpdateCaretPosition(pp::Rect(1, 2, 3, 4));
        controller.UpdateSurroundingText(pp::Var("around"), 2, 2);
        controller.CancelCompositionText();
    }

    // There are no tracks and codecs without a page.
    void Streams() {
        pp::MediaStreamVideoTrack pictures{pp::Resource()};
        pp::MediaStreamAudioTrack sound{pp::Resource()};
        pp::VideoFrame frame;
        pp::AudioBuffer samples;
        Say("streams", {pictures.is_null(), sound.is_null(), pictures.GetId().empty(), frame.GetDataBuffer() == nullptr,
            samples.GetDataBuffer() == nullptr});
        pp::VideoDecoder decoder(this);
        pp::VideoEncoder encoder(this);
        pp::AudioEncoder audio(this);
        Say("decoder", {decoder.Initialize(pp::Graphics3D(), PP_VIDEOPROFILE_VP8_ANY,
            PP_HARDWAREACCELERATION_WITHFALLBACK, 0, factory_.NewCallback(&Helpers::Nothing)) != PP_OK});
        Say("frames", {encoder.GetFramesRequired() < 0, audio.GetNumberOfSamples() < 0});
    }
    void Nothing(int32_t) {}

    void Networks() {
        Say("networks", {pp::NetworkMonitor::IsAvailable(), pp::NetworkList::IsAvailable(),
            pp::NetworkProxy::IsAvailable()});
        pp::NetworkMonitor monitor(this);
        Say("list", {monitor.UpdateNetworkList(factory_.NewCallbackWithOutput(&Helpers::Listed)) != PP_OK});
    }
    void Listed(int32_t, const pp::NetworkList &) {}

    void Threads() {
        Say("started", {thread_.Start(), thread_.Start()});
        thread_.message_loop().PostWork(factory_.NewCallback(&Helpers::Work, 5));
    }
    void Work(int32_t, int number) {
        pp::AutoLock locked(lock_);
        work_ = number * 2 + lock_.Try();
        pp::Module::Get()->core()->CallOnMainThread(0, factory_.NewCallback(&Helpers::Worked));
    }
    void Worked(int32_t) {
        Say("work", {work_});
        Say("handler", {RegisterMessageHandler(this, thread_.message_loop())});
        PostMessage("ready");
    }
    void NoMoreMessages(int32_t) {
        Say("joined", {thread_.Join(), thread_.Join()});
        Say("connects", {Connect("ws://127.0.0.1:40009/", nullptr, 0) == PP_OK_COMPLETIONPENDING});
        Say("connects", {Connect("not an address", nullptr, 0) == PP_ERROR_INPROGRESS, GetReadyState()});
    }

    pp::CompletionCallbackFactory<Helpers> factory_;
    pp::SimpleThread thread_;
    pp::PaintManager painting_;
    pp::Lock lock_;
    int work_ = 0, paints_ = 0, vars_ = 0;
};

class HelpersModule : public pp::Module {
public:
    virtual pp::Instance *CreateInstance(PP_Instance instance) { return new Helpers(instance); }
};

namespace pp {
Module *CreateModule() {
    return new HelpersModule();
}
} // namespace pp
