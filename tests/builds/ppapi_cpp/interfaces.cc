// A program that uses the interfaces of the browser by their classes, one after the other, and
// posts what it sees.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <GLES2/gl2.h>

#include "ppapi/cpp/audio.h"
#include "ppapi/cpp/directory_entry.h"
#include "ppapi/cpp/file_io.h"
#include "ppapi/cpp/file_ref.h"
#include "ppapi/cpp/file_system.h"
#include "ppapi/cpp/fullscreen.h"
#include "ppapi/cpp/graphics_3d.h"
#include "ppapi/cpp/graphics_3d_client.h"
#include "ppapi/cpp/host_resolver.h"
#include "ppapi/cpp/instance.h"
#include "ppapi/cpp/logging.h"
#include "ppapi/cpp/module.h"
#include "ppapi/cpp/mouse_cursor.h"
#include "ppapi/cpp/mouse_lock.h"
#include "ppapi/cpp/tcp_socket.h"
#include "ppapi/cpp/udp_socket.h"
#include "ppapi/cpp/url_loader.h"
#include "ppapi/cpp/url_request_info.h"
#include "ppapi/cpp/url_response_info.h"
#include "ppapi/cpp/websocket.h"
#include "ppapi/lib/gl/gles2/gl2ext_ppapi.h"
#include "ppapi/utility/completion_callback_factory.h"

class Tour : public pp::Instance, public pp::Graphics3DClient, public pp::MouseLock {
public:
    explicit Tour(PP_Instance instance)
        : pp::Instance(instance), pp::Graphics3DClient(this), pp::MouseLock(this), factory_(this) {}

    virtual bool Init(uint32_t, const char *[], const char *[]) {
        Load();
        return true;
    }
    virtual void Graphics3DContextLost() { Say("lost", 0); }
    virtual void MouseLockLost() { Say("unlocked", 0); }

private:
    void Say(const std::string &what, int32_t result) {
        char number[16];
        snprintf(number, sizeof number, " %d", static_cast<int>(result));
        PostMessage(what + number);
    }

    void Load() {
        loader_ = pp::URLLoader(this);
        pp::URLRequestInfo request(this);
        request.SetURL("greeting.txt");
        request.SetMethod("GET");
        request.SetRecordDownloadProgress(true);
        loader_.Open(request, factory_.NewCallback(&Tour::Opened));
    }
    void Opened(int32_t result) {
        Say("opened", result);
        Say("status", loader_.GetResponseInfo().GetStatusCode());
        loader_.ReadResponseBody(buffer_, sizeof buffer_, factory_.NewCallback(&Tour::Loaded));
    }
    void Loaded(int32_t result) {
        Say(std::string(buffer_, result > 0 ? result : 0), result);
        int64_t received = 0, total = 0;
        loader_.GetDownloadProgress(&received, &total);
        Say("received", static_cast<int32_t>(received));
        loader_.Close();
        system_ = pp::FileSystem(this, PP_FILESYSTEMTYPE_LOCALTEMPORARY);
        system_.Open(1 << 20, factory_.NewCallback(&Tour::SystemOpened));
    }

    void SystemOpened(int32_t result) {
        Say("file system", result);
        folder_ = pp::FileRef(system_, "/folder");
        folder_.MakeDirectory(PP_MAKEDIRECTORYFLAG_NONE, factory_.NewCallback(&Tour::FolderMade));
    }
    void FolderMade(int32_t result) {
        Say("folder", result);
        place_ = pp::FileRef(system_, "/folder/file");
        PostMessage(place_.GetName().AsString() + " in " + place_.GetParent().GetPath().AsString());
        file_ = pp::FileIO(this);
        file_.Open(place_, PP_FILEOPENFLAG_READ | PP_FILEOPENFLAG_WRITE | PP_FILEOPENFLAG_CREATE,
            factory_.NewCallback(&Tour::FileOpened));
    }
    void FileOpened(int32_t result) {
        Say("file", result);
        file_.Write(0, "some text", 9, factory_.NewCallback(&Tour::Written));
    }
    void Written(int32_t result) {
        Say("written", result);
        file_.Read(5, 100, factory_.NewCallbackWithOutput(&Tour::Read));
    }
    void Read(int32_t result, const std::vector<char> &bytes) {
        Say(std::string(bytes.begin(), bytes.end()), result);
        file_.Close();
        place_.Query(factory_.NewCallbackWithOutput(&Tour::Queried, std::string("size")));
    }
    void Queried(int32_t result, const PP_FileInfo &info, const std::string &what) {
        Say(what, result == PP_OK ? static_cast<int32_t>(info.size) : result);
        folder_.ReadDirectoryEntries(factory_.NewCallbackWithOutput(&Tour::Listed));
    }
    void Listed(int32_t result, const std::vector<pp::DirectoryEntry> &entries) {
        Say("listed", result);
        for (size_t i = 0; i < entries.size(); i++)
            Say(entries[i].file_ref().GetName().AsString(), entries[i].file_type());
        place_.Delete(factory_.NewCallback(&Tour::Deleted));
    }
    void Deleted(int32_t result) {
        Say("deleted", result);
        PlaySound();
    }

