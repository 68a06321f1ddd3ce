source_filename = "<stdin>"

define internal void @f(ptr %p) {
  %a = load { i32, i8 }, ptr %p, align 4
  store { i32, i8 } %a, ptr %p, align 4
  %b = load <4 x i32>, ptr %p, align 16
  store <4 x i32> %b, ptr %p, align 16
  %c = load i24, ptr %p, align 4
  store i24 %c, ptr %p, align 4
  ret void
}
