; Types that contain themselves, by name and by counting outwards.
%List = type { %List*, int }
%Tree = type { %Tree*, %Tree*, %List* }
%Even = type { %Odd*, ubyte }
%Odd = type { %Even*, sbyte }
%Visitor = type void (%Visitor*, %Tree*)
; The same type as %List.
%Written = type { \2*, int }
%list = global %List* null
%written = global %Written { %List* null, int 3 }
%out = global { \2*, int } { { \2*, int }* %written, int 4 }
%knot = global \1* null
%function = external global \2 (int)*
%array = external global [2 x \2*]
%visitor = external global %Visitor*
%even = global %Even { %Odd* %odd, ubyte 1 }
%odd = global %Odd { %Even* %even, sbyte 2 }

int %sum(%List* %head) {
entry:
	br label %loop
loop:
	%at = phi %List* [ %head, %entry ], [ %next, %more ]
	%sum = phi int [ 0, %entry ], [ %total, %more ]
	%done = seteq %List* %at, null
	br bool %done, label %end, label %more
more:
	%value = getelementptr { \2*, int }* %at, long 0, uint 1
	%number = load int* %value
	%total = add int %sum, %number
	%link = getelementptr %List* %at, long 0, uint 0
	%next = load { \2*, int }** %link
	br label %loop
end:
	ret int %sum
}
