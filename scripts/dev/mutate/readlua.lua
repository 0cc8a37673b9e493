-- readlua.lua - the changes a hand might have made in a file of Lua: operators, constants, signs,
-- indices, conditions, statements
local kit = require "mutate.kit"
local set = kit.set

local KEYWORD = set [[and break do else elseif end false for function goto if in local nil not or
  repeat return then true until while]]
local OPS = { "...", "..", "==", "~=", "<=", ">=", "//", "::" }

local SWAP = { -- what a hand might have written instead
  ["+"] = { "-" }, ["-"] = { "+" }, ["*"] = { "/" }, ["/"] = { "*" }, ["%"] = { "*" },
    ["^"] = { "*" },
  ["<"] = { "<=", ">=" }, [">"] = { ">=", "<=" }, ["<="] = { "<", ">" }, [">="] = { ">", "<" },
  ["=="] = { "~=" }, ["~="] = { "==" }, ["and"] = { "or" }, ["or"] = { "and" },
}

local TWIN = { -- names that are easily taken for each other
  sin = "cos", cos = "sin", asin = "acos", acos = "asin", tan = "sin", min = "max", max = "min",
    floor = "ceil", ceil = "floor",
  pairs = "ipairs", ["true"] = "false", ["false"] = "true", sqrt = "abs", huge = "pi",
    upper = "lower", lower = "upper",
}

-- ---------------------------------------------------------------- tokens

-- end of a long bracket that opens at i, or nothing where none does
local function long_end(text, i)
  local level = text:match("^%[(=*)%[", i)
  if not level then return nil end
  local _, to = text:find("]" .. level .. "]", i, true)
  return to or #text
end

local function quoted_end(text, i)
  local quote, j = text:sub(i, i), i + 1
  while j <= #text and text:sub(j, j) ~= quote do j = j + (text:sub(j, j) == "\\" and 2 or 1) end
  return j
end

local function number_end(text, i)
  local j = text:match("^0[xX][%x%.]+()", i) or text:match("^[%d%.]+()", i)
  return (text:match("^[eEpP][+-]?%d+()", j) or j) - 1
end

