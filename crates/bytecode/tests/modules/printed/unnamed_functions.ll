%table = global [2 x void (int)*] [ void (int)* %0, void (int)* %1 ]		; <[2 x void (int)*]*> [#uses=0]

implementation   ; Functions:

void ""(int %x) {
	call void %1( int %x )
	ret void
}

void %user(void (int)** %pointer) {
	load void (int)** %pointer		; <void (int)*>:2 [#uses=1]
	call void %2( int 1 )
	call void %0( int 2 )
	ret void
}

void ""(int) {
	ret void
}
