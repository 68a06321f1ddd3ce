/* Files and answers of servers. */
#ifndef PPAPI_CPP_URL_LOADER_H
#define PPAPI_CPP_URL_LOADER_H

#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/cpp/completion_callback.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/url_request_info.h>
#include <ppapi/cpp/url_response_info.h>

namespace pp {

class URLLoader : public Resource {
public:
    URLLoader() {}
    explicit URLLoader(PP_Resource loader) : Resource(loader) {}
    explicit URLLoader(const InstanceHandle &instance);
    int32_t Open(const URLRequestInfo &request, const CompletionCallback &callback);
    int32_t FollowRedirect(const CompletionCallback &callback);
    bool GetUploadProgress(int64_t *sent, int64_t *total) const;
    bool GetDownloadProgress(int64_t *received, int64_t *total) const;
    URLResponseInfo GetResponseInfo() const;
    int32_t ReadResponseBody(void *buffer, int32_t size, const CompletionCallback &callback);
    int32_t FinishStreamingToFile(const CompletionCallback &callback);
    void Close();
};

} // namespace pp

#endif
