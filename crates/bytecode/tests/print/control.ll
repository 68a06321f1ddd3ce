
implementation   ; Functions:

int %control(int, bool) {
; <label>:0
	br bool %0, label %again, label %1

again:		; preds = %0, %again, %again
	phi int [ 0, %0 ], [ %1, %again ], [ %1, %again ]		; <int>:1 [#uses=3]
	switch int %1, label %1 [
		 int 0, label %again
		 int 1, label %1
		 int 2, label %again
	]

; <label>:1		; preds = %0, %again, %again, %1
	switch int %0, label %1 [
	]
		; No predecessors!
	ret int 0
}
