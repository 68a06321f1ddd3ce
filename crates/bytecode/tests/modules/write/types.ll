; Types that contain themselves, opaque ones, and some that only a function has.
%list = type { int, %list* }
%tree = type { %tree*, %tree*, [4 x %leaf*] }
%leaf = type { %tree*, %secret* }
%secret = type opaque
%chain = type \1*
%callback = type void (%list*, %callback*)*

%head = external global %list
%root = global %tree* null
%links = global %chain* null

void %first(%secret* %s) {
	%place = alloca %secret*
	%deep = alloca { long, { %secret**, [2 x double] } }
	store %secret* %s, %secret** %place
	ret void
}

void %second() {
	%deep = malloc { long, { %secret**, [2 x double] } }, uint 3
	%again = cast { long, { %secret**, [2 x double] } }* %deep to %callback
	ret void
}
