-- quick_vec.lua - numbers of vecs on LuaJIT, read and written where they stand
--
-- A call into C ends what LuaJIT compiles. Here v[2], v[2] = x, v.q1 and v:sum are found without
-- one where nothing is wrong, and what is wrong is left to C, which says so. A vec is known by its
-- own address, which it holds: nothing else that was given its metatable is read.
local li = require "liaison.core"
local found, ffi = pcall(require, "ffi")
if not found or not jit or not jit.status() then return end

local cast = ffi.cast
local numbers = ffi.typeof "struct { double *x; int n; uintptr_t self; } *" -- lvec of nums.h
local address = ffi.typeof "uintptr_t"

-- the numbers of a vec, or nil
local function numbers_of(object)
  if type(object) ~= "userdata" then return nil end
  local v = cast(numbers, object)
  if v.self == cast(address, v) then return v end
end

li._internal.vec.access(function(index, newindex, methods, names)
  -- the place of a number told by its place or its name, from 0; nil: there is none
  local function place(object, v, key)
    if type(key) == "string" then
      local known = names[object]
      key = known and known[key]
    end
    if type(key) == "number" and key >= 1 and key <= v.n and key % 1 == 0 then return key - 1 end
  end

  return function(object, key)
    local method = methods[key]
    if method ~= nil and type(key) == "string" then return method end
    local v = numbers_of(object)
    local at = v and place(object, v, key)
    if at then return v.x[at] end
    return index(object, key)
  end, function(object, key, value)
    local v = numbers_of(object)
    local at = v and place(object, v, key)
    if at and type(value) == "number" and value - value == 0 then
      v.x[at] = value
      return
    end
    return newindex(object, key, value)
  end
end)
