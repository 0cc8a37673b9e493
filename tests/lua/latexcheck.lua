-- latexcheck.lua - whether a text is LaTeX that compiles: braces, \left and \right, environments,
-- scripts, known commands
--
--   local ok, why = require "latexcheck"(text)  -- a document, or with true the inside of a formula
local known = {}
for word in ([[frac sqrt left right dot ddot dddot cdot sin cos tan arcsin arccos arctan exp ln
  tanh min max operatorname mathrm text pi pm le leq ge lt ne to quad qquad
  partial lambda alpha beta gamma delta epsilon zeta eta theta iota kappa mu nu xi
  rho sigma varsigma tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi
  Sigma Upsilon Phi Psi Omega begin end times sum bar tilde hat tfrac displaystyle
  mathbf vec overrightarrow prime det dots lbrace rbrace cdots]]):gmatch "%a+" do
  known[word] = true
end
local outside = {}
for word in ([[documentclass usepackage allowdisplaybreaks begin end section subsection section*
  paragraph noindent small footnotesize texttt textbf emph item title author date maketitle newpage
  clearpage setcounter par smallskip medskip bigskip today setlength parindent]])
  :gmatch "[%a*]+" do
  outside[word] = true
end
local formulas = { ["align*"] = true, pmatrix = true, cases = true, matrix = true, bmatrix = true,
  aligned = true, ["equation*"] = true, array = true, multline = true, ["multline*"] = true,
  ["gather*"] = true }
local cells = { ["align*"] = true, pmatrix = true, cases = true, matrix = true, bmatrix = true,
  aligned = true, array = true, tabular = true }

-- one { ... }, or nil
local function braced(s, i) return s:match("^(%b{})", i) end

