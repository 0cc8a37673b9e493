-- readc.lua - the changes a hand might have made in a file of C: operators, constants, signs,
-- indices, conditions, statements left out

local kit = require "mutate.kit"
local set = kit.set

local OPS = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
  "+=", "-=", "*=", "/=",
  "%=", "&=", "|=", "^=", "##" }

local KEYWORD = set("return case else sizeof goto do while for if switch break continue "
  .. "default typedef enum struct union")
local TYPE = set [[void char short int long float double signed unsigned const static inline extern
  volatile restrict bool size_t ptrdiff_t int8_t int32_t int64_t uint8_t uint32_t uint64_t register
  _Bool _Thread_local struct union enum typedef FILE]]

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

-- tokens { kind = name|num|str|op, text, at, line }; comments and directives are left out, bodies
-- of #define stay in
local function lex(text)
  local toks, i, line = {}, 1, 1
  local macro_end = 0
  local function advance(to)
    line = line + select(2, text:sub(i, to - 1):gsub("\n", ""))
    i = to
  end
  local function token(kind, from, to)
    toks[#toks + 1] = { kind = kind, text = text:sub(from, to), at = from, line = line,
      macro = from < macro_end }
    advance(to + 1)
  end
  while i <= #text do
    local c = text:sub(i, i)
    if c:find "%s" or c == "\\" then advance(i + 1)
    elseif text:sub(i, i + 1) == "//" then advance(text:find("\n", i, true) or #text + 1)
    elseif text:sub(i, i + 1) == "/*" then advance((select(2, text:find("*/", i + 2, true))
      or #text) + 1)
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

---- changes ---------------------------------------------------------------------------------------

local SWAP = { -- what a hand might have written instead
  ["+"] = { "-" }, ["-"] = { "+" }, ["*"] = { "/" }, ["/"] = { "*" }, ["%"] = { "*" },
  ["+="] = { "-=" }, ["-="] = { "+=" }, ["*="] = { "/=" }, ["/="] = { "*=" },
  ["<"] = { "<=", ">=" }, [">"] = { ">=", "<=" }, ["<="] = { "<", ">" }, [">="] = { ">", "<" },
  ["=="] = { "!=" }, ["!="] = { "==" }, ["&&"] = { "||" }, ["||"] = { "&&" },
  ["<<"] = { ">>" }, [">>"] = { "<<" }, ["&"] = { "|" }, ["|"] = { "&" }, ["^"] = { "&" },
}

local TWIN = { -- names that are easily taken for each other
  sin = "cos", cos = "sin", asin = "acos", acos = "asin", tan = "sin", atan = "asin", sinh = "cosh",
    cosh = "sinh",
  fmin = "fmax", fmax = "fmin", floor = "ceil", ceil = "floor", fabs = "", sqrt = "fabs",
    INFINITY = "0.0", true_ = "false",
  lia_mv3 = "lia_mtv3", lia_mtv3 = "lia_mv3", lia_mul33 = "lia_tmul33", lia_tmul33 = "lia_mul33",
    lia_mult33 = "lia_mul33",
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
  if not is_operand(prev) or prev.text == ")" and before == ")" and after:find "[%w_]" then
    return true
  end
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
    elseif t.text == ")" or t.text == "]"
      or t.text == "}" then close[table.remove(stack) or 0] = i end
  end
  return close, inside
end

-- `double o[9]`, `static const lia_v4d table[2]`: the size of a declared array
local function declares(toks, open)
  local name, before = toks[open - 1], toks[open - 2]
  if not name or name.text == "]" then return true end
  if name.kind ~= "name" or not before then return false end
  return TYPE[before.text] or (before.kind == "name" and not KEYWORD[before.text])
end

-- a status is no number, and no other sign of it means anything; nor is what a function gives,
-- unless this file says so
local STATUS = set "st status ok err code NULL"
local function has_a_sign(toks, i, text)
  local name = toks[i].text
  if STATUS[name] or name:find "^%u[%u%d_]+$" then return false end
  if not (toks[i + 1] and toks[i + 1].text == "(") then return true end
  return TWIN[name] ~= nil or text:find("double%s+" .. name .. "%s*%(") ~= nil
end

-- -(first term): after = return ? : ( , { where the term is surely a number
local function sign_can_stand(toks, i, close, text)
  local t, next = toks[i], toks[i + 1]
  if not next or next.kind == "str" or next.kind == "op" and next.text ~= "(" then return false end
  if next.kind == "name" and (KEYWORD[next.text] or TYPE[next.text] or next.text == "NULL") then
    return false
  end
  if next.kind == "name" and not has_a_sign(toks, i + 1, text) then return false end
  if t.text == "=" or t.text == "return" or t.text == "?" then return next.kind ~= "num" end
  if not (t.text == "," or t.text == "(" or t.text == "{" or t.text == ":")
    or next.kind ~= "name" then
    return false
  end
  local j = i + 2
  while toks[j] and (toks[j].text == "[" or toks[j].text == "(" or toks[j].text == "."
    or toks[j].text == "->") do
    j = (toks[j].text == "[" or toks[j].text == "(") and (close[j] or j) + 1 or j + 2
  end
  local after = toks[j] and toks[j].text or ""
  return after == "*" or after == "/" or after == "+" or after == "-" or toks[j - 1] ~= next
    and toks[j - 1].text == "]"
end

local function mutants_of(text)
  local toks, list = lex(text), {}
  local close, inside = brackets(toks)
  local function add(t, from, to, new, what)
    list[#list + 1] = { from = from, to = to, new = new, line = t.line, macro = t.macro,
      what = what }
  end
  local function replace(t, new)
    add(t, t.at, t.at + #t.text - 1, new,
      ("%s -> %s"):format(t.text, new == "" and "nothing" or new))
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
    elseif (t.text == "++" or t.text == "--")
      and not in_for_head(i) then replace(t, t.text == "++" and "--" or "++")
    elseif t.text == "*" and is_pointer(text, t, prev, next) or t.text == "&"
      and not is_operand(prev) then return
    elseif (t.text == "+=" or t.text == "-=") and in_for_head(i) then return
    else
      for _, new in ipairs(SWAP[t.text] or {}) do replace(t, new) end
    end
  end

  -- an assignment or a call between two ends of statements
  local function removal(first, last)
    while toks[first].text == "else" or toks[first].text == "if" or toks[first].text == "for"
      or toks[first].text == "while" do
      first = toks[first].text == "else" and first + 1 or (close[first + 1] or last) + 1
      if first >= last then return end
    end
    local a, b = toks[first], toks[first + 1]
    local goes_on = CONTINUES[b.text] or b.text:find "^[%+%-%*/]?=$" or b.text:find "^[%+%-][%+%-]$"
    local starts = a.kind == "name" and not KEYWORD[a.text] and not TYPE[a.text] and goes_on
      or a.text == "*" and b.kind == "name"
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
      for _, new in ipairs(number_mutants(t.text, open and toks[open].text == "[")) do
        replace(t, new)
      end
    elseif t.kind == "name" and TWIN[t.text] and not (toks[i - 1] and TYPE[toks[i - 1].text]) then
      replace(t, TWIN[t.text])
    elseif t.text == "if" and toks[i + 1].text == "(" then
      local c = close[i + 1]
      if c and c - i <= 3 and toks[i + 2].kind == "name" then
        add(t, toks[i + 2].at, toks[c].at - 1, "!" .. toks[i + 2].text,
          toks[i + 2].text .. " -> !" .. toks[i + 2].text)
      end
    end
    if sign_can_stand(toks, i, close, text) then
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

return mutants_of
