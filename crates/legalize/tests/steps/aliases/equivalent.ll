; Other ways of writing the address of a function.
declare void @f()
@table = global [2 x ptr] [ptr no_cfi @f, ptr dso_local_equivalent @f]
