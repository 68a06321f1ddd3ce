/* What an instance shows, and what it is told. */
#include <ppapi/c/ppb_console.h>
#include <ppapi/c/ppb_graphics_2d.h>
#include <ppapi/c/ppb_instance.h>
#include <ppapi/c/ppb_message_loop.h>
#include <ppapi/c/ppb_messaging.h>
#include <ppapi/c/ppb_view.h>
#include <ppapi/cpp/graphics_2d.h>
#include <ppapi/cpp/input_event.h>
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/message_handler.h>
#include <ppapi/cpp/message_loop.h>

#include "interfaces.h"

INTERFACE(consoles, PPB_Console, PPB_CONSOLE_INTERFACE)
INTERFACE(graphics, PPB_Graphics2D, PPB_GRAPHICS_2D_INTERFACE)
INTERFACE(images, PPB_ImageData, PPB_IMAGEDATA_INTERFACE)
INTERFACE(instances, PPB_Instance, PPB_INSTANCE_INTERFACE)
INTERFACE(loops, PPB_MessageLoop, PPB_MESSAGELOOP_INTERFACE)
INTERFACE(messages, PPB_Messaging, PPB_MESSAGING_INTERFACE)
INTERFACE(views, PPB_View, PPB_VIEW_INTERFACE)
INTERFACE(events, PPB_InputEvent, PPB_INPUT_EVENT_INTERFACE)

namespace {

void handle(PP_Instance instance, void *handler, const PP_Var *message) {
    static_cast<pp::MessageHandler *>(handler)->HandleMessage(pp::InstanceHandle(instance), pp::Var(*message));
}

void answer(PP_Instance instance, void *handler, const PP_Var *message, PP_Var *response) {
    pp::MessageHandler *object = static_cast<pp::MessageHandler *>(handler);
    *response = object->HandleBlockingMessage(pp::InstanceHandle(instance), pp::Var(*message)).Detach();
}

void forget(PP_Instance instance, void *handler) {
    static_cast<pp::MessageHandler *>(handler)->WasUnregistered(pp::InstanceHandle(instance));
}

const PPP_MessageHandler handler_interface = {handle, answer, forget};

} // namespace

