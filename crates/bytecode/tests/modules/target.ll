; What the module demands of the machine.
target endian = big
target pointersize = 64
target triple = "sparcv9-sun-solaris2.8"
deplibs = [ "c", "m" ]
deplibs = [ ]
deplibs = [ "a library" ]
