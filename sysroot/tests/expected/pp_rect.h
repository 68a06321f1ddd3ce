/* Made from the tables of the crate pinnacle-pepper, not by hand. */
#ifndef PPAPI_C_PP_RECT_H_
#define PPAPI_C_PP_RECT_H_

#include "ppapi/c/pp_macros.h"
#include "ppapi/c/pp_point.h"
#include "ppapi/c/pp_size.h"

struct PP_FloatRect {
  struct PP_FloatPoint point;
  struct PP_FloatSize size;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_FloatRect, 16);

struct PP_Rect {
  struct PP_Point point;
  struct PP_Size size;
};
PP_COMPILE_ASSERT_STRUCT_SIZE_IN_BYTES(PP_Rect, 16);

PP_INLINE struct PP_Rect PP_MakeRectFromXYWH(
    int32_t x, int32_t y, int32_t width, int32_t height) {
  struct PP_Rect rectangle;
  rectangle.point = PP_MakePoint(x, y);
  rectangle.size = PP_MakeSize(width, height);
  return rectangle;
}

PP_INLINE struct PP_FloatRect PP_MakeFloatRectFromXYWH(
    float x, float y, float width, float height) {
  struct PP_FloatRect rectangle;
  rectangle.point = PP_MakeFloatPoint(x, y);
  rectangle.size = PP_MakeFloatSize(width, height);
  return rectangle;
}

#endif
