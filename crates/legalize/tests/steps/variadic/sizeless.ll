; error: F0205 without a size
%opaque = type opaque
define void @f(ptr %list) {
  %r = va_arg ptr %list, %opaque
  ret void
}
