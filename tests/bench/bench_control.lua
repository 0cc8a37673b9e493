-- bench_control.lua - computed torque of the panda: a step of the exported C; a loop of 1 kHz with
-- an estimator of the speeds, one tick of which should take 2 microseconds at most (make bench)
local li = require "liaison"

local who = "liaison " .. (rawget(_G, "jit") and "luajit" or "lua5.4")
local only = os.getenv "BENCH_ONLY" or ""
local repeats = tonumber(os.getenv "BENCH_REPEATS") or 5
local N, DT = 7, 1e-3
local START = { 0, 0.1, 0, -1, 0, 1, 0 }

local function wanted(row) return ("control: " .. row):find(only, 1, true) ~= nil end

local function report(row, name, took)
  table.sort(took)
  print(("control,%s,%s,%.1f,%.1f"):format(row, name, took[math.floor(#took / 2) + 1], took[1]))
end

-- tau = M (50 (r - p) - 9 s) + h at positions p and speeds s: of the arm, or as est tells them
local function computed_torque(arm, estimated)
  local inputs, p, s, a, tau, outputs, to = {}, {}, {}, {}, {}, {}, {}
  for k = 1, N do
    p[k], s[k], tau[k] = "p" .. k, "s" .. k, "tau" .. k
    inputs[p[k]] = estimated and ("est.p%d_hat"):format(k) or "q" .. k
    inputs[s[k]] = estimated and ("est.s%d_hat"):format(k) or ("q%d'"):format(k)
    inputs["r" .. k] = "r" .. k
    a[k] = ("50*(r%d - p%d) - 9*s%d"):format(k, k, k)
    outputs[k], to["u" .. k] = { "u" .. k, tau[k] }, "q" .. k
  end
  return li.block { name = "torque", inputs = inputs, outputs = outputs, to = to, dt = DT,
    lines = { { tau, call = "id", model = arm, q = p, v = s, a = a } } }
end

local function estimator()
  local states, following, outputs, to = {}, {}, {}, {}
  for k = 1, N do
    local p, s = "p" .. k, "s" .. k
    states[p], states[s] = START[k], 0
    following[p] = ("p%d + dt*s%d + 0.3*(q%d - p%d)"):format(k, k, k, k)
    following[s] = ("s%d + 25*(q%d - p%d)"):format(k, k, k)
    outputs[#outputs + 1], outputs[#outputs + 2] = { p .. "_hat", p }, { s .. "_hat", s }
    to[p .. "_hat"], to[s .. "_hat"] = false, false
  end
  return li.block { name = "est", inputs = "q1 q2 q3 q4 q5 q6 q7", states = states,
    next = following, outputs = outputs, to = to, dt = DT }
end

-- ---- the exported C -----------------------------------------------------------------------------

local TIMED = [[
#define _POSIX_C_SOURCE 199309L
#include "torque.c"
#include <stdio.h>
#include <time.h>
int main(void) {
  torque_params param; torque_state state; torque_inputs in; torque_outputs out;
  TYPE *x = (TYPE *)&in;
  enum { STEPS = 200000 };
  torque_init(&param, &state);
  for (int i = 0; i < 21; i++) x[i] = (TYPE)(0.1*i - 1);
  for (int r = 0; r < REPEATS; r++) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int k = 0; k < STEPS; k++) {
      torque_step(&param, &state, 0, &in, &out);
      x[0] += (TYPE)1e-9*out.u1;
      __asm__ volatile("" ::: "memory");
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%.3f\n", (1e9*(double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec))/STEPS);
  }
  return 0;
}
]]

local function exported(arm, type)
  local dir = os.tmpname()
  os.remove(dir)
  os.execute("mkdir -p " .. dir)
  computed_torque(arm):c { name = "torque", type = type, dir = dir }
  local f = assert(io.open(dir .. "/timed.c", "w"))
  f:write((TIMED:gsub("TYPE", type):gsub("REPEATS", tostring(repeats))))
  f:close()
  local took = {}
  local pipe = io.popen(("cd %s && ${CC:-cc} -std=c99 -O2 -march=native timed.c -o timed -lm && "
    .. "./timed"):format(dir))
  for line in pipe:lines() do took[#took + 1] = tonumber(line) end
  pipe:close()
  os.execute("rm -rf " .. dir)
  return took
end

local arm = li.robots.panda()
for _, type in ipairs { "double", "float" } do
  local row = "computed torque of the panda in exported C"
  if wanted(row) then
    local took = exported(arm, type)
    if #took > 0 then report(row, "liaison " .. type, took) end
  end
end

-- ---- the loop -----------------------------------------------------------------------------------

local function loop(row, controllers, limits)
  if not wanted(row) then return end
  local references, took = {}, {}
  for k = 1, N do references["r" .. k] = START[k] + 0.1 end
  local options = { controllers = controllers, references = references, method = "rk4", h = DT,
    dt = 0.01, kernel = arm:kernel "fd", limits = limits, progress = false }
  assert(arm:simulate(0.1, START, nil, options))
  for k = 1, repeats do
    collectgarbage()
    local start = os.clock()
    assert(arm:simulate(10, START, nil, options))
    took[k] = (os.clock() - start) / 10000 * 1e9
  end
  report(row, who, took)
end

local est, torque = estimator(), computed_torque(arm, true)
loop("tick of the panda at 1 kHz with estimator", { est, torque }, "ignore")
loop("tick of the panda at 1 kHz with estimator composed", { li.compose { est, torque } },
  "ignore")
loop("tick of the panda at 1 kHz with estimator and stops", { est, torque })
