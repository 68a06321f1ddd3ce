; Linkages, declarations that are repeated, old words for brackets.
declare int %repeated(int)
declare int %repeated(int %with_a_name)
implementation   ; Functions:
int %repeated(int %x) { ret int %x }
declare int %repeated(int)
int %repeated(uint) { ret int 1 }
internal void %internal() { ret void }
linkonce sbyte* %linkonce(sbyte* %p, float) begin
	ret sbyte* %p
end
weak float %weak() { end: ret float 1.0 }
implementation
