-- script.lua - what oom.c runs while memory gives out: loading, every type, errors, a function of
-- the Lua half LuaJIT itself does not survive memory giving out on the way out of a trace (a crash
-- inside its library, called from machine code)
if jit then jit.off() end
local li = require "liaison"
local check = require "liaison.base.check"

-- a failure that is not about memory is caught here, so that only those of memory reach oom.c
local function fails(f, ...)
  local ok, message = pcall(f, ...)
  if ok then error "no error" end
  if tostring(message):find "memory" then error(message, 0) end
end

local v = li.vec { 1, 2, 3 }
local M = li.mat { { 1, 2, 3 }, { 4, 5, 6 } }
local s = tostring(M * (v + { 1, 1, 1 })) .. v
M[1][2] = 7
M[2] = v
fails(li.vec, { 1, "x" })
fails(function() return v:nrom() end)
fails(function() return li.vecc end)
fails(function() return M + v end)

-- workspaces of the engine in boxes, call-backs, a box of its own
local _, sigma = M:svd()
local root = li.num.root(function(x) return { x[1] ^ 2 - 4, x[2] - x[1] } end, { 1, 1 },
  { history = true })
fails(li.num.root, function() error "of the user" end, { 1, 1 })
local R = li.rot.rpy(0.1, 0.2, 0.3)
local arm = li.planar { 1, 0.8 }
if #tostring(arm) + #tostring(R) + #sigma == 0 or not root:near({ 2, 2 }, 1e-9) then
  error "wrong result"
end
arm:close()

local lib = {}
check.define(lib, { { "tip(q: vec3) -> num", "A text.", nil, function(q) return q:norm() end } })
local n = lib.tip { 1, 2, 2 }
fails(lib.tip, { 1, 2 })
local b = check.fields({ name = "a" }, "bodies[1]",
  { name = "str", com = { "vec3", default = { 0, 0, 0 } } })
fails(check.fields, { nam = "a" }, "bodies[1]", { name = "str" })

-- every way of describing a mechanism
package.path = package.path .. ";tests/?.lua"
local loaders = require "oom.loaders"
for _, name in ipairs(loaders.names) do loaders.load(name, loaders[name](4)) end

-- a saved file
local saved = assert(require("liaison.describe.datafile").read("local m = 2\nreturn { bodies "
  .. "= { { name = 'a', mass = 3 * m, at = { 1, -0.5e3, 0 } } } } -- data", "saved.lua"))
if saved.bodies[1].mass ~= 6 then error "wrong result" end

-- blocks: in one, asked, shipped
local gain = li.block { name = "gain", inputs = "e", outputs = { u = "k*sin(e) + i" },
  states = { i = 0 }, next = { i = "i + dt*e" }, values = { k = 2 }, dt = 0.1 }
local whole = li.compose { gain, { gain, name = "inner" }, wires = { ["inner.e"] = "gain.u" } }
if #whole:c({ name = "whole" }).source == 0 or #gain:js() == 0 or #gain:lua() == 0
  or whole:step({ 0 })[1] ~= 0 then error "wrong result" end
fails(li.compose, { gain, gain })

if n ~= 3 or b.com ~= li.zeros(3) or #s == 0 then error "wrong result" end
