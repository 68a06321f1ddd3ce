; The address of a thread-local variable is that of the thread minus a constant.
; RUN: opt %s -nacl-expand-tls -S | FileCheck %s

@counter = thread_local global i32 7

define i32* @address() {
  ret i32* @counter
}

; CHECK-NOT: thread_local
; CHECK-LABEL: define i32* @address()
; CHECK: [[THREAD:%.*]] = call i8* @llvm.nacl.read.tp()
; CHECK: [[PLACE:%.*]] = getelementptr i8, i8* [[THREAD]], i32 -4
; CHECK: [[CAST:%.*]] = bitcast i8* [[PLACE]] to i32*
; CHECK: ret i32* [[CAST]]
