-- test_xacro.lua - xacro: what each word means, mistakes with their lines, what cannot be done;
-- meshes of robot files
local t = require "t"
local li = require "liaison"

local folder = assert(li._internal.new_folder())

local function write(name, text)
  os.execute(("mkdir -p '%s'"):format((folder .. "/" .. name):match "^(.*)/"))
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(text)
  f:close()
  return folder .. "/" .. name
end

-- what stands inside <robot> after expanding, without blanks between elements
local function inside(text, options)
  local all = li.xacro_text("<robot>" .. text .. "</robot>", options)
  return (all:gsub(">%s+<", "><"):gsub("%s+$", ""):match "<robot>(.*)</robot>$"
    or all:match "<robot/>" and "" or all)
end

local function value(expression)
  return inside(('<a v="${%s}"/>'):format(expression)):match '^<a v="(.*)"/>$'
end

t.test("expressions have the values of Python", function()
  local rows = { ["1 + 2*3"] = "7", ["(1 + 2)*3"] = "9", ["-2**2"] = "-4", ["2**-1"] = "0.5",
    ["2**3**2"] = "512", ["7//2"] = "3", ["-7//2"] = "-4", ["-7 % 3"] = "2", ["1/4"] = "0.25",
    ["'a' + 'b'"] = "ab", ["1 if 2 &gt; 3 else 4"] = "4", ["not 0 and 1 == 1"] = "True",
    ["0 or 'x'"] = "x", ["[1, 2, 5][-1]"] = "5", ["len([1, 2])"] = "2", ["2 in [1, 2]"] = "True",
    ["round(2.5)"] = "2", ["round(3.5)"] = "4", ["int(-2.7)"] = "-2", ["int('12')"] = "12",
    ["abs(-3)"] = "3", ["max(1, 7, 3)"] = "7", ["min([4, 2])"] = "2", ["math.sqrt(16)"] = "4",
    ["degrees(pi)"] = "180", ["cos(0)"] = "1", ["atan2(0, 1)"] = "0", ["1e-3"] = "0.001",
    [".5"] = "0.5", ["'a' == 'a'"] = "True", ["'1' == 1"] = "False", ["2 - -1"] = "3",
    ["str(1.5) + 'x'"] = "1.5x", ["[1, 'b']"] = "[1, 'b']", ["1 != 2"] = "True",
    ["radians(180) == pi"] = "True", ["True + 1"] = "2" }
  for expression, want in pairs(rows) do t.eq(value(expression), want, expression) end
end)

t.test("properties: late, local, global, of themselves, with defaults", function()
  local p = '<xacro:property name="%s" value="%s" %s/>'
  t.eq(inside(p:format("a", "${2*b}", "") .. p:format("b", "3", "") .. '<x v="${a} ${b+1}"/>'),
    '<x v="6 4"/>')
  t.eq(inside(p:format("a", "1", "") .. p:format("a", "${a + 1}", "") .. '<x v="${a}"/>'),
    '<x v="2"/>')
  t.eq(inside('<xacro:macro name="m" params="">' .. p:format("g", "7", 'scope="global"')
    .. p:format("h", "8", "") .. "</xacro:macro><xacro:m/><x v='${g}'/>"), '<x v="7"/>')
  t.eq(inside(p:format("a", "1", "") .. '<xacro:property name="a" default="5"/>'
    .. '<xacro:property name="c" default="6"/><x v="${a}${c}"/>'), '<x v="16"/>')
  t.raises("property 'a' is made of itself",
    inside, p:format("a", "${b}", "") .. p:format("b", "${a}", "") .. '<x v="${a}"/>')
end)

