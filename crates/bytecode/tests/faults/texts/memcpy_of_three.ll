; error: L0912 (function 1, block 0, instruction 0): %llvm.memcpy has 4 as its number of arguments, found 3: call void %llvm.memcpy( sbyte* %a, sbyte* %b, uint 4 )
; An intrinsic has too few parameters.
declare void %llvm.memcpy(sbyte*, sbyte*, uint)
void %f(sbyte* %a, sbyte* %b) {
	call void %llvm.memcpy(sbyte* %a, sbyte* %b, uint 4)
	ret void
}
