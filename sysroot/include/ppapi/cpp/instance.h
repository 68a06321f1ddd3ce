/* One element of a page. Programs derive from it. */
#ifndef PPAPI_CPP_INSTANCE_H
#define PPAPI_CPP_INSTANCE_H

#include <map>
#include <string>

#include <ppapi/c/pp_instance.h>
#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_input_event.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>
#include <ppapi/cpp/view.h>

namespace pp {

class InputEvent;
class MessageHandler;
class MessageLoop;
class URLLoader;

class Instance {
public:
    explicit Instance(PP_Instance instance) : instance_(instance) {}
    Instance(const Instance &) = delete;
    Instance &operator=(const Instance &) = delete;
    virtual ~Instance() {}

    PP_Instance pp_instance() const { return instance_; }

    virtual bool Init(uint32_t, const char *[], const char *[]) { return true; }
    virtual void DidChangeView(const View &view) { DidChangeView(view.GetRect(), view.GetClipRect()); }
    virtual void DidChangeView(const Rect &, const Rect &) {}
    virtual void DidChangeFocus(bool) {}
    virtual bool HandleInputEvent(const InputEvent &) { return false; }
    virtual bool HandleDocumentLoad(const URLLoader &) { return false; }
    virtual void HandleMessage(const Var &) {}

    bool BindGraphics(const Resource &graphics);
    bool IsFullFrame();
    int32_t RequestInputEvents(uint32_t classes);
    int32_t RequestFilteringInputEvents(uint32_t classes);
    void ClearInputEventRequest(uint32_t classes);
    void PostMessage(const Var &message);
    /* Messages of the page go to the handler, on the thread of the loop, in place of HandleMessage. */
    int32_t RegisterMessageHandler(MessageHandler *handler, const MessageLoop &loop);
    void UnregisterMessageHandler();
    void LogToConsole(PP_LogLevel level, const Var &value);
    void LogToConsoleWithSource(PP_LogLevel level, const Var &source, const Var &value);

    /* Who is told by an interface of the program, beside the instance itself. */
    void AddPerInstanceObject(const std::string &name, void *object) { objects_[name] = object; }
    void RemovePerInstanceObject(const std::string &name, void *object);
    static void RemovePerInstanceObject(const InstanceHandle &instance, const std::string &name, void *object);
    static void *GetPerInstanceObject(PP_Instance instance, const std::string &name);

private:
    PP_Instance instance_;
    std::map<std::string, void *> objects_;
};

inline InstanceHandle::InstanceHandle(Instance *instance) : instance_(instance ? instance->pp_instance() : 0) {}

} // namespace pp

#endif
