; pnacl-abicheck reports the parts of a module that are not in the stable subset.

; RUN: not pnacl-abicheck < %s > %t.messages
; RUN: FileCheck %s < %t.messages
; RUN: not pnacl-abicheck -pnaclabi-allow-debug-metadata < %s | FileCheck %s -check-prefix=DEBUG

@good = internal global [4 x i8] c"abcd"
@address = internal global i32 add (i32 ptrtoint ([4 x i8]* @good to i32), i32 1)
@weak = weak global [1 x i8] zeroinitializer
@number = internal global i32 7
@local = internal thread_local global [1 x i8] zeroinitializer, section "s"
@other = alias [4 x i8]* @good

; CHECK: Module is not in the stable subset
; CHECK-NOT: good
; CHECK-NOT: address
; CHECK: Variable weak has disallowed linkage type: weak
; CHECK: Global variable number has non-flattened initializer (disallowed): i32 7
; CHECK: Variable local has disallowed "section" attribute
; CHECK: Variable local has disallowed "thread_local" attribute
; CHECK: Variable other is an alias (disallowed)

define hidden fastcc void @visible(i8 %x) nounwind {
  ret void
}

; CHECK: Function visible has disallowed type: void (i8)
; CHECK: visible is not a valid external symbol (disallowed)
; CHECK: Function visible has disallowed visibility: hidden
; CHECK: Function visible has disallowed attributes: nounwind
; CHECK: Function visible has disallowed calling convention: fastcc (8)

declare void @declared()
declare i32 @llvm.bswap.i32(i32)
declare i8 @llvm.bswap.i8(i8)
declare void @llvm.dbg.value(metadata, metadata, metadata)

; CHECK: Function declared is declared but not defined (disallowed)
; CHECK-NOT: llvm.bswap.i32
; CHECK: Function llvm.bswap.i8 is a disallowed LLVM intrinsic
; CHECK: Function llvm.dbg.value is a disallowed LLVM intrinsic
; CHECK: Module has no entry point (disallowed)

!mine = !{}

; CHECK: Named metadata node mine is disallowed
; DEBUG-NOT: llvm.dbg.value
; DEBUG: Named metadata node mine is disallowed

define internal i32 @code(i32 %x, <4 x i32> %v) {
  %sum = add nsw i32 %x, 1
  %small = add i7 1, 2
  %whole = alloca i32
  %p = inttoptr i32 %x to i32*
  %good = load i32* %p, align 1
  %aligned = load i32* %p, align 4
  %lane = extractelement <4 x i32> %v, i32 %x
  %far = extractelement <4 x i32> %v, i32 4
  %part = extractvalue { i32, i32 } undef, 0
  call void asm "nop", ""()
  switch i32 ptrtoint ([4 x i8]* @good to i32), label %end [ i32 0, label %end ]
end:
  ret i32 %good
}

; CHECK: Function code is not in the stable subset
; CHECK-NEXT: Function code disallowed: has "nsw" attribute: %sum = add nsw i32
; CHECK-NEXT: Function code disallowed: Invalid integer arithmetic type: %small = add i7
; CHECK-NEXT: Function code disallowed: non-i8 alloca: %whole = alloca i32
; CHECK-NEXT: Function code disallowed: bad alignment: %aligned = load i32
; CHECK-NEXT: Function code disallowed: non-constant vector insert/extract index: %lane
; CHECK-NEXT: Function code disallowed: out of range vector insert/extract index: %far
; CHECK-NEXT: Function code disallowed: bad instruction opcode: %part = extractvalue
; CHECK-NEXT: Function code disallowed: inline assembly: call void asm
; CHECK-NEXT: Function code disallowed: bad switch condition: switch
