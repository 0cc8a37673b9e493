-- shipped.lua - block:c, block:lua, block:js, the same of controllers and designs, model:firmware:
-- what they need is loaded when one of them is first asked for
local check = require "liaison.base.check"
local blocks = require "liaison.control.block"
local kit = require("liaison.core")._internal

local function ship(how)
  return function(...) return require("liaison.control.ship")[how](...) end
end

local shipped = {}

-- c, lua, js of a class whose objects are a block by block_of(object, options), which gives too
-- what is left of the options; told: of the options, for help; example: a text that makes an object
-- `c` of it
function shipped.define(class, name, told, example, block_of)
  local rows = {}
  for k, how in ipairs { "c", "lua", "js" } do
    local call = how == "c" and "c:c().source" or how == "js" and "c:js{form = 'iife'}" or "c:lua()"
    rows[k] = { ("%s:%s([options: table]) -> %s"):format(name, how,
      how == "c" and "texts: table" or "any"),
      ("The block that it is, shipped: options of block:%s%s."):format(how, told),
      ("%sreturn #%s > 500 --> true"):format(example, call),
      function(c, options) return ship(how)(block_of(c, options or {})) end }
  end
  check.define(class.methods, rows)
end

local function firmware(...) return require "liaison.control.firmware"(...) end

local GAIN = "local b = li.block{name = 'gain', inputs = 'e', outputs = {u = 'k*e'}, "
  .. "values = {k = 2}} "

check.define(blocks.class.methods, {
  { "block:c([options: table]) -> texts: table",
    "One header and one C99 file of the block: {header =, source =, selftest =} (what -DSELFTEST "
      .. "compiles), with NAME_init, NAME_step and records of parameters, states, inputs and "
      .. "outputs. Options: type = 'double' (the bits of li.simulate) or 'float', name, dt, dir (a "
      .. "folder, written to: files = {..}), about, units = {r = 'rad'}, vectors (rows of inputs "
      .. "of the self-test), tolerance.",
    GAIN .. "return b:c().source:match 'out%->u = [^;]+' --> out->u = e*k", ship "c" },
  { "block:lua([options: table]) -> any",
    "A Lua module of the block (5.1 to 5.4, LuaJIT): init() gives parameters and states, "
      .. "step(param, state, t, inputs) the outputs, test() the number of differences to its "
      .. "vectors. Options as for block:c, and file: saved there.",
    GAIN .. "local m = (loadstring or load)(b:lua())() local p, x = m.init() "
      .. "return m.step(p, x, 0, {e = 3}).u --> 6", ship "lua" },
  { "block:js([options: table]) -> any",
    "The same as JavaScript: form = 'module' (exports init, step, test) or 'iife' (a constant of "
      .. "the name); file: saved there.",
    GAIN .. "return b:js{form = 'iife'}:match 'const gain = [^{]+' --> const gain = (() => ",
    ship "js" },
})

check.define(kit.methods "model", {
  { "model:firmware(functions: table) -> texts: table",
    "Functions of the model as one header and one C99 file of flat arrays, {\"fk\", \"id\", "
      .. "number = 'float', name = 'arm'}: fk, jacobian, bias_acceleration, id, fd, mass, bias, "
      .. "gravity, coriolis, energy, regressor, derivatives, inverse_mass, observer, ik (closed "
      .. "form, all branches). Gives {header =, source =, selftest =, functions = {{name =, "
      .. "cost =, arrays =}, ..}}. Options: number ('double'), name (the prefix), dir (written "
      .. "to: files = {..}), tip, values = {m = 2} (free, argument p), about, tolerance.",
    "li.planar{1}:firmware{'fk', name = 'arm'}.header:match 'void arm_fk[^;]+' "
      .. "--> void arm_fk(const double q[1], double X[12])", firmware },
})

return shipped
