-- manners.lua - check how lines are written: their width, one choice an expression, one statement a
-- line (make layers)
--
-- C and Lua: lines of at most 100 characters. C: at most one ?: in an expression, no statements
-- joined by commas, comments of a .c file in // form, few static names in three files or more,
-- assertions in core, functions that stay short. What is older than a rule is counted: MOST may
-- only become smaller.
local MOST = { width = 0, choices = 0, commas = 0, comments = 0 }
local WIDTH = 100
local COMMON_NAMES = 30   -- static names in three or more files, at most
local ASSERTIONS = 483    -- in core, at least: may only become more
local MEDIAN, P90 = 9, 20 -- lines of a function

local bad, told = 0, { width = {}, choices = {}, commas = {}, comments = {} }
local function complain(...)
  bad = bad + 1
  io.stderr:write(string.format(...), "\n")
end
local function note(rule, ...) table.insert(told[rule], string.format(...)) end

local function read(path)
  local f = assert(io.open(path))
  local text = f:read "*a"
  f:close()
  return text
end

-- letters, not bytes
local function width_of(line) return #line - select(2, line:gsub("[\128-\191]", "")) end

local function check_width(path, text)
  local number, printed = 0, false
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    -- a row of a table in a document, an address, what a program printed: they cannot be broken
    if line:find "^%s*```" then printed = line:find "^%s*```text" ~= nil end
    local whole = path:find "%.md$"
      and (printed or line:find "^%s*|" or line:find "%]%(%S+%)%S*$" or line:find "^%s*!?%[")
    if not whole and width_of(line) > WIDTH then
      note("width", "%s:%d: %d characters, at most %d", path, number, width_of(line), WIDTH)
    end
  end
end

