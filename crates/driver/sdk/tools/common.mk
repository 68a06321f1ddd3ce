# Makefiles of the Native Client SDK, for portable programs.
#
# A Makefile sets TARGET, SOURCES, LIBS, DEPS and CFLAGS, includes this file, and has
# its rules made by the macros below:
#
#   $(call DEPEND_RULE,LIBRARY)                build a library of the folder src first
#   $(call COMPILE_RULE,SOURCE,FLAGS,FOLDERS)  an object of a source
#   $(call LIB_RULE,NAME,SOURCES)              lib/pnacl/CONFIG/libNAME.a
#   $(call LINK_RULE,NAME,SOURCES,LIBS,DEPS,FLAGS)
#                                              OUTDIR/NAME.bc and OUTDIR/NAME.pexe
#   $(call STRIP_RULE,NAME,UNSTRIPPED)         NAME.pexe without names
#   $(call NMF_RULE,NAME,FLAGS)                NAME.nmf, the manifest
#
# and may ask for the targets all, clean, serve and run.

ifndef NACL_SDK_ROOT
NACL_SDK_ROOT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))/..)
endif

.PHONY: all all_versions clean serve run debug
.DEFAULT_GOAL := all

# What programs are built for: pnacl is the only kind that can be had.
VALID_TOOLCHAINS ?= pnacl
TOOLCHAIN ?= pnacl
ifeq (all,$(TOOLCHAIN))
override TOOLCHAIN := pnacl
endif
ifneq (pnacl,$(TOOLCHAIN))
$(error TOOLCHAIN=$(TOOLCHAIN) cannot be built: only portable programs can, with TOOLCHAIN=pnacl)
endif
ifeq (,$(filter pnacl,$(VALID_TOOLCHAINS)))
$(error VALID_TOOLCHAINS is $(VALID_TOOLCHAINS), and only pnacl can be built)
endif
TOOLCHAIN_ARG := pnacl

CONFIG ?= Debug
ifeq (,$(filter $(CONFIG),Debug Release))
$(error CONFIG=$(CONFIG): expected Debug or Release)
endif
ifeq (Release,$(CONFIG))
OPT_FLAGS := -O2 -DNDEBUG
else
OPT_FLAGS := -O0 -g
endif

# Tools.
ifeq (Darwin,$(shell uname -s))
OSNAME := mac
else
OSNAME := linux
endif
TC_PATH := $(abspath $(NACL_SDK_ROOT)/toolchain)
PNACL_TC_PATH ?= $(TC_PATH)/$(OSNAME)_pnacl
PNACL_BIN := $(PNACL_TC_PATH)/bin
PNACL_CC ?= $(PNACL_BIN)/pnacl-clang
PNACL_CXX ?= $(PNACL_BIN)/pnacl-clang++
PNACL_LINK ?= $(PNACL_CXX)
PNACL_LIB ?= $(PNACL_BIN)/pnacl-ar
PNACL_STRIP ?= $(PNACL_BIN)/pnacl-strip
PNACL_FINALIZE ?= $(PNACL_BIN)/pnacl-finalize
PNACL_TRANSLATE ?= $(PNACL_BIN)/pnacl-translate
PINNACLE ?= $(PNACL_BIN)/pinnacle
GETOS := python3 $(NACL_SDK_ROOT)/tools/getos.py
OSHELPERS := python3 $(NACL_SDK_ROOT)/tools/oshelpers.py
CREATE_NMF ?= $(PINNACLE) sdk nmf
HTTPD_PY ?= python3 $(NACL_SDK_ROOT)/tools/httpd.py
CP ?= cp
CAT ?= cat
MKDIR ?= mkdir
MV ?= mv
RM := rm -f
RMDIR := rm -rf

# V=1 shows commands whole.
ifdef V
LOG = $(3)
else
LOG = @echo "  $(1)  $(2)" && $(3)
endif

# Where things go.
OUTBASE ?= .
OUTDIR := $(OUTBASE)/$(TOOLCHAIN)/$(CONFIG)
STAMPDIR ?= $(OUTDIR)
LIBDIR ?= $(NACL_SDK_ROOT)/lib
INC_PATHS := $(NACL_SDK_ROOT)/include $(EXTRA_INC_PATHS)
LIB_PATHS := $(LIBDIR) $(EXTRA_LIB_PATHS)

POSIX_FLAGS ?= -MMD -MP
NACL_CFLAGS ?=
NACL_CXXFLAGS ?=
NACL_LDFLAGS ?=
PNACL_CFLAGS ?= $(NACL_CFLAGS)
PNACL_CXXFLAGS ?= $(NACL_CXXFLAGS)
PNACL_LDFLAGS ?= $(NACL_LDFLAGS)

