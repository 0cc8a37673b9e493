-- one_angle.lua - K cos q + L sin q = M solved: by the tangent of half the angle as the course
-- does, and by arctangents alone; its condition                                 [course] F2.1
local li = require "liaison.core"

local one_angle = {}

one_angle.words = {
  en = {
    half = "With `%s = tan(%s/2)` it is a quadratic equation:",
    roots = "Its two roots, `%s = 1` and `-1`:",
    safe = "The same without a division that may be by 0:",
    must = "They exist where",
  },
  fr = {
    half = "Avec `%s = tan(%s/2)` c'est une équation du second degré :",
    roots = "Ses deux racines, `%s = 1` et `-1` :",
    safe = "La même sans division qui puisse être par 0 :", must = "Elles existent si",
  },
}

-- an angle nearest to what a formula gives
local function near(x, q) return q + 2 * math.pi * math.floor((x - q) / (2 * math.pi) + 0.5) end

-- K, L, M of the points are known, and e; q: the angle, a name; letters: other symbols in place of
-- K, L, M, e, t. Puts t of each point
function one_angle.solve(b, q, lang, letters)
  local w = one_angle.words[lang]
  local K, L, M, e, t = li.symbols "K L M e t"
  if letters then K, L, M, e, t = letters.K, letters.L, letters.M, letters.e, letters.t end
  local root = li.sqrt(K ^ 2 + L ^ 2 - M ^ 2)
  b:say(w.half, tostring(t), q)
  for _, at in ipairs(b.points) do at[tostring(t)] = math.tan(at[q] / 2) end
  b:equation((K + M) * t ^ 2 - 2 * L * t + M - K, li.expr(0))
  b:say(w.roots, tostring(e))
  local by_half = 2 * li.atan((L + e * root) / (K + M))
  local by_two = li.atan2(L, K) + e * li.acos(M / li.sqrt(K ^ 2 + L ^ 2))
  local function road(f)
    return function(at) return { near(f:eval(at), at[q]) } end
  end
  b:line(q, by_half, { road = road(by_half) })
  b:say(w.safe)
  b:line(q, by_two, { road = road(by_two) })
  b:say(w.must)
  b:condition(K ^ 2 + L ^ 2 - M ^ 2, ">=")
end

-- the sign of a point: which root leads to its angle
function one_angle.sign(at, q)
  local root = math.sqrt(math.max(0, at.K ^ 2 + at.L ^ 2 - at.M ^ 2))
  local off = {}
  for _, e in ipairs { 1, -1 } do
    local x = 2 * math.atan((at.L + e * root) / (at.K + at.M))
    off[e] = math.abs(x - at[q] - 2 * math.pi * math.floor((x - at[q]) / (2 * math.pi) + 0.5))
  end
  return off[1] <= off[-1] and 1 or -1
end

-- numbers of K, L, M join a point, and the sign of its assembly
function one_angle.put(at, letters, q)
  for name, e in pairs(letters) do at[name] = e:eval(at) end
  at.e = one_angle.sign(at, q)
end

return one_angle
