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
