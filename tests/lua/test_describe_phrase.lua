-- test_describe_phrase.lua - the description phrase: every mistake at its column, the tables of
-- 1980, and the way back
local t = require "t"
local li = require "liaison"
local phrase = require "liaison.describe.phrase"
local phrasetable = require "liaison.sources.phrasetable"

-- [inria80 5.3]: phrase, then code and column of everything that is said; S22.. are further down
local said = {
  { "S1", "", "E_EMPTY 1" }, { "S1", " \n -- nothing", "E_EMPTY 1" },
  { "S2", "RX(a,b),TZK(L)", "E_NOSEMI 15" },
  { "S3", "RX(a,b),;", "E_MOVE 9" },
  { "S4", "RX(a,b),,TZK(L);", "E_MOVE 9" },
  { "S5", "RX(a,b)TZK(L);", "E_COMMA 8" }, { "S5", "RX TZK(L);", "E_COMMA 4" },
  { "S6", "QX(a,b);", "E_LETTER 1" },
  { "S7", "R(a,b);", "E_AXIS 1" }, { "S7", "RW(a,b);", "E_AXIS 2" },
    { "S7", "ROTW(a,b);", "E_AXIS 4" },
  { "S8", "RX(a);", "E_LIMITS 5" }, { "S8", "RX(a,b,c);", "E_LIMITS 7" },
  { "S9", "TZK(a,b);", "E_KARG 6" },
  { "S10", "TZK;", "E_VALUE 4" }, { "S10", "RX(,b);", "E_VALUE 4" },
    { "S10", "RX(a,);", "E_VALUE 6" }, { "S10", "TZK();", "E_VALUE 5" },
  { "S11", "RX(a,b;", "E_PAREN 7" }, { "S11", "RX a,b);", "E_PAREN 4" },
    { "S11", "TZK L);", "E_PAREN 5" }, { "S11", "RX(a,b)),RY;", "E_PAREN 8" },
  { "S12", "RX(2,-2);", "E_RANGE 4" },
  { "S13", "RX(1,1);", "W_LOCKED 4" },
  { "S14", "RX(a,b); TZK(L)", "E_TRAIL 10" },
  { "S15", "TZK(L);", "W_NODOF 1" },
  { "S16", "RX(L,b),TZK(L);", "W_SYMBOL 13" }, { "S16", "RX(a,2*b),TZK(b+1);", "W_SYMBOL 15" },
  { "S17", "RX(a#,b);", "E_CHAR 5" }, { "S17", "RX(a,b)\1;", "E_CHAR 8" },
  { "S18", "RX(01MIN,b);", "E_NUMBER 4" },
  { "S19", "RX,TZK(Ø);", "" }, { "S19", "RX,TZK(0);", "" }, { "S19", "RX,TZK(0.);", "" },
  { "S20", "rx(a,b);", "" }, { "S20", "ROTX(a,b),TRANSZK(L);", "" },
  { "S21", "RY(a,b),RXK(pi),RY(c,d);", "" },
  { "S22", "TX(a,b),TX(c,d);", "W_REDUNDANT 9" }, { "S22", "TX,RYK(pi),TX;", "W_REDUNDANT 12" },
    { "S22", "TX,RYK(1),TX;", "" }, { "S22", "TX,RXK(a),TX;", "W_REDUNDANT 11" },
  { "S27", "RX(θ1MIN,\n  θ1MAX),\n  TZK(L);", "" },
  { "S28", "RX(a,b){TZK(L);", "E_BRACE 8" }, { "S28", "RX(a,b)};", "E_BRACE 8" },
  { "S29", "q1=RX(a,b),q1=RY(a,b);", "E_DUP 12" }, { "S29", "q2=RX,RY;", "E_DUP 7" },
  { "S31", "RX(a,b),TZK(L)),;", "E_PAREN 15, E_MOVE 17" },
    { "S31", "QX,RW,RX(,),TZK;", "E_LETTER 1, E_AXIS 5, E_VALUE 10, E_VALUE 16" },
  { "", "a=TZK(1);", "E_MOVE 1" }, { "", "a=;", "E_MOVE 3" }, { "", "RX(1e999,2);", "E_VALUE 4" },
    { "", "RX(a+,b);", "E_VALUE 4" },
  { "", "RX(2L,b);", "E_NUMBER 4" }, { "", "TZK(sin(1,2));", "E_VALUE 5" },
  { "", "θθ(a,b);", "E_LETTER 1" }, { "", "RX(é,b);", "E_CHAR 4" },
}

