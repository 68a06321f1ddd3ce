/* What is asked of a server. */
#ifndef PPAPI_CPP_URL_REQUEST_INFO_H
#define PPAPI_CPP_URL_REQUEST_INFO_H

#include <ppapi/c/ppb_url_request_info.h>
#include <ppapi/cpp/file_ref.h>
#include <ppapi/cpp/instance_handle.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class URLRequestInfo : public Resource {
public:
    URLRequestInfo() {}
    explicit URLRequestInfo(const InstanceHandle &instance);
    bool SetProperty(PP_URLRequestProperty property, const Var &value);
    bool AppendDataToBody(const void *data, uint32_t size);
    bool AppendFileToBody(const FileRef &file, PP_Time expected_last_modified = 0);
    bool AppendFileRangeToBody(const FileRef &file, int64_t start, int64_t size, PP_Time expected_last_modified = 0);

    bool SetURL(const Var &url) { return SetProperty(PP_URLREQUESTPROPERTY_URL, url); }
    bool SetMethod(const Var &method) { return SetProperty(PP_URLREQUESTPROPERTY_METHOD, method); }
    bool SetHeaders(const Var &headers) { return SetProperty(PP_URLREQUESTPROPERTY_HEADERS, headers); }
    bool SetStreamToFile(bool enable) { return SetProperty(PP_URLREQUESTPROPERTY_STREAMTOFILE, enable); }
    bool SetFollowRedirects(bool enable) { return SetProperty(PP_URLREQUESTPROPERTY_FOLLOWREDIRECTS, enable); }
    bool SetRecordDownloadProgress(bool enable) {
        return SetProperty(PP_URLREQUESTPROPERTY_RECORDDOWNLOADPROGRESS, enable);
    }
    bool SetRecordUploadProgress(bool enable) {
        return SetProperty(PP_URLREQUESTPROPERTY_RECORDUPLOADPROGRESS, enable);
    }
    bool SetCustomReferrerURL(const Var &url) { return SetProperty(PP_URLREQUESTPROPERTY_CUSTOMREFERRERURL, url); }
    bool SetAllowCrossOriginRequests(bool enable) {
        return SetProperty(PP_URLREQUESTPROPERTY_ALLOWCROSSORIGINREQUESTS, enable);
    }
    bool SetAllowCredentials(bool enable) { return SetProperty(PP_URLREQUESTPROPERTY_ALLOWCREDENTIALS, enable); }
    bool SetCustomContentTransferEncoding(const Var &encoding) {
        return SetProperty(PP_URLREQUESTPROPERTY_CUSTOMCONTENTTRANSFERENCODING, encoding);
    }
    bool SetPrefetchBufferUpperThreshold(int32_t size) {
        return SetProperty(PP_URLREQUESTPROPERTY_PREFETCHBUFFERUPPERTHRESHOLD, size);
    }
    bool SetPrefetchBufferLowerThreshold(int32_t size) {
        return SetProperty(PP_URLREQUESTPROPERTY_PREFETCHBUFFERLOWERTHRESHOLD, size);
    }
    bool SetCustomUserAgent(const Var &agent) { return SetProperty(PP_URLREQUESTPROPERTY_CUSTOMUSERAGENT, agent); }
};

} // namespace pp

#endif
