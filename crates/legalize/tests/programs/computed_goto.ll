; A table of labels, as interpreters have it: 0 ends, 1 adds one, 2 doubles.
; run: @run(i32 0) == i32 4
; run: @run(i32 1) == i32 3
@labels = internal constant [3 x ptr] [ptr blockaddress(@run, %end), ptr blockaddress(@run, %add), ptr blockaddress(@run, %double)]
@code = internal constant [2 x [4 x i8]] [[4 x i8] c"\01\01\02\00", [4 x i8] c"\01\02\01\00"]
define i32 @run(i32 %which) {
entry:
  br label %next
next:
  %at = phi i32 [ 0, %entry ], [ %after.add, %add ], [ %after.double, %double ]
  %v = phi i32 [ 0, %entry ], [ %added, %add ], [ %doubled, %double ]
  %place = getelementptr [2 x [4 x i8]], ptr @code, i32 0, i32 %which, i32 %at
  %op = load i8, ptr %place
  %wide = zext i8 %op to i32
  %label = getelementptr ptr, ptr @labels, i32 %wide
  %to = load ptr, ptr %label
  indirectbr ptr %to, [label %end, label %add, label %double]
add:
  %added = add i32 %v, 1
  %after.add = add i32 %at, 1
  br label %next
double:
  %doubled = mul i32 %v, 2
  %after.double = add i32 %at, 1
  br label %next
end:
  ret i32 %v
}