-- C with comments, texts and directives blanked, so that lines keep their numbers
local function bared(text)
  local function blank(s) return (s:gsub("[^\n]", " ")) end
  local out, at = {}, 1
  while at <= #text do
    local from = text:find("[/\"'#]", at)
    if not from then break end
    out[#out + 1] = text:sub(at, from - 1)
    local two, one = text:sub(from, from + 1), text:sub(from, from)
    local to
    if two == "/*" then
      to = select(2, text:find("*/", from + 2, true)) or #text
      out[#out + 1] = blank(text:sub(from, to))
    elseif two == "//" then
      to = (text:find("\n", from, true) or #text + 1) - 1
      out[#out + 1] = blank(text:sub(from, to))
    elseif one == "#" and text:sub(1, from - 1):find "\n[ \t]*$" then
      to = from
      repeat
        to = text:find("\n", to + 1, true) or #text + 1
      until text:sub(to - 1, to - 1) ~= "\\"
      to = to - 1
      out[#out + 1] = blank(text:sub(from, to))
    elseif one == '"' or one == "'" then
      to = from + 1
      while text:sub(to, to) ~= one do to = to + (text:sub(to, to) == "\\" and 2 or 1) end
      out[#out + 1] = one .. blank(text:sub(from + 1, to - 1)) .. one
    else
      to = from
      out[#out + 1] = one
    end
    at = to + 1
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

-- more than one ?: in an expression: counted from comma to comma; brackets that only group belong
-- to what is around them
local function check_choices(path, code)
  local line, count, stack, word, calls = 1, 0, {}, "", false
  for c in code:gmatch "." do
    if c:find "[%w_]" then
      word, calls = word .. c, true
    else
      if c == "\n" then
        line = line + 1
      elseif c == "(" or c == "[" or c == "{" then
        local groups = c == "(" and (not calls or word == "return")
        stack[#stack + 1] = { count = count, groups = groups }
        if not groups then count = 0 end
      elseif c == ")" or c == "]" or c == "}" then
        local around = table.remove(stack)
        if around and not around.groups then count = around.count end
      elseif c == "," or c == ";" then
        count = 0
      elseif c == "?" then
        count = count + 1
        if count == 2 then
          note("choices", "%s:%d: more than one ?: in an expression", path, line)
        end
      end
      if not c:find "%s" then calls = c == ")" or c == "]" end
      word = ""
    end
  end
end

-- what a statement says behind its if, for, while, else, case and label
local function bare_statement(s)
  while true do
    local rest = s:match "^%s*%l+%s*%b()(.*)$"
    local head = s:match "^%s*(%l+)%s*%("
    if not (rest and (head == "if" or head == "for" or head == "while" or head == "switch")) then
      rest = s:match "^%s*else%f[%s{](.*)$" or s:match "^%s*do%f[%s{](.*)$"
        or s:match "^%s*case [^:]*:(.*)$"
        or s:match "^%s*default%s*:(.*)$"
    end
    if not rest then return (s:gsub("^%s+", "")) end
    s = rest
  end
end

local function declares(s)
  local first, second = s:match "^([%a_][%w_]*)%s+%**%s*([%a_][%w_]*)"
  if not first then first, second = s:match "^([%a_][%w_]*)%s*%*+%s*([%a_][%w_]*)" end
  return first and first ~= "return" and first ~= "goto" and second
end

local function check_statement(path, line, s)
  s = bare_statement(s)
  if s == "" or declares(s) then return end
  local inside = s:gsub("%b()", ""):gsub("%b[]", ""):gsub("%b{}", "")
  if inside:find(",", 1, true) then
    note("commas", "%s:%d: statements joined by a comma", path, line)
  end
end

-- statements end at ; outside of ( ), blocks at { and }
local function check_statements(path, code)
  local line, depth, from, inits = 1, 0, 1, 0
  for at, c in code:gmatch "()([\n(){};=])" do
    if c == "\n" then line = line + 1
    elseif c == "(" then depth = depth + 1
    elseif c == ")" then depth = depth - 1
    elseif depth == 0 and c == "{"
      and (inits > 0 or code:sub(from, at - 1):find "=%s*$") then inits = inits + 1
    elseif depth == 0 and c == "}" and inits > 0 then inits = inits - 1
    elseif depth == 0 and inits == 0 and c ~= "=" then
      if c == ";" then check_statement(path, line, code:sub(from, at - 1)) end
      from = at + 1
    end
  end
end

-- // in a .c file, /* */ in headers and for the sign of the file
local function check_comments(path, text)
  local number = 0
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    if number > 1 and line:find "^%s*/%*" then
      note("comments", "%s:%d: // begins a comment in a .c file", path, number)
    end
  end
end

local function files(command)
  local list, p = {}, assert(io.popen(command .. " | LC_ALL=C sort"))
  for path in p:lines() do list[#list + 1] = path end
  p:close()
  return list
end

local common, sizes, lines_of_core, assertions = {}, {}, 0, 0

local function look_at_functions(path, code)
  local stem = path:gsub("%.[ch]$", "")
  for name in code:gmatch "\nstatic [^\n;={}]-([%a_][%w_]*)%(" do
    common[name] = common[name] or { n = 0 }
    if not common[name][stem] then common[name][stem], common[name].n = true, common[name].n + 1 end
  end
  for body in code:gmatch "\n[%a_][^\n;]*%)%s*(%b{})" do
    sizes[#sizes + 1] = select(2, body:gsub("\n", "")) + 1
  end
end

for _, path in ipairs(files "find core bindings tests -name '*.[ch]' -o -name '*.def'") do
  local text = read(path)
  local code = bared(text)
  check_width(path, text)
  if not path:find "^tests" then
    check_choices(path, code)
    check_statements(path, code)
    if path:find "%.c$" then check_comments(path, text) end
    look_at_functions(path, code)
  end
  if path:find "^core" then
    lines_of_core = lines_of_core + select(2, text:gsub("\n", ""))
    assertions = assertions + select(2, code:gsub("LIA_ASSERT%(", ""))
  end
end

for _, path in ipairs(files("find lib scripts tests -name '*.lua' ! -name meta.lua ! -path "
  .. "'tests/errors/*' ! -path 'tests/data/*'")) do
  check_width(path, read(path))
end
for _, path in ipairs(files "find . -maxdepth 1 -name '*.md'; find lib/doc -name '*.md'") do
  check_width(path, read(path))
end

local often = {}
for name, at in pairs(common) do
  if at.n >= 3 then often[#often + 1] = ("%s (%d)"):format(name, at.n) end
end
table.sort(often)
if #often > COMMON_NAMES then
  complain("%d static names stand in three files or more, at most %d: %s", #often, COMMON_NAMES,
    table.concat(often, ", "))
end
table.sort(sizes)
local median, p90 = sizes[math.ceil(#sizes / 2)] or 0, sizes[math.ceil(#sizes * 0.9)] or 0
if median > MEDIAN or p90 > P90 then
  complain("functions have a median of %d and a 90th percentile of %d lines, at most %d and %d",
    median, p90, MEDIAN, P90)
end
if assertions < ASSERTIONS then
  complain("%d assertions in %d lines of core, at least %d", assertions, lines_of_core, ASSERTIONS)
end
for _, rule in ipairs { "width", "choices", "commas", "comments" } do
  local list = told[rule]
  if #list > MOST[rule] then
    for _, line in ipairs(list) do io.stderr:write(line, "\n") end
    complain("%d lines against the rule of %s, at most %d", #list, rule, MOST[rule])
  elseif #list < MOST[rule] then
    complain("only %d lines are left against the rule of %s: put that number into MOST", #list,
      rule)
  end
end
io.stderr:write(("manners: %d functions, median %d, 90 %% below %d lines; %d common static names; ")
  :format(#sizes, median, p90, #often), ("older lines left: %d wide, %d choices, %d commas; ")
  :format(#told.width, #told.choices, #told.commas), bad, " complaints\n")
os.exit(bad == 0 and 0 or 1)
