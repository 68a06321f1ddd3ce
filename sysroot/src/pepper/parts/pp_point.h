PP_INLINE struct PP_Point PP_MakePoint(int32_t x, int32_t y) {
  struct PP_Point point;
  point.x = x;
  point.y = y;
  return point;
}

PP_INLINE struct PP_FloatPoint PP_MakeFloatPoint(float x, float y) {
  struct PP_FloatPoint point;
  point.x = x;
  point.y = y;
  return point;
}
