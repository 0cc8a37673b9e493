/* lmemory.c - how much memory the engine may hold, all that is of it together */
#include "bindings/kit/bind.h"

#include "base/mem.h"

#include <stdint.h>

static const double MEGABYTE = 1 << 20, LEAST = 64;

static int memory(lua_State *L) {
  if (!lua_isnoneornil(L, 1)) {
    double most = lua_tonumber(L, 1);
    if (!(most >= LEAST))
      return lia_mistake(L, "argument 1 (megabytes): at least %d, got %.9g", (int)LEAST, most);
    lia_mem_set_limit(most < (double)SIZE_MAX / 2 / MEGABYTE ? (size_t)(most * MEGABYTE)
                                                             : SIZE_MAX / 2);
  }
  lua_createtable(L, 0, 2);
  lua_pushnumber(L, (double)lia_mem_limit() / MEGABYTE);
  lua_setfield(L, -2, "limit");
  lua_pushnumber(L, (double)lia_mem_held() / MEGABYTE);
  lua_setfield(L, -2, "held");
  return 1;
}

// memory of the engine on its way into a table
static const lia_class hold_class = { .name = "hold",
                                      .text = "Memory of the engine while a result is made of it.",
                                      .destroy = lia_free };

void **lia_push_hold(lua_State *L) { return lia_push(L, &hold_class); }

static const lia_fn functions[] = {
  { memory, "memory([megabytes: num]) -> table",
    "What models, runs, expressions and kernels of this process may hold together (limit) and hold "
    "(held), in megabytes; or set the limit, at least 64. "
    "It is three quarters of the machine's memory, or of its container's: what would take more is "
    "refused. What Lua itself holds is not in it.",
    "li.memory().limit > li.memory().held --> true" },
  { 0 },
};

void lia_open_memory(lua_State *L);
void lia_open_memory(lua_State *L) {
  lia_class_register(L, &hold_class);
  lia_functions(L, functions);
}