t.test("macros: defaults, what is outside, blocks", function()
  local m = [[<xacro:macro name="m" params="a b:=2 c:=${a0*2} d:=^ e:=^|9 *one **many">
    <x v="${a} ${b} ${c} ${d} ${e}"/><xacro:insert_block name="one"/>
    <xacro:insert_block name="many"/></xacro:macro>
    <xacro:property name="a0" value="5"/><xacro:property name="d" value="out"/>]]
  t.eq(inside(m .. '<xacro:m a="1"><p q="${a0}"/><z><r/><s/></z></xacro:m>'),
    '<x v="1 2 10 out 9"/><p q="5"/><r/><s/>')
  t.eq(inside(m .. '<xacro:call macro="m" a="1" b="0"><p/><z/></xacro:call>'),
    '<x v="1 0 10 out 9"/><p/>')
  t.raises("without the parameter a", inside, m .. '<xacro:m><p/><z/></xacro:m>')
  t.raises("without the block many", inside, m .. '<xacro:m a="1"><p/></xacro:m>')
  t.raises("takes no such block", inside, m .. '<xacro:m a="1"><p/><p/><p/></xacro:m>')
  t.raises("no parameter 'aa'", inside, m .. '<xacro:m aa="1"><p/><z/></xacro:m>')
  t.raises("no macro 'mm' %(did you mean 'm'", inside, m .. '<xacro:mm/>')
end)

t.test("conditions, elements, attributes, arguments, escapes", function()
  t.eq(inside '<xacro:if value="1"><a/></xacro:if><xacro:if value="False"><b/></xacro:if>'
    .. inside '<xacro:unless value="${1 == 2}"><c/></xacro:unless>', "<a/><c/>")
  t.raises("expected true, false or a number, got 'x'", inside, '<xacro:if value="x"/>')
  t.eq(inside '<a><xacro:attribute name="k" value="${1}"/></a>', '<a k="1"/>')
  t.eq(inside '<xacro:element xacro:name="${\'b\'}" w="2"/>', '<b w="2"/>')
  t.eq(inside('<xacro:arg name="n" default="1"/><a v="$(arg n) $${n} $$(arg n)"/>',
    { args = { n = 4 } }), '<a v="4 ${n} $(arg n)"/>')
  t.eq(inside '<a v="$(eval 1 + 2) &lt;&amp;&#65;"/>', '<a v="3 &lt;&amp;A"/>')
  t.raises("xacro:1: %$%(arg m%)", inside, '<a v="$(arg m)"/>')
end)

