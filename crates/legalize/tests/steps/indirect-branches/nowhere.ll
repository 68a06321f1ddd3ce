; An address that nothing branches to is -1; a branch to no block at all comes to
; nowhere.
define ptr @taken() {
entry:
  br label %end
end:
  ret ptr blockaddress(@taken, %end)
}
define void @lost(ptr %to) {
  indirectbr ptr %to, [label %a]
a:
  ret void
}
