; pnacl-bcanalyzer prints an element for each block and record.

; RUN: llvm-as < %s | pnacl-freeze | pnacl-bcanalyzer -dump-records | FileCheck %s
; RUN: llvm-as < %s | pnacl-freeze \
; RUN:   | pnacl-bcanalyzer -dump-records -dump-details -operands-per-line=3 \
; RUN:   | FileCheck %s -check-prefix=DETAILS

define i32 @add(i32 %x, i32 %y) {
  %z = add i32 %x, %y
  ret i32 %z
}

; CHECK: <MODULE_BLOCK>
; CHECK-NEXT: <VERSION op0=1/>
; CHECK-NEXT: <BLOCKINFO_BLOCK/>
; CHECK-NEXT: <TYPE_BLOCK_ID>
; CHECK: <FUNCTION_BLOCK>
; CHECK-NEXT: <DECLAREBLOCKS op0=1/>
; CHECK-NEXT: <INST_BINOP op0=2 op1=1 op2=0/>
; CHECK-NEXT: <INST_RET op0=1/>
; CHECK-NEXT: </FUNCTION_BLOCK>

; DETAILS: <MODULE_BLOCK abbrev='ENTER_SUBBLOCK' NumWords={{[0-9]+}} BlockCodeSize=
; DETAILS: <SETBID abbrev='UNABBREVIATED' block='VALUE_SYMTAB'/>
; DETAILS: <INST_BINOP abbrev={{[0-9]+}} op0=2 op1=1
; DETAILS-NEXT: {{^                }}op2=0/>
; DETAILS: </MODULE_BLOCK abbrev='END_BLOCK'>
