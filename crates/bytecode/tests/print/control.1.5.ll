
implementation   ; Functions:

int %control(int, bool) {
; <label>:0
	br bool %0, label %again, label %1

again:		; preds = %again, %again, %0
	phi int [ 0, %0 ], [ %1, %again ], [ %1, %again ]		; <int>:1 [#uses=3]
	switch int %1, label %1 [
		 int 0, label %again
		 int 1, label %1
		 int 2, label %again
	]

; <label>:1		; preds = %1, %again, %again, %0
	switch int %0, label %1 [
	]
		; No predecessors!
	ret int 0
}
