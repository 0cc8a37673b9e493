-- formula.lua - formulas as a person types them: 2 L1 c1, th1', sqrt(3)/2, π/4; on numbers or on
-- expressions
--
-- formula.value(text, env): a recursive descent that computes as it reads. env.name(word) is the
-- value of a name or nil; env.call[word](..) its functions; the page has the same reader in
-- JavaScript (formula_script.lua), and tests compare both.
local formula = {}

local LONGEST, DEEPEST = 4000, 100

local PLAIN = { { "−", "-" }, { "–", "-" }, { "·", "*" }, { "⋅", "*" }, { "×", "*" },
  { "÷", "/" }, { "²", "^2" }, { "³", "^3" }, { "π", " pi " }, { "√", " sqrt " },
  { "’", "'" }, { "′", "'" }, { "″", "''" },
  { "θ", "th" }, { "φ", "phi" }, { "ψ", "psi" }, { "λ", "lambda" }, { "α", "alpha" },
  { "β", "beta" }, { "γ", "gamma" }, { "ω", "w" }, { "τ", "tau" }, { "δ", "delta" },
  { "\194\160", " " }, { "\226\128\175", " " }, { "₀", "0" }, { "₁", "1" }, { "₂", "2" },
  { "₃", "3" }, { "₄", "4" }, { "₅", "5" }, { "₆", "6" },
  -- what stands around and between in LaTeX, in notes and in programs
  { "\\cdot", "*" }, { "\\times", "*" }, { "\\left", "" }, { "\\right", "" },
  { "\\pi", " pi " }, { "\\,", " " }, { "\\(", "" }, { "\\)", "" }, { "\\", "" }, { "$", "" },
  { "≈", "=" }, { "≃", "=" }, { "~", "=" }, { "]^T", "]" }, { ")^T", ")" }, { "np.array", "" } }
formula.letters = PLAIN

-- letters of a keyboard only
function formula.plain(text)
  for _, row in ipairs(PLAIN) do text = text:gsub(row[1]:gsub("%p", "%%%0"), row[2]) end
  return (text:gsub("%*%*", "^"))
end

-- without what is no part of an answer: "x =", "=", the full stop behind
function formula.bare(text)
  text = formula.plain(text):gsub("^%s*%a[%w_']*%s*=%s*", ""):gsub("^%s*=%s*", "")
  return (text:gsub("([%a%d'%)%]}])%s*%.%s*$", "%1"))
end

local OTHER = { arcsin = "asin", arccos = "acos", arctan = "atan", arctan2 = "atan2", ln = "log",
  racine = "sqrt" }

local atan2 = math.atan2 or math.atan -- LuaJIT, Lua 5.4

-- functions of numbers
formula.numbers = { sin = math.sin, cos = math.cos, tan = math.tan, asin = math.asin,
  acos = math.acos, atan = function(x) return math.atan(x) end, atan2 = atan2, sqrt = math.sqrt,
  exp = math.exp, log = function(x) return math.log(x) end, abs = math.abs }

-- ---- reading ------------------------------------------------------------------------------------

local reader = {}
reader.__index = reader

local function stop(key, what) error({ key = key, what = what }, 0) end

function reader:blank() self.at = self.text:match("^%s*()", self.at) end

function reader:takes(pattern)
  self:blank()
  local word, after = self.text:match("^(" .. pattern .. ")()", self.at)
  if word then self.at = after end
  return word
end

function reader:word() return self.text:match("^%s*([%a_][%w_]*'*)", self.at) end