t.test("includes and packages", function()
  write("pkg/urdf/parts.xacro", '<robot><xacro:property name="L" value="0.5"/>\n'
    .. '<xacro:macro name="leg" params="n"><link name="${n}"/></xacro:macro></robot>')
  local main = write("pkg/urdf/arm.urdf.xacro", '<robot name="arm">\n'
    .. '<xacro:include filename="$(find pkg)/urdf/parts.xacro"/>\n'
    .. '<xacro:include filename="parts.xacro"/>\n'
    .. '<xacro:include filename="none.xacro" optional="1"/>\n'
    .. '<xacro:leg n="base"/><link name="tip"/><joint name="j" type="continuous">'
    .. '<parent link="base"/><child link="tip"/><origin xyz="${L} 0 0"/></joint></robot>')
  local model = li.urdf(main)
  t.eq(#model:coordinates(), 1)
  t.near(model:fk({ 0.3 }, "tip").p, { 0.5, 0, 0 })
  t.eq(#li.load(main):coordinates(), 1)
  local away = write("else/a.xacro", '<robot>\n<a v="$(find pkg2)"/></robot>')
  t.raises("a.xacro:2: %$%(find pkg2%)", li.xacro, away)
  write("roots/pkg2/package.xml", "<p/>")
  t.ok(li.xacro(away, { folders = { folder .. "/roots" } }):find(folder .. "/roots/pkg2", 1, true))
  t.raises("b.xacro:3:", li.xacro,
    write("b.xacro", '<robot>\n\n<xacro:include filename="none.xacro"/></robot>'))
  t.eq(select(3, li.urdf(folder .. "/none.xacro")), "EIO")
end)

t.test("what cannot be done is listed, with its lines", function()
  local text = '<robot>\n<xacro:property name="y" value="${(lambda x: x)(1)}"/>\n'
    .. '<a v="${y}"/>\n<b v="${\'a\'.title()}"/>\n<c v="$(anon a)"/>\n'
    .. '<xacro:include filename="*.xacro"/></robot>'
  local message = t.raises("xacro:2: .*lambda.* is not supported", li.xacro_text, text)
  t.ok(message:find("xacro:4: ${'a'.title", 1, true), message)
  t.ok(message:find("xacro:5: $(anon a)", 1, true), message)
  t.ok(message:find("xacro:6: include of '*.xacro'", 1, true), message)
end)

t.test("lists, dictionaries and texts have what Python gives them", function()
  local rows = { ["dict(a=1, b=2)"] = "{'a': 1, 'b': 2}", ["{'a': [1, 2]}['a'][1]"] = "2",
    ["dict(a=dict(b=3)).a.b"] = "3", ["dict(a=1).get('b', 7)"] = "7", ["'a' in dict(a=1)"] = "True",
    ["len(dict(a=1))"] = "1", ["[x*x for x in range(4) if x != 2]"] = "[0, 1, 9]",
    ["sum([x for x in [1, 2, 3]])"] = "6", ["sum(x for x in [1, 2])"] = "3",
    ["[k + str(v) for k, v in dict(a=1, b=2).items()]"] = "['a1', 'b2']",
    ["{x: x*2 for x in range(2)}"] = "{0: 0, 1: 2}", ["sorted([3, 1, 2])"] = "[1, 2, 3]",
    ["sorted(['b', 'a'], reverse=True)"] = "['b', 'a']", ["range(1, 7, 3)"] = "[1, 4]",
    ["range(3, 0, -1)"] = "[3, 2, 1]", ["'0.1 0.2'.split()[1]"] = "0.2",
    ["'a,b'.split(',')"] = "['a', 'b']",
    ["'-'.join(['a', 'b'])"] = "a-b", ["'abc'[1:]"] = "bc", ["'abc'[:-1]"] = "ab",
    ["[1, 2, 3][1:2]"] = "[2]", ["'Ab'.lower() + 'Ab'.upper()"] = "abAB", ["' a '.strip()"] = "a",
    ["'arm_x'.startswith('arm')"] = "True", ["'a.b'.replace('.', '_')"] = "a_b",
    ["'%.3f' % 0.5"] = "0.500", ["'%s_%02d' % ('a', 7)"] = "a_07",
    ["'{}/{:.1f}'.format('a', 2)"] = "a/2.0",
    ["f'{1 + 1}x{0.25:.1f}'"] = "2x0.2", ["'ab'*2"] = "abab", ["[0]*2 + [1]"] = "[0, 0, 1]",
    ["0 &lt; 1 &lt; 2"] = "True", ["1 &lt; 3 &lt; 2"] = "False", ["1 not in [2]"] = "True",
    ["None is None"] = "True", ["1 is not None"] = "True", ["true and not false"] = "True",
    ["any([0, 1]) and all([1, 1])"] = "True", ["list(zip([1, 2], ['a', 'b']))"]
      = "[[1, 'a'], [2, 'b']]",
    ["[i for i, x in enumerate(['p', 'q'])]"] = "[0, 1]", ["(1, 2)[1]"] = "2", ["1, 2"] = "[1, 2]",
    ["math.fmod(7, 4)"] = "3", ["'a' 'b'"] = "ab", ["dict(a=1).keys()"] = "['a']",
    ["xacro.tokenize('a b')"] = "['a', 'b']", ["int('7' + '1')"] = "71" }
  for expression, want in pairs(rows) do t.eq(value(expression), want, expression) end
  local wrong = { ["dict(a=1)['b']"] = "the dictionary has no 'b'",
    ["range(10**9)"] = "more than 100000",
    ["'a'*10**9"] = "more than 1000000 letters", ["[0]*10**9"] = "more than 100000 entries",
    ["[[0 for x in range(99999)] for y in range(99999)]"] = "more than 1000000 steps",
    ["'%d' % 'a'"] = "expected a number", ["abs(x=1)"] = "takes no names",
    ["'a'.split('')"] = "empty",
    ["'a'.replace('a', 'b'*999999).replace('b', 'b'*999999)"] = "more than 1000000 letters",
    ["range(0, 1, 0)"] = "a step of 0", ["{1: 2"] = "xacro:1", ["'a' + 1"] = "expected a number" }
  for expression, want in pairs(wrong) do t.raises(want, value, expression) end
end)

t.test("commands: env, eval, in expressions", function()
  local a = '<xacro:arg name="a" default="2"/><xacro:arg name="s" default="left"/>'
  t.eq(inside(a .. [[<x v="$(eval 2*arg('a')) $(eval a + 1) $(eval arg('s') == 'left')"/>]]),
    '<x v="4 3 True"/>')
  t.eq(inside(a .. [[<x v="${'$(arg s)' + '_'} ${2*xacro.arg('a')}"/>]]), '<x v="left_ 4"/>')
  t.eq(inside([[<x v="$(env E) $(optenv E 1) $(optenv F 1 2)"/>]], { env = { E = "e" } }),
    '<x v="e e 1 2"/>')
  t.raises("no such variable", inside, '<x v="$(env LIAISON_NONE)"/>')
end)

t.test("files under a name", function()
  write("ns/in.xacro", '<robot><xacro:property name="p" value="5"/>'
    .. '<xacro:macro name="m" params="q"><y v="${p + q}"/><xacro:n/></xacro:macro>'
    .. '<xacro:macro name="n"><z/></xacro:macro></robot>')
  local text = li.xacro(write("ns/a.xacro", '<robot><xacro:property name="p" value="1"/>'
    .. '<xacro:include filename="in.xacro" ns="lib"/><x v="${p} ${lib.p}"/>'
    .. '<xacro:lib.m q="2"/></robot>'))
  t.ok(text:find('<x v="1 5"/>', 1, true), text)
  t.ok(text:find('<y v="7"/>', 1, true), text)
  t.ok(text:find('<z/>', 1, true), text)
  t.raises("no macro 'm'", li.xacro, write("ns/b.xacro",
    '<robot><xacro:include filename="in.xacro" ns="lib"/><xacro:m q="2"/></robot>'))
end)

t.test("words without xacro: of files from before 2014", function()
  t.eq(inside('<property name="a" value="2"/><macro name="leg" params="n"><link name="${n}${a}"/>'
    .. '</macro><leg n="l"/><if value="1"><b/></if>'), '<link name="l2"/><b/>')
  -- what only looks like one is as it was
  t.eq(inside '<include uri="x"/><property name="y"/>', '<include uri="x"/><property name="y"/>')
  t.raises("no <link> is left once macros are expanded", li.urdf,
    write("none.urdf.xacro", "<robot><xacro:macro name='m'><link name='a'/></xacro:macro></robot>"))
end)

t.test("properties valued at once, and taken away", function()
  t.eq(inside('<xacro:property name="a" value="1"/><xacro:property name="b" value="${a}" '
    .. 'lazy_eval="false"/><xacro:property name="a" value="2"/><x v="${b}"/>'), '<x v="1"/>')
  t.raises("no property or function 'a'", inside, '<xacro:property name="a" value="1"/>'
    .. '<xacro:property name="a" remove="true"/><x v="${a}"/>')
end)

local YAML = [[
# limits
joints:
  shoulder_pan:   # the first
    max: !degrees  180.0
    has: false
    name: "a: b"
  'elbow': {max: 1.5e0, list: [1, [2, 3], {k: v}]}
numbers:
- 1
- 2.5
-   x: 1
    y: ~
folded: >
  two
  words
long: [1,
  2]
empty:
]]

t.test("yaml: maps, lists, units, by lines and in brackets", function()
  write("y/a.yaml", YAML)
  local function of(expression)
    return li.xacro(write("y/a.xacro", "<robot><xacro:property name='c' value=\"${xacro.load_yaml("
      .. "'a.yaml')}\"/><x v=\"${" .. expression .. "}\"/></robot>")):match 'v="(.-)"/>'
  end
  local rows = { ["c['joints']['shoulder_pan']['max'] == pi"] = "True",
    ["c.joints.shoulder_pan.has"] = "False",
    ["c.joints.shoulder_pan.name"] = "a: b", ["c.joints.elbow.max"] = "1.5",
    ["c.joints.elbow.list[1][1]"] = "3", ["c.joints.elbow['list'][2].k"] = "v",
    ["c.numbers[1]"] = "2.5", ["c.numbers[2]['x']"] = "1", ["c.numbers[2].y"] = "None",
    ["c.folded.strip()"] = "two words", ["sum(c.long)"] = "3", ["c['empty'] is None"] = "True",
    ["len(load_yaml('a.yaml'))"] = "5" }
  for expression, want in pairs(rows) do t.eq(of(expression), want, expression) end
end)

t.test("what the descriptions of arms do with it", function()
  write("arms/meshes/x", "")
  write("arms/mass.yaml", "base:\n  origin:\n    xyz: 0 0 1\n    rpy: 0 0.5 0\n  mass: 2.5\n"
    .. "  inertia: {xx: 1.e-1, xy: 0, zz: 3}\n")
  local text = [[<robot name="r"><xacro:property name="masses"
      value="${xacro.load_yaml('$(find arms)/mass.yaml')}"/>
    <xacro:macro name="add-mass" params="name masses:=^">
      <xacro:unless value="${name in masses}">${xacro.warning('none: ' + name)}</xacro:unless>
      <xacro:if value="${name in masses}">
        <xacro:property name="masses" value="${masses[name]}" lazy_eval="false"/>
        <xacro:property name="I" value="${masses.inertia}"/>
        <m v="${masses.mass}" at="${masses.origin.xyz}" xx = "${I.xx}" zz="${I.zz}"/></xacro:if>
    </xacro:macro>
    <xacro:macro name="told" params="name:=^ kind:=^">
      <xacro:property name="way" value="package://${files[name][kind]}/${name}" scope="parent"/>
    </xacro:macro>
    <xacro:macro name="mesh" params="name kind"><xacro:told/><f v="${way}"/></xacro:macro>
    <xacro:macro name="round" params="r h prefix=${id}_ xyz:='0 1 2' side:='z' **more ok:=false">
      <xacro:property name="y" value="0"/>
      <xacro:property name="y" value="${xyz.split(' ')[1]}"/>
      <xacro:property name="sz" value="${h / 2.0 if 'z' in side else 0}"/>
      <c n="${prefix}${y + sz}" i="${1./12 * (3*r**2 + h**2)}"/><xacro:insert_block name="more"/>
      <xacro:unless value="${ok}"><n/></xacro:unless></xacro:macro>
    <xacro:property name="id" value="arm"/>
    <xacro:property name="files" value="${dict(a=dict(seen='pkg'))}"/>
    <xacro:add-mass name="base"/><xacro:add-mass name="tip"/><xacro:mesh name="a" kind="seen"/>
    <xacro:round r="2" h="6"><b><z/></b></xacro:round></robot>]]
  local all = li.xacro(write("arms/arm.xacro", text)):gsub(">%s+<", "><")
  for _, want in ipairs { '<m v="2.5" at="0 0 1" xx="0.1" zz="3"/>', '<f v="package://pkg/a"/>',
      '<c n="arm_4" i="4"/><z/><n/>' } do
    t.ok(all:find(want, 1, true), want .. "\n" .. all)
  end
end)

t.test("yaml: what is broken or of another kind says where", function()
  local rows = { ["a: [1, 2"] = "line 1: expected ',' or ']'",
    ["a: 1\na: 2"] = "line 2: 'a' is told twice",
    ["a: &b 1"] = "anchors are not read", ["a: *b"] = "anchors are not read",
    ["a: !x 1"] = "the type !x",
    ["\ta: 1"] = "a tab", ["a: 1\nb"] = "line 2: expected 'name: value', got b",
    ["a: 'x"] = "closing quote", ["a:\n  b: 1\n c: 2"] = "line 3",
    [("["):rep(99)] = "nested more than 50",
    ["a: 1 2: [3"] = "", ["- a\nb: 1"] = "line 2: unexpected" }
  for text, want in pairs(rows) do
    write("y/b.yaml", text)
    local ok, message = pcall(li.xacro, write("y/b.xacro",
      "<robot>\n<x v=\"${load_yaml('b.yaml')}\"/></robot>"))
    t.ok(want == "" or not ok and tostring(message):find(want, 1, true), text .. " -> "
      .. tostring(message))
  end
  t.raises("b.xacro:2: .*No such file", li.xacro, write("y/b.xacro",
    "<robot>\n<x v=\"${load_yaml('none.yaml')}\"/></robot>"))
end)

t.test("broken and hostile texts end, with a place", function()
  local rows = {
    ["<robot>\n<a></b></robot>"] = "xacro:2: </b> closes <a>",
    ["<robot>\n<a"] = "xacro:2: a tag without its >",
    ["<robot><a v=1/></robot>"] = "broken attributes",
    ["<!DOCTYPE x [<!ENTITY a 'b'>]><robot/>"] = "declarations",
    ["<robot>&lol;</robot>"] = "entity &lol;",
    ["<robot>\n<a v='${1 +}'/></robot>"] = "xacro:2: ${1 +}: the expression ends too early",
    ["<robot><a v='${1/0}'/></robot>"] = "division by 0",
    ["<robot><a v='${nothing}'/></robot>"] = "no property or function 'nothing'",
    ["<robot><a v='${1'/></robot>"] = "never closed",
    ["<robot><a v='${'x' * 9}'/></robot>"] = "broken attributes",
    ["<robot><xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/></robot>"] = "call itself",
    ["<robot><a v='" .. ("${"):rep(3) .. "'/></robot>"] = "never closed",
    ["<robot><a v='${" .. ("("):rep(5000) .. "1'/></robot>"] = "never closed",
    ["<robot><a v='${" .. ("("):rep(5000) .. "}'/></robot>"] = "nested more than 100 deep",
    [("<a>"):rep(5000)] = "nested more than 200 deep",
    [""] = "no element",
  }
  for text, want in pairs(rows) do
    local ok, message = pcall(li.xacro_text, text)
    t.ok(not ok and tostring(message):find(want, 1, true), want .. " <- " .. tostring(message))
  end
  t.raises("more than 500000 elements", li.xacro_text, "<r>" .. ("<a/>"):rep(600000))
  -- lists of lists of lists, each twice; and of texts
  for form, want in pairs { ["[a%d, a%d]"] = "more than 1000000 letters",
      ["'' + a%d + a%d"] = "more than 1000000 letters" } do
    local laughs = { "<robot><xacro:property name='a0' value='${\"lol\"}'/>" }
    for k = 1, 60 do
      laughs[#laughs + 1] = ('<xacro:property name="a%d" value="${%s}"/>'):format(k,
        form:format(k - 1, k - 1))
    end
    t.raises(want, li.xacro_text, table.concat(laughs) .. "<x v='${a60}'/></robot>")
  end
  local bomb = { "<robot><xacro:macro name='m0'><a/><a/></xacro:macro>" }
  for k = 1, 40 do
    bomb[#bomb + 1] = ("<xacro:macro name='m%d'><xacro:m%d/><xacro:m%d/></xacro:macro>"):format(k,
      k - 1, k - 1)
  end
  t.raises("more than 1000000 elements", li.xacro_text,
    table.concat(bomb) .. "<xacro:m40/></robot>")
end)

t.test("every part of a file is read, or refused in words", function()
  local text = [[<robot><xacro:property name="a" value="${2*[1,2][0]}"/><!-- c -->
    <xacro:macro name="m" params="x:=${a} *b"><l n="${x if x > 1 else 'q'}"/>
    <xacro:insert_block name="b"/></xacro:macro><xacro:m><o/></xacro:m></robot>]]
  for n = 0, #text - 1 do
    local ok, message = pcall(li.xacro_text, text:sub(1, n))
    t.ok(not ok and tostring(message):find "xacro:%d+: ", tostring(message))
  end
  local seed = 1
  for _ = 1, 2000 do
    seed = (seed * 16807) % 2147483647
    local at, letter = seed % #text + 1, string.char(seed % 94 + 33)
    local ok, message = pcall(li.xacro_text, text:sub(1, at - 1) .. letter .. text:sub(at + 1))
    t.ok(ok or tostring(message):find "xacro:%d+: ", tostring(message))
  end
end)

-- ---- meshes ----

t.test("meshes are found and scaled; what is missing is told", function()
  local tetra = li.mesh { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } } }
  write("bot/meshes/x", "")
  tetra:save(folder .. "/bot/meshes/a.stl")
  local shape = "<visual><geometry><mesh filename='%s' scale='1 2 -1'/></geometry></visual>"
  local names = { "package://bot/meshes/a.stl", "../meshes/a.stl",
    "file://" .. folder .. "/bot/meshes/a.stl", "meshes/a.stl", "package://none/a.stl", "b.txt" }
  local text = {}
  for i, name in ipairs(names) do text[i] = shape:format(name) end
  local path = write("bot/urdf/bot.urdf", "<robot name='r'><link name='a'>" .. table.concat(text)
    .. "</link></robot>")
  local list = li.urdf(path):meshes { folders = { folder .. "/bot" } }
  for i = 1, 4 do t.near(list[i].mesh:volume(), 1 / 3, 1e-12, names[i]) end
  t.eq(list[1].body, "a")
  t.eq(list[5].mesh, nil)
  t.ok(list[5].why:find "package 'none'", list[5].why)
  t.ok(list[6].why:find "expected a file .stl, .obj, .dae", list[6].why)
  t.ok(li.urdf(path):meshes()[4].why:find "No such file")
end)

