#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/module.h>
#include <ppapi/cpp/var.h>
#include <ppapi/cpp/var_dictionary.h>
#include <ppapi/cpp/graphics_2d.h>
#include <ppapi/cpp/input_event.h>
#include <ppapi/utility/completion_callback_factory.h>
class HelloInstance : public pp::Instance {
public:
    explicit HelloInstance(PP_Instance instance) : pp::Instance(instance), factory_(this) {}
    bool Init(uint32_t, const char *[], const char *[]) override {
        LogToConsole(PP_LOGLEVEL_LOG, pp::Var("built by common.mk"));
        pp::Module::Get()->core()->CallOnMainThread(1, factory_.NewCallback(&HelloInstance::Later, std::string("later")), 7);
        return true;
    }
    void DidChangeView(const pp::View &view) override {
        pp::Size size = view.GetRect().size();
        graphics_ = pp::Graphics2D(this, size, true);
        if (!BindGraphics(graphics_)) return;
        pp::ImageData image(this, pp::ImageData::GetNativeImageDataFormat(), size, true);
        *image.GetAddr32(pp::Point(1, 1)) = 0xffffffff;
        graphics_.ReplaceContents(&image);
        graphics_.Flush(factory_.NewOptionalCallback(&HelloInstance::Flushed));
    }
    void HandleMessage(const pp::Var &message) override {
        pp::VarDictionary answer;
        answer.Set("you said", message);
        PostMessage(answer);
    }
private:
    void Later(int32_t result, const std::string &text) { PostMessage(text + (result == 7 ? " 7" : " ?")); }
    void Flushed(int32_t result) { PostMessage(result == PP_OK ? "flushed" : "not flushed"); }
    pp::CompletionCallbackFactory<HelloInstance> factory_;
    pp::Graphics2D graphics_;
};
class HelloModule : public pp::Module {
public:
    pp::Instance *CreateInstance(PP_Instance instance) override { return new HelloInstance(instance); }
};
namespace pp { Module *CreateModule() { return new HelloModule(); } }
