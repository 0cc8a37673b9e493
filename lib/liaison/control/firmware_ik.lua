-- firmware_ik.lua - inverse kinematics in closed form as C: the axes of one arm as constants, and
-- what they alone decide
--
-- Where the first two joints can meet is a set of linear conditions, whose pseudo-inverse stands in
-- the file (core/rbd/ikarm_point.c).
local li = require "liaison.core"
local check = require "liaison.base.check"
local c = require "liaison.control.ship_c"
local TEXTS = require "liaison.control.firmware_ik_c"
local kit = li._internal

local ik = {}

ik.most = 16

-- ---- what the axes alone decide -----------------------------------------------------------------

local function dot(a, b) return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] end

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

local function minus(a, b) return { a[1] - b[1], a[2] - b[2], a[3] - b[3] } end

-- two unit directions across k and each other
local function across(k)
  local u = cross(k, math.abs(k[1]) < 0.6 and { 1, 0, 0 } or { 0, 1, 0 })
  local n = math.sqrt(dot(u, u))
  u = { u[1] / n, u[2] / n, u[3] / n }
  return u, cross(k, u)
end

local function conditions(rows, j)
  if not j.slide then
    rows[#rows + 1] = j.k
    return
  end
  rows[#rows + 1], rows[#rows + 2] = across(j.k)
end

-- what every row of A leaves out: unit y with y' A = 0, across the columns of A
local function left_null(A, rows)
  local P = li.eye(rows) - A * A:pinv()
  local best, most = nil, 0
  for k = 1, rows do
    local n = 0
    for i = 1, rows do n = n + P[i][k] ^ 2 end
    if n > most then best, most = k, n end
  end
  local y = {}
  for i = 1, rows do y[i] = best and P[i][best] / math.sqrt(most) or 0 end
  return y
end

-- A g = b of two joints: rows, rank, pseudo-inverse, null vectors
local function meeting(j1, j2, size)
  local rows = {}
  conditions(rows, j1)
  conditions(rows, j2)
  if not j1.slide and not j2.slide then
    local r = minus(j2.o, j1.o)
    rows[3] = { 2 * r[1] / size, 2 * r[2] / size, 2 * r[3] / size }
  end
  local A = li.mat(rows)
  local M = { A = rows, rows = #rows, sphere = not (j1.slide and j2.slide), rank = A:rank(1e-9) }
  local pinv = A:pinv(1e-9)
  M.pinv, M.null, M.along = {}, { 0, 0, 0, 0 }, { 0, 0, 0 }
  for i = 1, 3 do
    M.pinv[i] = {}
    for k = 1, 4 do M.pinv[i][k] = k <= #rows and pinv[i][k] or 0 end
  end
  if #rows > 3 or M.rank < 3 then
    local y = left_null(A, #rows)
    for k = 1, #rows do M.null[k] = y[k] end
  end
  if M.rank == 2 then
    local N = A:null(1e-9)
    for k = 1, 3 do M.along[k] = N[k][1] end
  end
  return M
end

-- ---- one arm ------------------------------------------------------------------------------------

local function refuse(text, ...) check.fail("ik", text, ...) end

-- the arm as the engine sees it, with all that is decided
function ik.look(model, place)
  local arm = kit.ikarm.look(model, place)
  if arm.kind == "none" then
    refuse("%s: take model:ik in the engine, or \"fk\" and \"jacobian\" and iterate", arm.why)
  end
  local n = #model:speeds()
  if #arm ~= n then
    refuse("the chain to the tip has %d of %d joints: ship the arm as a model of its own", #arm, n)
  end
  for k = 1, n do
    if arm[k].v ~= k then
      refuse("joint %d of the chain is coordinate %d: name coordinates along the chain", k,
        arm[k].v)
    end
  end
  local p = model:fk(li.zeros(n), place)
  arm.X, arm.size = p, 1e-3
  for k = 1, n do
    local r = minus(arm.w, arm[k].o)
    arm.size = math.max(arm.size, math.sqrt(dot(r, r)))
  end
  arm.first = arm.kind == "parallel" and 1 or 0
  if arm.kind == "parallel" or arm.arm >= 2 then
    arm.meeting = meeting(arm[arm.first + 1], arm[arm.first + 2], arm.size)
    if arm.meeting.rank < 2 then
      refuse("joints %d and %d move on one line: one of them is free for every pose",
        arm.first + 1, arm.first + 2)
    end
  end
  return arm
end

-- the words of TEXTS that an arm is written by
local function wanted(arm)
  if arm.kind == "parallel" then return { "parallel" } end
  local third = arm.arm == 3 and (arm[3].slide and "third_slides" or "third_turns") or nil
  return { "wrist", "arm" .. arm.arm, "last" .. #arm - arm.arm, third }
end

-- these, and those they need
local function needed(arm)
  local set = {}
  local function add(name)
    if set[name] then return end
    set[name] = true
    for _, t in ipairs(TEXTS) do
      if t[1] == name then for word in t[2]:gmatch "%S+" do add(word) end end
    end
  end
  for _, name in ipairs(wanted(arm)) do add(name) end
  return set
end

local SCREW = [[
/* a joint at q = 0: its unit axis and a point of it; it moves by scale q */
typedef struct ik_screw {
  int slide;
  REAL k[3];
  REAL o[3];
  REAL scale;
} ik_screw;

]]

-- thresholds: of double, of float
local THRESHOLDS = {
  { "IK_SMALL", 1e-8, 1e-4 }, { "IK_TINY", 1e-14, 1e-7 }, { "IK_HAIR", 1e-9, 1e-5 },
  { "IK_TOUCH", 1e-8, 1e-4 }, { "IK_RIGHT", 1e-6, 2e-3 }, { "IK_SAME", 1e-6, 1e-3 },
}

local function define(name, text) return ("#define %s %s\n"):format(name, text) end

local function numbers(list, real)
  local out = {}
  for k = 1, #list do out[k] = real(list[k]) end
  return "{ " .. table.concat(out, ", ") .. " }"
end

local function table_text(rows, real)
  local out = {}
  for k = 1, #rows do out[k] = "  " .. numbers(rows[k], real) end
  return "{\n" .. table.concat(out, ",\n") .. "\n}"
end

local function constants(arm, set, real, float)
  local out, n = {}, #arm
  local function add(text) out[#out + 1] = text end
  add(define("IK_N", n) .. define("IK_MOST", ik.most))
  add(define("IK_PI", real(math.pi)) .. define("IK_SIZE", real(arm.size)))
  if arm.kind ~= "parallel" then add(define("IK_ARM", arm.arm)) end
  if set.roots then add(define("IK_HALVINGS", float and 40 or 80)) end
  for _, t in ipairs(THRESHOLDS) do add(define(t[1], real(float and t[3] or t[2]))) end
  if set.two then
    local M = arm.meeting
    add(define("IK_FIRST", arm.first) .. define("IK_ROWS", M.rows) .. define("IK_RANK", M.rank))
    add(define("IK_SPHERE", M.sphere and 1 or 0))
  end
  add("\n" .. SCREW)
  local joints = {}
  for k = 1, n do
    local j = arm[k]
    joints[k] = ("  { %d, %s,\n    %s, %s }"):format(j.slide and 1 or 0, numbers(j.k, real),
      numbers(j.o, real), real(j.scale))
  end
  add("static const ik_screw ik_joint[IK_N] = {\n" .. table.concat(joints, ",\n") .. "\n};\n")
  add("/* where the axes of the wrist meet; the tip */\n")
  add("static const REAL ik_w[3] = " .. numbers(arm.w, real) .. ";\n")
  local R = {}
  for i = 1, 3 do for k = 1, 3 do R[#R + 1] = arm.X.R[i][k] end end
  add("static const REAL ik_R[9] = " .. numbers(R, real) .. ";\n")
  local p = arm.X.p
  add("static const REAL ik_p[3] = " .. numbers({ p[1], p[2], p[3] }, real) .. ";\n")
  if set.two then
    local M = arm.meeting
    add("/* of two joints: conditions, their pseudo-inverse, what they leave */\n")
    add(("static const REAL ik_A[%d][3] = "):format(M.rows) .. table_text(M.A, real) .. ";\n")
    add("static const REAL ik_pinv[3][4] = " .. table_text(M.pinv, real) .. ";\n")
    add("static const REAL ik_along[3] = " .. numbers(M.along, real) .. ";\n")
    local null = numbers(M.null, real)
    if set.residual then add("static const REAL ik_null[4] = " .. null .. ";\n") end
  end
  return table.concat(out) .. "\n"
end

-- the C of ik: all static but NAME_ik
function ik.text(arm, name, float)
  local set = needed(arm)
  local function real(x) return c.real(x, float) end
  local list = { constants(arm, set, real, float) }
  for _, t in ipairs(TEXTS) do if set[t[1]] then list[#list + 1] = t[3] end end
  local last = arm.arm < #arm and "IK_ARM" or "0"
  return (c.fill(table.concat(list), { name = name, last = last })
    :gsub("REAL", float and "float" or "double"):gsub("~", float and "f" or ""))
end

-- functions of the mathematics it calls
ik.used = " sincos sqrt abs acos atan atan2 "

return ik
