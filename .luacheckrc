-- what luacheck may expect: the Lua both interpreters speak, and lines as long as the C ones
std = "luajit+lua54"
max_line_length = 140
ignore = { "581" } -- not (x <= y) is what NaN needs
exclude_files = { "build/" }
