; Functions may have no name either; they come before what is in functions.
%table = global [2 x void (int)*] [ void (int)* %0, void (int)* %1 ]

void ""(int %x) {
	call void %1(int %x)
	ret void
}

void %user(void (int)** %pointer) {
	load void (int)** %pointer
	call void %2(int 1)
	call void %0(int 2)
	ret void
}

void ""(int) {
	ret void
}
