-- map.lua - print the house from the first comment of every file (make map)
local paths = {}
local list = io.popen("find core bindings lib scripts tests ! -path 'tests/errors/*' \\( "
  .. "-name '*.[ch]' -o -name '*.lua' -o -name '*.def'"
  .. " -o -name '*.sh' -o -name '*.cpp' -o -path 'scripts/*' -type f ! -name '*.*' \\)")
for path in list:lines() do paths[#paths + 1] = { path:match("^(.*)/([^/]+)$") } end
list:close()
-- a folder before those in it
table.sort(paths, function(a, b) return a[1] < b[1] or a[1] == b[1] and a[2] < b[2] end)

-- what stands behind the name in the first comment, which may go on for some lines until one is
-- empty: opened by `open` in its first line, by `more` in the others
local function sentence(text, open, more)
  local words, at = text:match("^" .. open .. " *[%w_%.]+ +%- +([^\n]+)\n()")
  while words and not words:find "%*/ *$" do
    local line, behind = text:match("^" .. more .. " +([^\n]+)\n()", at)
    if not line or line == "*/" then break end
    words, at = words .. " " .. line, behind
  end
  return words and words:gsub(" *%*/ *$", ""):gsub("%s%s+", "   ")
end

local function sign(path)
  local f = io.open(path)
  local text = (f:read(800) or ""):gsub("^#![^\n]*\n", "")
  f:close()
  return sentence(text, "/%*", " %*") or sentence(text, "%-%-", "%-%-") or sentence(text, "#", "#")
    or "(no sign at the door)"
end

-- a complaint and what provokes it, a folder each
local function errors()
  local cases = io.popen("ls tests/errors"):read "*a"
  print(("tests/errors/\n  %-22s %s"):format(select(2, cases:gsub("\n", "")) .. " folders",
    "what is wrong in input.lua, what is said in expected.txt"))
end

local last
for _, path in ipairs(paths) do
  local dir, file = path[1], path[2]
  if dir ~= last then
    if last and last < "tests/errors" and dir > "tests/errors" then errors() end
    print(dir .. "/")
  end
  last = dir
  print(("  %-22s %s"):format(file, sign(dir .. "/" .. file)))
end
