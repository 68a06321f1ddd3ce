/* What comes from servers. */
#include <ppapi/c/ppb_url_loader.h>
#include <ppapi/cpp/url_loader.h>

#include "interfaces.h"

INTERFACE(loaders, PPB_URLLoader, PPB_URLLOADER_INTERFACE)
INTERFACE(requests, PPB_URLRequestInfo, PPB_URLREQUESTINFO_INTERFACE)
INTERFACE(responses, PPB_URLResponseInfo, PPB_URLRESPONSEINFO_INTERFACE)

namespace pp {

URLLoader::URLLoader(const InstanceHandle &instance)
    : Resource(PASS_REF, loaders()->Create(instance.pp_instance())) {}

int32_t URLLoader::Open(const URLRequestInfo &request, const CompletionCallback &callback) {
    return loaders()->Open(pp_resource(), request.pp_resource(), callback.pp_completion_callback());
}

int32_t URLLoader::FollowRedirect(const CompletionCallback &callback) {
    return loaders()->FollowRedirect(pp_resource(), callback.pp_completion_callback());
}

bool URLLoader::GetUploadProgress(int64_t *sent, int64_t *total) const {
    return PP_ToBool(loaders()->GetUploadProgress(pp_resource(), sent, total));
}

bool URLLoader::GetDownloadProgress(int64_t *received, int64_t *total) const {
    return PP_ToBool(loaders()->GetDownloadProgress(pp_resource(), received, total));
}

URLResponseInfo URLLoader::GetResponseInfo() const {
    return URLResponseInfo(PASS_REF, loaders()->GetResponseInfo(pp_resource()));
}

int32_t URLLoader::ReadResponseBody(void *buffer, int32_t size, const CompletionCallback &callback) {
    return loaders()->ReadResponseBody(pp_resource(), buffer, size, callback.pp_completion_callback());
}

int32_t URLLoader::FinishStreamingToFile(const CompletionCallback &callback) {
    return loaders()->FinishStreamingToFile(pp_resource(), callback.pp_completion_callback());
}

void URLLoader::Close() {
    loaders()->Close(pp_resource());
}

URLRequestInfo::URLRequestInfo(const InstanceHandle &instance)
    : Resource(PASS_REF, requests()->Create(instance.pp_instance())) {}

bool URLRequestInfo::SetProperty(PP_URLRequestProperty property, const Var &value) {
    return PP_ToBool(requests()->SetProperty(pp_resource(), property, value.pp_var()));
}

bool URLRequestInfo::AppendDataToBody(const void *data, uint32_t size) {
    return PP_ToBool(requests()->AppendDataToBody(pp_resource(), data, size));
}

bool URLRequestInfo::AppendFileToBody(const FileRef &file, PP_Time expected_last_modified) {
    return AppendFileRangeToBody(file, 0, -1, expected_last_modified);
}

bool URLRequestInfo::AppendFileRangeToBody(
    const FileRef &file, int64_t start, int64_t size, PP_Time expected_last_modified) {
    return PP_ToBool(
        requests()->AppendFileToBody(pp_resource(), file.pp_resource(), start, size, expected_last_modified));
}

Var URLResponseInfo::GetProperty(PP_URLResponseProperty property) const {
    return Var(PASS_REF, responses()->GetProperty(pp_resource(), property));
}

FileRef URLResponseInfo::GetBodyAsFileRef() const {
    return FileRef(PASS_REF, responses()->GetBodyAsFileRef(pp_resource()));
}

} // namespace pp
