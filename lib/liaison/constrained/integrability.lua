-- integrability.lua - are the velocity constraints of a model positions in disguise? By numbers, at
-- a configuration
local li = require "liaison.core"

local kit = li._internal

-- dG along X, by central differences
local function along(model, q, X, t)
  local h = 1e-5
  return (1 / (2 * h)) * (model:constraint_rows(q + h * X, nil, t)
    - model:constraint_rows(q - h * X, nil, t))
end

-- For X, Y that the rows leave free, told as fields that do not change, G [X, Y] is -(dG_X Y - dG_Y
-- X): what is not 0 is a
-- direction that motions reach and velocities do not                           [MLS] 7.2, Frobenius
local function integrable(model, q, t)
  local names = model:coordinates()
  if #names ~= #model:speeds() then
    kit.raise("integrable: this model has turns in space, told by quaternions; write it in "
      .. "angles (joint = \"Tx Ty Tz Rz Rx Rz\")")
  end
  q = li.vec(q)
  local G = model:constraint_rows(q, nil, t)
  local rows = G:size()
  local N = G:null(1e-9)
  local free = N and select(2, N:size()) or 0
  local out = { freedoms = free, after = free, integrable = true, nonholonomic = {} }
  if free < 2 then return out end
  local X, dG, columns = {}, {}, {}
  for i = 1, free do
    X[i] = N:col(i)
    dG[i] = along(model, q, X[i], t)
  end
  local size = math.max(1, G:norm "max")
  for i = 1, free do
    for j = i + 1, free do columns[#columns + 1] = dG[i] * X[j] - dG[j] * X[i] end
  end
  local B, rough = li.zeros(rows, #columns), {}
  for j, c in ipairs(columns) do
    for i = 1, rows do
      local x = math.abs(c[i]) > 1e-6 * size and c[i] or 0
      B:set(i, j, x)
      if x ~= 0 then rough[i] = true end
    end
  end
  out.after = free + B:rank(1e-6)
  out.integrable = out.after == free
  local row = 0
  for _, c in ipairs(model:constraint_names()) do
    local hit = false
    for k = row + 1, row + c[2] do hit = hit or rough[k] end
    if hit then out.nonholonomic[#out.nonholonomic + 1] = c[1] end
    row = row + c[2]
  end
  return out
end

kit.define(kit.methods "model", {
  "model:integrable(q: nums [, t: num]) -> table",
  "Frobenius' test by numbers at q: freedoms of velocity, after: directions that motions "
  .. "reach with one bracket more, integrable where these are as many, "
  .. "nonholonomic: the constraints that are no positions in disguise.",
  "li.robot{bodies = {{joint = \"Tx Ty Rz\", mass = 1}}, constraints = {{\"knife_edge\", from "
  .. "= \"body1\", from_axis = \"x\", to = \"world\"}}}"
  .. ":integrable{0, 0, 0.3}.after --> 3", integrable })

return integrable