namespace pp {

bool Instance::BindGraphics(const Resource &graphics) {
    return PP_ToBool(instances()->BindGraphics(pp_instance(), graphics.pp_resource()));
}

bool Instance::IsFullFrame() {
    return PP_ToBool(instances()->IsFullFrame(pp_instance()));
}

int32_t Instance::RequestInputEvents(uint32_t classes) {
    return events()->RequestInputEvents(pp_instance(), classes);
}

int32_t Instance::RequestFilteringInputEvents(uint32_t classes) {
    return events()->RequestFilteringInputEvents(pp_instance(), classes);
}

void Instance::ClearInputEventRequest(uint32_t classes) {
    events()->ClearInputEventRequest(pp_instance(), classes);
}

void Instance::PostMessage(const Var &message) {
    messages()->PostMessage(pp_instance(), message.pp_var());
}

int32_t Instance::RegisterMessageHandler(MessageHandler *handler, const MessageLoop &loop) {
    return messages()->RegisterMessageHandler(pp_instance(), handler, &handler_interface, loop.pp_resource());
}

void Instance::UnregisterMessageHandler() {
    messages()->UnregisterMessageHandler(pp_instance());
}

void Instance::LogToConsole(PP_LogLevel level, const Var &value) {
    consoles()->Log(pp_instance(), level, value.pp_var());
}

void Instance::LogToConsoleWithSource(PP_LogLevel level, const Var &source, const Var &value) {
    consoles()->LogWithSource(pp_instance(), level, source.pp_var(), value.pp_var());
}

Rect View::GetRect() const {
    PP_Rect rect = {};
    views()->GetRect(pp_resource(), &rect);
    return rect;
}

bool View::IsFullscreen() const {
    return PP_ToBool(views()->IsFullscreen(pp_resource()));
}

bool View::IsVisible() const {
    return PP_ToBool(views()->IsVisible(pp_resource()));
}

bool View::IsPageVisible() const {
    return PP_ToBool(views()->IsPageVisible(pp_resource()));
}

Rect View::GetClipRect() const {
    PP_Rect rect = {};
    views()->GetClipRect(pp_resource(), &rect);
    return rect;
}

float View::GetDeviceScale() const {
    return views()->GetDeviceScale(pp_resource());
}

float View::GetCSSScale() const {
    return views()->GetCSSScale(pp_resource());
}

Point View::GetScrollOffset() const {
    PP_Point offset = {};
    views()->GetScrollOffset(pp_resource(), &offset);
    return offset;
}

ImageData::ImageData(const InstanceHandle &instance, PP_ImageDataFormat format, const Size &size, bool zero)
    : Resource(PASS_REF, images()->Create(instance.pp_instance(), format, &size.pp_size(), PP_FromBool(zero))),
      description_(), data_(nullptr) {
    map();
}

ImageData::ImageData(PassRef, PP_Resource resource) : Resource(PASS_REF, resource), description_(), data_(nullptr) {
    map();
}

bool ImageData::IsImageDataFormatSupported(PP_ImageDataFormat format) {
    return PP_ToBool(images()->IsImageDataFormatSupported(format));
}

PP_ImageDataFormat ImageData::GetNativeImageDataFormat() {
    return images()->GetNativeImageDataFormat();
}

void ImageData::map() {
    if (!is_null() && images()->Describe(pp_resource(), &description_))
        data_ = images()->Map(pp_resource());
    if (!data_)
        Clear();
}

Graphics2D::Graphics2D(const InstanceHandle &instance, const Size &size, bool opaque)
    : Resource(PASS_REF, graphics()->Create(instance.pp_instance(), &size.pp_size(), PP_FromBool(opaque))) {
    if (!is_null())
        size_ = size;
}

void Graphics2D::PaintImageData(const ImageData &image, const Point &place) {
    graphics()->PaintImageData(pp_resource(), image.pp_resource(), &place.pp_point(), nullptr);
}

void Graphics2D::PaintImageData(const ImageData &image, const Point &place, const Rect &part) {
    graphics()->PaintImageData(pp_resource(), image.pp_resource(), &place.pp_point(), &part.pp_rect());
}

void Graphics2D::Scroll(const Rect &clip, const Point &amount) {
    graphics()->Scroll(pp_resource(), &clip.pp_rect(), &amount.pp_point());
}

void Graphics2D::ReplaceContents(ImageData *image) {
    graphics()->ReplaceContents(pp_resource(), image->pp_resource());
    *image = ImageData();
}

int32_t Graphics2D::Flush(const CompletionCallback &callback) {
    return graphics()->Flush(pp_resource(), callback.pp_completion_callback());
}

bool Graphics2D::SetScale(float scale) {
    return PP_ToBool(graphics()->SetScale(pp_resource(), scale));
}

float Graphics2D::GetScale() {
    return graphics()->GetScale(pp_resource());
}

bool Graphics2D::SetLayerTransform(float scale, const Point &origin, const Point &translate) {
    return PP_ToBool(graphics()->SetLayerTransform(
        pp_resource(), scale, &origin.pp_point(), &translate.pp_point()));
}

MessageLoop::MessageLoop(const InstanceHandle &instance)
    : Resource(PASS_REF, loops()->Create(instance.pp_instance())) {}

MessageLoop MessageLoop::GetForMainThread() {
    return MessageLoop(loops()->GetForMainThread());
}

MessageLoop MessageLoop::GetCurrent() {
    return MessageLoop(loops()->GetCurrent());
}

int32_t MessageLoop::AttachToCurrentThread() {
    return loops()->AttachToCurrentThread(pp_resource());
}

int32_t MessageLoop::Run() {
    return loops()->Run(pp_resource());
}

int32_t MessageLoop::PostWork(const CompletionCallback &callback, int64_t delay) {
    return loops()->PostWork(pp_resource(), callback.pp_completion_callback(), delay);
}

int32_t MessageLoop::PostQuit(bool destroy) {
    return loops()->PostQuit(pp_resource(), PP_FromBool(destroy));
}

} // namespace pp
