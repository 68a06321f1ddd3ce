/* What a server said before the content. */
#ifndef PPAPI_CPP_URL_RESPONSE_INFO_H
#define PPAPI_CPP_URL_RESPONSE_INFO_H

#include <ppapi/c/ppb_url_response_info.h>
#include <ppapi/cpp/file_ref.h>
#include <ppapi/cpp/resource.h>
#include <ppapi/cpp/var.h>

namespace pp {

class URLResponseInfo : public Resource {
public:
    URLResponseInfo() {}
    URLResponseInfo(PassRef, PP_Resource response) : Resource(PASS_REF, response) {}
    Var GetProperty(PP_URLResponseProperty property) const;
    FileRef GetBodyAsFileRef() const;

    Var GetURL() const { return GetProperty(PP_URLRESPONSEPROPERTY_URL); }
    Var GetRedirectURL() const { return GetProperty(PP_URLRESPONSEPROPERTY_REDIRECTURL); }
    Var GetRedirectMethod() const { return GetProperty(PP_URLRESPONSEPROPERTY_REDIRECTMETHOD); }
    int32_t GetStatusCode() const { return GetProperty(PP_URLRESPONSEPROPERTY_STATUSCODE).AsInt(); }
    Var GetStatusLine() const { return GetProperty(PP_URLRESPONSEPROPERTY_STATUSLINE); }
    Var GetHeaders() const { return GetProperty(PP_URLRESPONSEPROPERTY_HEADERS); }
};

} // namespace pp

#endif
