; Functions with variable arguments.
declare sbyte* %llvm.va_start()
declare void %llvm.va_end(sbyte*)

int %first(int %count, ...) {
	%list = call sbyte* %llvm.va_start()
	%value = vaarg sbyte* %list, int
	%rest = vanext sbyte* %list, int
	%real = vaarg sbyte* %rest, double
	call void %llvm.va_end(sbyte* %rest)
	ret int %value
}

void %all(...) {
	ret void
}
