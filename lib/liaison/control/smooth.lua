-- smooth.lua - li.smooth: the states of a linear system at all times from all that was measured,
-- before and after
--
--   forwards: the Kalman filter; backwards, of what came later:
--   L = H' S^-1 H + E' M E,  l = -H' S^-1 e + E' m,  E = 1 - K H,  M <- A' L A,  m <- A' l,
--   x_s = x - P m,  P_s = P - P M P: no inverse of P          [Bierman 1973; Rauch, Tung, Striebel]
local li = require "liaison.core"
local check = require "liaison.base.check"
local filtering = require "liaison.control.filtering"
local kit = li._internal

local fields = { system = "any", Q = "any", R = "any", P0 = "any", G = "any?", noise = "any?",
  x0 = "any?", dt = { "num?", above = 0 }, y = "any", u = "any?" }

local function check_size(path, got_rows, got_columns, columns, rows)
  if got_columns == columns and (not rows or got_rows == rows) then return end
  check.fail(path, "expected %s rows of %d numbers, got %dx%d", rows and ("%d"):format(rows)
    or "some", columns, got_rows, got_columns)
end

local function record(x, path, columns, rows)
  local M = kit.class(x) == "mat" and x or check.value(x, path, "mat")
  check_size(path, #M, #M[1], columns, rows)
  return M
end

-- rows of what was measured, where false stands for what was not: numbers, and lists of the outputs
-- that are there
local function measured(x, columns)
  local there, plain = {}, {}
  if kit.class(x) ~= "mat" and type(x) ~= "table" then
    check.fail("y", "expected rows of numbers, got %s", check.got(x))
  end
  for k = 1, #x do
    local row = x[k]
    check_size("y", #x, type(row) == "table" and #row or kit.class(row) and #row or 0, columns)
    there[k], plain[k] = {}, {}
    for j = 1, columns do
      if row[j] ~= false then there[k][#there[k] + 1] = j end
      plain[k][j] = row[j] or 0
    end
  end
  return record(plain, "y", columns), there
end

local function picked(M, rows, columns)
  local out = li.zeros(#rows, #columns)
  for i, r in ipairs(rows) do for j, c in ipairs(columns) do out[i][j] = M[r][c] end end
  return out
end

local function every(n)
  local list = {}
  for k = 1, n do list[k] = k end
  return list
end

-- one ask of the filter: what backwards is gone by
local function believe(s, R, x, P, y, at, u)
  local H, n = picked(s.C, at, every(#x)), #x
  local e = li.zeros(#at)
  for i, r in ipairs(at) do
    e[i] = y[r]
    for k = 1, n do e[i] = e[i] - s.C[r][k] * x[k] end
    for k = 1, u and #u or 0 do e[i] = e[i] - s.D[r][k] * u[k] end
  end
  local Ht = H:transpose()
  local Si = (H * P * Ht + picked(R, at, at)):inverse()
  local K = P * Ht * Si
  local E = li.eye(n) - K * H
  return { x = x + K * e, P = E * P * E:transpose() + K * picked(R, at, at) * K:transpose(),
    E = E, L = Ht * Si * H, l = -1 * (Ht * (Si * e)) }
end

local function forwards(s, W, R, x, P, Y, U, there)
  local list = {}
  for k = 1, #Y do
    local at, u = there[k], U and U:row(k)
    list[k] = #at > 0 and believe(s, R, x, P, Y:row(k), at, u) or { x = x, P = P }
    x, P = s.A * list[k].x, s.A * list[k].P * s.A:transpose() + W
    if u then x = x + s.B * u end
  end
  return list
end

local function backwards(s, list)
  local n = #s.A
  local M, m, At = li.zeros(n, n), li.zeros(n), s.A:transpose()
  for k = #list, 1, -1 do
    local f = list[k]
    f.smooth, f.cov = f.x - f.P * m, f.P - f.P * M * f.P
    if f.E then
      local Et = f.E:transpose()
      M, m = f.L + Et * M * f.E, f.l + Et * m
    end
    M, m = At * M * s.A, At * m
  end
end

local function smooth(spec)
  local o = check.fields(spec, "", fields)
  local s, W, G = filtering.sampled(o)
  local Y, there = measured(o.y, #s.outputs)
  local U = o.u and record(o.u, "u", #s.inputs, #Y)
  local P0 = filtering.variances(o.P0, s.states, "P0")
  local R = filtering.variances(o.R, s.outputs, "R", true)
  local x0 = li.vec(filtering.start(o.x0, s.states, "x0"))
  local list = forwards(s, G * W * G:transpose(), R, x0, P0, Y, U, there)
  backwards(s, list)
  local n, out = #s.states, { P = {} }
  out.x, out.filtered, out.variance = li.zeros(#Y, n), li.zeros(#Y, n), li.zeros(#Y, n)
  for k, f in ipairs(list) do
    out.P[k] = f.cov
    for i = 1, n do
      out.x[k][i], out.filtered[k][i], out.variance[k][i] = f.smooth[i], f.x[i], f.cov[i][i]
    end
  end
  return out
end

check.define(li, {
  { "smooth(spec: table) -> table",
    "States of a linear system at all times of a record, from what was measured before and after: "
      .. "{system, Q, R, P0, x0, dt, noise, G} as li.kalman_filter has them, y = {{..}, ..} (a row "
      .. "for every time; false: not measured), u = mat. Gives x (rows), variance (rows), P (a "
      .. "list), and filtered, what the filter knew.",
    "return li.smooth{system = li.ss(1, 0, 1, 0, 1), Q = 0, R = 1, P0 = 1, y = {{0}, {3}}}.x --> "
      .. "[1]\n[1]", smooth },
})
