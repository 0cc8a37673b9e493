-- inverse_text.lua - inverse equations as text and LaTeX, in English or French
local li = require "liaison.core"
local elementary = require "liaison.equations.inverse_elementary"
local language = require "liaison.language.language"
local words = require "liaison.equations.inverse_words"
local kit = li._internal

local text = {}

-- letters of a step as they are shown: plain numbers as such, others by their names; and which
function text.letters(step)
  local by, list = {}, {}
  for name, e in pairs(step.letters) do
    if e:number() then by[name] = e
    else
      by[name] = li.expr(name, "new")
      list[#list + 1] = name
    end
  end
  kit.sort(list)
  by.e = step.sign and li.expr(step.sign, "new") or nil
  return by, list
end

-- a text of a row in its letters, with the coordinate for Q
function text.shown(step, row_text)
  local by = text.letters(step)
  by.Q = step.q
  return elementary.put(row_text, by)
end

-- ---- pieces, each {word, {lines}} of expressions and texts --------------------------------------

local function equations_of(step, print)
  local list = {}
  for _, e in ipairs(step.from) do
    list[#list + 1] = print(e.left) .. " = " .. print(e.right)
  end
  return list
end

local function letters_of(step, print)
  local _, names = text.letters(step)
  local list = {}
  for _, name in ipairs(names) do
    list[#list + 1] = print(li.expr(name, "new")) .. " = " .. print(step.letters[name])
  end
  return list
end

local function of_step(step, w, print)
  local pieces = { { w.equation, equations_of(step, print) } }
  local note = step.distance and w.distance or w.seen:format(step.body)
  pieces[#pieces + 1] = { "", { note, plain = true } }
  pieces[#pieces + 1] = { w.kind, { w.names[step.row.name], plain = true } }
  local letters = letters_of(step, print)
  if #letters > 0 then pieces[#pieces + 1] = { w.letters, letters } end
  pieces[#pieces + 1] = { w.formula,
    { print(step.q) .. " = " .. print(text.shown(step, step.row.formula)) } }
  if step.must then
    pieces[#pieces + 1] = { w.must, { print(text.shown(step, step.row.must)) .. " >= 0" } }
  end
  if not step.free:number() then
    pieces[#pieces + 1] = { w.free, { print(text.shown(step, step.row.free)) .. " = 0" } }
  end
  local many = step.sign and w.two:format(step.sign) or w.one
  pieces[#pieces + 1] = { w.solutions, { many, plain = true } }
  return pieces
end

local function head(inv, w)
  local names, asked = {}, inv.position and w.position or w.pose
  for k, q in ipairs(inv.q) do names[k] = tostring(q) end
  return w.joints:format(table.concat(names, ", "), asked)
end

local function tail(inv, w)
  local signs = {}
  for _, s in ipairs(inv.steps) do signs[#signs + 1] = s.sign end
  if #signs == 0 then return w.alone end
  return w.count:format(inv.count, table.concat(signs, ", "))
end

local function demands(inv, print)
  local list = {}
  for k, d in ipairs(inv.demands) do
    list[k] = print(li.expr(d.name, "new")) .. " = " .. print(li.expr(d.value))
  end
  return list
end

local function defined(inv, print)
  local list = {}
  for _, d in ipairs(inv.points) do
    for k = 1, 3 do
      if not d.value[k]:number() then
        list[#list + 1] = print(li.expr(d.names[k], "new")) .. " = " .. print(d.value[k])
      end
    end
  end
  return list
end

-- ---- plain text ---------------------------------------------------------------------------------

local function width(s) return select(2, s:gsub("[^\128-\191]", "")) end

local function pad(s, n) return s .. (" "):rep(n - width(s)) end

function text.plain(inv, lang)
  local w, out = words[lang], {}
  local function print(e) return e:text "own" end
  out[1], out[2] = w.title, head(inv, w)
  local list = demands(inv, print)
  if #list > 0 then out[#out + 1] = w.demands .. table.concat(list, ", ") end
  list = defined(inv, print)
  if #list > 0 then out[#out + 1] = w.defined end
  for _, line in ipairs(list) do out[#out + 1] = "  " .. line end
  for k, step in ipairs(inv.steps) do
    out[#out + 1] = ""
    out[#out + 1] = ("%d. %s"):format(k, tostring(step.q))
    for _, piece in ipairs(of_step(step, w, print)) do
      for i, line in ipairs(piece[2]) do
        out[#out + 1] = "  " .. pad(i == 1 and piece[1] or "", 16) .. line
      end
    end
  end
  out[#out + 1] = ""
  out[#out + 1] = tail(inv, w)
  return table.concat(out, "\n")
end

-- ---- LaTeX --------------------------------------------------------------------------------------

local function escape(s) return (s:gsub("[%^]", "\\^{}"):gsub("_", "\\_")) end

local function lines_of(list)
  local out = {}
  for k, line in ipairs(list) do
    out[k] = "\\[ " .. line:gsub(">=", "\\ge") .. " \\]"
  end
  return table.concat(out, "\n")
end

function text.latex(inv, lang)
  local w, out = words[lang], {}
  local function print(e) return e:latex "own" end
  local function put(s) out[#out + 1] = s end
  put("\\section*{" .. w.title .. "}")
  put(escape(head(inv, w)))
  if #inv.demands > 0 then put(w.demands .. "$" .. table.concat(demands(inv, print), ",\\ ") .. "$")
  end
  if #inv.points > 0 then
    put(w.defined)
    put(lines_of(defined(inv, print)))
  end
  for k, step in ipairs(inv.steps) do
    put(("\\subsection*{%d. $%s$}"):format(k, print(step.q)))
    for _, piece in ipairs(of_step(step, w, print)) do
      if piece[2].plain then put(piece[1] .. " " .. escape(piece[2][1]) .. "\\\\")
      else
        put(piece[1])
        put(lines_of(piece[2]))
      end
    end
  end
  put(tail(inv, w))
  return language.latex(table.concat(out, "\n") .. "\n")
end

return text
