# make            the engine (static, shared) and one Lua module per Lua found
# make deps       find what is missing and install it with apt-get; nothing to do where nothing is missing
# make tour       a guided walk of the first five minutes
# make test       C tests (Criterion), then the same house seen from every Lua found; ONLY='rot frame' for some of it
# make check      layers, luacheck, warnings as errors with gcc and clang, all tests, again under the sanitizers of clang (BOTH=1: and
#                 of gcc), in other locales, in a folder with spaces; install
# make bench      timings of ours beside the peers found; BENCH_ONLY=geo for some, RECORD=1 to keep them
# make fuzz       under the sanitizers: 10,000 calls of every function, and every way of describing a mechanism for SECONDS=600
#                 (WAYS='calls phrase urdf' for some of it)
# make libfuzz    the same guided by coverage, with clang's libFuzzer: WAYS='urdf expr phrase maple file mjcf sdf srdf xacro' for SECONDS=600 each
# make reference  a page for every function, in build/reference
# make fields     the fields of descriptions into lib/doc: fields.md and the tables of the manual
# make pictures   the drawings of the documents again; PAGES=pages also photographs pages with chromium
# make page       the living pages in a browser (chromium), screenshots in build/page
# make toys       one more of every kind, by one file and one row, in a copy of the tree: built and run everywhere
# make layers     includes go down the stairs; malloc and lua.h stay in their rooms; lines are written as STYLE.md says
# make map        the house, from the first line of every file
# make mutate     FILE=core/geo/rot.h: flip signs one at a time, see which mutants the tests miss; SAMPLE=300 SEED=1: so many
#                 of core, bindings and lib, drawn by lot; AT='lib/liaison/show/view.lua:22' on a line
# make install    PREFIX=/usr/local DESTDIR=   (and uninstall)
# make clean      remove build/
# make help       this text
#
# LUAS='lua5.4 luajit'  CC=gcc|clang  SAN=address,undefined  CHECKED=1 (assertions)  OPT=-O2  ARCH=native|x86-64-v3  FMA=1  BUILD=build  V=1
# A new source file needs no line here.

ifeq ($(origin CC),default)
CC     := gcc
endif
OPT    ?= -O2 -g
ARCH   ?= native
BUILD  ?= build$(if $(SAN),/san)
PREFIX ?= /usr/local
ifdef ROCK_LUA
LUAS   := $(shell $(ROCK_LUA) -e 'print(jit and "luajit" or _VERSION == "Lua 5.4" and "lua5.4" or "needs-lua5.4-or-luajit")')
endif
LUAS   ?= $(strip $(foreach l,lua5.4 luajit,$(if $(shell pkg-config --exists $(l) 2>/dev/null && command -v $(l)),$(l))))
comma   := ,
VERSION := $(shell sed -n 's/^\#define LIA_VERSION "\(.*\)"/\1/p' core/base/version.h)