function reader:call(name, f)
  local list = {}
  if not self:takes "%(" then
    list[1] = self:power()
  else
    repeat list[#list + 1] = self:sum() until not self:takes ","
    if not self:takes "%)" then stop("bracket") end
  end
  if name == "atan2" and #list ~= 2 or name ~= "atan2" and #list ~= 1 then
    stop("arguments", name)
  end
  if name == "atan2" then return f(list[1], list[2]) end
  return f(list[1])
end

function reader:primary()
  local digits = self:takes "%d+%.?%d*[eE][-+]?%d+" or self:takes "%.?%d+%.?%d*"
  if digits then
    local x = tonumber(digits)
    if not x then stop("number", digits) end
    return x + 0.0
  end
  if self:takes "%(" then
    local x = self:sum()
    if not self:takes "%)" then stop("bracket") end
    return x
  end
  local word = self:word()
  if not word then stop(self.at > #self.text and "end" or "sign", self.text:sub(self.at)) end
  local f = self.env.call[OTHER[word] or word]
  local x = not f and (word == "pi" and math.pi or self.env.name(word)) or nil
  if f == nil and x == nil then stop("name", word) end
  self:takes(word)
  if f then return self:call(OTHER[word] or word, f) end
  return x
end

function reader:power()
  self.depth = self.depth + 1
  if self.depth > DEEPEST then stop "deep" end
  local x
  if self:takes "%-" then x = -self:power()
  elseif self:takes "%+" then x = self:power()
  else
    x = self:primary()
    if self:takes "%^" then x = x ^ self:power() end
  end
  self.depth = self.depth - 1
  return x
end

-- whether a factor follows without a sign: 2 pi, L1 c1, 2(a + b)
function reader:goes_on()
  if self.text:match("^%s*%(", self.at) then return true end
  local word = self:word()
  if not word then return self.env.letters and self.text:match("^%s*[%d.]", self.at) ~= nil end
  return self.env.letters or word == "pi" or self.env.call[OTHER[word] or word] ~= nil
end

function reader:product()
  local x = self:power()
  while true do
    if self:takes "%*" then x = x * self:power()
    elseif self:takes "/" then x = x / self:power()
    elseif self:goes_on() then x = x * self:power()
    else return x end
  end
end

function reader:sum()
  local x = self:product()
  while true do
    if self:takes "%+" then x = x + self:product()
    elseif self:takes "%-" then x = x - self:product()
    else return x end
  end
end

-- the value, and the text behind it that is no formula; or nil, { key, what }: why it is none
function formula.value(text, env)
  if #text > LONGEST then return nil, { key = "long" } end
  local r = setmetatable({ text = formula.plain(text), at = 1, depth = 0, env = env }, reader)
  local ok, x = pcall(function() return r:sum() end)
  if ok then return x, (r.text:sub(r.at):match "^%s*(.-)%s*$") end
  if type(x) == "table" then return nil, x end
  return nil, { key = "compute", what = tostring(x) }
end

local NUMBERS = { name = function() return nil end, call = formula.numbers }

-- a number, and what stands behind it
function formula.number(text) return formula.value(text, NUMBERS) end

-- ---- formulas in the letters of the course ------------------------------------------------------

-- "c12" in a formula of th1, th2: "c" and th1 + th2; C12 too
local function abbreviation(word, stem, known)
  local letter, digits = word:match "^([cCsS])(%d[%d_]*)$"
  if not letter or not stem then return nil end
  local list = {}
  if known[stem .. digits] then list[1] = stem .. digits
  else
    local one = digits:find "_" and "%d+" or "%d"
    for part in digits:gmatch(one) do list[#list + 1] = stem .. part end
  end
  for _, name in ipairs(list) do if not known[name] then return nil end end
  return (letter == "c" or letter == "C") and "cos" or "sin", list
end

-- "theta1", "Theta_1", "th_1" are th1; dth1, th1p, th1dot are th1' where that is known
local function usual(word, known)
  local bare = word:gsub("^[Tt]heta", "th"):gsub("_", "")
  if known[bare] then return bare end
  local rate = bare:match "^d(.+)$" or bare:match "^(.+)p$" or bare:match "^(.+)dot$"
  if rate and known[rate .. "'"] then return rate .. "'" end
  return nil
end

-- what names mean: at(name) is the value of a known one, call its functions; stem of angles
function formula.letters_env(names, stem, at, call)
  local known = {}
  for name in names:gmatch "[^%s,]+" do known[name] = true end
  return { letters = true, call = call, name = function(word)
    if known[word] then return at(word) end
    local f, list = abbreviation(word, stem, known)
    if f then
      local sum = at(list[1])
      for i = 2, #list do sum = sum + at(list[i]) end
      return call[f](sum)
    end
    local name = usual(word, known)
    return name and at(name) or nil
  end }
end

return formula