    void PlaySound() {
        uint32_t frames = pp::AudioConfig::RecommendSampleFrameCount(this, PP_AUDIOSAMPLERATE_44100, 4096);
        pp::AudioConfig config(this, PP_AUDIOSAMPLERATE_44100, frames);
        audio_ = pp::Audio(this, config, Silence, this);
        Say("audio", audio_.config().sample_rate());
        Say("plays", audio_.StartPlayback());
        Say("stops", audio_.StopPlayback());
        Draw();
    }
    static void Silence(void *samples, uint32_t size, PP_TimeDelta, void *) { memset(samples, 0, size); }

    void Draw() {
        glInitializePPAPI(pp::Module::Get()->get_browser_interface());
        const int32_t attributes[] = {PP_GRAPHICS3DATTRIB_WIDTH, 8, PP_GRAPHICS3DATTRIB_HEIGHT, 8,
            PP_GRAPHICS3DATTRIB_NONE};
        context_ = pp::Graphics3D(this, attributes);
        Say("bound", BindGraphics(context_));
        glSetCurrentContextPPAPI(context_.pp_resource());
        glClearColor(1, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        unsigned char pixel[4] = {};
        glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        Say("red", pixel[0]);
        context_.SwapBuffers(factory_.NewCallback(&Tour::Drawn));
    }
    void Drawn(int32_t result) {
        Say("drawn", result);
        Say("fullscreen", pp::Fullscreen(this).IsFullscreen());
        Say("cursor", pp::MouseCursor::SetCursor(this, PP_MOUSECURSOR_TYPE_HAND));
        Connect();
    }

    void Connect() {
        PP_NetAddress_IPv4 here = {0, {127, 0, 0, 1}};
        address_ = pp::NetAddress(this, here);
        PostMessage(address_.DescribeAsString(false));
        Say("sockets", pp::TCPSocket::IsAvailable() && pp::UDPSocket::IsAvailable());
        datagrams_ = pp::UDPSocket(this);
        datagrams_.Bind(address_, factory_.NewCallback(&Tour::Bound));
    }
    void Bound(int32_t result) {
        Say("bound", result);
        datagrams_.RecvFrom(buffer_, sizeof buffer_, factory_.NewCallbackWithOutput(&Tour::Received));
        datagrams_.SendTo("datagram", 8, datagrams_.GetBoundAddress(), factory_.NewCallback(&Tour::Sent));
    }
    /* Which is told first, this or what was received, is not said. */
    void Sent(int32_t) {}
    void Received(int32_t result, const pp::NetAddress &from) {
        Say(std::string(buffer_, result > 0 ? result : 0), from == pp::NetAddress());
        datagrams_.Close();
        server_ = pp::TCPSocket(this);
        server_.Bind(address_, factory_.NewCallback(&Tour::ServerBound));
    }
    void ServerBound(int32_t result) {
        Say("server", result);
        server_.Listen(1, factory_.NewCallback(&Tour::Listening));
    }
    void Listening(int32_t result) {
        Say("listening", result);
        server_.Accept(factory_.NewCallbackWithOutput(&Tour::Accepted));
        client_ = pp::TCPSocket(this);
        client_.Connect(server_.GetLocalAddress(), factory_.NewCallback(&Tour::Connected));
    }
    void Connected(int32_t result) {
        connected_ = result;
        client_.Write("stream", 6, factory_.NewCallback(&Tour::Sent));
    }
    void Accepted(int32_t result, pp::TCPSocket socket) {
        Say("accepted", result);
        accepted_ = socket;
        accepted_.Read(buffer_, sizeof buffer_, factory_.NewCallback(&Tour::ReadAll));
    }
    void ReadAll(int32_t result) {
        Say("connected", connected_);
        Say(std::string(buffer_, result > 0 ? result : 0), result);
        pp::WebSocket socket(this);
        Say("web socket", socket.GetReadyState());
        PostMessage("end");
    }

    pp::CompletionCallbackFactory<Tour> factory_;
    pp::URLLoader loader_;
    pp::FileSystem system_;
    pp::FileRef folder_, place_;
    pp::FileIO file_;
    pp::Audio audio_;
    pp::Graphics3D context_;
    pp::NetAddress address_;
    pp::UDPSocket datagrams_;
    pp::TCPSocket server_, client_, accepted_;
    int32_t connected_ = -1;
    char buffer_[64];
};

class TourModule : public pp::Module {
public:
    virtual pp::Instance *CreateInstance(PP_Instance instance) { return new Tour(instance); }
};

namespace pp {
Module *CreateModule() {
    return new TourModule();
}
} // namespace pp
