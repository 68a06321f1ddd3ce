/* Threads with a message loop, and connections that tell their events. */
#include <ppapi/cpp/instance.h>
#include <ppapi/cpp/websocket.h>
#include <ppapi/utility/completion_callback_factory.h>
#include <ppapi/utility/threading/simple_thread.h>
#include <ppapi/utility/websocket/websocket_api.h>

namespace pp {

SimpleThread::SimpleThread(const InstanceHandle &instance, size_t stack_size)
    : instance_(instance), loop_(instance), stack_size_(stack_size) {}

SimpleThread::~SimpleThread() {
    Join();
}

bool SimpleThread::Start() {
    return StartWithFunction(nullptr, nullptr);
}

bool SimpleThread::StartWithFunction(ThreadFunc function, void *data) {
    if (runs_)
        return false;
    function_ = function;
    data_ = data;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (stack_size_ != 0)
        pthread_attr_setstacksize(&attributes, stack_size_);
    runs_ = pthread_create(&thread_, &attributes, run, this) == 0;
    pthread_attr_destroy(&attributes);
    return runs_;
}

bool SimpleThread::Join() {
    if (!runs_)
        return false;
    loop_.PostQuit(true);
    runs_ = pthread_join(thread_, nullptr) != 0;
    return !runs_;
}

void *SimpleThread::run(void *data) {
    SimpleThread &thread = *static_cast<SimpleThread *>(data);
    thread.loop_.AttachToCurrentThread();
    if (thread.function_)
        thread.function_(thread.loop_, thread.data_);
    else
        thread.loop_.Run();
    return nullptr;
}

/* Turns the results of calls into the events of the program. */
class WebSocketAPI::Events {
public:
    Events(Instance *instance, WebSocketAPI *told) : told_(told), callbacks_(this), socket_(instance) {}

    int32_t connect(const Var &url, const Var protocols[], uint32_t count) {
        CompletionCallback callback = callbacks_.NewOptionalCallback(&Events::connected);
        return begun(socket_.Connect(url, protocols, count, callback), callback);
    }

    int32_t close(uint16_t code, const Var &reason) {
        CompletionCallback callback = callbacks_.NewOptionalCallback(&Events::closed);
        return begun(socket_.Close(code, reason, callback), callback);
    }

    WebSocket &socket() { return socket_; }

private:
    /* A call that ends at once tells its result, and makes no event. */
    static int32_t begun(int32_t result, CompletionCallback &callback) {
        if (result != PP_OK_COMPLETIONPENDING)
            callback.Run(PP_ERROR_ABORTED);
        return result;
    }

    void connected(int32_t result) {
        if (result == PP_OK) {
            told_->WebSocketDidOpen();
            receive();
        } else {
            closed(result);
        }
    }

    void closed(int32_t result) {
        if (result == PP_ERROR_ABORTED)
            return;
        bool was_clean = socket_.GetCloseWasClean();
        if (!was_clean)
            told_->HandleWebSocketError();
        told_->WebSocketDidClose(was_clean, socket_.GetCloseCode(), socket_.GetCloseReason());
    }

    void receive() {
        int32_t result = socket_.ReceiveMessage(&message_, callbacks_.NewCallback(&Events::received));
        if (result != PP_OK_COMPLETIONPENDING)
            received(result);
    }

    void received(int32_t result) {
        if (result == PP_OK) {
            told_->HandleWebSocketMessage(message_);
            receive();
        } else {
            closed(result);
        }
    }

    WebSocketAPI *told_;
    CompletionCallbackFactory<Events> callbacks_;
    WebSocket socket_;
    Var message_;
};

WebSocketAPI::WebSocketAPI(Instance *instance) : events_(new Events(instance, this)) {}

WebSocketAPI::~WebSocketAPI() {
    delete events_;
}

int32_t WebSocketAPI::Connect(const Var &url, const Var protocols[], uint32_t count) {
    return events_->connect(url, protocols, count);
}

int32_t WebSocketAPI::Close(uint16_t code, const Var &reason) {
    return events_->close(code, reason);
}

int32_t WebSocketAPI::Send(const Var &data) {
    return events_->socket().SendMessage(data);
}

uint64_t WebSocketAPI::GetBufferedAmount() {
    return events_->socket().GetBufferedAmount();
}

Var WebSocketAPI::GetExtensions() {
    return events_->socket().GetExtensions();
}

Var WebSocketAPI::GetProtocol() {
    return events_->socket().GetProtocol();
}

PP_WebSocketReadyState WebSocketAPI::GetReadyState() {
    return events_->socket().GetReadyState();
}

Var WebSocketAPI::GetURL() {
    return events_->socket().GetURL();
}

} // namespace pp