return function(s, formula)
  local stack, i, inside_math = {}, 1, formula and 1 or 0
  local scripts = { {} } -- of the thing before, by depth of braces
  local function fail(why)
    local line = select(2, s:sub(1, i):gsub("\n", "")) + 1
    return nil, ("%s at byte %d, line %d: %s"):format(why, i, line,
      s:sub(i > 30 and i - 30 or 1, i + 30))
  end
  local function top() return stack[#stack] end
  local function enter(what) stack[#stack + 1] = what scripts[#scripts + 1] = {} end
  local function leave() stack[#stack] = nil scripts[#scripts] = nil end
  local function thing() scripts[#scripts] = {} end
  while i <= #s do
    local c, n = s:sub(i, i), 1
    local word = s:match("^\\(%a+)", i)
    if word == "begin" or word == "end" then
      local name = s:match("^{([%a*]+)}", i + 1 + #word)
      if not name then return fail "an environment without a name" end
      n = 3 + #word + #name
      if word == "begin" then
        if formulas[name] and name ~= "align*" and name ~= "equation*" and name ~= "gather*"
          and name ~= "multline*" and inside_math == 0 then
          return fail(name .. " outside of a formula")
        end
        if (name == "align*" or name == "equation*") and inside_math > 0 then
          return fail(name .. " inside a formula")
        end
        enter("env " .. name)
        if formulas[name] then inside_math = inside_math + 1 end
        if name == "array" or name == "tabular" then n = n + #(braced(s, i + n) or "") end
      else
        if top() ~= "env " .. name then
          return fail(("\\end{%s} where %s is open"):format(name, tostring(top())))
        end
        if formulas[name] then inside_math = inside_math - 1 end
        leave()
      end
      thing()
    elseif word == "left" or word == "right" then
      local d = s:match("^\\[{}|]", i + 1 + #word) or s:match("^[%(%)%[%]|%.<>]", i + 1 + #word)
      if not d then return fail "no delimiter" end
      n = 1 + #word + #d
      if word == "left" then enter "left"
      else
        if top() ~= "left" then return fail("\\right where " .. tostring(top()) .. " is open") end
        leave()
        thing()
      end
    elseif word == "text" or word == "operatorname" or word == "mathrm" or word == "documentclass"
      or word == "usepackage" or word == "section" or word == "subsection"
      or word == "texttt" or word == "textbf" or word == "emph" or word == "title"
      or word == "author" or word == "date" or word == "paragraph" then
      if s:sub(i + 1 + #word, i + 1 + #word) == "*" then n = n + 1 end
      local options = s:match("^(%b[])", i + n + #word)
      local inside = braced(s, i + n + #word + #(options or ""))
      if not inside then return fail("\\" .. word .. " without its braces") end
      if (word == "operatorname" or word == "mathrm") and inside_math == 0 then
        return fail("\\" .. word .. " outside of a formula")
      end
      local bare = inside:gsub("\\_", ""):gsub("\\%a+", ""):gsub("\\%(.-\\%)", ""):gsub("%$.-%$",
        "")
      if bare:find "[_^&#%%]" and word ~= "documentclass" and word ~= "usepackage" then
        return fail("a bare sign in \\" .. word)
      end
      if word == "mathrm" and inside:find "[\128-\255]" then
        return fail "letters beyond ASCII in a formula"
      end
      n = n + #word + #(options or "") + #inside
      thing()
    elseif word then
      if inside_math > 0 and not known[word] then
        return fail("\\" .. word .. " is not known in formulas")
      end
      if inside_math == 0 and not (outside[word] or known[word] and formula) then
        return fail("\\" .. word .. " is not known in text")
      end
      n = 1 + #word
      if word == "frac" or word == "tfrac" then
        local a = braced(s, i + n)
        local b = a and braced(s, i + n + #a)
        if not b or a == "{}" or b == "{}" then return fail "a fraction without two parts" end
        thing()
      elseif word == "sqrt" and not braced(s, i + n)
        and not s:match("^%b[]%b{}", i + n) then return fail "a root of nothing"
      elseif word:match "^d+ot$"
        and not s:match("^[ ]?[%a\\{]", i + n) then return fail "a dot over nothing"
      else thing() end
    elseif c == "\\" then
      local two = s:sub(i + 1, i + 1)
      n = 2
      if two == "[" or two == "(" then
        if inside_math > 0 then return fail "a formula inside a formula" end
        enter("math" .. two)
        inside_math = 1
      elseif two == "]" or two == ")" then
        if top() ~= "math" .. (two == "]" and "[" or "(") then
          return fail("\\" .. two .. " where " .. tostring(top()) .. " is open")
        end
        leave()
        inside_math = 0
      elseif two == "\\" then
        local at = top()
        if not (at and at:match "^env (.*)$" and cells[at:match "^env (.*)$"])
          and inside_math > 0 then
          return fail "\\\\ outside of rows"
        end
        thing()
      elseif not two:match "[,;:!_{}%%& #$|]" then return fail("\\" .. two) end
    elseif c == "{" then enter "{"
    elseif c == "}" then
      if top() ~= "{" then return fail("} where " .. tostring(top()) .. " is open") end
      leave()
    elseif c == "&" then
      local at = top() and top():match "^env (.*)$"
      if not cells[at or ""] then return fail "& outside of rows" end
      thing()
    elseif c == "_" or c == "^" then
      if inside_math == 0 then return fail(c .. " outside of a formula") end
      local here = scripts[#scripts]
      if here[c] then return fail("two scripts " .. c) end
      here[c] = true
      if not s:match("^[%w{\\]", i + 1) then return fail(c .. " of nothing") end
      -- what the script holds is looked at on its own
      local inside = braced(s, i + 1)
      if inside then
        local ok, why = require "latexcheck"(inside:sub(2, -2), true)
        if not ok then return nil, why end
        n = 1 + #inside
      else
        n = 1 + #(s:match("^\\%a+", i + 1) or "x")
      end
    elseif c == "%" then
      n = #s:match("^[^\n]*", i)
    elseif c == "$" and top() == "math$" then
      leave()
      inside_math = 0
    elseif c == "$" then
      if inside_math > 0 then return fail "a formula inside a formula" end
      enter "math$"
      inside_math = 1
    elseif c == "#" or c == "~" then return fail(c)
    elseif c:byte() > 127 and inside_math > 0 then return fail "letters beyond ASCII in a formula"
    elseif inside_math > 0 and s:match("^\n%s*\n", i) then return fail "an empty line in a formula"
    elseif not c:match "%s" and c ~= "'" then thing() end
    i = i + n
  end
  if #stack > 0 then return fail(tostring(top()) .. " is still open") end
  return true
end
