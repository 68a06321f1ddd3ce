; Parts of constants.
%s = type { i32, [3 x i8], { float, ptr } }
@g = global i32 1
define i8 @f(ptr %p) {
  store %s { i32 1, [3 x i8] c"abc", { float, ptr } { float 2.0, ptr @g } }, ptr %p
  store %s zeroinitializer, ptr %p
  store %s { i32 undef, [3 x i8] poison, { float, ptr } zeroinitializer }, ptr %p
  %r = extractvalue %s { i32 1, [3 x i8] c"abc", { float, ptr } undef }, 1, 1
  ret i8 %r
}
