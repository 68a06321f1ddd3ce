PP_INLINE struct PP_TouchPoint PP_MakeTouchPoint(void) {
  struct PP_TouchPoint point = {0, {0, 0}, {0, 0}, 0, 0};
  return point;
}
