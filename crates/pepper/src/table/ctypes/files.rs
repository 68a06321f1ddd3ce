//! Types of files and URLs.

use super::*;

headers! {
    "pp_directory_entry.h" {
        struct PP_DirectoryEntry {
            file_ref: PP_Resource,
            file_type: PP_FileType,
        }
    }
    "pp_file_info.h" {
        enum PP_FileSystemType {
            PP_FILESYSTEMTYPE_INVALID = 0,
            PP_FILESYSTEMTYPE_EXTERNAL = 1,
            PP_FILESYSTEMTYPE_LOCALPERSISTENT = 2,
            PP_FILESYSTEMTYPE_LOCALTEMPORARY = 3,
            PP_FILESYSTEMTYPE_ISOLATED = 4,
        }
        enum PP_FileType {
            PP_FILETYPE_REGULAR = 0,
            PP_FILETYPE_DIRECTORY = 1,
            PP_FILETYPE_OTHER = 2,
        }
        struct PP_FileInfo {
            size: int64_t,
            type: PP_FileType,
            system_type: PP_FileSystemType,
            creation_time: PP_Time,
            last_access_time: PP_Time,
            last_modified_time: PP_Time,
        }
    }
    "ppb_file_io.h" {
        enum PP_FileOpenFlags {
            PP_FILEOPENFLAG_READ = 1,
            PP_FILEOPENFLAG_WRITE = 2,
            PP_FILEOPENFLAG_CREATE = 4,
            PP_FILEOPENFLAG_TRUNCATE = 8,
            PP_FILEOPENFLAG_EXCLUSIVE = 16,
            PP_FILEOPENFLAG_APPEND = 32,
        }
        interface "PPB_FileIO" PPB_FileIO PPB_FILEIO;
    }
    "ppb_file_ref.h" {
        enum PP_MakeDirectoryFlags {
            PP_MAKEDIRECTORYFLAG_NONE = 0,
            PP_MAKEDIRECTORYFLAG_WITH_ANCESTORS = 1,
            PP_MAKEDIRECTORYFLAG_EXCLUSIVE = 2,
        }
        interface "PPB_FileRef" PPB_FileRef PPB_FILEREF;
    }
    "ppb_file_system.h" {
        interface "PPB_FileSystem" PPB_FileSystem PPB_FILESYSTEM;
    }
    "ppb_url_loader.h" {
        interface "PPB_URLLoader" PPB_URLLoader PPB_URLLOADER;
    }
    "ppb_url_request_info.h" {
        enum PP_URLRequestProperty {
            PP_URLREQUESTPROPERTY_URL = 0,
            PP_URLREQUESTPROPERTY_METHOD = 1,
            PP_URLREQUESTPROPERTY_HEADERS = 2,
            PP_URLREQUESTPROPERTY_STREAMTOFILE = 3,
            PP_URLREQUESTPROPERTY_FOLLOWREDIRECTS = 4,
            PP_URLREQUESTPROPERTY_RECORDDOWNLOADPROGRESS = 5,
            PP_URLREQUESTPROPERTY_RECORDUPLOADPROGRESS = 6,
            PP_URLREQUESTPROPERTY_CUSTOMREFERRERURL = 7,
            PP_URLREQUESTPROPERTY_ALLOWCROSSORIGINREQUESTS = 8,
            PP_URLREQUESTPROPERTY_ALLOWCREDENTIALS = 9,
            PP_URLREQUESTPROPERTY_CUSTOMCONTENTTRANSFERENCODING = 10,
            PP_URLREQUESTPROPERTY_PREFETCHBUFFERUPPERTHRESHOLD = 11,
            PP_URLREQUESTPROPERTY_PREFETCHBUFFERLOWERTHRESHOLD = 12,
            PP_URLREQUESTPROPERTY_CUSTOMUSERAGENT = 13,
        }
        interface "PPB_URLRequestInfo" PPB_URLRequestInfo PPB_URLREQUESTINFO;
    }
    "ppb_url_response_info.h" {
        enum PP_URLResponseProperty {
            PP_URLRESPONSEPROPERTY_URL = 0,
            PP_URLRESPONSEPROPERTY_REDIRECTURL = 1,
            PP_URLRESPONSEPROPERTY_REDIRECTMETHOD = 2,
            PP_URLRESPONSEPROPERTY_STATUSCODE = 3,
            PP_URLRESPONSEPROPERTY_STATUSLINE = 4,
            PP_URLRESPONSEPROPERTY_HEADERS = 5,
        }
        interface "PPB_URLResponseInfo" PPB_URLResponseInfo PPB_URLRESPONSEINFO;
    }
}
