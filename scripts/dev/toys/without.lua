-- without.lua - lua without.lua FILE.c N: the file with argument N of the macro of its row left
-- out; fails where it has no such one
local file, n = arg[1], tonumber(arg[2])
local f = assert(io.open(file))
local text = f:read "*a"
f:close()

-- the last call of LIA_SOMETHING(..) at the start of a line is the row
local from
for at in text:gmatch "()\nLIA_[%u_]+%(" do from = at end
if not from then os.exit(1) end
local open = text:find("(", from, true)

-- where its arguments start and end
local starts, depth, quoted, at = { open + 1 }, 0, false, open
repeat
  local c = text:sub(at, at)
  if c == '"' and text:sub(at - 1, at - 1) ~= "\\" then quoted = not quoted end
  if not quoted then
    if c == "(" or c == "{" then depth = depth + 1 elseif c == ")"
      or c == "}" then depth = depth - 1 end
    if c == "," and depth == 1 then starts[#starts + 1] = at + 1 end
  end
  at = at + 1
until depth == 0
starts[#starts + 1] = at
if n > #starts - 1 then os.exit(1) end
local a, b = starts[n], starts[n + 1]
if n == #starts - 1 then a, b = a - 1, b - 1 end -- with the comma before it
io.write(text:sub(1, a - 1), text:sub(b))
