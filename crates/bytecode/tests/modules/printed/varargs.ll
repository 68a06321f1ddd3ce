
implementation   ; Functions:

declare sbyte* %llvm.va_start()

declare void %llvm.va_end(sbyte*)

int %first(int %count, ...) {
	%list = call sbyte* %llvm.va_start( )		; <sbyte*> [#uses=2]
	%value = vaarg sbyte* %list, int		; <int> [#uses=1]
	%rest = vanext sbyte* %list, int		; <sbyte*> [#uses=2]
	%real = vaarg sbyte* %rest, double		; <double> [#uses=0]
	call void %llvm.va_end( sbyte* %rest )
	ret int %value
}

void %all(...) {
	ret void
}
