; error: L0912 (function 1, block 0, instruction 0): %llvm.va_start is allowed only in functions with variable arguments: %list = call sbyte* %llvm.va_start( )
; A function without variable arguments starts with them.
declare sbyte* %llvm.va_start()
void %f() {
	%list = call sbyte* %llvm.va_start()
	ret void
}
