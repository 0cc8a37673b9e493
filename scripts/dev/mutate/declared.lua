-- declared.lua - mutants no test can kill, with the reason: tests/mutants/<stem>.txt, read,
-- matched, told where they are astray
local kit = require "mutate.kit"
local declared = {}

-- of a.c and a.h it is a.txt, of a.lua it is a.lua.txt
function declared.path(file)
  return ("tests/mutants/%s%s.txt"):format(kit.stem(file), file:find "%.lua$" and ".lua" or "")
end

-- number the places of one line where the same change is possible, so that a declaration can mean
-- one of them
function declared.number_places(list)
  local seen = {}
  for _, m in ipairs(list) do
    local key = m.line .. "\0" .. m.what
    seen[key] = (seen[key] or 0) + 1
    m.place = seen[key]
  end
  for _, m in ipairs(list) do m.places = seen[m.line .. "\0" .. m.what] end
end

function declared.change(m) return m.places > 1 and ("%d: %s"):format(m.place, m.what) or m.what end

function declared.read(file)
  local path, list = declared.path(file), {}
  for line in (kit.read(path) or ""):gmatch "[^\n]+" do
    local key, value = line:match "^(%l+)%s+(.-)%s*$"
    if key == "at" then list[#list + 1] = { at = value }
    elseif #list > 0 and (key == "change" or key == "why") then list[#list][key] = value end
  end
  for _, d in ipairs(list) do
    if not d.change or not d.why then kit.die("%s: '%s' needs change and why", path, d.at) end
    d.place = tonumber(d.change:match "^(%d+): ")
    d.what = d.change:gsub("^%d+: ", "")
  end
  return list
end

local function means(d, m, source)
  return d.what == m.what and (not d.place or d.place == m.place)
    and source[m.line]:find(d.at, 1, true)
end

function declared.reason(list, m, source)
  for _, d in ipairs(list) do
    if means(d, m, source) then
      d.used = true
      return d.why
    end
  end
end

-- one <stem>.txt serves <stem>.c and <stem>.h: a declaration is astray where neither has such a
-- line, or such a change on it
function declared.tell_strays(list, file, mutants, source)
  local path, twins = declared.path(file), {}
  local name = file:find "%.lua$" and kit.stem(file) .. ".lua" or kit.stem(file) .. ".[chd]*"
  for _, twin in ipairs(kit.lines_of(("find core bindings lib -name '%s'"):format(name))) do
    twins[#twins + 1] = kit.read(twin)
  end
  local everywhere = table.concat(twins, "\n")
  for _, d in ipairs(list) do
    for _, m in ipairs(mutants) do d.here = d.here or means(d, m, source) end
    if not everywhere:find(d.at, 1, true) then
      kit.say("%s: no line '%s' any more", path, d.at)
    elseif table.concat(source, "\n"):find(d.at, 1, true) and not d.here then
      kit.say("%s: no change '%s' at '%s' any more", path, d.change, d.at)
    end
  end
end

-- how a survivor is written where it is to be declared
function declared.form(m, source, note)
  return ("at      %s\nchange  %s\nwhy     ? (%s)"):format(source[m.line]:match "^%s*(.-)%s*$",
    declared.change(m), note)
end

return declared
