-- follow.lua - model:follow: inverse kinematics along a tool path with its report; or an input
local li = require "liaison.core"
local shown = require "liaison.base.shown"
local kit = li._internal
local check = require "liaison.base.check"
local driven = require "liaison.constrained.continuation"

local format = shown.format

-- ---- the report ---------------------------------------------------------------------------------

local tellers = {}

function tellers.limit(e)
  return format("%s is beyond its limit %.6g from s = %.6g to %.6g: as far as %.6g", e.joint,
    e.limit, e.from, e.to, e.q)
end

function tellers.singular(e)
  local where = e.to > e.from and format(" (below the threshold from %.6g to %.6g)", e.from, e.to)
    or ""
  return format("singular place at s = %.6g: least singular value %.3g of the largest%s%s", e.s,
    e.least, e.changes_sign and ", the determinant changes its sign" or "", where)
end

function tellers.jump(e)
  return format("the branch ends at s = %.6g: behind it %s would have to jump by %.4g", e.s,
    e.joint or "no joint", e.by)
end

function tellers.border(e)
  local angle = e.short_angle > 1e-6 and format(" and %.3g rad", e.short_angle) or ""
  return format("out of reach from s = %.6g to %.6g: up to %.4g m%s short", e.from, e.to, e.short,
    angle)
end

function tellers.samples(e)
  return format("more than %d samples were needed at s = %.6g (options samples, tolerance)", e.by,
    e.s)
end

local function tell(e) return tellers[e.kind](e) end

local function tell_branch(b)
  if b.through and b.inside then return format("gets through, cost %.6g", b.cost) end
  if b.through then
    return format("gets through, but %s leaves its limits at s = %.6g", b.joint, b.s)
  end
  return format("ends at s = %.6g (%s%s)", b.reached, b.why or "?",
    b.joint and " of " .. b.joint or "")
end