-- where the token that starts at i ends, and its kind
local function token_at(text, i)
  local c = text:sub(i, i)
  if c == '"' or c == "'" then return quoted_end(text, i), "str" end
  local long = c == "[" and long_end(text, i)
  if long then return long, "str" end
  if text:find("^%.?%d", i) then return number_end(text, i), "num" end
  local name = text:match("^[%a_][%w_]*()", i)
  if name then return name - 1, "name" end
  for _, op in ipairs(OPS) do
    if text:sub(i, i + #op - 1) == op then return i + #op - 1, "op" end
  end
  return i, "op"
end

-- tokens { kind = name|num|str|op, text, at, to, line }; keywords are names
local function lex(text)
  local toks, i, line = {}, 1, 1
  local function advance(to)
    line = line + select(2, text:sub(i, to - 1):gsub("\n", ""))
    i = to
  end
  if text:sub(1, 1) == "#" then advance(text:find("\n", 1, true) or #text + 1) end
  while i <= #text do
    if text:find("^%s", i) then advance(i + 1)
    elseif text:sub(i, i + 1) == "--" then
      local long = long_end(text, i + 2)
      advance(long and long + 1 or text:find("\n", i, true) or #text + 1)
    else
      local to, kind = token_at(text, i)
      toks[#toks + 1] = { kind = kind, text = text:sub(i, to), at = i, to = to, line = line }
      advance(to + 1)
    end
  end
  return toks
end

-- ---------------------------------------------------------------- what stands around a token

local OPENS = { ["("] = true, ["["] = true, ["{"] = true }
local CLOSES = { [")"] = true, ["]"] = true, ["}"] = true }
local BLOCK = set "function do then repeat"

-- where each bracket and each block closes, and the bracket or block a token is in
local function nesting(toks)
  local close, stack, inside = {}, {}, {}
  for i, t in ipairs(toks) do
    local x = t.kind ~= "str" and t.text or ""
    local ends = CLOSES[x] or t.kind == "name"
      and (x == "end" or x == "until" or x == "else" or x == "elseif")
    if ends then close[table.remove(stack) or 0] = i end
    inside[i] = stack[#stack]
    if OPENS[x] or t.kind == "name" and (BLOCK[x] or x == "else") then stack[#stack + 1] = i end
  end
  return close, inside
end

local function is_operand(t)
  if not t then return false end
  if t.kind == "num" or t.kind == "str" then return true end
  if t.kind == "name" then
    return not KEYWORD[t.text] or t.text == "nil" or t.text == "true" or t.text == "false"
      or t.text == "end"
  end
  return CLOSES[t.text] or t.text == "..."
end

local BINARY = set "+ - * / % ^ .. < > <= >= == ~= and or // & | ~ << >>"
local GOES_ON = set ". : ( [ { = ,"

-- the last token of the statement that starts at i: up to where the next one starts
local function statement_end(toks, i, close)
  local k = i
  while toks[k] do
    local t, next = toks[k], toks[k + 1]
    if close[k] then
      k = close[k]
      t, next = toks[k], toks[k + 1]
    elseif t.text == "function" and t.kind == "name" then return nil -- without its end
    end
    if not next then return k end
    local complete = is_operand(t)
    local more = BINARY[next.text] and next.kind ~= "str" or next.kind == "op"
      and GOES_ON[next.text] or next.kind == "str"
    if complete and not more then return k end
    k = k + 1
  end
  return nil
end

local STARTS = set "then else do repeat ; end"

-- may a statement start at i?
local function starts_statement(toks, i)
  local t, prev = toks[i], toks[i - 1]
  if t.kind ~= "name" or KEYWORD[t.text] then return false end
  if not prev then return true end
  if prev.kind ~= "str" and STARTS[prev.text] then return true end
  return prev.line < t.line and is_operand(prev)
end

-- ---------------------------------------------------------------- changes

local function number_mutants(s, in_index)
  if s:find "^0[xX]" then return {} end
  local x = tonumber(s)
  if not x then return {} end
  if not s:find "[%.eE]" then
    if in_index then return { ("%d"):format(x > 0 and x - 1 or 1) } end
    return { ("%d"):format(x == 0 and 1 or x == 1 and 0 or x + 1) }
  end
  if x == 0 then return { "1.0" } end
  if x == 1 then return { "0.0" } end
  if math.abs(x) < 1e-3 then return { "(" .. s .. " * 1e6)" } end
  return { "(" .. s .. " * 2)", "(" .. s .. " + 1)" }
end

local function mutants_of(text)
  local toks, list = lex(text), {}
  local close, inside = nesting(toks)
  local function add(t, from, to, new, what)
    list[#list + 1] = { from = from, to = to, new = new, line = t.line, what = what }
  end
  local function replace(t, new) add(t, t.at, t.to, new, ("%s -> %s"):format(t.text, new)) end

  local function one_operator(i, t)
    if t.text == "-" and not is_operand(toks[i - 1]) then add(t, t.at, t.at, " ", "- -> nothing")
    elseif t.text == "not" then add(t, t.at, t.to, "   ", "not -> nothing")
    else
      for _, new in ipairs(SWAP[t.text] or {}) do replace(t, new) end
    end
  end

  -- if a then, while a do, until a: not (a), where no operator of its own can be changed
  local function condition(i)
    local last = i + 1
    while toks[last] and toks[last].text ~= "then" and toks[last].text ~= "do" do
      if BINARY[toks[last].text] or toks[last].text == "not" then return end
      last = (close[last] or last) + 1
    end
    if not toks[last] then return end
    local from, to = toks[i + 1].at, toks[last - 1].to
    local what = text:sub(from, to):gsub("%s+", " ")
    if #what > 40 then what = what:sub(1, 37) .. "..." end
    add(toks[i], from, to, "not (" .. text:sub(from, to) .. ")",
      ("%s -> not (%s)"):format(what, what))
  end

  -- a call or an assignment left out; a local declaration would not compile
  local function removal(i, t)
    local last = statement_end(toks, i, close)
    if not last or last == i or toks[last].line - t.line > 6 then return end
    local from, to = t.at, toks[last].to
    local what = text:sub(from, to):gsub("%s+", " ")
    if #what > 40 then what = what:sub(1, 37) .. "..." end
    add(t, from, to, (text:sub(from, to):gsub("[^\n]", " ")), what .. " -> nothing")
  end

  -- return x, y = x: with the other sign, where an arithmetic operator shows that it is a number
  local function sign(i)
    local next = toks[i + 1]
    if not next or next.kind ~= "name" or KEYWORD[next.text] then return end
    local k = i + 2
    while toks[k] and (toks[k].text == "." or toks[k].text == "[" or toks[k].text == "(") do
      k = toks[k].text == "." and k + 2 or (close[k] or k) + 1
    end
    local after = toks[k] and toks[k].text or ""
    if after == "*" or after == "/" or after == "+" or after == "-" then
      add(next, next.at, next.at - 1, "-", ("%s -> -%s"):format(next.text, next.text))
    end
  end

  for i, t in ipairs(toks) do
    local open = inside[i] and toks[inside[i]].text
    if t.kind == "op" or t.kind == "name"
      and (t.text == "and" or t.text == "or" or t.text == "not") then one_operator(i, t)
    elseif t.kind == "num" then
      for _, new in ipairs(number_mutants(t.text, open == "[")) do replace(t, new) end
    elseif t.kind == "name" and TWIN[t.text]
      and not (toks[i + 1] and toks[i + 1].text == "=") then replace(t, TWIN[t.text])
    elseif t.kind == "name"
      and (t.text == "if" or t.text == "elseif" or t.text == "while") then condition(i)
    end
    if t.kind ~= "str" and (t.text == "=" or t.text == "return" or t.text == "("
      or t.text == ",") then
      sign(i)
    end
    if starts_statement(toks, i) then removal(i, t) end
  end
  return list
end

return mutants_of
