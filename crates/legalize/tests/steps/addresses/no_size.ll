; error: F0205 the index selects an element that does not exist, or whose type has no size
%huge = type [4294967296 x [4294967296 x i8]]
define ptr @f(ptr %p, i32 %i) {
  %a = getelementptr %huge, ptr %p, i32 %i
  ret ptr %a
}
