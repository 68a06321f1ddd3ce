PP_INLINE struct PP_Size PP_MakeSize(int32_t width, int32_t height) {
  struct PP_Size size;
  size.width = width;
  size.height = height;
  return size;
}

PP_INLINE struct PP_FloatSize PP_MakeFloatSize(float width, float height) {
  struct PP_FloatSize size;
  size.width = width;
  size.height = height;
  return size;
}
