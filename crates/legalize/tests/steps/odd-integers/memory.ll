; In memory a number takes no more bytes than it needs.
define i24 @copy24(ptr %from, ptr %to) {
  %v = load i24, ptr %from, align 4
  store i24 %v, ptr %to, align 1
  store i24 66051, ptr %to
  ret i24 %v
}
define void @copy56(ptr %from, ptr %to) {
  %v = load i56, ptr %from, align 2
  store i56 %v, ptr %to
  ret void
}
define i3 @few(ptr %p) {
  %v = load i3, ptr %p
  ret i3 %v
}
