# make            the engine (static, shared) and one Lua module per Lua found
# make deps       find what is missing and install it with apt-get; nothing to do where nothing is missing
# make test       C tests (Criterion), then the same house seen from every Lua found
# make check      layers, warnings as errors with gcc and clang, all tests, again under ASan+UBSan, luacheck
# make bench      timings of ours beside the peers found
# make tour       a guided walk of the first five minutes
# make layers     includes go down the stairs; malloc and lua.h stay in their rooms
# make map        the house, from the first line of every file
# make mutate     FILE=core/geo/rot.h: flip signs one at a time, see which mutants the tests miss
# make install    PREFIX=/usr/local DESTDIR=   (and uninstall)
# make clean      remove build/
# make help       this text
#
# LUAS='lua5.4 luajit'  CC=gcc|clang  SAN=address,undefined  OPT=-O2  ARCH=native|x86-64-v3  BUILD=build  V=1
# A new source file needs no line here.

ifeq ($(origin CC),default)
CC     := gcc
endif
OPT    ?= -O2 -g
ARCH   ?= native
BUILD  ?= build$(if $(SAN),/san)
PREFIX ?= /usr/local
LUAS   ?= $(foreach l,lua5.4 luajit,$(if $(shell pkg-config --exists $(l) 2>/dev/null && command -v $(l)),$(l)))

CORE := $(wildcard core/*/*.c core/*/*/*.c)
BIND := $(wildcard bindings/*.c)
UNIT := $(wildcard tests/unit/test_*.c tests/laws/*.c tests/oracle/*.c)

WARN   := -Wall -Wextra -Wshadow -Wpedantic -Wmissing-prototypes -Wstrict-prototypes \
          -Wundef -Wwrite-strings -Wvla -Wdouble-promotion $(WERROR)
CFLAGS += -std=c17 -D_POSIX_C_SOURCE=200809L -fPIC -fno-semantic-interposition -fno-math-errno \
          -ffp-contract=off -march=$(ARCH) $(OPT) $(WARN) -Icore -MMD -MP \
          $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=all)
LDFLAGS += $(if $(SAN),-fsanitize=$(SAN))
LIBS   := -llapacke -lopenblas -lexpat -lm -lpthread -ldl

Q := $(if $(V),,@)

all: $(BUILD)/libliaison.a $(BUILD)/libliaison.so $(LUAS:%=$(BUILD)/%/liaison/core.so)

$(BUILD)/libliaison.a: $(CORE:%.c=$(BUILD)/%.o)
	@echo "  AR   $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libliaison.so: $(CORE:%.c=$(BUILD)/%.o)
	@echo "  LINK $@"
	$(Q)$(CC) -shared $(LDFLAGS) -Wl,-soname,libliaison.so.0 -o $@ $^ $(LIBS)

$(BUILD)/unit: $(UNIT:%.c=$(BUILD)/%.o) $(BUILD)/libliaison.a
	@echo "  LINK $@"
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcriterion $(LIBS)

$(BUILD)/tests/%.o: CFLAGS += -Itests

$(BUILD)/core/%.o: core/%.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(CFLAGS) -c -o $@ $<

# one module per ABI: the same C, another lua.h; never links a liblua
define LUA_MODULE
$(BUILD)/$(1)/liaison/core.so: $$(BIND:%.c=$(BUILD)/$(1)/%.o) $(BUILD)/libliaison.a
	@mkdir -p $$(@D)
	@echo "  LINK $$@"
	$$(Q)$$(CC) -shared $$(LDFLAGS) -Wl,--exclude-libs,ALL -o $$@ $$^ $$(LIBS)

$(BUILD)/$(1)/bindings/%.o: bindings/%.c
	@mkdir -p $$(@D)
	@echo "  CC   $$< ($(1))"
	$$(Q)$$(CC) $$(CFLAGS) -fvisibility=hidden -Ibindings $$(shell pkg-config --cflags $(1)) -c -o $$@ $$<
endef
$(foreach l,$(LUAS),$(eval $(call LUA_MODULE,$(l))))

# how a script run from the checkout finds the module and the Lua half
lua_env = LUA_CPATH='$(BUILD)/$(1)/?.so' LUA_PATH='lib/?.lua;lib/?/init.lua;tests/lua/?.lua'

test: all $(BUILD)/unit
	$(Q)LUAS="$(LUAS)" BUILD="$(BUILD)" sh scripts/dev/test.sh

layers:
	$(Q)$(firstword $(LUAS)) scripts/dev/layers.lua

map:
	$(Q)$(firstword $(LUAS)) scripts/dev/map.lua

# the compiler's flags without its warnings and its level: mutate.lua chooses these
mutate:
	$(Q)FILE="$(FILE)" TESTS="$(TESTS)" N="$(N)" SEED="$(SEED)" MIN="$(MIN)" JOBS="$(JOBS)" TIMEOUT="$(TIMEOUT)" LIST="$(LIST)" \
	  BUILD="$(BUILD)" CC="$(CC)" LIBS="$(LIBS)" MAKE="$(MAKE)" CFLAGS="$(filter-out -M% $(OPT) $(WARN) -Icore,$(CFLAGS))" \
	  $(firstword $(LUAS)) scripts/dev/mutate.lua

deps:
	$(Q)sh scripts/dev/deps.sh

clean:
	$(Q)rm -rf build

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

.PHONY: all test layers map mutate deps clean help
.DELETE_ON_ERROR:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
