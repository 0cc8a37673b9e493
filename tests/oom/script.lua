-- script.lua - what oom.c runs while memory gives out: loading, every type, errors, a function of the Lua half
local li = require "liaison"
local check = require "liaison.check"

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

local lib = {}
check.define(lib, { { "tip(q: vec3) -> num", "A text.", nil, function(q) return q:norm() end } })
local n = lib.tip { 1, 2, 2 }
fails(lib.tip, { 1, 2 })
local b = check.fields({ name = "a" }, "bodies[1]", { name = "str", com = { "vec3", default = { 0, 0, 0 } } })
fails(check.fields, { nam = "a" }, "bodies[1]", { name = "str" })

if n ~= 3 or b.com ~= li.zeros(3) or #s == 0 then error "wrong result" end
