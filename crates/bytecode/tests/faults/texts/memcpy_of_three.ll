; error: L0912 (function 1, block 0, instruction 0): %llvm.memcpy takes 4 arguments, found 3: call void %llvm.memcpy( sbyte* %a, sbyte* %b, uint 4 )
; An intrinsic has too few parameters.
declare void %llvm.memcpy(sbyte*, sbyte*, uint)
void %f(sbyte* %a, sbyte* %b) {
	call void %llvm.memcpy(sbyte* %a, sbyte* %b, uint 4)
	ret void
}
