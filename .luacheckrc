-- what luacheck may expect: the Lua both interpreters speak
std = "luajit+lua54"
max_line_length = false
ignore = { "581" } -- not (x <= y) is what NaN needs
exclude_files = { "build/" }