CORE := $(sort $(wildcard core/*/*.c core/*/*/*.c))
BIND := $(sort $(wildcard bindings/*/*.c))
UNIT := $(wildcard tests/unit/test_*.c tests/laws/*.c tests/oracle/*.c)

# clang finds a float in every NAN and INFINITY; vectors are passed inside a file only, so their ABI is nobody's business (psabi)
WARN   := -Wall -Wextra -Wshadow -Wpedantic -Wmissing-prototypes -Wstrict-prototypes \
          -Wundef -Wwrite-strings -Wvla -Wno-psabi $(if $(findstring clang,$(CC)),,-Wdouble-promotion) $(WERROR)
# the same bits from every build: no product is contracted with a sum behind the text's back. gcc does it all the same where it makes
# vectors out of straight code (vfmaddsub), so it makes none there; hot loops say their vectors themselves. Where the text says
# multiply-add it is one operation on processors that have it (x86-64-v3, AArch64) and two on others, so the last digits differ
# there; FMA=1 lets the C library do it, 1.3 to 4.5 times as slow
SAME   := -ffp-contract=off $(if $(findstring clang,$(CC)),,-fno-tree-slp-vectorize) $(if $(FMA),-DLIA_FMA) \
          $(if $(filter i%86-linux-gnu,$(shell $(CC) $(OPT) -dumpmachine)),-msse2 -mfpmath=sse)
# a Lua built without it loads the modules: the runtime of clang's AddressSanitizer must be a library then, as that of gcc is
SHARED_ASAN := $(if $(findstring clang,$(CC)),$(if $(findstring address,$(SAN)),-shared-libsan \
          -Wl$(comma)-rpath$(comma)$(shell $(CC) -print-runtime-dir)))
CFLAGS += -std=c17 -D_POSIX_C_SOURCE=200809L -fPIC -fno-semantic-interposition -fno-math-errno \
          $(SAME) $(if $(CHECKED),-DLIA_CHECKED) $(if $(filter x86_64,$(shell uname -m)),-march,-mcpu)=$(ARCH) $(OPT) $(WARN) -Icore -MMD -MP \
          $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=all)
LDFLAGS += $(if $(SAN),-fsanitize=$(SAN) $(SHARED_ASAN))
LIBS   := -llapacke -lopenblas -lexpat -lm -lpthread -ldl

# SUNDIALS 6, where it is: two methods of integration more. SUNDIALS= leaves it out, SUNDIALS=/opt/sundials takes it from there
SUNDIALS ?= $(if $(shell grep -s 'define SUNDIALS_VERSION_MAJOR 6' /usr/include/sundials/sundials_config.h),/usr)
ifneq ($(SUNDIALS),)
CFLAGS += -DLIA_SUNDIALS $(if $(filter-out /usr,$(SUNDIALS)),-isystem $(SUNDIALS)/include)
LIBS   += $(if $(filter-out /usr,$(SUNDIALS)),$(foreach d,$(wildcard $(SUNDIALS)/lib $(SUNDIALS)/lib/*-linux-gnu),-L$(d) -Wl$(comma)-rpath$(comma)$(d))) \
          -lsundials_cvode -lsundials_ida -lsundials_nvecserial -lsundials_sunmatrixdense -lsundials_sunlinsoldense
endif

Q := $(if $(V),,@)

all: $(BUILD)/libliaison.a $(BUILD)/libliaison.so $(LUAS:%=$(BUILD)/%/liaison/core.so) need-a-lua $(if $(SAN),,lib/liaison/meta.lua)

# these two change when, and only when, what they hold does: other flags compile everything again, a file gone links again
$(BUILD)/flags: HELD = $(filter-out ccache,$(CC)) $(filter-out $(WERROR),$(CFLAGS)) $(LDFLAGS)
$(BUILD)/files: HELD = $(CORE) $(BIND) $(UNIT)
$(BUILD)/flags $(BUILD)/files: FORCE
	@mkdir -p $(@D)
	@echo '$(HELD)' | cmp -s - $@ || echo '$(HELD)' > $@

$(BUILD)/libliaison.a: $(CORE:%.c=$(BUILD)/%.o) $(BUILD)/files
	@echo "  AR   $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(BUILD)/libliaison.so: $(CORE:%.c=$(BUILD)/%.o) $(BUILD)/files
	@echo "  LINK $@"
	$(Q)$(CC) -shared $(LDFLAGS) -Wl,-soname,libliaison.so.0 -o $@ $(filter %.o,$^) $(LIBS)

$(BUILD)/unit: $(UNIT:%.c=$(BUILD)/%.o) $(BUILD)/libliaison.a
	@echo "  LINK $@"
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcriterion $(LIBS)

# what a compiler says is shown, and stays beside the object for make check
COMPILE = $(CC) $(CFLAGS) $(1) -c -o $@ $< 2> $@.says; ok=$$?; cat $@.says >&2; exit $$ok

$(BUILD)/tests/%.o: private CFLAGS += -Itests
.SECONDARY: # objects of programs stay

$(BUILD)/core/%.o: core/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(COMPILE)

$(BUILD)/tests/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(COMPILE)

# one module per ABI: the same C, another lua.h; never links a liblua
define LUA_MODULE
$(BUILD)/$(1)/liaison/core.so: $$(BIND:%.c=$(BUILD)/$(1)/%.o) $(BUILD)/libliaison.a $(BUILD)/files
	@mkdir -p $$(@D)
	@echo "  LINK $$@"
	$$(Q)$$(CC) -shared $$(LDFLAGS) -Wl,--exclude-libs,ALL -o $$@ $$(filter %.o %.a,$$^) $$(LIBS)

$(BUILD)/$(1)/bindings/%.o: bindings/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	@echo "  CC   $$< ($(1))"
	$$(Q)$$(call COMPILE,-fvisibility=hidden -I. $$(or $$(LUA_INCDIR:%=-I%),$$(shell pkg-config --cflags $(1))))

# a Lua of that kind whose allocations fail one after the other
$(BUILD)/$(1)/oom: tests/oom/oom.c $(BUILD)/flags
	@mkdir -p $$(@D)
	@echo "  CC   $$< ($(1))"
	$$(Q)$$(CC) $$(CFLAGS) -MF $$@.d $$(shell pkg-config --cflags $(1)) -o $$@ $$< $$(LDFLAGS) $$(shell pkg-config --libs $(1))
endef
$(foreach l,$(LUAS),$(eval $(call LUA_MODULE,$(l))))

# what the Lua language server knows, out of the signatures
STUB_LUA = $(firstword $(LUAS))
lib/liaison/meta.lua: $(STUB_LUA:%=$(BUILD)/%/liaison/core.so) scripts/dev/stubs.lua $(filter-out %/meta.lua,$(shell find lib -name '*.lua'))
	@echo "  STUB $@"
	$(Q)LUA_CPATH='$(BUILD)/$(STUB_LUA)/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua' $(STUB_LUA) scripts/dev/stubs.lua

need-a-lua:
	@[ -n "$(LUAS)" ] || { echo "no Lua was found: 'make deps' installs lua5.4 and luajit (one of them is enough)" >&2; exit 1; }

test: all $(BUILD)/unit $(LUAS:%=$(BUILD)/%/oom)
	$(Q)LUAS="$(LUAS)" BUILD="$(BUILD)" SAN="$(SAN)" CC="$(CC)" ONLY="$(ONLY)" sh scripts/dev/test.sh

check: need-a-lua
	$(Q)LUAS="$(LUAS)" MAKE="$(MAKE)" sh scripts/dev/check.sh

fuzz: need-a-lua
	$(Q)$(MAKE) -s SAN=address,undefined OPT="-O1 -g" all
	$(Q)LUAS="$(LUAS)" BUILD=build/san CC="$(CC)" SECONDS_EACH="$(SECONDS)" WAYS="$(WAYS)" sh scripts/dev/fuzz.sh

# coverage-guided, by clang: WAYS='urdf expr phrase maple file'
libfuzz: need-a-lua all
	$(Q)LUA_CPATH='$(BUILD)/$(STUB_LUA)/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua' LUA="$(STUB_LUA)" LIBS="$(LIBS)" MAKE="$(MAKE)" \
	  SECONDS_EACH="$(SECONDS)" WAYS="$(WAYS)" sh scripts/dev/libfuzz.sh

tour: all
	$(Q)LIAISON_BUILD="$(BUILD)" scripts/liaison tour

# the living pages in a browser; `sh scripts/dev/deps.sh page` installs what it needs
page: all need-a-lua
	$(Q)LUA_CPATH='$(BUILD)/$(STUB_LUA)/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua' sh tests/page/page.sh $(STUB_LUA) $(BUILD)/page

toys: all need-a-lua
	$(Q)LUAS="$(LUAS)" MAKE="$(MAKE)" sh scripts/dev/toys.sh

# a page for every function, with its example
reference: all need-a-lua
	@mkdir -p $(BUILD)/reference
	$(Q)LUA_CPATH='$(BUILD)/$(STUB_LUA)/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua' $(STUB_LUA) scripts/dev/reference.lua $(BUILD)/reference

fields: all need-a-lua
	$(Q)LUA_CPATH='$(BUILD)/$(STUB_LUA)/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua' $(STUB_LUA) scripts/dev/fields.lua

layers: need-a-lua
	$(Q)$(firstword $(LUAS)) scripts/dev/layers.lua && $(firstword $(LUAS)) scripts/dev/manners.lua

map: need-a-lua
	$(Q)$(firstword $(LUAS)) scripts/dev/map.lua

# the compiler's flags without its warnings and its level: mutate.lua chooses these
mutate: need-a-lua
	$(Q)FILE="$(FILE)" SAMPLE="$(SAMPLE)" AT="$(AT)" AGAIN="$(AGAIN)" ALL="$(ALL)" UNREACHED="$(UNREACHED)" TESTS="$(TESTS)" N="$(N)" SEED="$(SEED)" MIN="$(MIN)" JOBS="$(JOBS)" TIMEOUT="$(TIMEOUT)" LIST="$(LIST)" \
	  BUILD="$(BUILD)" CC="$(CC)" LIBS="$(LIBS)" MAKE="$(MAKE)" CFLAGS="$(filter-out -M% $(OPT) $(WARN) -Icore,$(CFLAGS))" \
	  $(firstword $(LUAS)) scripts/dev/mutate.lua

deps:
	$(Q)sh scripts/dev/deps.sh

pictures: all need-a-lua
	$(Q)LUA_CPATH='$(BUILD)/$(STUB_LUA)/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua' $(STUB_LUA) scripts/dev/pictures.lua lib/doc/pictures $(PAGES)

# ---- install: D is where files land, TOLD what they are told: PREFIX, from here where it is relative
TOLD   = $(if $(filter /%,$(firstword $(PREFIX))),,$(CURDIR)/)$(PREFIX)
D      = $(DESTDIR)$(TOLD)
ABI    = $(if $(filter luajit,$(1)),5.1,5.4)
LUADIR = $(or $(ROCK_LUADIR),$(D)/share/lua/$(call ABI,$(1)))
LIBDIR = $(or $(ROCK_LIBDIR),$(D)/lib/lua/$(call ABI,$(1)))
BINDIR = $(or $(ROCK_BINDIR),$(D)/bin)
# what is only for the inside (texts of algorithms, their fast forms, words of a kind) stays here
INSIDE    := core/kinds/constraints/% core/kinds/tyres/% core/%_inside.h $(foreach h,words rows surface,core/kinds/constraint_$(h).h)
HEADERS   := $(filter-out $(INSIDE) core/rbd/fast/% core/rbd/text/%,$(wildcard core/*/*.h core/*/*.def core/*/*/*.h core/*/*/*.def))
LUA_FILES = $(shell find lib -name '*.lua')

define INSTALL_LUA
install-$(1): $(BUILD)/$(1)/liaison/core.so
	$$(Q)for f in $$(LUA_FILES:lib/%=%); do install -D -m 644 lib/$$$$f "$$(call LUADIR,$(1))/$$$$f" || exit 1; done
	$$(Q)install -D -m 755 $$< "$$(call LIBDIR,$(1))/liaison/core.so"
endef
$(foreach l,$(LUAS),$(eval $(call INSTALL_LUA,$(l))))

install-bin:
	$(Q)install -D -m 755 scripts/liaison "$(BINDIR)/liaison"

install-c: $(BUILD)/libliaison.a $(BUILD)/libliaison.so
	$(Q)for f in $(HEADERS:core/%=%); do install -D -m 644 core/$$f "$(D)/include/liaison/$$f" || exit 1; done
	$(Q)install -D -m 644 core/io/liaison.h "$(D)/include/liaison/liaison.h"
	$(Q)install -D -m 644 $(BUILD)/libliaison.a "$(D)/lib/libliaison.a"
	$(Q)install -D -m 755 $(BUILD)/libliaison.so "$(D)/lib/libliaison.so.$(VERSION)"
	$(Q)ln -sf libliaison.so.$(VERSION) "$(D)/lib/libliaison.so.0"
	$(Q)ln -sf libliaison.so.0 "$(D)/lib/libliaison.so"
	$(Q)mkdir -p "$(D)/lib/pkgconfig"
	$(Q)sed 's|@PREFIX@|$(subst |,\|,$(subst &,\&,$(TOLD)))|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS)|' scripts/liaison.pc.in > "$(D)/lib/pkgconfig/liaison.pc"

# with their folders, so that links between them lead on
DOCS = $(wildcard *.md CITATION.cff lib/doc/*.md lib/doc/*/*.md lib/doc/pictures/*)
install-doc:
	$(Q)for f in $(DOCS); do install -D -m 644 $$f "$(D)/share/doc/liaison/$$f" || exit 1; done

install: all install-c install-bin install-doc $(LUAS:%=install-%)
	@echo "installed in $(D)"

# for luarocks: one Lua, the folders it says
rock: $(BUILD)/$(LUAS)/liaison/core.so
install-rock: install-$(LUAS) install-bin

uninstall:
	$(Q)rm -rf $(foreach l,lua5.4 luajit,"$(call LUADIR,$(l))/liaison" "$(call LIBDIR,$(l))/liaison") "$(D)/include/liaison" "$(D)/share/doc/liaison"
	$(Q)rm -f "$(BINDIR)/liaison" "$(D)"/lib/libliaison.* "$(D)/lib/pkgconfig/liaison.pc"
	$(Q)cd "$(D)" 2>/dev/null && rmdir share/doc share/lua/5.* share/lua lib/lua/5.* lib/lua lib/pkgconfig 2>/dev/null || true
	@echo "removed from $(D)"

# ---- bench: tests/bench/bench_*.c are programs of their own; peers are compiled by the script where they are here
BENCH := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(wildcard tests/bench/bench_*.c))

$(BUILD)/bench/%: $(BUILD)/tests/bench/%.o $(BUILD)/libliaison.a
	@mkdir -p $(@D)
	@echo "  LINK $@"
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

bench: all $(BENCH)
	$(Q)LUAS="$(LUAS)" BUILD="$(BUILD)" CC="$(CC)" RECORD="$(RECORD)" sh scripts/dev/bench.sh $(BENCH)

clean:
	$(Q)rm -rf build

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

.PHONY: page toys reference fields pictures fuzz libfuzz all need-a-lua test check tour layers map mutate deps bench install install-c install-bin install-doc rock install-rock $(LUAS:%=install-%) \
        uninstall clean help FORCE
.DELETE_ON_ERROR:
-include $(shell find $(BUILD)/core $(BUILD)/tests $(LUAS:%=$(BUILD)/%) -name '*.d' 2>/dev/null)
