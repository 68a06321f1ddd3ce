%external = global int 7		; <int*> [#uses=0]
%external_elsewhere = external global int		; <int*> [#uses=0]
%external_constant = constant int 7		; <int*> [#uses=0]
%external_constant_elsewhere = external constant int		; <int*> [#uses=0]
%weak = weak global int 7		; <int*> [#uses=0]
%weak_elsewhere = external global int		; <int*> [#uses=0]
%weak_constant = weak constant int 7		; <int*> [#uses=0]
%weak_constant_elsewhere = external constant int		; <int*> [#uses=0]
%appending = appending global int 7		; <int*> [#uses=0]
%appending_elsewhere = external global int		; <int*> [#uses=0]
%appending_constant = appending constant int 7		; <int*> [#uses=0]
%appending_constant_elsewhere = external constant int		; <int*> [#uses=0]
%internal = internal global int 7		; <int*> [#uses=0]
%internal_elsewhere = external global int		; <int*> [#uses=0]
%internal_constant = internal constant int 7		; <int*> [#uses=0]
%internal_constant_elsewhere = external constant int		; <int*> [#uses=0]
%linkonce = linkonce global int 7		; <int*> [#uses=0]
%linkonce_elsewhere = external global int		; <int*> [#uses=0]
%linkonce_constant = linkonce constant int 7		; <int*> [#uses=0]
%linkonce_constant_elsewhere = external constant int		; <int*> [#uses=0]

implementation   ; Functions:

declare int %external_declared()

int %external_function() {
	ret int 7
}

declare int %weak_declared()

weak int %weak_function() {
	ret int 7
}

declare int %appending_declared()

appending int %appending_function() {
	ret int 7
}

declare int %internal_declared()

internal int %internal_function() {
	ret int 7
}

declare int %linkonce_declared()

linkonce int %linkonce_function() {
	ret int 7
}
