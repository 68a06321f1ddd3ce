	%Node = type { %Node*, int }
	%Number = type int
%node = external global %Node		; <%Node*> [#uses=0]

implementation   ; Functions:
