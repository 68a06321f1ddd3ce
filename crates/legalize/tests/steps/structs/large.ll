; Large aggregates are kept in the frame.
%large = type { i32, [1000 x i8], { i32, i32 } }
@g = global i32 1
define i32 @f(ptr %p, ptr %q, i1 %c) {
  %a = load %large, ptr %p
  store %large %a, ptr %q
  %b = insertvalue %large %a, i32 1, 0
  %d = insertvalue %large %b, { i32, i32 } { i32 1, i32 2 }, 2
  %e = insertvalue %large %d, [1000 x i8] zeroinitializer, 1
  %s = select i1 %c, %large %e, %large undef
  %s2 = select i1 %c, %large %s, %large zeroinitializer
  %w = freeze %large %s2
  store %large %w, ptr %q
  %m = extractvalue %large %w, 1
  store [1000 x i8] %m, ptr %p
  %byte = extractvalue %large %w, 1, 999
  %pair = extractvalue %large %w, 2
  store { i32, i32 } %pair, ptr %p
  store [1000 x i8] zeroinitializer, ptr %p
  store [1000 x i8] undef, ptr %p
  store [40 x ptr] [ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g, ptr @g], ptr %p
  %undefined = extractvalue %large undef, 0
  %r = extractvalue %large %w, 0
  ret i32 %r
}
; Two that exchange their values.
define void @swap(ptr %p, i1 %c) {
entry:
  %a = load [64 x i32], ptr %p
  br label %loop
loop:
  %x = phi [64 x i32] [ %a, %entry ], [ %y, %loop ]
  %y = phi [64 x i32] [ zeroinitializer, %entry ], [ %x, %loop ]
  %n = phi { i32 } [ undef, %entry ], [ { i32 1 }, %loop ]
  br i1 %c, label %loop, label %end
end:
  store [64 x i32] %x, ptr %p
  ret void
}
