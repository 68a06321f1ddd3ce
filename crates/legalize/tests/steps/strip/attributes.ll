; Attributes for optimisers go, those that change a call stay; the calling
; convention is that of C.
%pair = type { i32, i32 }
@g = global i32 0 #2
define fastcc void @f(ptr sret(%pair) nonnull %r, ptr noalias byval(%pair) align 8 %p, i8 zeroext %b) #0 {
  %v = call fastcc noundef signext i8 @h(i8 noundef zeroext %b, ptr dereferenceable(8) %p) #1
  ret void
}
declare fastcc signext i8 @h(i8 zeroext, ptr)
attributes #0 = { nounwind optsize "frame-pointer"="all" }
attributes #1 = { returns_twice nounwind }
attributes #2 = { "keep"="no" }
