target triple = "le32-unknown-nacl"

@__sanitizer_frame = external thread_local global ptr
@__sanitizer_variables = external constant [0 x { ptr, i32 }]
@__sanitizer_variable_count = external constant i32
@number = global i32 7
@fixed = constant i32 8
@own = thread_local global i32 9

declare void @g()
declare void @llvm.trap()

; Each call makes the frame current; a return goes back to that of the caller.
define i32 @f(i1 %c) !dbg !6 {
  br i1 %c, label %more, label %end

more:
  call void @g(), !dbg !9
  call void @g(), !dbg !10
  br label %end

end:
  %v = load i32, ptr @__sanitizer_variable_count
  ret i32 %v
}

; Intrinsics enter no function.
define void @trapping() !dbg !13 {
  call void @llvm.trap(), !dbg !14
  unreachable
}

; Without lines, a function has no frame.
define void @unknown() {
  call void @g()
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/tmp")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !4, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!8 = distinct !DISubprogram(name: "inlined", scope: !1, file: !1, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!9 = !DILocation(line: 4, column: 5, scope: !6)
!10 = !DILocation(line: 2, column: 3, scope: !8, inlinedAt: !11)
!11 = distinct !DILocation(line: 5, column: 7, scope: !6)
!13 = distinct !DISubprogram(name: "trapping", scope: !1, file: !1, line: 9, type: !4, scopeLine: 9, spFlags: DISPFlagDefinition, unit: !0)
!14 = !DILocation(line: 10, column: 1, scope: !13)
