; Branches, switches, phis, and blocks in any order.
int %branches(int %x, ulong %y) {
	br label %begin
later:
	%sum = add int %late, %x
	ret int %sum
begin:
	%late = add int %x, 1
	switch int %x, label %later [
		int 0, label %loop
		int -5, label %later
		int add (int 1, int 2), label %loop
	]
loop:
	%count = phi int [ 0, %begin ], [ 0, %begin ], [ %more, %loop ], [ %count, %other ]
	%more = add int %count, 1
	%done = setgt int %more, 10
	br bool %done, label %other, label %loop
other:
	switch ulong %y, label %loop [ ulong 18446744073709551615, label %end ulong 1, label %end ]
end:
	switch ulong %y, label %dead [ ]
dead:
	ret int -1
}

void %unreachable() {
	ret void
dead:
	%self = add int %self, 1
	br label %dead
}
