-- map.lua - print the house from the first line of every file (make map)
local list = io.popen("find core bindings lib scripts tests \\( -name '*.[ch]' -o -name '*.lua' -o -name '*.def' -o -name '*.sh'"
  .. " -o -name '*.cpp' -o -path 'scripts/*' -type f ! -name '*.*' \\) | LC_ALL=C sort")
local last
for path in list:lines() do
  local dir, file = path:match("^(.*)/([^/]+)$")
  local f = io.open(path)
  local text = f:read(400) or ""
  f:close()
  text = text:gsub("^#![^\n]*\n", "")
  local sign = text:match("^/%* *[%w_%.]+ +%- +([^\n]-) *%*?/?\n") or text:match("^%-%- *[%w_%.]+ +%- +([^\n]+)")
    or text:match("^# *[%w_%.]+ +%- +([^\n]+)")
  if dir ~= last then print(dir .. "/") end
  last = dir
  print(("  %-22s %s"):format(file, sign or "(no sign at the door)"))
end
list:close()
