-- what luacheck may expect: the Lua both interpreters speak, and lines as long as the C ones
std = "luajit+lua54"
max_line_length = 130
exclude_files = { "build/" }