t.test("the page has what is drawn, thinned, where it is asked to", function()
  local v, f, n = {}, {}, 30
  for i = 0, n - 1 do
    for j = 0, n - 1 do
      local a, b = 2 * math.pi * i / n, 2 * math.pi * j / n
      local r = 2 + math.cos(b)
      v[#v + 1] = { r * math.cos(a), r * math.sin(a), math.sin(b) }
      local k, l = (i + 1) % n, (j + 1) % n
      f[#f + 1] = { i * n + j + 1, k * n + j + 1, k * n + l + 1 }
      f[#f + 1] = { i * n + j + 1, k * n + l + 1, i * n + l + 1 }
    end
  end
  local ring = li.mesh { vertices = v, faces = f }
  t.eq(ring:check().genus, 1)
  ring:save(folder .. "/ring.obj")
  local link = "<link name='%s'><visual><geometry><mesh filename='ring.obj'/></geometry></visual>"
    .. "<collision><geometry><mesh filename='none.stl'/></geometry></collision></link>"
  local model = li.urdf(write("ring.urdf", "<robot name='r'>" .. link:format "a"
    .. link:format "b" .. "<joint name='j' type='continuous'><parent link='a'/>"
    .. "<child link='b'/></joint></robot>"))
  t.ok(not model:html():find('"thin"', 1, true))
  local page = model:html(nil, { meshes = true })
  t.eq(select(2, page:gsub('"thin"', "")), 2)
  -- 30 to 70 kB a robot, however many triangles its files have
  local more = #page - #model:html()
  t.ok(more < 70000, "the page is small: " .. more)
  t.raises("expected true or {folders", model.html, model, nil, { meshes = 3 })
end)

t.done()
