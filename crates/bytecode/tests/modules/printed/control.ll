
implementation   ; Functions:

int %branches(int %x, ulong %y) {
	br label %begin

later:		; preds = %begin, %begin
	%sum = add int %late, %x		; <int> [#uses=1]
	ret int %sum

begin:		; preds = %0
	%late = add int %x, 1		; <int> [#uses=1]
	switch int %x, label %later [
		 int 0, label %loop
		 int -5, label %later
		 int add (int 1, int 2), label %loop
	]

loop:		; preds = %begin, %begin, %loop, %other
	%count = phi int [ 0, %begin ], [ 0, %begin ], [ %more, %loop ], [ %count, %other ]		; <int> [#uses=2]
	%more = add int %count, 1		; <int> [#uses=2]
	%done = setgt int %more, 10		; <bool> [#uses=1]
	br bool %done, label %other, label %loop

other:		; preds = %loop
	switch ulong %y, label %loop [
		 ulong 18446744073709551615, label %end
		 ulong 1, label %end
	]

end:		; preds = %other, %other
	switch ulong %y, label %dead [
	]

dead:		; preds = %end
	ret int -1
}

void %unreachable() {
	ret void

dead:		; preds = %dead
	%self = add int %self, 1		; <int> [#uses=1]
	br label %dead
}
