-- compiled_rates.lua - the option kernel of runs of equations: their rates as machine code
local li = require "liaison.core"
local check = require "liaison.base.check"
local kit = li._internal

-- a kernel that compile 'dynamics' made of these equations says: compiled, with all that acts
local function is_own(kernel, of)
  if kit.class(kernel) ~= "kernel" then return false end
  local note = kit.motion.of(kernel)
  return note ~= nil and note.what == "dynamics" and note.of ~= nil and rawequal(note.of, of)
end

-- spec: of kit.kane.simulate, with inputs and rates; asked: the option; of: the equations of the
-- run. Fills in kernel, or not_compiled, why there is none
return function(spec, asked, of)
  if asked == nil or asked == false then return spec end
  if asked ~= true and not is_own(asked, of) then
    check.fail("kernel", "expected true, or what compile 'dynamics' gives of these equations")
  end
  local symbols = {}
  for i = 1, 1 + spec.n + spec.l + spec.m + spec.nu do symbols[i] = spec.inputs[i] end
  local kernel = li.compile(spec.rates, symbols)
  if kernel.kind == "kernel" then spec.kernel = kernel else spec.not_compiled = kernel.why end
  return spec
end
