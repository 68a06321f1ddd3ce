source_filename = "a.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@table = constant { [1 x ptr] } { [1 x ptr] [ptr @called] }
@counter = internal global i32 0
@other = alias i32 (), ptr @main

define i32 @main() {
  %1 = call i32 @local()
  store i32 %1, ptr @counter, align 4
  %2 = call i32 @outside(i32 %1)
  ret i32 %2
}

define internal i32 @local() #0 {
  %1 = load i32, ptr @counter, align 4
  ret i32 %1
}

define i32 @called(ptr %0) {
  %2 = call i1 @llvm.type.test(ptr %0, metadata !"_ZTS1A")
  %3 = tail call i32 @outside(i32 3)
  ret i32 %3
}

declare i32 @outside(i32)

declare i1 @llvm.type.test(ptr, metadata)

attributes #0 = { noinline nounwind }

^0 = module: (path: "a.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "llvm.type.test") ; guid = 608142985856744218
^2 = gv: (name: "table", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1, vcall_visibility: 0), vTableFuncs: ((virtFunc: ^3, offset: 0)), refs: (^3)))) ; guid = 8539373648025336234
^3 = gv: (name: "called", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 3, calls: ((callee: ^5, tail: 1))))) ; guid = 9741048783615374159
^4 = gv: (name: "local", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 2, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 1, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), refs: (readonly ^7)))) ; guid = 10010576120879488761
^5 = gv: (name: "outside") ; guid = 12882670254691647939
^6 = gv: (name: "other", summaries: (alias: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), aliasee: ^8))) ; guid = 13598193224579702649
^7 = gv: (name: "counter", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 15297255293062322253
^8 = gv: (name: "main", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 4, calls: ((callee: ^4), (callee: ^5)), refs: (writeonly ^7)))) ; guid = 15822663052811949562
^9 = typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 8, ^2))) ; guid = 7004155349499253778
^10 = blockcount: 0
