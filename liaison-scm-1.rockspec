-- liaison-scm-1.rockspec - for `luarocks make`, on Lua 5.4 or LuaJIT
rockspec_format = "3.0"
package = "liaison"
version = "scm-1"
source = { url = "." }
description = {
  summary = "Frames, rotations, mechanisms and their equations of motion",
  detailed = "Robots, mechanisms and vehicles as short Lua scripts; a C engine for numbers, equations and compiled code.",
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = { "lua >= 5.1, <= 5.4" }
external_dependencies = {
  LAPACKE = { header = "lapacke.h" },
  EXPAT = { header = "expat.h" },
}
build = {
  type = "make",
  build_target = "rock",
  install_target = "install-rock",
  build_variables = { ROCK_LUA = "$(LUA)", LUA_INCDIR = "$(LUA_INCDIR)" },
  install_variables = {
    ROCK_LUA = "$(LUA)", LUA_INCDIR = "$(LUA_INCDIR)",
    ROCK_LUADIR = "$(LUADIR)", ROCK_LIBDIR = "$(LIBDIR)", ROCK_BINDIR = "$(BINDIR)",
  },
}
