-- reference.lua - a page for every type and function, from the signatures: Markdown, with an index
-- (make reference)
--
-- lua scripts/dev/reference.lua FOLDER. The examples are those that tests/lua/test_examples.lua
-- runs. Options and results that a
-- help text lists become rows of a table; everything else becomes one sentence a line.
local li = require "liaison"
local help = require "liaison.app.help"
local described = require "liaison.describe.fields"
local kit = li._internal

local folder = arg[1] or "build/reference"

local function write(name, lines)
  local f = assert(io.open(folder .. "/" .. name, "wb"))
  f:write(table.concat(lines, "\n"), "\n")
  f:close()
end

-- ---- reading a help text

local OPEN, CLOSE = { ["("] = true, ["{"] = true, ["["] = true },
  { [")"] = true, ["}"] = true, ["]"] = true }

-- a text cut where cut(text, i) says how many characters to leave out, outside of brackets and
-- quotes
local function cut_text(text, cut)
  local parts, from, depth, quote, i = {}, 1, 0, nil, 1
  while i <= #text do
    local c = text:sub(i, i)
    if quote then
      if c == quote then quote = nil end
    elseif c == '"' or c == "`" then quote = c
    elseif c == "'" and text:sub(1, i - 1):match "[%s(={,]$" then quote = text:find("'[%s%.,;:)}]",
      i + 1) and c or nil
    elseif OPEN[c] then depth = depth + 1
    elseif CLOSE[c] then depth = math.max(0, depth - 1)
    elseif depth == 0 then
      local out = cut(text, i)
      if out then
        parts[#parts + 1] = text:sub(from, i + out.keep - 1)
        from, i = i + out.keep + out.skip, i + out.keep + out.skip - 1
      end
    end
    i = i + 1
  end
  parts[#parts + 1] = text:sub(from)
  return parts
end

-- whether a sentence begins behind this point
local function begins_sentence(rest)
  return rest:match "^ [%u`]" or rest:match "^ %l[%w_]*:" or rest:match "^ nil,"
end

local function sentences(text)
  text = text:gsub("%s+", " "):gsub("%s$", "")
  return cut_text(text, function(s, i)
    if s:sub(i, i) ~= "." or not begins_sentence(s:sub(i + 1)) then return nil end
    return { keep = 1, skip = 1 }
  end)
end

-- what begins a list of names, and the heading of its table
local LISTS = {
  { "^[Oo]ptions:%s*", "option" }, { "^Besides the options:%s*", "option" },
    { "^Results:%s*", "result" }, { "^Results at every step:%s*", "result" },
  { "^info:%s*", "result" }, { "^Columns:%s*", "column" }, { "^Gives%s+", "result" },
    { "^Columns%s+", "column" },
}

-- 'fix = {"q1"} stay': the name, and what is said of it; nil where no name begins
local function named(item)
  local name, rest = item:match "^([%a_][%w_]*)%s*(.*)$"
  if not name then return nil end
  if rest == "" then return name, "" end
  local value = rest:match "^=%s*(.*)$"
  if value then return name, value end
  local told = rest:match "^:%s*(.*)$"
  if told then return name, told end
  if rest:match "^%(" then return name, (rest:gsub("^%((.*)%)$", "%1")) end
  if rest:match "^as in " or rest:match "^as of " then return name, rest end
  return nil
end

-- 'loops are kept by constraints = "project"': an option within what is said of it
local function named_within(item)
  local name = item:match "([%a_][%w_]*) = "
  return name, name and item
end

-- the parts of a list at its commas and semicolons: { text, the mark before it }
local function parts_of(list)
  local marks = { "," }
  local parts = cut_text(list:gsub("%.$", ""), function(s, i)
    local mark = s:sub(i, i)
    if mark ~= "," and mark ~= ";" or s:sub(i + 1, i + 1) ~= " " then return nil end
    marks[#marks + 1] = mark
    return { keep = 0, skip = 2 }
  end)
  return parts, marks
end

-- the items of a list, { name, text }, and how many of its parts are no items; nil where it is
-- prose
local function items(list)
  local parts, marks = parts_of(list)
  local rows, others, choosing = {}, 0, false
  for i, part in ipairs(parts) do
    local name, text = named(part)
    if not name and marks[i] == ";" then name, text = named_within(part) end
    if name == "nil" or name == "and" then name = nil end
    -- method = "tree", sparse (..), plain: what follows a quoted value without = is one more choice

    if choosing and marks[i] == "," and not part:match "^[%w_]+ =" then name = nil end
    if name then
      rows[#rows + 1] = { name, text }
      choosing = text:match "^[\"'][%w_]*[\"'] %(default%)" ~= nil
    elseif #rows == 0 then return nil
    else
      local last = rows[#rows]
      last[2] = last[2] == "" and part or last[2] .. marks[i] .. " " .. part
      others = others + 1
    end
  end
  return rows, others
end

-- the table in a sentence: heading, rows, and the words before it
local function list_in(sentence)
  for _, list in ipairs(LISTS) do
    local rest, found = sentence:gsub(list[1], "")
    local rows = found > 0 and items(rest)
    if rows and #rows > 1 then return list[2], rows end
  end
  local before, rest = sentence:match "^(.-:) (.*)$"
  for _, try in ipairs { { nil, sentence }, { before, rest } } do
    local rows, others = items(try[2] or "")
    if rows and #rows > 3 and others <= #rows/4 then return "field", rows, try[1] end
  end
  return nil
end

-- a long sentence as its parts between semicolons
local function shorter(sentence)
  if #sentence < 300 then return { sentence } end
  return cut_text(sentence, function(s, i)
    return s:sub(i, i + 1) == "; " and { keep = 1, skip = 1 } or nil
  end)
end

-- a help text as prose (a list of sentences) and tables { heading, rows }
local function read_text(text)
  local prose, tables = {}, {}
  for _, sentence in ipairs(sentences(text)) do
    local heading, rows, before = list_in(sentence)
    if heading then
      tables[#tables + 1] = { heading, rows, before }
    elseif sentence ~= "" then
      for _, part in ipairs(shorter(sentence)) do prose[#prose + 1] = part end
    end
  end
  return prose, tables
end

-- text as Markdown shows it: what would mark up is escaped, but for what stands in backticks
local function plain(text)
  local out, code = {}, false
  for part, tick in text:gmatch "([^`]*)(`?)" do
    out[#out + 1] = (code and part or part:gsub("[*_<]",
      { ["*"] = "\\*", _ = "\\_", ["<"] = "&lt;" })) .. tick
    if tick ~= "" then code = not code end
  end
  return table.concat(out)
end

local function cell(text) return (plain(text):gsub("|", "\\|")) end

-- the condition of an option for people: 'x == 0 || x == 1' is '0 or 1'
local function allowed(need)
  if not need or need == "1" then return "" end
  if need == "x == 0 || x == 1" then return "0 or 1" end
  return cell((need:gsub(" && ", " and "):gsub(" || ", " or "):gsub("%f[%w]x ", "")))
end

local function add_table(out, head, rows)
  out[#out + 1] = "| " .. table.concat(head, " | ") .. " |\n|" .. ("---|"):rep(#head)
  for _, row in ipairs(rows) do
    local cells = {}
    for i = 1, #head do cells[i] = row[i] or "" end
    out[#out + 1] = "| " .. table.concat(cells, " | ") .. " |"
  end
  out[#out + 1] = ""
end

-- ---- pages of functions

local OPERATORS = {
  add = "plus", sub = "minus", mul = "times", div = "divided", unm = "negated", pow = "power",
    eq = "equal", len = "length",
  tostring = "text", call = "call", concat = "joined", lt = "less", le = "at_most", idiv = "floor",
    mod = "rest",
}

-- the file of a function; functions of one name share a page (li.rot.axis and rot:axis)
local function page_of(row)
  local name = row.operator and row.name:match "__([%a]+)" or row.own or row.name
  local base = (row.owner ~= "" and row.owner .. "." or "")
    .. (row.operator and "operator_" .. (OPERATORS[name] or name) or name)
  return base:gsub("[^%w_.]", "_") .. ".md"
end

local function type_page(owner) return "type_"
  .. (owner == "" and "li" or owner:gsub("[^%w_.]", "_")) .. ".md" end

local function add_parameters(out, row)
  local rows = {}
  for _, p in ipairs(row.params or {}) do
    local kinds = {}
    for i, kind in ipairs(p) do kinds[i] = "`" .. kind .. "`" end
    rows[#rows + 1] = { "`" .. (p.name or "") .. "`", cell(table.concat(kinds, " or ")),
      p.optional and "may be left out" or p.rest and "any number" or "" }
  end
  if #rows > 0 and not row.operator then add_table(out, { "argument", "type", "" }, rows) end
end

local function add_options(out, row)
  if not row.options or #row.options == 0 then return end
  local rows = {}
  for i, o in ipairs(row.options) do
    rows[i] = { "`" .. o.name .. "`", o.default, allowed(o.need), cell(o.text) } end
  add_table(out, { "option", "default", "allowed", "meaning" }, rows)
end

local function entry(out, row)
  out[#out + 1] = "```lua\n" .. help.usage(row) .. "\n```\n"
  local prose, tables = read_text(row.text or "")
  for _, sentence in ipairs(prose) do out[#out + 1] = plain(sentence) .. "\\" end
  if #prose > 0 then out[#out] = out[#out]:gsub("\\$", "") .. "\n" end
  add_parameters(out, row)
  for _, t in ipairs(tables) do
    local rows = {}
    for i, r in ipairs(t[2]) do rows[i] = { "`" .. r[1] .. "`", cell(r[2]) } end
    if t[3] then out[#out + 1] = plain(t[3]) .. "\n" end
    add_table(out, { t[1], "meaning" }, rows)
  end
  add_options(out, row)
  local code, prints = (row.example or ""):match "^(.-)%s*%-%->%s?(.*)$"
  if code then out[#out + 1] = "Example:\n\n```lua\n" .. code .. "\n```\n```text\n" .. prints
    .. "\n```\n" end
end

local function first_sentence(row)
  local sentence = sentences(row.text or "")[1] or ""
  if #sentence > 160 then sentence = sentence:match "^(.-):%s" or sentence end
  return sentence
end

local pages, order, by_owner, owners = {}, {}, {}, {}
for _, row in ipairs(help.rows()) do
  local p = page_of(row)
  if not pages[p] then
    pages[p] = {}
    order[#order + 1] = p
  end
  table.insert(pages[p], row)
end
kit.sort(order)
for _, p in ipairs(order) do
  local owner = pages[p][1].owner
  if not by_owner[owner] then
    by_owner[owner] = {}
    owners[#owners + 1] = owner
  end
  table.insert(by_owner[owner], p)
end
kit.sort(owners)

for _, p in ipairs(order) do
  local rows = pages[p]
  local owner = rows[1].owner
  local out = { "# " .. p:gsub("%.md$", ""), "" }
  for _, row in ipairs(rows) do entry(out, row) end
  if p == "robot.md" then out[#out + 1] = "Its fields: [fields of descriptions](fields.md).\n" end
  out[#out + 1] = ("[%s](%s) · [all types](index.md)"):format(owner == "" and "li" or owner,
    type_page(owner))
  write(p, out)
end

-- ---- a page for every type: what it is, its fields, its functions and methods

local classes = kit.classes()

local function type_lines(owner)
  local class, out = classes[owner], { "# " .. (owner == "" and "li" or owner), "" }
  if class and class.text then
    for _, sentence in ipairs(sentences(class.text)) do out[#out + 1] = plain(sentence) end
    out[#out + 1] = ""
  end
  local own = class and class.fields
  if type(own) == "table" and #own > 0 then
    out[#out + 1] = "Fields: `" .. table.concat(own, "`, `") .. "`.\n"
  elseif type(own) == "string" and own ~= "" then
    out[#out + 1] = "Fields: `" .. own:gsub("%s+", "`, `") .. "`.\n"
  end
  local kinds = { { "Functions", {} }, { "Methods", {} }, { "Operators", {} } }
  for _, p in ipairs(by_owner[owner]) do
    local seen = {}
    for _, row in ipairs(pages[p]) do
      local kind = row.operator and 3 or row.method and 2 or 1
      if not seen[kind] then
        seen[kind] = true
        local usage = help.usage(row):gsub("%s*%->.*", "")
        table.insert(kinds[kind][2],
          { ("[`%s`](%s)"):format((usage:gsub("|", "\\|")), p), cell(first_sentence(row)) })
      end
    end
  end
  for _, kind in ipairs(kinds) do
    if #kind[2] > 0 then
      out[#out + 1] = "## " .. kind[1] .. "\n"
      add_table(out, { "call", "meaning" }, kind[2])
    end
  end
  out[#out + 1] = "[all types](index.md)"
  return out
end

for _, owner in ipairs(owners) do write(type_page(owner), type_lines(owner)) end

-- ---- lists of kinds, as the engine prints them

-- what li.forces() and the like print: 'name: text' at the left, '  word  text' below it
local function add_kinds(out, text)
  local rows = {}
  local function flush()
    if #rows > 0 then add_table(out, { "parameter", "meaning; default" }, rows) end
    rows = {}
  end
  for line in text:gmatch "[^\n]+" do
    local name, meaning_of = line:match "^([%w_, ]+): (.*)$"
    local key, meaning = line:match "^  (%S+)%s%s+(.*)$"
    if name then
      flush()
      out[#out + 1] = "## " .. name .. "\n\n" .. plain(meaning_of) .. "\n"
    elseif key then rows[#rows + 1] = { "`" .. key .. "`", cell(meaning) }
    else out[#out + 1] = plain((line:gsub("^%s+", ""))) .. "\n" end
  end
  flush()
end

local function methods_page()
  local names, rows = {}, {}
  for name in pairs(li.methods()) do names[#names + 1] = name end
  kit.sort(names)
  for i, name in ipairs(names) do
    local m = li.methods()[name]
    rows[i] = { "`" .. name .. "`", tostring(m.order or ""), m.adaptive and "yes" or "",
      cell(m.text or "") }
  end
  local out = { "# Methods of integration", "", "Values of the option `method` of a simulation.",
    "" }
  add_table(out, { "method", "order", "step control", "" }, rows)
  return out
end

-- a page of kinds: its title, what they are for, what the engine prints of them
local function kinds_page(title, use, list)
  local out = { "# " .. title, "", use, "" }
  add_kinds(out, list())
  return out
end

-- the tables of a description, and what each kind has of its own
local function fields_page()
  local out = { "# Fields of descriptions", "", "What `li.robot` reads.", "" }
  for _, t in ipairs(described.tables()) do
    local title = t.path == "" and "robot" or "robot." .. t.path
    out[#out + 1] = "## " .. title .. "\n\n" .. t.text .. "\n\n" .. described.markdown(t) .. "\n"
  end
  return out
end

local function kinds_of(what)
  local out = { "# Kinds of " .. what .. "s", "" }
  for _, t in ipairs(described.kinds()[what]) do
    local rows = #t.fields > 0 and described.markdown(t) .. "\n" or ""
    out[#out + 1] = "## " .. t.name .. "\n\n" .. t.text .. "\n\n" .. rows
  end
  return out
end

local LISTED = {
  { "fields.md", "fields of descriptions", fields_page() },
  { "kinds_of_joints.md", "joints", kinds_of "joint" },
  { "kinds_of_constraints.md", "constraints", kinds_of "constraint" },
  { "kinds_of_forces.md", "force elements",
    kinds_page("Force elements", "Elements of the list `forces = {...}` of a simulation.",
      li.forces) },
  { "methods_of_integration.md", "methods of integration", methods_page() },
}

for _, page in ipairs(LISTED) do write(page[1], page[3]) end

-- ---- the index

local index = {
  "# liaison " .. li.version .. ": reference", "",
  ("%d functions, each with an example that runs as a test."):format(#help.rows()), "",
}
local rows = {}
for i, owner in ipairs(owners) do
  local class = classes[owner]
  rows[i] = { ("[%s](%s)"):format(owner == "" and "li" or owner, type_page(owner)),
    tostring(#by_owner[owner]),
    cell(class and class.text and sentences(class.text)[1]:gsub(": fields .*",
      "."):gsub("; fields .*", ".") or "") }
end
add_table(index, { "type or name space", "pages", "" }, rows)
index[#index + 1] = "Lists of kinds:\n"
for _, page in ipairs(LISTED) do index[#index + 1] = ("- [%s](%s)"):format(page[2], page[1]) end
index[#index + 1] = ""
write("index.md", index)
print(("%d pages in %s"):format(#order + #owners + #LISTED + 1, folder))
