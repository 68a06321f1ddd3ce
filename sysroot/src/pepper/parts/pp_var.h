PP_INLINE struct PP_Var PP_MakeUndefined(void) {
  struct PP_Var var = {PP_VARTYPE_UNDEFINED, 0, {PP_FALSE}};
  return var;
}

PP_INLINE struct PP_Var PP_MakeNull(void) {
  struct PP_Var var = {PP_VARTYPE_NULL, 0, {PP_FALSE}};
  return var;
}

PP_INLINE struct PP_Var PP_MakeBool(PP_Bool value) {
  struct PP_Var var = {PP_VARTYPE_BOOL, 0, {PP_FALSE}};
  var.value.as_bool = value;
  return var;
}

PP_INLINE struct PP_Var PP_MakeInt32(int32_t value) {
  struct PP_Var var = {PP_VARTYPE_INT32, 0, {PP_FALSE}};
  var.value.as_int = value;
  return var;
}

PP_INLINE struct PP_Var PP_MakeDouble(double value) {
  struct PP_Var var = {PP_VARTYPE_DOUBLE, 0, {PP_FALSE}};
  var.value.as_double = value;
  return var;
}
