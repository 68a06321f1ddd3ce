	%Box = type { %Handle*, %Later* }
	%Handle = type opaque
	%Later = type { int }
%handle = external global %Handle		; <%Handle*> [#uses=1]
%boxes = global %Box { %Handle* %handle, %Later* null }		; <%Box*> [#uses=0]
%unknown = external global opaque*		; <opaque**> [#uses=0]

implementation   ; Functions:

declare %Handle* %open(%Later*)
