-- reference.lua - a page for every function, from its signature: Markdown, with an index (make reference)
--
-- lua scripts/dev/reference.lua FOLDER. The examples are those that tests/lua/test_examples.lua runs: what a page says it prints,
-- it prints.
local li = require "liaison"
local help = require "liaison.app.help"
local kit = li.kit

local folder = arg[1] or "build/reference"

local function write(name, lines)
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(table.concat(lines, "\n"), "\n")
  f:close()
end

local OPERATORS = { add = "plus", sub = "minus", mul = "times", div = "divided", unm = "negated", pow = "power", eq = "equal", len = "length", tostring = "text", call = "call",
  concat = "joined", lt = "less", le = "at_most", idiv = "floor", mod = "rest" }

-- the file of a function; functions of one name share a page (li.rot.axis and rot:axis)
local function page_of(row)
  local name = row.operator and row.name:match "__([%a]+)" or row.own or row.name
  local base = (row.owner ~= "" and row.owner .. "." or "") .. (row.operator and "operator_" .. (OPERATORS[name] or name) or name)
  return base:gsub("[^%w_.]", "_") .. ".md"
end

local pages, order = {}, {}
for _, row in ipairs(help.rows()) do
  local p = page_of(row)
  if not pages[p] then
    pages[p] = {}
    order[#order + 1] = p
  end
  table.insert(pages[p], row)
end
table.sort(order)

local function entry(out, row)
  out[#out + 1] = "```lua\n" .. help.usage(row) .. "\n```\n"
  out[#out + 1] = (row.text or "") .. "\n"
  if row.options and #row.options > 0 then
    out[#out + 1] = "| option | default | |\n|---|---|---|"
    for _, o in ipairs(row.options) do out[#out + 1] = ("| `%s` | %s | %s |"):format(o.name, o.default, (o.text:gsub("|", "\\|"))) end
    out[#out + 1] = ""
  end
  local code, prints = (row.example or ""):match "^(.-)%s*%-%->%s?(.*)$"
  if code then out[#out + 1] = "```lua\n" .. code .. "\n```\n\nprints\n\n```\n" .. prints .. "\n```\n" end
end

local by_owner, owners = {}, {}
for i, p in ipairs(order) do
  local rows = pages[p]
  local title = p:gsub("%.md$", "")
  local out = { "# " .. title, "" }
  for _, row in ipairs(rows) do entry(out, row) end
  local owner = rows[1].owner
  local near = {}
  for d = -2, 2 do
    local q = order[i + d]
    if d ~= 0 and q and pages[q][1].owner == owner then near[#near + 1] = ("[%s](%s)"):format(q:gsub("%.md$", ""), q) end
  end
  if #near > 0 then out[#out + 1] = "Beside it: " .. table.concat(near, ", ") .. ". " end
  out[#out + 1] = "[All functions](index.md)"
  write(p, out)
  if not by_owner[owner] then
    by_owner[owner] = {}
    owners[#owners + 1] = owner
  end
  table.insert(by_owner[owner], p)
end

table.sort(owners)
local classes = kit.classes()
local index = { "# liaison " .. li.version .. ": every function", "", ("%d functions, each with an example that runs as a test."):format(#help.rows()), "" }
for _, owner in ipairs(owners) do
  index[#index + 1] = "## " .. (owner == "" and "li" or owner) .. "\n"
  if classes[owner] and classes[owner].text then index[#index + 1] = classes[owner].text .. "\n" end
  for _, p in ipairs(by_owner[owner]) do
    local text = (pages[p][1].text or ""):match "^(.-%.)%s" or pages[p][1].text or ""
    index[#index + 1] = ("- [%s](%s): %s"):format(p:gsub("%.md$", ""), p, (text:gsub("\n", " ")))
  end
  index[#index + 1] = ""
end
write("index.md", index)
print(("%d pages in %s"):format(#order + 1, folder))
