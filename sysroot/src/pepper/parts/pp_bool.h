#ifdef __cplusplus
PP_INLINE PP_Bool PP_FromBool(bool value) {
  return value ? PP_TRUE : PP_FALSE;
}

PP_INLINE bool PP_ToBool(PP_Bool value) {
  return value != PP_FALSE;
}
#else
PP_INLINE PP_Bool PP_FromBool(int value) {
  return value ? PP_TRUE : PP_FALSE;
}

PP_INLINE int PP_ToBool(PP_Bool value) {
  return value != PP_FALSE;
}
#endif
