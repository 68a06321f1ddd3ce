external global int		; <int*>:0 [#uses=2]
external global double		; <double*>:0 [#uses=0]
external global int		; <int*>:1 [#uses=2]

implementation   ; Functions:

declare int* ""(int, int*, int)

declare int* ""(int, int*, int)

int* %numbered(int %named, int*, int) {
	add int %named, %0		; <int>:1 [#uses=2]
	call int* %0( int %1, int* %0, int %1 )		; <int*>:3 [#uses=1]
	load int* %3		; <int>:2 [#uses=1]
	store int %2, int* %1
	br label %2
		; No predecessors!
	br label %2

; <label>:2		; preds = %1, %0
	ret int* %2
}

int* %numbered(int %named, int*, int) {
	add int %named, %0		; <int>:1 [#uses=2]
	call int* %0( int %1, int* %0, int %1 )		; <int*>:3 [#uses=1]
	load int* %3		; <int>:2 [#uses=1]
	store int %2, int* %1
	br label %2
		; No predecessors!
	br label %2

; <label>:2		; preds = %1, %0
	ret int* %2
}