local function tell(text, options)
  local p, errors, warnings = phrase.parse(text, options)
  local out = {}
  for _, list in ipairs { errors or {}, p and p.warnings or warnings or {} } do
    if type(list) == "table" then
      for _, d in ipairs(list) do out[#out + 1] = d.code .. " " .. d.column end
    end
  end
  return table.concat(out, ", "), p
end

t.test("every mistake has its code and its column", function()
  for _, row in ipairs(said) do
    local errors = select(2, phrase.parse(row[2])) or {}
    local got = tell(row[2])
    t.eq(got, row[3], row[1] .. " " .. row[2])
    for _, d in ipairs(type(errors) == "table" and errors or {}) do t.ok(#d.text > 5) end
  end
end)

t.test("a mistake shows its line and a caret, whatever letters stand before it", function()
  t.eq(t.raises("", li.phrase, "RX(θ1,b),\nTZK(L#);"):gsub("^[^:]*:%d+: ", ""), [[
phrase, line 2, column 6: illegal character '#' (E_CHAR)
  TZK(L#);
       ^]])
  t.eq(t.raises("", li.phrase, "RX(θ1,θ2)TZK(L);"):gsub("^[^:]*:%d+: ", ""), [[
phrase, line 1, column 10: ',' expected, got 'TZK' (E_COMMA)
  RX(θ1,θ2)TZK(L);
           ^]])
  local long = t.raises("", li.phrase, ("RX,"):rep(100) .. "Q;")
  t.ok(#long < 250) -- cut around the place
  t.ok(long:find "line 1, column 301:")
  t.raises("test_describe_phrase.lua:%d+: phrase, line 1", function() li.phrase "QX;" end)
end)

t.test("at most ten mistakes are told", function()
  local _, errors = phrase.parse(("Q,"):rep(50) .. ";")
  t.eq(#errors, 10)
end)

t.test("report mode reads the names of the line printer", function()
  local got, p = tell("RX(01MIN,01MAX);", { mode = "report" })
  t.eq(got, "W_DIGITSYM 4, W_DIGITSYM 10")
  t.eq(p.joints[1].min, "theta1MIN")
  t.eq(phrase.parse("RX(θ1MIN,θ1MAX);").joints[1].min, "theta1MIN")
end)

local report =
  "RY(01MIN,01MAX),TYK(L1),RX(02MIN,02MAX),TYK(L2),RX(03MIN,03MAX),TZK(L3),RX(04MIN,04MAX),TZK(0),"
  .. "RY(05MIN,05MAX),TZK(0),RZ(06MIN,06MAX),TZK(L6);"
local masses = { { M = "M1", d = { 0, "D1", 0 }, I = { "IX1", 0, "IZ1" } },
  { M = "M2", d = { 0, "D2", 0 }, I = { "IX2", 0, "IZ2" } },
  { M = "M3", d = { 0, 0, "D3" }, I = { "IX3", "IY3", 0 } }, {}, {},
    { M = "M6", d = { 0, 0, "D6" }, I = { "IX6", "IY6", 0 } } }

t.test("[inria80 1.10] the tables of the report, token by token", function()
  local golden = [[
 TABLEAU MRR DE LA DESCRIPTION : 0 1 0 0 / 0 1 0 1 / 2 0 0 0 / 0 2 0 1 / 3 0 0 0 / 0 0 3 1 /
   4 0 0 0 / 0 0 4 1 / 0 5 0 0 / 0 0 5 1 / 0 0 6 0 / 0 0 6 1
 TABLEAU DES TRANSLATIONS CONSTANTES : 0 L1 0 / 0 L2 0 / 0 0 L3 / 0 0 0 / 0 0 0 / 0 0 L6
 TABLEAU DES ROTATIONS : 0 1 0 / 2 0 0 / 23 0 0 / 234 0 0 / 0 5 0 / 0 0 6
 NOMBRE DE CHANGEMENTS DE REPERES 12 ; NOMBRE DE DEGRES DE LIBERTE 6
 LISTE DES CORPS DECRITS (NO DU CORPS, LONGUEUR): 1 L1 / 2 L2 / 3 L3 / 4 0 / 5 0 / 6 L6
 LIMITES DES DEGRES DE LIBERTE (NO. DU DDL, MIN, MAX): 1 01MIN 01MAX / 2 02MIN 02MAX /
   3 03MIN 03MAX / 4 04MIN 04MAX / 5 05MIN 05MAX / 6 06MIN 06MAX
 DONNEES MASSIQUES (CORPS NO, MASSE, VCG): 1 M1 0 D1 0 / 2 M2 0 D2 0 / 3 M3 0 0 D3 / 4 0 0 0 0 /
   5 0 0 0 0 / 6 M6 0 0 D6
 TENSEURS D INERTIE: CORPS NO 1 : IX1 0 IZ1 / CORPS NO 2 : IX2 0 IZ2 / CORPS NO 3 : IX3 IY3 0 /
   CORPS NO 6 : IX6 IY6 0]]
  local function tokens(s)
    return (s:gsub("[/;]", " "):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
  end
  local m = li.phrase(report, { mode = "report", masses = masses, gravity = { 0, "G", 0 } })
  t.eq(tokens(m:tables "report"), tokens(golden))
  t.ok(m:tables():find("1 theta1MIN theta1MAX", 1, true))
end)

t.test("the phrase as the report's chapter sets it", function()
  t.eq(li.phrase("RY(θ_1 MIN,θ_1 MAX),TYK(L1),RX(\\theta_{2} "
    .. "MIN,\\theta_2MAX),TZK(\\emptyset),RX(θ3MIN,θ_3MAX),TZK(∅);"):phrase(),
    "RY(theta1MIN,theta1MAX),TYK(L1),RX(theta2MIN,theta2MAX),TZK(0),"
    .. "RX(theta3MIN,theta3MAX),TZK(0);")
  t.eq(tell "RX(θ_1 MIN,θ_1 MAX),TZK(θ_1);", "", "another name")
  t.eq(tell "RX(θ_1 MIN θ_1 MAX);", "E_PAREN 12")
  t.eq(tell "TZK(\\empty);", "E_CHAR 5")
  t.eq(tell "TZK(L\\emptyset);", "E_PAREN 6")
end)

-- what li.phrase says of a model: codes in order
local function remarked(text, options)
  local out = {}
  for _, line in ipairs(li.phrase(text, options):warnings()) do
    out[#out + 1] = line:match "%((W_%u+)%)$" or line
  end
  return table.concat(out, " ")
end

t.test("what is odd about a phrase is among the warnings of its model, with its code and place",
  function()
  t.eq(remarked "TZK(L);", "W_NODOF")                                                       -- S15
  t.eq(remarked "RX(L,b),TZK(L);", "W_SYMBOL")                                              -- S16
  t.eq(remarked "RX,RXK(L),TZK(L);", "W_SYMBOL", "an angle here, a length there")
  t.eq(remarked "RX(a,b),TX(b,c);", "W_SYMBOL")
  t.eq(remarked "RX(a,b),RX(a,b),TXK(L),TYK(L),RXK(c),RYK(c);", "")
  t.eq(remarked("RX(01MIN,01MAX);", { mode = "report" }), "W_DIGITSYM W_DIGITSYM")          -- S18
  t.eq(remarked "TX(a,b),TX(c,d);", "W_REDUNDANT")                                          -- S22
  -- S13, once
  t.eq(remarked "RX(1,1);", "W_LOCKED")
  t.eq(remarked { { R = "X", min = 1, max = 1 } }, "W_LOCKED")
  -- S24
  t.eq(remarked("RZ(a,b);", { masses = { { mass = 1, inertia = { .06, .055, 0 } } } }),
    "W_TRIANGLE")
  t.raises("body1.mass: must not be negative, got %-1 %(E_MASS%)", li.phrase, "RZ;",
    { masses = { { mass = -1, inertia = { 1, 1, 1 } } } })
  t.raises("body1.inertia: no body has this inertia: .* %(E_INERTIA%)", li.phrase, "RZ;",
    { masses = { { mass = 1, inertia = { -1, 1, 1 } } } })
  local m = li.phrase "RX,\n  TX,TX,RX(L,b),TZK(L);"
  t.eq(m:warnings()[1],
    "phrase, line 2, column 21: 'L' is a limit of joint q4 and a length here (W_SYMBOL)")
  t.eq(#m:with { L = 1, b = 2 }:warnings(), 2, "numbers put in, still told")
end)

t.test("two slides on a line: what is missing is between them", function()
  local m = li.phrase("TX,TX;", { masses = { { mass = 0, inertia = 0 },
    { mass = 1, inertia = { 1, 1, 1 } } } })
  local nothing, why, code = m:fd({ 0, 0 }, { 0, 0 }, { 1, 1 })
  t.eq(nothing, nil) t.eq(code, "ESINGULAR")
  t.ok(why:find("'q1' and 'q2' move no mass where they move as 1 : -1, so no force tells how "
    .. "they share their motion", 1, true), why)
  nothing, why, code = m:equations():fd({ 0, 0 }, { 0, 0 }, { 1, 1 })
  t.eq(nothing, nil) t.eq(code, "ESINGULAR")
  t.ok(why:find("coordinate 2, q2: 'q1' and 'q2' move no mass where they move as 1 : -1", 1, true),
    why)
  nothing, why = li.phrase("TX,RZ;", { masses = { { mass = 1, inertia = 0 },
    { mass = 1, inertia = 0 } } }):fd({ 0, 0 }, { 0, 0 }, { 1, 1 })
  t.eq(nothing, nil)
  t.ok(why:find("'q2' moves no mass of its own", 1, true), why)
end)

t.test("phrase to model to the same phrase", function()
  for _, text in ipairs { "RX;", "RY(a,b),TYK(L1),RX(c,d);",
    "RY(a,b),TYK(L1){RX(c,d),TYK(L2);}{TXK(w),TZ(e,f),RZ(g,h);}", "TZK(0),arm=RX(-1,2.5),RYK(2*a);",
    "RX{RY;}{RZ{TX;}{TY,TZK(1);}}", "RX,TZK(L1+L2/2);" } do
    t.eq(li.phrase(text):phrase(), text)
  end
  t.eq(li.phrase(report, { mode = "report" }):phrase(), (report:gsub("0(%d)M", "theta%1M")))
  local nothing, why = li.robot({ bodies = { { name = "a", joint = "spherical" } } }):phrase()
  t.eq(nothing, nil)
  t.ok(why:find "a spherical joint is no move")
end)

t.test("angles of parallel axes run on: across slides, turns about the axis, and against it",
  function()
  local function runs(text)
    local out = {}
    for i, r in pairs(phrasetable.runs(assert(phrase.parse(text)))) do
      out[i] = table.concat(r.joints, ",")
        .. (r.constant ~= 0 and "+" .. li._internal.format("%s", r.constant) or "")
    end
    return out
  end
  local r = runs "RX,TX,RX,RXK(.3),RX;" -- [inria80 5.5] 71
  t.eq(r[1], "1")
  t.eq(r[3], "1,3")
  t.eq(r[4], "1,3,4+0.3")
  r = runs "RY(a,b),RXK(pi),RY(c,d),RY;" -- S21
  t.eq(r[2], "1,-2")
  t.eq(r[3], "1,-2,-3")
  r = runs "RX,RXK(a),RX,RY,RX;"
  t.eq(r[2]:match "^1,2", "1,2")
  t.eq(r[3], "3")
  t.eq(r[4], "4")
  r = runs "RX{RX;}{RYK(0.5),RX;}{RZK(pi/2),RY;}"
  t.eq(r[2], "1,2")
  t.eq(r[3], "3")
  t.eq(r[4], "1,-4") -- x told after a quarter turn about z is -y
end)

t.test("twelve joints have names that cannot be confused", function()
  local m = li.phrase(("RX,"):rep(11) .. "RX;")
  t.ok(m:tables():find("{1,2,3,4,5,6,7,8,9,10,11,12} 0 0", 1, true))
  t.ok(m:tables():find("12 0 0 0", 1, true))
end)

t.test("branches start from what their body leads to", function()
  local m = li.phrase "RY(a,b),TYK(L1){RX(c,d),TYK(L2);}{TXK(w),TZ(e,f),RZ(g,h);}"
  local d = m:description()
  t.eq(d.bodies[3].parent, "body1")
  t.eq(#d.bodies[3].place, 2)
  t.eq(d.bodies[4].parent, "body3")
  t.eq(d.frames[1].body, "body2")
  t.eq(d.frames[2].body, "body4")
end)

t.test("a phrase as a table", function()
  local m = li.phrase { { R = "Y", min = "a", max = "b" }, { T = "Y", K = "L1" },
    { { R = "X" }, { T = "Y", K = 2 } }, { { T = "Z", name = "s" } } }
  t.eq(m:phrase(), "RY(a,b),TYK(L1){RX,TYK(2);}{s=TZ;}")
  local loop = { { R = "X" } }
  loop[2] = loop
  local refused = {
    { "E_LOOP", loop }, { "E_LOOP", { { R = "X", parent = "q1" } } }, { "E_EMPTY", {} },
      { "E_MOVE", { { Q = "X" } } }, { "E_LETTER", { { K = 1 } } },
    { "E_AXIS", { { R = "W" } } }, { "E_VALUE", { { R = "X", K = {} } } },
      { "E_RANGE", { { R = "X", min = 2, max = 1 } } },
      { "E_DUP", { { R = "X", name = "q2" }, { R = "X" } } },
    { "E_MOVE", { 3 } }, { "E_BRACE", { { { R = "X" } }, { R = "Y" } } },
  }
  for _, row in ipairs(refused) do t.raises(row[1], li.phrase, row[2]) end
end)

t.test("masses that fit no body, or no body could have", function()
  -- S23
  t.raises("E_BODY: masses%[7%]: the phrase has 6 bodies", li.phrase, report,
    { mode = "report", masses = { [7] = { mass = 1 } } })
  -- S24
  t.raises("body1.mass: must not be negative, got %-1", li.phrase, "RX;",
    { masses = { { mass = -1 } } })
  t.raises("body1.inertia: no body has this inertia", li.phrase, "RX;",
    { masses = { { mass = 1, inertia = { -1, 1, 1 } } } })
  local m = li.phrase("RX;", { masses = { { mass = 6, inertia = { .06, .055, 0 } } } })
  t.ok(m:warnings()[1]:find "no solid body has this inertia")
  t.raises("unknown key 'weight'", li.phrase, "RX;", { masses = { { weight = 1 } } })
  t.raises("unknown key 'mases' %(did you mean 'masses'%?%)", li.phrase, "RX;", { mases = {} })
  t.raises("mode is 'strict' or 'report'", li.phrase, "RX;", { mode = "lax" })
end)

t.test("two slides in a row are redundant where their directions are one, whatever turns lie "
  .. "between", function()
  local quarter, letters = { "pi/2", "-pi/2", "pi", "0" }, { "X", "Y", "Z" }
  local angle = { ["pi/2"] = math.pi / 2, ["-pi/2"] = -math.pi / 2, pi = math.pi, ["0"] = 0,
    ["0.4"] = 0.4 }
  quarter[5] = "0.4"
  local unit, redundant = { X = { 1, 0, 0 }, Y = { 0, 1, 0 }, Z = { 0, 0, 1 } }, 0
  for _, first in ipairs(letters) do for _, last in ipairs(letters) do
    for _, a in ipairs(letters) do for _, b in ipairs(letters) do
      for _, x in ipairs(quarter) do for _, y in ipairs(quarter) do
        local text = ("T%s,R%sK(%s),R%sK(%s),T%s;"):format(first, a, x, b, y, last)
        local R = li.rot.axis(unit[a], angle[x]) * li.rot.axis(unit[b], angle[y])
        local parallel = math.abs(math.abs((R * li.vec(unit[last])):dot(unit[first])) - 1) < 1e-9
        local told = false
        for _, w in ipairs(phrase.parse(text).warnings) do
          told = told or w.code == "W_REDUNDANT"
        end
        t.eq(told, parallel, text)
        redundant = redundant + (told and 1 or 0)
      end end
    end end
  end end
  t.ok(redundant > 300, redundant)
end)

t.done()
