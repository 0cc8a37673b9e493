/* open.c - luaopen_liaison_core: the list of types */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"

#include "base/version.h"

// a new type: one line here, in the order of the table in help()
#define LIA_TYPES(X) \
  X(vec)             \
  X(mat)             \
  X(rot)             \
  X(frame)           \
  X(twist)           \
  X(inertia)         \
  X(space)           \
  X(factor)          \
  X(ctl)             \
  X(riccati)         \
  X(state_space)     \
  X(num)             \
  X(qp)              \
  X(traj)            \
  X(pieces)          \
  X(online)          \
  X(law_plan)        \
  X(via)             \
  X(toolpath)        \
  X(mesh)            \
  X(collision)       \
  X(loop)            \
  X(con)             \
  X(expr)            \
  X(pool)            \
  X(symbols)         \
  X(calculus)        \
  X(asking)          \
  X(smat)            \
  X(entries)         \
  X(page)            \
  X(model)           \
  X(extend)          \
  X(eom)             \
  X(kane)            \
  X(formula)         \
  X(works)           \
  X(generator)       \
  X(kernel)          \
  X(program)         \
  X(motion)          \
  X(run)             \
  X(sim)             \
  X(ode)             \
  X(machine)         \
  X(machine_drive)   \
  X(machine_signals) \
  X(small)           \
  X(force)           \
  X(forcelaw)        \
  X(tyre)            \
  X(elements)        \
  X(sweep)           \
  X(sampled)         \
  X(ctl_systems)     \
  X(run_loop)        \
  X(contact_log)     \
  X(results)         \
  X(ask)             \
  X(path_time)       \
  X(follow)          \
  X(ikarm)           \
  X(memory)

#define X(type) void lia_open_##type(lua_State *L);
LIA_TYPES(X)
#undef X

int luaopen_liaison_core(lua_State *L);
__attribute__((visibility("default"))) int luaopen_liaison_core(lua_State *L) {
  static const char key;
  lua_pushlightuserdata(L, (void *)&key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  // required again: the same table, or objects made before would be strangers
  if (lia_kit_get(L)->open) return 1;
  lua_pop(L, 1);

  lia_kit_clear(L);
  lia_stop_open(L);
  lua_pushlightuserdata(L, (void *)&key);
  lua_createtable(L, 0, 64);
#define X(type) lia_open_##type(L);
  LIA_TYPES(X)
#undef X
  lia_sig_link_all(L);
  lia_field_text(L, "version", LIA_VERSION);
  lia_kit_functions(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "kit");   // its name before version 0.2
  lua_setfield(L, -2, "_internal");
  lua_pushvalue(L, -1);
  lua_insert(L, -3);
  lua_rawset(L, LUA_REGISTRYINDEX);
  lia_kit_get(L)->open = 1;
  return 1;
}
