-- test_urdf_names.lua - the tip of a URDF file and the names of its links and joints
local t = require "t"
local li = require "liaison"
local writing = require "urdfarm"

local robot, MASS, warned = writing.robot, writing.mass, writing.warned

t.test("the tip is a tool, or the end behind most joints, and never one that cannot move "
  .. "where another can", function()
  local function arm(more) return robot(nil, nil, more) end
  local fixed =
    [[<link name="%s"/><joint name="j%s" type="fixed"><parent link="%s"/><child link="%s"/>]]
      .. [[</joint>]]
  local moving =
    [[<link name="%s"/><joint name="j%s" type="continuous"><parent link="%s"/><child link="%s"/>]]
      .. [[</joint>]]
  local function on(form, name, parent) return form:format(name, name, parent, name) end
  local rows = {
    { arm(on(fixed, "base_frame", "base")), "hand" }, -- what ROS-Industrial puts behind every arm
    { arm(on(fixed, "tool0", "hand") .. on(fixed, "flange", "hand")), "tool0" },
    { arm(on(fixed, "flange", "hand") .. on(fixed, "camera", "hand")), "flange" },
    { arm(on(moving, "finger", "hand") .. on(fixed, "ee_link", "hand")), "ee_link" },
    { arm(on(moving, "a", "hand") .. on(moving, "b", "a") .. on(fixed, "c", "base")), "b" },
    -- too near the base to be the tool
    { arm(on(moving, "a", "hand") .. on(moving, "b", "a") .. on(moving, "c", "b")
      .. on(fixed, "tcp", "arm")), "c" },
    { arm(on(fixed, "L_gripper_tool_frame", "hand") .. on(fixed, "x", "hand")),
      "L_gripper_tool_frame" },
    { arm(on(fixed, "toolbox", "hand") .. on(fixed, "z", "hand")), "hand" },
    -- no tool by its name: the first of equals
    { (arm(on(fixed, "bee", "arm") .. on(fixed, "fee", "arm")):gsub('"hand"', '"paw"')), "paw" },
    -- the end told first
    { (robot():gsub('(<link name="base"/>)(.*)(<link name="hand"/>)', "%3%2%1")), "hand" },
  }
  for _, row in ipairs(rows) do
    local m = li.urdf_text(row[1])
    t.eq(m:tip(), row[2])
    local J = m:jacobian(m:neutral())
    local size = 0
    for i = 1, 6 do size = size + math.abs(J[i][1]) end
    t.ok(size > 0, "it moves")
  end
  t.ok(warned(li.urdf_text(rows[3][1])):find("link 'flange': taken for the tip, of 2 ends "
    .. "that move: tip = \"...\" names another", 1, true))
  t.ok(not warned(li.urdf_text(rows[1][1])):find "taken for the tip",
    "where one end moves there was no choice")
  t.eq(li.urdf_text(rows[3][1], { tip = "camera" }):tip(), "camera")
  -- lists of names end where they get long
  local many = {}
  for i = 1, 40 do
    many[i] = on(fixed, "decoration_" .. i, "hand"):gsub("/><joint",
      "><visual><geometry><sphere radius=\"1\"/></geometry></visual></link><joint", 1)
  end
  local w = warned(li.urdf_text(robot(nil, MASS, table.concat(many))))
  t.ok(w:find "no mass is told of 'decoration_1', .- and 29 more: read as 0", w)
  t.raises("tip: no body or frame is named 'kamera' %(did you mean 'camera'%?%)", li.urdf_text,
    rows[3][1], { tip = "kamera" })
end)

