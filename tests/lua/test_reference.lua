-- test_reference.lua - make reference: every function and option is there, every link leads to a
-- page, no wall of words
local t = require "t"
local help = require "liaison.app.help"

local folder = os.tmpname()
os.remove(folder)
os.execute("mkdir -p " .. folder)

local was = { arg = arg, print = print }
arg, print = { folder }, function() end -- luacheck: ignore
dofile "scripts/dev/reference.lua"
arg, print = was.arg, was.print -- luacheck: ignore

local pages = {}
local list = assert(io.popen("ls " .. folder))
for name in list:lines() do
  local f = assert(io.open(folder .. "/" .. name))
  pages[name] = f:read "*a"
  f:close()
end
list:close()

t.test("every link leads to a page, and every page is led to", function()
  local led = { ["index.md"] = true }
  for name, text in pairs(pages) do
    for link in text:gmatch "%]%(([%w_.]+%.md)%)" do
      t.ok(pages[link], name .. ": " .. link)
      led[link] = true
    end
  end
  for name in pairs(pages) do t.ok(led[name], name) end
end)

t.test("every function has its call, every option a row with its default", function()
  local all = {}
  for name, text in pairs(pages) do if not name:match "^type_" then all[#all + 1] = text end end
  all = table.concat(all, "\n")
  for _, row in ipairs(help.rows()) do
    t.ok(all:find(help.usage(row), 1, true), help.usage(row))
    for _, o in ipairs(row.options or {}) do
      t.ok(all:find(("| `%s` | %s |"):format(o.name, o.default), 1, true), row.name .. " "
        .. o.name) end
  end
end)

t.test("options and results that a text lists are rows of a table", function()
  for _, want in ipairs {
    { "model.simulate.md", "| `record` |" }, { "model.simulate.md", "| `constraints` |" },
      { "model.simulate.md", "| `rtol` | 1e-6 |" },
    { "run.info.md", "| `steps` |" }, { "run.info.md", "| `drift` |" },
      { "model.mobility.md", "| `hyperstatic` |" },
    { "model.constrained.md", "| `method` |" },
      { "kane.simulate.md", "| `W` | work of all that acts |" },
    { "kinds_of_forces.md", "| `stiffness` |" }, { "methods_of_integration.md", "| `radau5` |" },
  } do t.ok(pages[want[1]]:find(want[2], 1, true), want[1] .. ": " .. want[2]) end
  t.ok(not pages["model.constrained.md"]:find "| `sparse` |", "a choice of an option is no option")
end)

t.test("no line of prose is longer than 600 characters", function()
  for name, text in pairs(pages) do
    for line in text:gsub("```.-```", ""):gmatch "[^\n]+" do
      t.ok(#line <= 600 or line:match "^|", ("%s: %d"):format(name, #line))
    end
  end
end)

os.execute("rm -rf " .. folder)
t.done()
