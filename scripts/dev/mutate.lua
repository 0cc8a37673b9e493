-- mutate.lua - change a file one token at a time and report which changes the tests miss (make mutate)
--
-- make mutate FILE=core/geo/rot.h [TESTS='rot/* frame/*'] [N=100 SEED=1] [MIN=95] [JOBS=2] [TIMEOUT=10] [LIST=1]
--
-- The real file is never touched: the tree is copied to build/mutate/tree (one run at a time in one BUILD), every mutant is
-- written to a folder that comes first on the include path, and only the objects that see the file are compiled again,
-- unoptimised: compiling is most of the time. Tests: those that include
-- the header (of a .c file: its own header), or those whose suite matches TESTS. test_<stem>.c runs first and alone, since
-- it kills most (all in one process that ends at the first failure: tests/mutants/criterion); what survives it meets the other tests, and what survives these meets all of them once more under
-- ASan and UBSan, as in `make check`. A mutant whose optimised machine code is that of the original is no change at all
-- and is not counted.
--
-- A mutant no test could kill is declared in tests/mutants/<stem>.txt, three lines each, in the words of the report:
--     at      if (c > 0 && s > 0)
--     change  > -> >=
--     why     at 0 both branches give the same angle
-- 'at' is any part of the source line; 'change  2: > -> >=' means the second place on that line where the change is possible.
-- A declaration that no line of core/*/<stem>.* matches any more is told, and so is one whose mutant was killed.

local env = os.getenv
local FILE = env "FILE" or arg[1]
local CC, CFLAGS, LIBS = env "CC" or "gcc", env "CFLAGS" or "", env "LIBS" or "-lm"
local BUILD = env "BUILD" or "build"
local function number(name, default) return tonumber(env(name) or "") or default end
local JOBS, MIN, N, SEED = number("JOBS", 2), number("MIN", 95), number("N", nil), number("SEED", 1)
local TESTS = env "TESTS" ~= "" and env "TESTS" or nil
local LIST = (env "LIST" or "") ~= ""

local function die(...)
  io.stderr:write("mutate: ", string.format(...), "\n")
  os.exit(2)
end

local function read(path)
  local f = io.open(path, "rb")
  if not f then return nil end
  local text = f:read "*a"
  f:close()
  return text
end

local function write(path, text)
  local f = io.open(path, "wb") or die("cannot write %s", path)
  f:write(text)
  f:close()
end

local function sh(fmt, ...)
  local ok, _, code = os.execute(string.format(fmt, ...))
  if type(ok) == "number" then return ok == 0 end -- LuaJIT built without 5.2 manners
  return ok == true and code == 0
end

local function lines_of(command)
  local out, p = {}, io.popen(command)
  for line in p:lines() do out[#out + 1] = line end
  p:close()
  return out
end

local function say(...)
  io.stderr:write(string.format(...), "\n")
end

-- ---------------------------------------------------------------- reading C

local OPS = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
  "%=", "&=", "|=", "^=", "##" }

local function set(text)
  local s = {}
  for w in text:gmatch "%S+" do s[w] = true end
  return s
end

local KEYWORD = set "return case else sizeof goto do while for if switch break continue default typedef enum struct union"
local TYPE = set [[void char short int long float double signed unsigned const static inline extern volatile restrict bool
  size_t ptrdiff_t int8_t int32_t int64_t uint8_t uint32_t uint64_t register _Bool _Thread_local struct union enum typedef FILE]]

local function operator_at(text, i)
  for _, op in ipairs(OPS) do
    if text:sub(i, i + #op - 1) == op then return op end
  end
  return text:sub(i, i)
end

-- end of the preprocessor line that starts at i, continuations included
local function directive_end(text, i)
  repeat
    local nl = text:find("\n", i, true) or #text + 1
    local more = text:sub(nl - 1, nl - 1) == "\\"
    i = nl + 1
  until not more
  return i
end

-- tokens { kind = name|num|str|op, text, at, line }; comments and directives are left out, bodies of #define stay in
local function lex(text)
  local toks, i, line = {}, 1, 1
  local macro_end = 0
  local function advance(to)
    line = line + select(2, text:sub(i, to - 1):gsub("\n", ""))
    i = to
  end
  local function token(kind, from, to)
    toks[#toks + 1] = { kind = kind, text = text:sub(from, to), at = from, line = line, macro = from < macro_end }
    advance(to + 1)
  end
  while i <= #text do
    local c = text:sub(i, i)
    if c:find "%s" or c == "\\" then advance(i + 1)
    elseif text:sub(i, i + 1) == "//" then advance(text:find("\n", i, true) or #text + 1)
    elseif text:sub(i, i + 1) == "/*" then advance((select(2, text:find("*/", i + 2, true)) or #text) + 1)
    elseif c == "#" and i >= macro_end then
      local body = text:match("^#%s*define%s+[%w_]+()", i)
      if body then
        macro_end = directive_end(text, i)
        if text:sub(body, body) == "(" then body = text:find(")", body, true) + 1 end
        advance(body)
      else
        advance(directive_end(text, i))
      end
    elseif c == '"' or c == "'" then
      local j = i + 1
      while text:sub(j, j) ~= c do j = j + (text:sub(j, j) == "\\" and 2 or 1) end
      token("str", i, j)
    elseif c:find "[%a_]" then token("name", i, text:match("^[%w_]+()", i) - 1)
    elseif text:find("^%.?%d", i) then
      local j = text:match("^[%w_%.]+()", i)
      while text:find("^[eEpP][+-]", j - 1) do j = text:match("^[+-][%w_%.]*()", j) end
      token("num", i, j - 1)
    else
      token("op", i, i + #operator_at(text, i) - 1)
    end
  end
  return toks
end

-- ---------------------------------------------------------------- changes

local SWAP = { -- what a hand might have written instead
  ["+"] = { "-" }, ["-"] = { "+" }, ["*"] = { "/" }, ["/"] = { "*" }, ["%"] = { "*" },
  ["+="] = { "-=" }, ["-="] = { "+=" }, ["*="] = { "/=" }, ["/="] = { "*=" },
  ["<"] = { "<=", ">=" }, [">"] = { ">=", "<=" }, ["<="] = { "<", ">" }, [">="] = { ">", "<" },
  ["=="] = { "!=" }, ["!="] = { "==" }, ["&&"] = { "||" }, ["||"] = { "&&" },
  ["<<"] = { ">>" }, [">>"] = { "<<" }, ["&"] = { "|" }, ["|"] = { "&" }, ["^"] = { "&" },
}

local TWIN = { -- names that are easily taken for each other
  sin = "cos", cos = "sin", asin = "acos", acos = "asin", tan = "sin", atan = "asin", sinh = "cosh", cosh = "sinh",
  fmin = "fmax", fmax = "fmin", floor = "ceil", ceil = "floor", fabs = "", sqrt = "fabs", INFINITY = "0.0", true_ = "false",
  lia_mv3 = "lia_mtv3", lia_mtv3 = "lia_mv3", lia_mul33 = "lia_tmul33", lia_tmul33 = "lia_mul33", lia_mult33 = "lia_mul33",
  lia_add3 = "lia_sub3", lia_sub3 = "lia_add3", lia_transpose33 = "lia_copy33",
}

local CONTINUES = { ["("] = true, ["["] = true, ["."] = true, ["->"] = true }

local function is_operand(t)
  return t and (t.kind == "num" or (t.kind == "name" and not KEYWORD[t.text] and not TYPE[t.text])
    or t.text == ")" or t.text == "]")
end

-- `double *x` and `(lia_frame *)` declare; `a*b` and `a * b` multiply
local function is_pointer(text, t, prev, next)
  local before, after = text:sub(t.at - 1, t.at - 1), text:sub(t.at + 1, t.at + 1)
  if not is_operand(prev) or prev.text == ")" and before == ")" and after:find "[%w_]" then return true end
  return before == " " and after ~= " " or (next and (next.text == ")" or next.text == ","))
end

local function number_mutants(s, in_index)
  local suffix = s:match "[uUlLfF]+$" or ""
  if s:find "^0[xX]" then return {} end
  if not s:find "[%.eE]" then
    local n = tonumber(s:sub(1, #s - #suffix))
    if not n then return {} end
    if in_index then return { (n > 0 and n - 1 or 1) .. suffix } end
    return { (n == 0 and 1 or n == 1 and 0 or n + 1) .. suffix }
  end
  local x = tonumber(s)
  if not x then return {} end
  if x == 0 then return { "1.0" } end
  if x == 1 then return { "0.0" } end
  if math.abs(x) < 1e-3 then return { s .. " * 1e6" } end
  return { s .. " * 2", "(" .. s .. " + 1)" }
end

-- where each '[' '(' '{' closes, and what is inside a for (...) head or a declarator's brackets
local function brackets(toks)
  local close, stack, inside = {}, {}, {}
  for i, t in ipairs(toks) do
    inside[i] = stack[#stack]
    if t.text == "(" or t.text == "[" or t.text == "{" then stack[#stack + 1] = i
    elseif t.text == ")" or t.text == "]" or t.text == "}" then close[table.remove(stack) or 0] = i end
  end
  return close, inside
end

-- `double o[9]`, `static const lia_row table[2]`: the size of a declared array
local function declares(toks, open)
  local name, before = toks[open - 1], toks[open - 2]
  if not name or name.text == "]" then return true end
  if name.kind ~= "name" or not before then return false end
  return TYPE[before.text] or (before.kind == "name" and not KEYWORD[before.text])
end

-- -(first term): after = return ? : ( , { where the term is surely a number
local function sign_can_stand(toks, i, close)
  local t, next = toks[i], toks[i + 1]
  if not next or next.kind == "str" or next.kind == "op" and next.text ~= "(" then return false end
  if next.kind == "name" and (KEYWORD[next.text] or TYPE[next.text] or next.text == "NULL") then return false end
  if t.text == "=" or t.text == "return" or t.text == "?" then return next.kind ~= "num" end
  if not (t.text == "," or t.text == "(" or t.text == "{" or t.text == ":") or next.kind ~= "name" then return false end
  local j = i + 2
  while toks[j] and (toks[j].text == "[" or toks[j].text == "(" or toks[j].text == "." or toks[j].text == "->") do
    j = (toks[j].text == "[" or toks[j].text == "(") and (close[j] or j) + 1 or j + 2
  end
  local after = toks[j] and toks[j].text or ""
  return after == "*" or after == "/" or after == "+" or after == "-" or toks[j - 1] ~= next and toks[j - 1].text == "]"
end

local function mutants_of(text)
  local toks, list = lex(text), {}
  local close, inside = brackets(toks)
  local function add(t, from, to, new, what)
    list[#list + 1] = { from = from, to = to, new = new, line = t.line, macro = t.macro, what = what }
  end
  local function replace(t, new)
    add(t, t.at, t.at + #t.text - 1, new, ("%s -> %s"):format(t.text, new == "" and "nothing" or new))
  end
  local function in_for_head(i)
    local o = inside[i]
    return o and toks[o - 1] and toks[o - 1].text == "for"
  end

  local function one_operator(i, t)
    local prev, next = toks[i - 1], toks[i + 1]
    if (t.text == "-" or t.text == "+") and not is_operand(prev) then
      if t.text == "-" then add(t, t.at, t.at, " ", "- -> nothing") end
    elseif t.text == "!" then add(t, t.at, t.at, " ", "! -> nothing")
    elseif (t.text == "++" or t.text == "--") and not in_for_head(i) then replace(t, t.text == "++" and "--" or "++")
    elseif t.text == "*" and is_pointer(text, t, prev, next) or t.text == "&" and not is_operand(prev) then return
    elseif (t.text == "+=" or t.text == "-=") and in_for_head(i) then return
    else
      for _, new in ipairs(SWAP[t.text] or {}) do replace(t, new) end
    end
  end

  -- an assignment or a call between two ends of statements
  local function removal(first, last)
    while toks[first].text == "else" or toks[first].text == "if" or toks[first].text == "for" or toks[first].text == "while" do
      first = toks[first].text == "else" and first + 1 or (close[first + 1] or last) + 1
      if first >= last then return end
    end
    local a, b = toks[first], toks[first + 1]
    local goes_on = CONTINUES[b.text] or b.text:find "^[%+%-%*/]?=$" or b.text:find "^[%+%-][%+%-]$"
    local starts = a.kind == "name" and not KEYWORD[a.text] and not TYPE[a.text] and goes_on or a.text == "*" and b.kind == "name"
    if not starts then return end
    local from, to = a.at, toks[last].at - 1
    local what = text:sub(from, to):gsub("%s+", " ")
    if #what > 40 then what = what:sub(1, 37) .. "..." end
    add(a, from, to, (text:sub(from, to):gsub("[^\n]", " ")), what .. " -> nothing")
  end

  local start = 1
  for i, t in ipairs(toks) do
    local open = inside[i]
    if t.kind == "op" then one_operator(i, t)
    elseif t.kind == "num" and not (open and toks[open].text == "[" and declares(toks, open)) then
      for _, new in ipairs(number_mutants(t.text, open and toks[open].text == "[")) do replace(t, new) end
    elseif t.kind == "name" and TWIN[t.text] and not (toks[i - 1] and TYPE[toks[i - 1].text]) then
      replace(t, TWIN[t.text])
    elseif t.text == "if" and toks[i + 1].text == "(" then
      local c = close[i + 1]
      if c and c - i <= 3 and toks[i + 2].kind == "name" then
        add(t, toks[i + 2].at, toks[c].at - 1, "!" .. toks[i + 2].text, toks[i + 2].text .. " -> !" .. toks[i + 2].text)
      end
    end
    if sign_can_stand(toks, i, close) then
      local next = toks[i + 1]
      add(next, next.at, next.at - 1, "-", ("%s -> -%s"):format(next.text, next.text))
    end
    if t.text == ";" and open and toks[open].text == "{" then
      if start < i then removal(start, i) end
      start = i + 1
    elseif t.text == "{" or t.text == "}" then start = i + 1
    end
  end
  return list
end

-- ---------------------------------------------------------------- declared survivors

local function source_lines(text)
  local out = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do out[#out + 1] = line end
  return out
end

-- number the places of one line where the same change is possible, so that a declaration can mean one of them
local function number_places(list)
  local seen = {}
  for _, m in ipairs(list) do
    local key = m.line .. "\0" .. m.what
    seen[key] = (seen[key] or 0) + 1
    m.place = seen[key]
  end
  for _, m in ipairs(list) do m.places = seen[m.line .. "\0" .. m.what] end
end

local function change_of(m) return m.places > 1 and ("%d: %s"):format(m.place, m.what) or m.what end

local function read_declared(path)
  local list = {}
  for line in (read(path) or ""):gmatch "[^\n]+" do
    local key, value = line:match "^(%l+)%s+(.-)%s*$"
    if key == "at" then list[#list + 1] = { at = value }
    elseif #list > 0 and (key == "change" or key == "why") then list[#list][key] = value end
  end
  for _, d in ipairs(list) do
    if not d.change or not d.why then die("%s: '%s' needs change and why", path, d.at) end
    d.place = tonumber(d.change:match "^(%d+): ")
    d.what = d.change:gsub("^%d+: ", "")
  end
  return list
end

local function means(d, m, source)
  return d.what == m.what and (not d.place or d.place == m.place) and source[m.line]:find(d.at, 1, true)
end

local function declared_reason(declared, m, source)
  for _, d in ipairs(declared) do
    if means(d, m, source) then
      d.used = true
      return d.why
    end
  end
end

-- one <stem>.txt serves <stem>.c and <stem>.h: a declaration is astray where neither has such a line, or such a change on it
local function tell_strays(declared, stem, mutants, source)
  local twins = {}
  for _, path in ipairs(lines_of(("find core -name '%s.*'"):format(stem))) do twins[#twins + 1] = read(path) end
  local everywhere = table.concat(twins, "\n")
  for _, d in ipairs(declared) do
    for _, m in ipairs(mutants) do d.here = d.here or means(d, m, source) end
    local line = table.concat(source, "\n"):find(d.at, 1, true)
    if not everywhere:find(d.at, 1, true) then
      say("tests/mutants/%s.txt: no line '%s' any more", stem, d.at)
    elseif line and not d.here then
      say("tests/mutants/%s.txt: no change '%s' at '%s' any more", stem, d.change, d.at)
    end
  end
end

-- ---------------------------------------------------------------- the scratch copy and what is built in it

local function suites_of(path)
  local out = {}
  for suite in (read(path) or ""):gmatch "TEST%s*%(%s*([%w_]+)%s*," do out[suite] = true end
  for suite in (read(path) or ""):gmatch "Test%s*%(%s*([%w_]+)%s*," do out[suite] = true end
  return out
end

local function glob_matches(glob, name)
  local pattern = "^" .. glob:gsub("[%^%$%(%)%%%.%[%]%+%-]", "%%%0"):gsub("%*", ".*"):gsub("%?", ".") .. "$"
  return name:find(pattern) ~= nil
end

-- the header whose includers are the tests of FILE
local function header_of(path, text)
  if path:find "%.[h]$" or path:find "%.def$" then return path:gsub("^core/", "") end
  return text:match '#%s*include%s+"([^"]+)"' or path
end

local function choose_tests(path, text)
  local stem = path:match "([^/]+)%.%w+$"
  local header, own, others = header_of(path, text), {}, {}
  for _, t in ipairs(lines_of "find tests/unit tests/laws tests/oracle -name '*.c' 2>/dev/null | LC_ALL=C sort") do
    local hit
    if TESTS then
      for suite in pairs(suites_of(t)) do
        for glob in TESTS:gmatch "%S+" do hit = hit or glob_matches(glob:match "^[^/]*", suite) end
      end
    else
      hit = read(t):find('"' .. header .. '"', 1, true)
    end
    if t:match "([^/]+)%.c$" == "test_" .. stem then own[1] = t
    elseif hit then others[#others + 1] = t end
  end
  return own, others
end

local MAIN = "tests/mutants/main.c" -- all tests in one process, in place of Criterion

local function object(dir, src) return dir .. "/" .. src:gsub("%.c$", ".o") end

-- objects of `base` whose make-dependencies name FILE
local function sees_file(base, src)
  local d = read(base .. "/" .. src:gsub("%.c$", ".d"))
  return src == FILE or (d and d:find(FILE, 1, true) ~= nil)
end

local function build_base(tree, name, tests, san)
  local objs = {}
  for _, t in ipairs(tests) do objs[#objs + 1] = object(name, t) end
  return sh("env -u CFLAGS %s -s -C %s CC='%s -Itests/mutants' BUILD=%s OPT='-O1%s' SAN=%s LUAS= %s/libliaison.a %s %s >&2",
    env "MAKE" or "make", tree, CC, name, san ~= "" and " -g" or "", san, name, object(name, MAIN), table.concat(objs, " "))
end

-- members of the archive this set of tests really links
local function linked_core(tree, name, tests, ldflags)
  local objs = { object(name, MAIN) }
  for _, t in ipairs(tests) do objs[#objs + 1] = object(name, t) end
  local used, all = {}, {}
  local map = name .. "/link.map"
  sh("cd %s && %s %s -Wl,-Map=%s -o %s/unit %s %s/libliaison.a %s", tree, CC, ldflags, map, name,
    table.concat(objs, " "), name, LIBS)
  for member in (read(tree .. "/" .. map) or ""):gmatch "libliaison%.a%(([%w_]+)%.o%)" do used[member] = true end
  for _, src in ipairs(lines_of("cd " .. tree .. " && find core -name '*.c'")) do
    if used[src:match "([^/]+)%.c$"] then all[#all + 1] = src end
  end
  return all
end

local RUN = [[
rm -f $slot/report.*
timeout -k 1 $limit $slot/unit %s >$slot/log 2>&1
case $? in
  0) ls $slot/report.* >/dev/null 2>&1 && { echo K; exit; } ;;
  124 | 137) echo T; exit ;;
  *) echo K; exit ;;
esac
]]

-- a shell text: compile what sees the file (from the slot's copy first), link, run; prints one letter
local function stage_script(tree, name, tests, san)
  local flags = san ~= "" and ("-fsanitize=%s -fno-omit-frame-pointer -fno-sanitize-recover=all"):format(san) or ""
  local out, objs, again = {}, { object(name, MAIN) }, {}
  local function compile(src)
    local from = src == FILE and "$slot/" .. src or src
    out[#out + 1] = ("%s %s -O0 -w %s -I$slot/core -Icore -Itests -Itests/mutants -c -o $slot/%s %s || { echo N; exit; }")
      :format(CC, CFLAGS, flags, object("obj", src):gsub("/", "_"), from)
    return "$slot/" .. object("obj", src):gsub("/", "_")
  end
  for _, src in ipairs(linked_core(tree, name, tests, flags)) do
    if sees_file(tree .. "/" .. name, src) then again[#again + 1] = src end
  end
  for _, t in ipairs(tests) do
    if sees_file(tree .. "/" .. name, t) then objs[#objs + 1] = compile(t) else objs[#objs + 1] = object(name, t) end
  end
  for _, src in ipairs(again) do objs[#objs + 1] = compile(src) end
  out[#out + 1] = ("%s %s -Wl,--as-needed -o $slot/unit %s %s/libliaison.a %s || { echo N; exit; }")
    :format(CC, flags, table.concat(objs, " "), name, LIBS)
  out[#out + 1] = RUN:format(TESTS and TESTS:gsub("%S+", "'%0'") or "")
  return table.concat(out, "\n") .. "\n"
end

local HEAD = [[
slot=$1 limit=$2
export OPENBLAS_NUM_THREADS=1 CCACHE_DISABLE=1 UBSAN_OPTIONS=log_path=$slot/report
export ASAN_OPTIONS=log_path=$slot/report:detect_leaks=0:allocator_may_return_null=1
exec 2>$slot/err
]]

-- the machine code of the file alone, every inline function kept
local function probe_script()
  local src = FILE:find "%.c$" and "$slot/" .. FILE or "$slot/probe.c"
  local compile = ("%s %s -O2 -w -fkeep-inline-functions -I$slot/core -Icore -c -o $slot/probe.o %s"):format(CC, CFLAGS, src)
  return compile .. " && cp $slot/probe.o $3 && echo S || echo N\n"
end

-- ---------------------------------------------------------------- running

local tree = BUILD .. "/mutate/tree"
local here = FILE:match "([^/]*)$":gsub("%.", "_")   -- what belongs to this file, in the tree
local dir = tree .. "/" .. here

local function run_all(list, scripts, limit, text, done)
  local running = {}
  local function finish(r)
    local letter = r.pipe:read "*a":match "%a" or "?"
    r.pipe:close()
    done(r.m, letter)
  end
  for k, m in ipairs(list) do
    local slot = ("slot%d"):format((k - 1) % JOBS + 1)
    if #running == JOBS then finish(table.remove(running, 1)) end
    write(dir .. "/" .. slot .. "/" .. FILE, text:sub(1, m.from - 1) .. m.new .. text:sub(m.to + 1))
    running[#running + 1] = { m = m,
      pipe = io.popen(("cd %s && sh %s/%s %s/%s %g %s/%s.o"):format(tree, here, scripts, here, slot, limit, here, slot)) }
  end
  while #running > 0 do finish(table.remove(running, 1)) end
end

local function sample(list, n, seed)
  local state, out = seed % 2147483647, {}
  if state == 0 then state = 1 end
  for k = #list, 2, -1 do -- Fisher and Yates; the generator of Lehmer, the same on every Lua
    state = state * 48271 % 2147483647
    local j = state % k + 1
    list[k], list[j] = list[j], list[k]
  end
  for k = 1, math.min(n, #list) do out[k] = list[k] end
  table.sort(out, function(a, b) return a.from < b.from or a.from == b.from and a.new < b.new end)
  return out
end

local function milliseconds(command)
  local t = lines_of(("s=$(date +%%s%%N); %s; c=$?; e=$(date +%%s%%N); echo $(( (e - s) / 1000000 )) $c"):format(command))
  local ms, code = t[#t]:match "(%d+) (%d+)"
  return tonumber(ms), code == "0"
end

if not FILE or FILE == "" then die "say which file: make mutate FILE=core/geo/rot.h" end
local text = read(FILE)
if not text then die("no such file: %s", FILE) end
if not FILE:find "^core/" then die("%s: only files of core/ can be mutated", FILE) end
local source = source_lines(text)
local stem = FILE:match "([^/]+)%.%w+$"

local mutants = mutants_of(text)
number_places(mutants)
local total = #mutants
local declared = read_declared("tests/mutants/" .. stem .. ".txt")
tell_strays(declared, stem, mutants, source)
if N then mutants = sample(mutants, N, SEED) end
if LIST then
  for _, m in ipairs(mutants) do print(("%s:%d: %s"):format(FILE, m.line, change_of(m))) end
  os.exit(0)
end

local own, others = choose_tests(FILE, text)
if #own + #others == 0 then die("no test includes \"%s\": name some with TESTS='suite/*'", header_of(FILE, text)) end
local all = {}
for _, t in ipairs(own) do all[#all + 1] = t end
for _, t in ipairs(others) do all[#all + 1] = t end

sh("mkdir -p %s && cd %s && rm -rf core tests", dir, tree)
sh("cp -rp core tests Makefile %s/", tree)
for k = 1, JOBS do
  sh("mkdir -p %s/slot%d/%s", dir, k, FILE:match "^(.*)/")
  write(("%s/slot%d/probe.c"):format(dir, k), ('#include "%s"\n'):format(FILE:gsub("^core/", "")))
  write(("%s/slot%d/%s"):format(dir, k, FILE), text)
end

say("%s: %d changes%s, tests %s", FILE, #mutants, N and (" of %d, seed %d"):format(total, SEED) or "", table.concat(all, " "))
if not build_base(tree, "base", all, "") then die "the tests do not build" end

local script = HEAD
for _, stage in ipairs { own, others } do
  if #stage > 0 then script = script .. stage_script(tree, "base", stage, "") end
end
write(dir .. "/run.sh", script .. "echo S\n")

-- the original must pass, and tells how long is long
local function original_passes(run, limit)
  write(dir .. "/slot1/" .. FILE, text)
  local ms = milliseconds(("(cd %s && sh %s/%s %s/slot1 %d >%s/base.txt)"):format(tree, here, run, here, limit, here))
  if (read(dir .. "/base.txt") or ""):match "%a" ~= "S" then
    say("%s%s", read(dir .. "/slot1/err") or "", (read(dir .. "/slot1/log") or ""):sub(-2000))
    die "the tests do not pass on the unchanged file"
  end
  return ms
end
local ms = original_passes("run.sh", 60)
local limit = number("TIMEOUT", math.max(3, math.ceil(ms * 6 / 1000)))

local killed, late, broken, survivors = 0, 0, 0, {}
local count, shown = 0, os.time()
run_all(mutants, "run.sh", limit, text, function(m, letter)
  count = count + 1
  if letter == "K" then killed = killed + 1
  elseif letter == "T" then killed, late = killed + 1, late + 1
  elseif letter == "N" then broken = broken + 1
  elseif letter == "S" then survivors[#survivors + 1] = m
  else die("%s:%d: %s: the run ended without a verdict (%s)", FILE, m.line, m.what, dir) end
  if os.time() - shown >= 10 then
    say("  %d of %d: %d killed, %d survive so far", count, #mutants, killed, #survivors)
    shown = os.time()
  end
end)

-- survivors: no change in the machine code at all?
local same, left = 0, {}
write(dir .. "/probe.sh", HEAD .. probe_script())
local original = {}
for k = 1, JOBS do
  write(("%s/slot%d/%s"):format(dir, k, FILE), text)
  sh("cd %s && sh %s/probe.sh %s/slot%d 0 %s/slot%d.o >/dev/null", tree, here, here, k, here, k)
  original[read(("%s/slot%d.o"):format(dir, k)) or ""] = true
end
do -- one at a time: the verdict is the object file itself
  local jobs = JOBS
  JOBS = 1
  run_all(survivors, "probe.sh", 0, text, function(m)
    if not m.macro and original[read(dir .. "/slot1.o") or "?"] then same = same + 1 else left[#left + 1] = m end
  end)
  JOBS = jobs
end

-- and the rest once more under the sanitizers
survivors = left
local by_san = 0
if #survivors > 0 and build_base(tree, "san", all, "address,undefined") then
  left = {}
  local part = stage_script(tree, "san", all, "address,undefined")
  write(dir .. "/san.sh", HEAD .. part .. "echo S\n")
  original_passes("san.sh", 120)
  run_all(survivors, "san.sh", 4 * limit, text, function(m, letter)
    if letter == "K" or letter == "T" then killed, by_san = killed + 1, by_san + 1 else left[#left + 1] = m end
  end)
  survivors = left
end

local explained, unexplained = {}, {}
for _, m in ipairs(survivors) do
  m.why = declared_reason(declared, m, source)
  local into = m.why and explained or unexplained
  into[#into + 1] = m
end

for _, m in ipairs(explained) do
  print(("explained  %s:%d: %s (%s)"):format(FILE, m.line, change_of(m), m.why))
end
if #unexplained > 0 then print(("survivors of %s, in the words of tests/mutants/%s.txt:"):format(FILE, stem)) end
for _, m in ipairs(unexplained) do
  print(("at      %s\nchange  %s\nwhy     ? (line %d)"):format(source[m.line]:match "^%s*(.-)%s*$", change_of(m), m.line))
end
if not N then
  for _, d in ipairs(declared) do
    if d.here and not d.used then say("tests/mutants/%s.txt: no survivor '%s' at '%s' any more", stem, d.change, d.at) end
  end
end

local counted = killed + #unexplained
local score = counted > 0 and 100 * killed / counted or 100
print(("%s: %d mutants, %d killed (%d by time-out, %d by a sanitizer), %d survived, %d explained, %d same code, %d not compiling")
  :format(FILE, #mutants, killed, late, by_san, #unexplained, #explained, same, broken))
print(("%s: %.1f %% killed (%.1f %% counting the explained as missed), at least %g %% wanted")
  :format(FILE, score, 100 * killed / math.max(1, counted + #explained), MIN))
os.exit(score >= MIN and 0 or 1)
