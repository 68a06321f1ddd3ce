
%pair = type { i32, i32 }

@g = global i32 0

define void @f(ptr sret(%pair) %r, ptr byval(%pair) align 8 %p, i8 zeroext %b) {
  %v = call signext i8 @h(i8 zeroext %b, ptr %p) #0
  ret void
}

declare signext i8 @h(i8 zeroext, ptr)

attributes #0 = { returns_twice }