local function text_of(r)
  local lines = {
    format("followed%s to s = %.6g of %.6g in %d samples; pose within %.3g m and %.3g rad of "
      .. "the path between them", r.through and "" or " only", r.reached, r.length, r.samples,
      r.distance, r.angle),
    format("least singular value %.4g of the largest, at s = %.6g", r.least, r.s_least),
  }
  for _, e in ipairs(r.events) do lines[#lines + 1] = tell(e) end
  if #r.events == 0 then
    lines[#lines + 1] = "no limits met, no singular places, no jumps"
  end
  for i, b in ipairs(r.branches) do
    lines[#lines + 1] = format("branch %d%s %s: %s", i, i == r.chosen and " (chosen)" or "",
      tostring(b.start), tell_branch(b))
  end
  return table.concat(lines, "\n")
end

local report = check.class("followed", "What following a tool path met: its errors, limits, "
  .. "singular places, jumps and borders, and the branches that were tried.", {
  { "followed.__tostring(a: followed) -> str", "The report in words.",
    "local arm, p = li.planar{1, 1}, li.path{start = {1, 0, 0}, {'line', to = {1, 1, 0}}} "
    .. "local c, report = arm:follow(p, {task = 'position', rows = {1, 2}}) "
    .. "return tostring(report):match 'no limits met' --> no limits met",
    function(r) return text_of(r) end },
})

-- ---- options ------------------------------------------------------------------------------------

local tasks = {
  pose = { { 1, 2, 3, 4, 5, 6 }, false },
  position = { { 1, 2, 3 }, false },
  axis = { { 1, 2, 3, 4, 5 }, true },
}

local function read(o)
  local task = check.value(o.task, "options.task", { "pose|position|axis", default = "pose" })
  local axes = check.value(o.axes, "options.axes", "base|tool?")
  local rows, in_tool = tasks[task][1], tasks[task][2]
  if o.rows ~= nil then rows = check.value(o.rows, "options.rows", "nums") end
  if axes then in_tool = axes == "tool" end
  local criterion = o.criterion
  if criterion ~= nil and type(criterion) ~= "function" then
    check.value(criterion, "options.criterion", "least|middle|singular")
  end
  local tool = o.tool
  if tool ~= nil and kit.class(tool) ~= "frame" then
    tool = li.frame.trans(check.value(tool, "options.tool", "vec3"))
  end
  return rows, in_tool, check.value(o.body, "options.body", "str?"), tool, criterion
end

-- what keeps it from being the answer; nil: nothing
local function failure(r, limits)
  for _, e in ipairs(r.events) do
    if not r.through and e.kind ~= "limit" and e.kind ~= "singular" then return tell(e) end
  end
  for _, e in ipairs(r.events) do
    if limits and e.kind == "limit" then return tell(e) end
  end
  return not r.through and format("it ends at s = %.6g", r.reached) or nil
end

local function along_path(m, path, options)
  local o = options or {}
  local rows, in_tool, body, tool, criterion = read(o)
  local curve, r, code = kit.follow.follow(m, path, o, rows, in_tool, o.start, body, tool,
    criterion)
  if curve == nil then return nil, r, code end
  r.length, r.curve = path.length, curve or nil
  r = report.new(r)
  local why = failure(r, o.limits ~= false and o.limits ~= 0)
  if why then return nil, why, "EUNREACHABLE", r end
  return curve, r
end

-- a tool path, or {input = ..}: a mechanism driven along one of its coordinates
local function follow(m, what, options)
  if kit.class(what) == "toolpath" then return along_path(m, what, options) end
  if options ~= nil then check.fail("model:follow", "options are for tool paths") end
  return driven(m, what)
end

kit.define(kit.methods "model", {
  "model:follow(what: toolpath|table [, options: table]) -> curve: any, report: any",
  "Of a tool path (li.path): the curve q(s) by which the tip follows it, s in metres. One branch "
  .. "of the inverse kinematics, q' and q'' exact at its samples (J q' = V, J q'' = V' - J' q'), "
  .. "pieces of degree 5 whose pose stays within tolerance of the path. The report (print it) "
  .. "tells the error, joints beyond limits, singular places, jumps of branch and where the path "
  .. "is out of reach; where one of these is in the way: nil, message, 'EUNREACHABLE' and the "
  .. "report, with the curve as far as it came in report.curve. Options: start (q at the "
  .. "beginning; else all branches, of redundant arms some, are followed, and the best over the "
  .. "whole path is chosen: the farthest inside the limits, fewest singular places, least "
  .. "integral of |q'|^2 or of the criterion); body (its name; the tip), tool (a frame or point on "
  .. "it); task = 'pose', 'position' or 'axis' (the tool may turn about its z), or rows "
  .. "(numbers from 1 to 6) and axes = 'base' or 'tool' (those of the path); "
  .. "criterion of what the task leaves "
  .. "free: 'least' |q'|, 'middle' of the limits, away from 'singular' places, or a function of q "
  .. "that gives the gradient to go down; limits = false: limits are told, and no failure. Closed "
  .. "chains cannot follow a tool path. Of a table: a branch of a mechanism along an input: "
  .. "{input = \"alpha\", from = 0, to = 2*math.pi, steps = 72, q = near the start, fix = other "
  .. "inputs that stay, points = bodies or frames}. Results at every step: input, q, rate and acc "
  .. "(first and second derivatives by the input), quality (0 at a dead point), points; dead where "
  .. "the input cannot go on; returns: the same configuration after the cycle. It never jumps to "
  .. "another branch.",
  "local arm, p = li.planar{1, 1}, li.path{start = {1, 0, 0}, {'line', to = {1, 1, 0}}} "
  .. "local q = arm:follow(p, {rows = {1, 2}, start = arm:ik({1, 0, 0}, {q = {-1, 2}})}) "
  .. "return (q:at(1)) --> [0  1.5708]",
  follow,
})
