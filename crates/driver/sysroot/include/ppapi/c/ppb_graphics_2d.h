/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PPB_GRAPHICS_2D_H_
#define PPAPI_C_PPB_GRAPHICS_2D_H_

#include "ppapi/c/pp_bool.h"
#include "ppapi/c/pp_completion_callback.h"
#include "ppapi/c/pp_instance.h"
#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_point.h"
#include "ppapi/c/pp_rect.h"
#include "ppapi/c/pp_resource.h"
#include "ppapi/c/pp_size.h"
#include "ppapi/c/pp_stdint.h"

#define PPB_GRAPHICS_2D_INTERFACE_1_0 "PPB_Graphics2D;1.0"
#define PPB_GRAPHICS_2D_INTERFACE_1_1 "PPB_Graphics2D;1.1"
#define PPB_GRAPHICS_2D_INTERFACE_1_2 "PPB_Graphics2D;1.2"
#define PPB_GRAPHICS_2D_INTERFACE PPB_GRAPHICS_2D_INTERFACE_1_2

struct PPB_Graphics2D_1_2 {
  PP_Resource (*Create)(
      PP_Instance instance, const struct PP_Size* size,
      PP_Bool is_always_opaque);
  PP_Bool (*IsGraphics2D)(PP_Resource resource);
  PP_Bool (*Describe)(
      PP_Resource graphics_2d, struct PP_Size* size, PP_Bool* is_always_opaque);
  void (*PaintImageData)(
      PP_Resource graphics_2d, PP_Resource image_data,
      const struct PP_Point* top_left, const struct PP_Rect* src_rect);
  void (*Scroll)(
      PP_Resource graphics_2d, const struct PP_Rect* clip_rect,
      const struct PP_Point* amount);
  void (*ReplaceContents)(PP_Resource graphics_2d, PP_Resource image_data);
  int32_t (*Flush)(
      PP_Resource graphics_2d, struct PP_CompletionCallback callback);
  PP_Bool (*SetScale)(PP_Resource resource, float scale);
  float (*GetScale)(PP_Resource resource);
  PP_Bool (*SetLayerTransform)(
      PP_Resource resource, float scale, const struct PP_Point* origin,
      const struct PP_Point* translate);
};

typedef struct PPB_Graphics2D_1_2 PPB_Graphics2D;

struct PPB_Graphics2D_1_1 {
  PP_Resource (*Create)(
      PP_Instance instance, const struct PP_Size* size,
      PP_Bool is_always_opaque);
  PP_Bool (*IsGraphics2D)(PP_Resource resource);
  PP_Bool (*Describe)(
      PP_Resource graphics_2d, struct PP_Size* size, PP_Bool* is_always_opaque);
  void (*PaintImageData)(
      PP_Resource graphics_2d, PP_Resource image_data,
      const struct PP_Point* top_left, const struct PP_Rect* src_rect);
  void (*Scroll)(
      PP_Resource graphics_2d, const struct PP_Rect* clip_rect,
      const struct PP_Point* amount);
  void (*ReplaceContents)(PP_Resource graphics_2d, PP_Resource image_data);
  int32_t (*Flush)(
      PP_Resource graphics_2d, struct PP_CompletionCallback callback);
  PP_Bool (*SetScale)(PP_Resource resource, float scale);
  float (*GetScale)(PP_Resource resource);
};

struct PPB_Graphics2D_1_0 {
  PP_Resource (*Create)(
      PP_Instance instance, const struct PP_Size* size,
      PP_Bool is_always_opaque);
  PP_Bool (*IsGraphics2D)(PP_Resource resource);
  PP_Bool (*Describe)(
      PP_Resource graphics_2d, struct PP_Size* size, PP_Bool* is_always_opaque);
  void (*PaintImageData)(
      PP_Resource graphics_2d, PP_Resource image_data,
      const struct PP_Point* top_left, const struct PP_Rect* src_rect);
  void (*Scroll)(
      PP_Resource graphics_2d, const struct PP_Rect* clip_rect,
      const struct PP_Point* amount);
  void (*ReplaceContents)(PP_Resource graphics_2d, PP_Resource image_data);
  int32_t (*Flush)(
      PP_Resource graphics_2d, struct PP_CompletionCallback callback);
};

#endif
