
implementation   ; Functions:

int %repeated(int %x) {
	ret int %x
}

int %repeated(uint) {
	ret int 1
}

internal void %internal() {
	ret void
}

linkonce sbyte* %linkonce(sbyte* %p, float) {
	ret sbyte* %p
}

weak float %weak() {
end:
	ret float 0x3FF0000000000000
}
