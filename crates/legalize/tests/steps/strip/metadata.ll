; Metadata goes, and with it what only carries metadata.
define i32 @f(ptr %p) {
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  %v = load i32, ptr %p, align 4, !range !0
  ret i32 %v
}
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = !{i32 0, i32 10}
!1 = !{!2}
!2 = distinct !{!2, !3}
!3 = distinct !{!3}
!llvm.ident = !{!4}
!4 = !{!"a compiler"}
