/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPB_FILE_IO_H_
#define PPAPI_C_PPB_FILE_IO_H_

#include "ppapi/c/pp_array_output.h"
#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_file_info.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_stdint.h"
#include "ppapi/c/pp_time.h"

#define PPB_FILEIO_INTERFACE_1_0 "PPB_FileIO;1.0"
#define PPB_FILEIO_INTERFACE_1_1 "PPB_FileIO;1.1"
#define PPB_FILEIO_INTERFACE PPB_FILEIO_INTERFACE_1_1

typedef enum {
  PP_FILEOPENFLAG_READ = 1,
  PP_FILEOPENFLAG_WRITE = 2,
  PP_FILEOPENFLAG_CREATE = 4,
  PP_FILEOPENFLAG_TRUNCATE = 8,
  PP_FILEOPENFLAG_EXCLUSIVE = 16,
  PP_FILEOPENFLAG_APPEND = 32
} PP_FileOpenFlags;
PP_COMPILE_ASSERT_SIZE_IN_BYTES(PP_FileOpenFlags, 4);

struct PPB_FileIO_1_1 {
  PP_Resource (*Create)(PP_Instance instance);
  PP_Bool (*IsFileIO)(PP_Resource resource);
  int32_t (*Open)(
      PP_Resource file_io, PP_Resource file_ref, int32_t open_flags,
      struct PP_CompletionCallback callback);
  int32_t (*Query)(
      PP_Resource file_io, struct PP_FileInfo* info,
      struct PP_CompletionCallback callback);
  int32_t (*Touch)(
      PP_Resource file_io, PP_Time last_access_time,
      PP_Time last_modified_time, struct PP_CompletionCallback callback);
  int32_t (*Read)(
      PP_Resource file_io, int64_t offset, char* buffer,
      int32_t bytes_to_read, struct PP_CompletionCallback callback);
  int32_t (*Write)(
      PP_Resource file_io, int64_t offset, const char* buffer,
      int32_t bytes_to_write, struct PP_CompletionCallback callback);
  int32_t (*SetLength)(
      PP_Resource file_io, int64_t length,
      struct PP_CompletionCallback callback);
  int32_t (*Flush)(PP_Resource file_io, struct PP_CompletionCallback callback);
  void (*Close)(PP_Resource file_io);
  int32_t (*ReadToArray)(
      PP_Resource file_io, int64_t offset, int32_t max_read_length,
      struct PP_ArrayOutput* output, struct PP_CompletionCallback callback);
};

typedef struct PPB_FileIO_1_1 PPB_FileIO;

struct PPB_FileIO_1_0 {
  PP_Resource (*Create)(PP_Instance instance);
  PP_Bool (*IsFileIO)(PP_Resource resource);
  int32_t (*Open)(
      PP_Resource file_io, PP_Resource file_ref, int32_t open_flags,
      struct PP_CompletionCallback callback);
  int32_t (*Query)(
      PP_Resource file_io, struct PP_FileInfo* info,
      struct PP_CompletionCallback callback);
  int32_t (*Touch)(
      PP_Resource file_io, PP_Time last_access_time,
      PP_Time last_modified_time, struct PP_CompletionCallback callback);
  int32_t (*Read)(
      PP_Resource file_io, int64_t offset, char* buffer,
      int32_t bytes_to_read, struct PP_CompletionCallback callback);
  int32_t (*Write)(
      PP_Resource file_io, int64_t offset, const char* buffer,
      int32_t bytes_to_write, struct PP_CompletionCallback callback);
  int32_t (*SetLength)(
      PP_Resource file_io, int64_t length,
      struct PP_CompletionCallback callback);
  int32_t (*Flush)(PP_Resource file_io, struct PP_CompletionCallback callback);
  void (*Close)(PP_Resource file_io);
};

#endif
