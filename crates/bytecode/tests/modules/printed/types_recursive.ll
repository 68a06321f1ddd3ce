	%Even = type { %Odd*, ubyte }
	%List = type { %List*, int }
	%Odd = type { %Even*, sbyte }
	%Tree = type { %Tree*, %Tree*, %List* }
	%Visitor = type void (%Visitor*, %Tree*)
	%Written = type { %List*, int }
%list = global %List* null		; <%List**> [#uses=0]
%written = global %List { %List* null, int 3 }		; <%List*> [#uses=1]
%out = global %List { %List* %written, int 4 }		; <%List*> [#uses=0]
%knot = global \1* null		; <\1*> [#uses=0]
%function = external global \2 (int)*		; <\2 (int)**> [#uses=0]
%array = external global [2 x \2*]		; <[2 x \2*]*> [#uses=0]
%visitor = external global %Visitor*		; <%Visitor**> [#uses=0]
%even = global %Even { %Odd* %odd, ubyte 1 }		; <%Even*> [#uses=1]
%odd = global %Odd { %Even* %even, sbyte 2 }		; <%Odd*> [#uses=1]

implementation   ; Functions:

int %sum(%List* %head) {
entry:
	br label %loop

loop:		; preds = %entry, %more
	%at = phi %List* [ %head, %entry ], [ %next, %more ]		; <%List*> [#uses=3]
	%sum = phi int [ 0, %entry ], [ %total, %more ]		; <int> [#uses=2]
	%done = seteq %List* %at, null		; <bool> [#uses=1]
	br bool %done, label %end, label %more

more:		; preds = %loop
	%value = getelementptr %List* %at, long 0, uint 1		; <int*> [#uses=1]
	%number = load int* %value		; <int> [#uses=1]
	%total = add int %sum, %number		; <int> [#uses=1]
	%link = getelementptr %List* %at, long 0, uint 0		; <%List**> [#uses=1]
	%next = load %List** %link		; <%List*> [#uses=1]
	br label %loop

end:		; preds = %loop
	ret int %sum
}