t.test("names of the file find their joints in every call that takes a name", function()
  local text = ([[<robot name="r"><link name="a"/><link name="b/1"/><link name="c"/>
    <joint name="r2/waist/joint0" type="continuous"><parent link="a"/><child link="b/1"/></joint>
    <joint name="8" type="prismatic"><origin xyz="0 0 1"/><parent link="b/1"/><child link="c"/>]]
    .. [[<axis xyz="0 1 0"/></joint></robot>]]):gsub('(<link name="[bc][^"]*")/>',
    "%1>" .. MASS .. "</link>")
  local m = li.urdf_text(text)
  local q = { 0.3, 0.5 }
  t.eq(table.concat(m:coordinates(), " "), "r2_waist_joint0 q8")
  t.eq(m:coordinate "8", "q8")
  t.eq(m:coordinate "q8", "q8")
  t.eq(m:coordinate "9", nil)
  t.near(m:fk({ ["r2/waist/joint0"] = 0.3, ["8"] = 0.5 }, "c"):matrix(), m:fk(q, "c"):matrix())
  t.near(m:fk({ r2_waist_joint0 = 0.3, ["8"] = 0.5 }, "b/1"):matrix(), m:fk(q, "b/1"):matrix())
  t.raises("q8 is given twice: by its own name and by that of its joint", m.fk, m,
    { ["8"] = 1, q8 = 1, r2_waist_joint0 = 0 })
  t.raises("no coordinate '9'", m.fk, m, { ["9"] = 1, q8 = 1, r2_waist_joint0 = 0 })
  t.near(m:id(q, { ["r2/waist/joint0"] = 1, ["8"] = 2 }, { q8 = 0, ["r2/waist/joint0"] = 0 }),
    m:id(q, { 1, 2 }, { 0, 0 }))
  local a = m:simulate(0.5, { ["8"] = 0.5, ["r2/waist/joint0"] = 0.3 }, { 0, 0 },
    { forces = { { "spring", joint = "8", stiffness = 3 } } })
  local b = m:simulate(0.5, q, { 0, 0 }, { forces = { { "spring", joint = "q8", stiffness = 3 } } })
  t.eq(a:hash(), b:hash())
  t.eq(a:column "8"[3], a:column "q8"[3])
  t.eq(a["8"][3], a.q8[3])
  t.eq(a["r2/waist/joint0'"][3], a["r2_waist_joint0'"][3])
  t.eq(a:column "r2/waist/joint0'"[3], a:column "r2_waist_joint0'"[3])
  t.raises("no column '9'", a.column, a, "9")
  t.eq(li.simulate { m, q = q, t = 0.2, tau = { ["8"] = "-q8" } }:hash(),
    li.simulate { m, q = q, t = 0.2, tau = { q8 = "-q8" } }:hash())
  t.eq(li.sweep { m, runs = 2, t = 0.1, q = { ["8"] = { 0.1, 0.2 } } }:column "q8_0"[2], 0.2)
  local X = m:fk(q, "c")
  local found = m:ik(X, { q = { ["8"] = 0.5, ["r2/waist/joint0"] = 0.3 }, lock = { "8" },
    body = "c" })
  t.near(found, q, 1e-9)
  t.eq(#m:html(nil, { q = { ["8"] = 0.25 } }) > 1000, true)
  t.raises("html.q: no coordinate '9'", m.html, m, nil, { q = { ["9"] = 1 } })
  local page = m:simulate(0.1, q, { 0, 0 }, { forces = {
    { "spring", joint = "8", stiffness = 3 } } }):html()
  t.ok(page:find('"kind":"spring"', 1, true) and page:find('"living":true', 1, true),
    "the page computes with it")
end)

t.test("names that are taken many times are numbered on, and the larger of several roots "
  .. "floats wherever it stands", function()
  local links, joints, names = { '<link name="l0"/>' }, {}, {}
  for i = 1, 20 do
    links[#links + 1] = ('<link name="l%d"/>'):format(i)
    joints[i] =
      ('<joint name="%s" type="prismatic"><parent link="l%d"/><child link="l%d"/></joint>'):format(i
      == 9 and "j_4" or "j", i - 1, i)
    names[i] = i == 9 and "j_4" or i == 1 and "j" or nil
  end
  local m = li.urdf_text("<robot name='r'>" .. table.concat(links) .. table.concat(joints)
    .. "</robot>")
  local seen = {}
  for i, name in ipairs(m:coordinates()) do
    t.ok(not seen[name] and name:find "^j_?%d*$", name)
    if names[i] then t.eq(name, names[i]) end
    seen[name] = true
  end
  t.eq(m:coordinates()[2], "j_2")
  for _, order in ipairs { { "a", "b", "c" }, { "c", "b", "a" }, { "b", "c", "a" } } do
    local text = {}
    for i, name in ipairs(order) do text[i] = ('<link name="%s"/>'):format(name) end
    local m2 = li.urdf_text("<robot name='r'>" .. table.concat(text)
      .. '<joint name="j" type="prismatic"><parent link="a"/><child link="b"/></joint></robot>',
      { floating = true })
    t.eq(#m2:speeds(), 7)
    t.eq(m2:fk(m2:neutral(), "c").p[1], 0)
    t.ok(table.concat(m2:speeds(), " "):find "a_x'", "a carries b, c is alone")
  end
end)

t.done()