# The object of a source; .. in its path becomes a folder of its own.
SRC_TO_OBJ = $(OUTDIR)/$(basename $(subst ..,__,$(subst :,_,$(1))))$(SRC_TO_OBJ_SUFFIX).o
SRC_TO_OBJ_SUFFIX := _pnacl
SRC_TO_DEP = $(patsubst %.o,%.d,$(call SRC_TO_OBJ,$(1)))

# Libraries that are built beside programs: $(STAMPDIR)/NAME.stamp is newer than they.
define DEPEND_RULE
ifneq (,$(wildcard $(NACL_SDK_ROOT)/src/$(1)/Makefile))
$(STAMPDIR)/$(1).stamp: rebuild_$(1)
	$(MKDIR) -p $$(dir $$@)
	touch $$@
.PHONY: rebuild_$(1)
rebuild_$(1):
	+$(MAKE) -C $(NACL_SDK_ROOT)/src/$(1) TOOLCHAIN=$(TOOLCHAIN) CONFIG=$(CONFIG)
else
$(STAMPDIR)/$(1).stamp:
	$(MKDIR) -p $$(dir $$@)
	touch $$@
endif
endef

# Sources in C and C++ differ in their compiler alone.
define PNACL_COMPILE
$(call SRC_TO_OBJ,$(1)): $(1) $(foreach dep,$(DEPS),$(STAMPDIR)/$(dep).stamp)
	@$(MKDIR) -p $$(dir $$@)
	$$(call LOG,$(4),$$@,$(5) -o $$@ -c $(1) $(POSIX_FLAGS) $(OPT_FLAGS) $(2) $(6) \
	  $(foreach folder,$(3) $(INC_PATHS),-I$(folder)))
-include $(call SRC_TO_DEP,$(1))
endef

define COMPILE_RULE
ifneq (,$(filter %.c,$(1)))
$(call PNACL_COMPILE,$(1),$(2),$(3),CC ,$(PNACL_CC),$(PNACL_CFLAGS))
else
$(call PNACL_COMPILE,$(1),$(2),$(3),CXX,$(PNACL_CXX),$(PNACL_CXXFLAGS))
endif
endef

define LIB_RULE
all: $(LIBDIR)/pnacl/$(CONFIG)/lib$(1).a
$(LIBDIR)/pnacl/$(CONFIG)/lib$(1).a: $(foreach src,$(2),$(call SRC_TO_OBJ,$(src)))
	@$(MKDIR) -p $$(dir $$@)
	@$(RM) $$@
	$$(call LOG,LIB,$$@,$(PNACL_LIB) rcs $$@ $$^)
endef

# $(1) with its folder and without its extension; objects; libraries; what is built
# before; flags; folders of libraries.
define LINKER_RULE
all: $(1).pexe
$(1).pexe: $(1).bc
	$$(call LOG,FINALIZE,$$@,$(PNACL_FINALIZE) $(if $(filter Debug,$(CONFIG)),--no-strip-syms) -o $$@ $$<)
$(1).bc: $(2) $(foreach dep,$(4),$(STAMPDIR)/$(dep).stamp)
	@$(MKDIR) -p $$(dir $$@)
	$$(call LOG,LINK,$$@,$(PNACL_LINK) -o $$@ $(2) $(OPT_FLAGS) $(PNACL_LDFLAGS) \
	  $(foreach folder,$(6),-L$(folder)/pnacl/$(CONFIG)) $(foreach lib,$(3),-l$(lib)) $(5))
endef

define LINK_RULE
$(call LINKER_RULE,$(OUTDIR)/$(1),$(foreach src,$(2),$(call SRC_TO_OBJ,$(src))),$(3),$(4),$(5) $(LDFLAGS),$(LIB_PATHS))
endef

define STRIP_RULE
all: $(OUTDIR)/$(1).pexe
$(OUTDIR)/$(1).pexe: $(OUTDIR)/$(2).pexe
	$$(call LOG,STRIP,$$@,$(PNACL_STRIP) -o $$@ $$<)
endef

define NMF_RULE
all: $(OUTDIR)/$(1).nmf
$(OUTDIR)/$(1).nmf: $(OUTDIR)/$(1).pexe
	$$(call LOG,NMF ,$$@,$(CREATE_NMF) $(2) -o $$@ $$<)
endef

all:

clean:
	$(RMDIR) $(OUTBASE)/$(TOOLCHAIN)

# The page of the program, in a browser of today.
PAGE ?= index.html
serve: all
	$(PINNACLE) serve .

run: all
	$(PINNACLE) serve --open .
debug: run
