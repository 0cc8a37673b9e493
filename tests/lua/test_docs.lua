-- test_docs.lua - every block of Lua in the documents runs and prints what is shown; links, lines
--
-- A fence of text right behind a block of Lua is what it prints; "..." is lines left out. A lesson
-- is one program: its blocks share their locals, as at a prompt. LIAISON_WRITE=1 writes what comes
-- into fences of text that are empty, for their author to read.
local t = require "t"
local li = require "liaison"

-- { line, code, text = lines shown behind it or nil, from, to: the lines of that text }
local function blocks(lines)
  local list, at = {}, nil
  for n, line in ipairs(lines) do
    if line:match "^```lua" then at = { line = n, code = {} }
    elseif line:match "^```text" and list[#list] and list[#list].stop == n - 1 then
      at = { shown = list[#list], from = n }
    elseif line:match "^```" and at then
      if at.code then
        at.stop = n
        list[#list + 1] = at
      else
        at.shown.text, at.shown.from, at.shown.to = at.lines or {}, at.from, n
      end
      at = nil
    elseif at and at.code then at.code[#at.code + 1] = line
    elseif at then
      at.lines = at.lines or {}
      table.insert(at.lines, line)
    end
  end
  return list
end

-- what differs from one Lua, or one machine, to the other
local function plain(line)
  return (line:gsub("in [%d.e-]+ s,", "in .. s,"):gsub("drift [%d.e-]+", "drift ..")
    :gsub("^(  ok%s+)[%d.]+e[-+]%d+", "%1.."):gsub("(%d)%.0%f[^%w.]", "%1")
    :gsub("%f[%d.-]%-0%f[^%d.]", "0"):gsub("%s+$", ""))
end

-- shown lines against those that came; "..." takes as many as it must
local function agree(shown, came, i, k)
  i, k = i or 1, k or 1
  if i > #shown then return k > #came end
  if shown[i] == "..." then
    for next_k = k, #came + 1 do
      if agree(shown, came, i + 1, next_k) then return true end
    end
    return false
  end
  return came[k] ~= nil and plain(shown[i]) == plain(came[k]) and agree(shown, came, i + 1, k + 1)
end

-- blocks write files: into a folder of their own, by relative names
local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder)
local kinds = {
  html = true, svg = true, c = true, csv = true, tex = true, lua = true, npy = true, json = true,
  gv = true,
}
local function here(code)
  return (code:gsub('([:%.][%a_]+%s*%(?%s*)"([%w_]+%.(%a+))"', function(call, name, kind)
    return kinds[kind] and call .. ("%q"):format(folder .. "/" .. name) or nil
  end))
end

-- as Lua prints it where the decimal point is a point
local function shown(x)
  if type(x) ~= "number" or math.type and math.type(x) == "integer" then return tostring(x) end
  return (tostring(x):gsub(",", "."))
end

local function fresh()
  -- a block is a script of its own: symbols of the one before are gone
  if rawget(_G, "jit") then jit.flush() end
  for _ = 1, 3 do collectgarbage() end
end

-- code with a print of its own: the chunk, and what it prints as a list of lines
local function chunk_of(code, path)
  local out = {}
  local function show(...)
    local parts = {}
    for i = 1, select("#", ...) do parts[i] = shown((select(i, ...))) end
    for line in (table.concat(parts, "\t") .. "\n"):gmatch "(.-)\n" do out[#out + 1] = line end
  end
  local env = setmetatable({ li = li, deg = li.deg, print = show }, { __index = _G })
  env._G = env
  local chunk, err
  if rawget(_G, "setfenv") then
    chunk, err = loadstring(code, "=" .. path) -- luacheck: ignore
    if chunk then setfenv(chunk, env) end -- luacheck: ignore
  else
    chunk, err = load(code, "=" .. path, "t", env)
  end
  t.ok(chunk, err)
  return chunk, out, env
end

-- li.help and the like print by themselves, through the global print
local function printing_by(env, f)
  local was, format = print, string.format
  print, string.format = env.print, li._internal.format -- luacheck: ignore
  local ok, why = pcall(f)
  print, string.format = was, format -- luacheck: ignore
  return ok, why
end

local function run(b, path)
  fresh()
  local chunk, out, env = chunk_of(("\n"):rep(b.line) .. here(table.concat(b.code, "\n")), path)
  local ok, why = printing_by(env, chunk)
  t.ok(ok, why)
  return out
end

-- the blocks of a lesson as one program, each at its line; coroutine.yield parts what they print
local function lesson(list, path)
  fresh()
  local code, line = {}, 0
  for _, b in ipairs(list) do
    code[#code + 1] = ("\n"):rep(b.line - line) .. here(table.concat(b.code, "\n"))
    code[#code + 1] = "\ncoroutine.yield()\n"
    line = b.stop
  end
  local chunk, out, env = chunk_of(table.concat(code), path)
  local thread, done = coroutine.create(chunk), 0
  return function()
    local ok, why = printing_by(env, function()
      local fine, problem = coroutine.resume(thread)
      if not fine then error(problem, 0) end
    end)
    t.ok(ok, why)
    local came = {}
    for i = done + 1, #out do came[#came + 1] = out[i] end
    done = #out
    return came
  end
end

local function write(path, lines, list)
  for k = #list, 1, -1 do
    local b = list[k]
    if b.came and b.text and #b.text == 0 then
      for i = #b.came, 1, -1 do table.insert(lines, b.from + 1, (b.came[i]:gsub("%s+$", ""))) end
    end
  end
  local f = assert(io.open(path, "w"))
  f:write(table.concat(lines, "\n"), "\n")
  f:close()
end

-- { path, a lesson or not }
local PAGES = {
  { "README.md" }, { "lib/doc/manual.md" }, { "lib/doc/trajectories.md" },
  { "lib/doc/acting.md" }, { "lib/doc/contacts.md" }, { "lib/doc/course.md" },
  { "lib/doc/control.md" },
  { "lib/doc/shipping.md" },
  { "lib/doc/nonlinear_control.md" }, { "lib/doc/estimation.md" }, { "lib/doc/tyres.md" },
  { "lib/doc/roads.md" }, { "lib/doc/files.md" }, { "lib/doc/collision.md" },
  { "lib/doc/cars.md" }, { "lib/doc/vehicles.md" },
  { "lib/doc/manoeuvres.md" }, { "lib/doc/drivers.md" },
  { "lib/doc/published.md" }, { "lib/doc/zoo.md" },
  { "lib/doc/inverse.md" },
  { "lib/doc/tasks.md" }, { "lib/doc/planning.md" },
  { "lib/doc/blackboard.md" },
  { "lib/doc/lessons/arm.md", true }, { "lib/doc/lessons/loop.md", true },
  { "lib/doc/lessons/car.md", true },
  { "lib/doc/sources/course.md" }, { "lib/doc/sources/errata.md" },
  { "lib/doc/drawings.md" },
  { "lib/doc/pages.md" },
}

for _, page in ipairs(PAGES) do
  local path = page[1]
  local f = io.open(path)
  if f then
    local lines = {}
    for line in f:lines() do lines[#lines + 1] = line end
    f:close()
    local list, go_on = blocks(lines), nil
    for _, b in ipairs(list) do
      t.test(("%s:%d"):format(path, b.line), function()
        if page[2] then
          go_on = go_on or lesson(list, path)
          b.came = go_on()
        else
          b.came = run(b, path)
        end
        if b.text and not (os.getenv "LIAISON_WRITE" and #b.text == 0) then
          t.ok(agree(b.text, b.came), "it prints\n" .. table.concat(b.came, "\n"))
        end
      end)
    end
    if os.getenv "LIAISON_WRITE" then write(path, lines, list) end
  end
end

local function text_of(path)
  local f = assert(io.open(path))
  local text = f:read "*a"
  f:close()
  return text
end

if io.open "TOUR.md" then
  t.test("every file the tour of the house names is there, and every room", function()
    local find = "find core bindings lib scripts tests . -maxdepth 5 -type f -not -path './build/*'"
    local p, files, rooms = assert(io.popen(find)), {}, {}
    for path in p:lines() do
      files[path], files[path:match "[^/]*$"] = true, true
      local room = path:match "^core/(%w+)/"
      if room then rooms[room] = true end
    end
    p:close()
    local tour = text_of "TOUR.md"
    for name, kind in tour:gmatch "`([%w_/]+%.(%a+))`" do
      local is_file = kinds[kind] or kind == "h" or kind == "def" or kind == "md"
      if is_file then t.ok(files[name], name) end
    end
    for room in pairs(rooms) do t.ok(tour:find("**core/" .. room, 1, true), room) end
  end)

  local documents = { "CITATION.cff", "LICENSE" }
  local found = assert(io.popen "ls *.md lib/doc/*.md lib/doc/*/*.md")
  for path in found:lines() do documents[#documents + 1] = path end
  found:close()

  -- a heading as the anchor that GitHub and cmark-gfm make of it
  local function anchor_of(head)
    return (head:gsub("%u", li._internal.lower):gsub("[^%w%s_-]", ""):gsub(" ", "-"))
  end

  local function anchors(path)
    local list = {}
    local text = "\n" .. text_of(path)
    for head in text:gmatch "\n#+ ([^\n]*)" do list[anchor_of(head)] = true end
    for id in text:gmatch '<a id="(.-)">' do list[id] = true end
    return list
  end

  t.test("every link of the documents leads to a file, and to a heading in it", function()
    local links = 0
    for _, path in ipairs(documents) do
      local room = path:match "^(.*/)" or ""
      local text = text_of(path):gsub("\n```.-\n```", "")
      for link in text:gmatch "%]%(([^)%s]+)%)" do
        if not link:match "^%a+:" then
          local file, anchor = link:match "^([^#]*)#?(.*)$"
          local target = file == "" and path or room .. file
          local f = io.open(target)
          t.ok(f, path .. ": " .. link)
          f:close()
          if anchor ~= "" then t.ok(anchors(target)[anchor], path .. ": " .. link) end
          links = links + 1
        end
      end
    end
    t.ok(links > 100, links)
  end)

  -- rows of tables and what is printed may be wider
  t.test("lines of the documents are at most 100 characters wide", function()
    for _, path in ipairs(documents) do
      local printed, n = false, 0
      for line in text_of(path):gmatch "([^\n]*)\n" do
        n = n + 1
        if line:match "^```" then printed = line:match "^```text" ~= nil end
        -- where a link leads is not seen
        local _, width = line:gsub("%]%b()", "]"):gsub("[^\128-\191]", "")
        t.ok(width <= 100 or printed or line:match "^|", ("%s:%d: %d"):format(path, n, width))
      end
    end
  end)

  t.test("every function of the three walks is in the file beside it", function()
    local steps = 0
    for path, name in text_of "TOUR.md":gmatch "\n| `([^`]+%.%a+)` | `([^`]+)` | " do
      t.ok(text_of(path):find(name, 1, true), path .. ": " .. name)
      steps = steps + 1
    end
    t.ok(steps > 25, steps)
  end)

  t.test("what the manual adds is what make toys adds", function()
    local toys, recipes = text_of "tests/toys/force/cubic.c"
      .. text_of "tests/toys/constraint/at_height.c", 0
    for code in text_of "lib/doc/manual.md":gmatch "\n```C\n(.-)```" do
      t.ok(toys:find(code, 1, true), code)
      recipes = recipes + 1
    end
    t.ok(recipes > 0)
  end)

  t.test("the README counts the kinds of constraints", function()
    local _, rows = text_of "core/kinds/constraints.def":gsub("\nX%(", "")
    t.ok(text_of "README.md":find(("%d kinds of rows"):format(rows), 1, true), rows)
  end)

  t.test("the citation tells the version of this engine", function()
    local version = text_of "core/base/version.h":match '#define LIA_VERSION "([^"]*)"'
    t.eq(text_of "CITATION.cff":match "\nversion: ([^\n]*)", version)
    t.ok(text_of "CHANGELOG.md":find("## " .. version, 1, true))
  end)

  t.test("the manual's contents lead to its questions, and it stays under 32 pages", function()
    local manual, heads, lines = text_of "lib/doc/manual.md", {}, 0
    -- the tables of fields are written by make fields: pages to look things up in
    manual = manual:gsub("<!%-%- fields .-<!%-%- end of fields %-%->", "")
    for line in manual:gmatch "([^\n]*)\n" do
      lines = lines + 1
      local head = line:match "^## (.*)"
      if head then heads[anchor_of(head)] = true end
    end
    local questions = 0
    for anchor in manual:gmatch "%]%(#([%w-]+)%)" do
      questions = questions + 1
      t.ok(heads[anchor], anchor)
    end
    t.ok(questions > 30 and lines < 32 * 55, lines)
  end)
end

os.execute("rm -rf " .. folder)
t.done()
