-- test_prompt.lua - the prompt: its editor on a screen drawn here, and the whole of it on a
-- terminal of its own
local t = require "t"
local lineedit = require "liaison.app.lineedit"

-- ---------------------------------------------------------------- a screen: what a terminal would
-- show

local function screen(columns, rows)
  local s = { columns = columns, rows = rows, cell = {}, row = 1, column = 1, bells = 0 }
  local function put(letter, wide)
    if s.column + wide - 1 > columns then s.row, s.column = s.row + 1, 1 end
    if s.row > rows then
      table.remove(s.cell, 1)
      s.row = rows
    end
    s.cell[s.row] = s.cell[s.row] or {}
    if wide == 0 then
      s.cell[s.row][s.column - 1] = (s.cell[s.row][s.column - 1] or "") .. letter
      return
    end
    s.cell[s.row][s.column] = letter
    if wide == 2 then s.cell[s.row][s.column + 1] = "" end
    s.column = s.column + wide
  end
  local function clear_behind()
    for k = s.column, columns do (s.cell[s.row] or {})[k] = nil end
  end
  local function escape(n, what)
    n = tonumber(n) or 1
    if what == "A" then s.row = math.max(1, s.row - n)
    elseif what == "C" then s.column = math.min(columns, s.column + n)
    elseif what == "K" then clear_behind()
    elseif what == "J" then
      clear_behind()
      for k = s.row + 1, rows do s.cell[k] = nil end
    elseif what == "H" then s.row, s.column = 1, 1
    else error("no such sequence: " .. what) end
  end
  function s.write(text)
    local at = 1
    while at <= #text do
      local n, what, stop = text:match("^\27%[(%d*)([A-Z])()", at)
      local c = text:sub(at, at)
      if text:find("^\27%[%?2004[hl]", at) then at = at + 8
      elseif text:find("^\27%[2J", at) then s.cell, at = {}, at + 4
      elseif what then
        escape(n, what)
        at = stop
      elseif c == "\r" then s.column, at = 1, at + 1
      elseif c == "\7" then s.bells, at = s.bells + 1, at + 1
      elseif c == "\n" then
        s.row, s.column, at = s.row + 1, 1, at + 1
        if s.row > rows then
          table.remove(s.cell, 1)
          s.row = rows
        end
      else
        local letter = text:match("^[\194-\244]?[\128-\191]+", at) or c
        letter = text:match("^[%z\1-\127\194-\244][\128-\191]*", at) or letter
        -- of the letters used here
        put(letter, letter:find "^\204[\128-\191]" and 0 or letter:find "^[\227-\233]" and 2
          or letter:find "^\240\159" and 2 or 1)
        at = at + #letter
      end
    end
  end
  function s.text()
    local lines = {}
    for k = 1, rows do
      local line = {}
      for i = 1, columns do line[i] = (s.cell[k] or {})[i] or " " end
      lines[k] = table.concat(line):gsub("%s+$", "")
    end
    return (table.concat(lines, "\n"):gsub("\n+$", ""))
  end
  return s
end

-- an editor on such a screen; keys: a list of what comes, a function is called when its turn has
-- come
local function editor(keys, with)
  with = with or {}
  local s = screen(with.columns or 40, with.rows or 10)
  local at = 0
  local ed = lineedit.new {
    columns = function() return s.columns end, rows = function() return s.rows end, write = s.write,
    unfinished = with.unfinished or function() return false end,
      complete = with.complete or function() return {} end, history = with.history,
    read = function(wait)
      while type(keys[at + 1]) == "function" do
        at = at + 1
        keys[at](s)
      end
      if wait and not (type(keys[at + 1]) == "string" and with.split) then return "" end
      at = at + 1
      return keys[at]
    end,
  }
  return ed, s
end

local function typed(keys, with)
  local ed = editor(type(keys) == "table" and keys or { keys }, with)
  return ed:ask("> ", ">> "), ed
end

t.test("letters, moving, deleting", function()
  for keys, want in pairs {
    ["abc\r"] = "abc", ["\r"] = "", ["abc\n"] = "abc", ["ab\127c\r"] = "ac", ["ab\8c\r"] = "ac",
      ["\127\127a\r"] = "a", ["ac\27[Db\r"] = "abc", ["bc\1a\r"] = "abc",
    ["bc\27[Ha\27[Fd\r"] = "abcd", ["bc\27OHa\27OFd\r"] = "abcd", ["bc\27[1~a\27[4~d\r"] = "abcd",
      ["bc\27[7~a\27[8~d\r"] = "abcd", ["abc\2\2\4\r"] = "ac", ["abc\27[D\27[D\27[3~\r"] = "ac",
    ["abc\27[D\27[D\27[C\27[3~\r"] = "ab", ["one two\11\r"] = "one two", ["one two\1\11\r"] = "",
      ["one two\21\r"] = "", ["one two\2\2\21\r"] = "wo", ["one two\23\r"] = "one ",
    ["one two  \23\r"] = "one ", ["one two\27\127\r"] = "one ", ["one two\1\27d\r"] = " two",
      ["one two\27b\27bX\r"] = "Xone two", ["one two\1\27fX\r"] = "oneX two",
    ["one two\27[1;5D\27[1;5DX\27[1;5CY\r"] = "XoneY two", ["one\21two\25\25\r"] = "twooneone",
      ["ab\20\r"] = "ba", ["abc\2\20\r"] = "acb", ["a\20\r"] = "a", ["ab\1\20\r"] = "ab",
    ["\195\169\226\130\172\127x\r"] = "\195\169x",
      ["\195\169\226\130\172\2\2x\r"] = "x\195\169\226\130\172", ["\195\169a\1\4\r"] = "a",
      ["a\27[D\27[D\27[Db\r"] = "ba", ["a\6\6b\r"] = "ab",
    ["a\27[15~b\r"] = "ab", ["a\27xb\r"] = "ab", ["a\0\28\29b\r"] = "ab", ["a\9b\r"] = "ab",
      ["\9x\r"] = "  x", ["a\27\13b\r"] = "a\nb", ["\226\152\r"] = "\226\152",
  } do t.eq(typed(keys), want,
  (keys:gsub("%c", function(c) return ("\\%d"):format(c:byte()) end))) end
  t.eq(typed "", nil, "the end of input")
  t.eq(typed "abc", nil)
  t.eq(typed "\4", nil, "Ctrl-D on an empty line leaves")
  t.eq(typed "a\1\4\4", nil)
  t.eq(typed "abc\3", false, "Ctrl-C drops")
  t.eq(typed { "abc", false }, false, "so does an interrupt from elsewhere")
  t.eq(typed { "abc\27", "\r" }, "abc", "a lone Escape does nothing")
end)

t.test("keys that come in pieces are one key", function()
  for _, keys in ipairs { { "ac\27", "[", "D", "b\r" }, { "ac\27[", "Db", "\r" },
    { "\195", "\169\r" }, { "\226", "\130", "\172\r" }, { "x\27[20", "0~a\nb\27[2", "01~\r" } } do
    local joined = table.concat(keys)
    t.eq(typed(keys, { split = true }), typed(joined), joined)
  end
end)

local function block(text)
  return select(2, text:gsub("do", "")) > select(2, text:gsub("end", ""))
end

t.test("a block of several lines", function()
  local with = { unfinished = block }
  t.eq(typed("do\ra\rend\r", with), "do\na\nend")
  t.eq(typed("do\rend\27[A\27[Ax \r", with), "dox \nend", "up into the first line")
  t.eq(typed("do\rab\rend\27[A\27[A\5 1\27[B\27[B\5;\r", with), "do 1\nab\nend;",
    "and down again, the column kept where there is one")
  t.eq(typed("do\rx\1\127\rend\r", with), "do\nendx", "a line break is a letter")
  t.eq(typed("do\rlong\1\11\11end\r", with), "do\nend",
    "Ctrl-K at the end of a line joins the next")
  t.eq(typed("do\r\3", with), false, "Ctrl-C at >> drops all of it")
  local seen
  local ed, s = editor({ "do\rab\27[A", function(x) seen = { x.text(), x.row, x.column } end,
    "\3" }, with)
  ed:ask("> ", ">> ")
  t.eq(seen[1], "> do\n>> ab")
  t.eq(seen[2] .. " " .. seen[3], "1 5")
  t.eq(s.text(), "> do\n>> ab")
end)

t.test("what is pasted comes in as it is, and waits", function()
  t.eq(typed "\27[200~a\rb\r\nc\n\27[201~d\r", "a\nb\nc\nd")
  t.eq(typed "x\27[200~\27[201~\r", "x")
  t.eq(typed "\27[200~tab\9 \27[31mred\7\27[201~\r", "tab\9 [31mred",
    "signs that would move the cursor are taken out")
  t.eq(typed { "\27[200~half", " a paste\27[201~", "\r" }, "half a paste")
  t.eq(typed "\27[200~no end", nil)
  -- a terminal that does not mark it: every line is its own
  local ed = editor { "a=1\rb=2\rc" }
  t.eq(ed:ask(">", ">"), "a=1")
  t.eq(ed:ask(">", ">"), "b=2")
  t.eq(ed:ask(">", ">"), nil)
  local long = ("x = x + 1; "):rep(20000)
  local start = os.clock()
  t.eq(#typed("\27[200~" .. long .. "\27[201~\r"), #long)
  t.eq(#typed(long:sub(1, 20000) .. "\r"), 20000)
  t.ok(os.clock() - start < 5, "a long paste takes long")
end)

t.test("the history", function()
  local function with()
    return { history = { "one", "two\nlines", "three" }, unfinished = function() return false end }
  end
  t.eq(typed("\27[A\r", with()), "three")
  t.eq(typed("\16\16\r", with()), "two\nlines")
  t.eq(typed("\16\16\16\16\r", with()), "one", "up through the block, then to the one before")
  t.eq(typed("\16\16\16\16\16\16\r", with()), "one", "there is none before the first")
  t.eq(typed("new\16\14\r", with()), "new", "what was being written is kept")
  t.eq(typed("\16X\16\16\14\14\r", with()), "threeX", "so is a change")
  t.eq(typed("\27<\r", with()), "one")
  t.eq(typed("x\27<\27>\r", with()), "x")
  local text, ed = typed("\16\r", with())
  t.eq(text, "three")
  t.eq(ed:remember "three", false, "not twice in a row")
  t.eq(ed:remember "  ", false)
  t.eq(ed:remember "four  ", true)
  t.eq(ed.history[4], "four")
  for k = 1, 2000 do ed:remember("entry " .. k) end
  t.eq(#ed.history, 1000)
  -- written and read again
  local written = {}
  for k, entry in ipairs { "one", "two\n  lines\n\tof it", "x = '\\n'" } do
    written[k] = lineedit.written(entry)
  end
  local again = lineedit.entries(table.concat(written))
  t.eq(table.concat(again, "|"), "one|two\n  lines\n\tof it|x = '\\n'")
  t.eq(#lineedit.entries "", 0)
end)

t.test("Ctrl-R looks back", function()
  local function with() return { history = { "alpha = 1", "beta = 2", "alpha = 3" } } end
  t.eq(typed("\18alp\r", with()), "alpha = 3")
  t.eq(typed("\18alp\18\r", with()), "alpha = 1")
  t.eq(typed("\18alpx\127\18\r", with()), "alpha = 1")
  t.eq(typed("\18bet\5 + 1\r", with()), "beta = 2 + 1", "another key takes it and does its work")
  t.eq(typed("abc\18bet\7\r", with()), "abc", "Ctrl-G gives up")
  t.eq(typed("abc\18bet\3", with()), false)
  t.eq(typed("abc\18nothing like it\r", with()), "abc")
  t.eq(typed("\18bet\16\r", with()), "alpha = 1", "the history goes on from there")
  local seen
  local ed = editor({ "\18bet", function(s) seen = s.text() end, "\r" }, with())
  ed:ask("> ", ">> ")
  t.eq(seen, "(search 'bet') beta = 2")
end)

t.test("completion", function()
  local asked
  local with = { complete = function(word)
    asked = word
    local list = {}
    for _, name in ipairs { "li.rot", "li.robot", "li.robots", "vec" } do
      if name:sub(1, #word) == word then list[#list + 1] = name end
    end
    return list
  end }
  t.eq(typed("ve\9\r", with), "vec")
  t.eq(typed("x = 2*(li.r\9b\9\r", with), "x = 2*(li.robot")
  t.eq(asked, "li.rob")
  t.eq(typed("f('ve\9\r", with), "f('vec")
  t.eq(typed("nothing\9\r", with), "nothing")
  t.eq(typed("ve x\27[D\27[D\9\r", with), "vec x")
  local ed, s = editor({ "li.ro\9", function() end, "\r" }, with)
  t.eq(ed:ask("> ", ">> "), "li.ro")
  t.eq(s.text(), "> li.ro\nrot     robot   robots\n> li.ro")
end)

t.test("whatever the width, the screen shows the text and the cursor is where it belongs",
  function()
  local texts = { "", "a", ("abcdefghij"):rep(7), "x = {1,\n  2,\n}", ("\195\169"):rep(60),
    "\230\188\162\229\173\151 = '\240\159\152\128'", "e\204\129te", ("\230\188\162"):rep(33),
    "a\nb\n\nc\n", ("line\n"):rep(20) }
  for _, text in ipairs(texts) do
    for columns = 12, 42, 3 do
      for _, rows in ipairs { 4, 50 } do
        local shot
        local ed = editor({ "\27[200~" .. text .. "\27[201~",
          function(s) shot = { s.text(), s.row, s.column } end, ("\27[D"):rep(3), "\r" },
          { columns = columns, rows = rows })
        ed:ask("> ", ">> ")
        -- by hand: every line behind its prompt, cut at columns - 1
        local want = {}
        for k, line in ipairs((function() local l = {} for x in (text
          .. "\n"):gmatch "(.-)\n" do l[#l + 1] = x end return l end)()) do
          local row, wide = k == 1 and "> " or ">> ", k == 1 and 2 or 3
          for letter in line:gmatch "[%z\1-\127\194-\244][\128-\191]*" do
            local w = letter:find "^\204" and 0 or letter:find "^[\227-\233]" and 2
              or letter:find "^\240" and 2 or 1
            if wide + w > columns - 1 then
              want[#want + 1] = row
              row, wide = "", 0
            end
            row, wide = row .. letter, wide + w
          end
          want[#want + 1] = row
        end
        -- the cursor has a row of its own
        if want[#want] and lineedit.width(want[#want]) == columns - 1 then want[#want + 1] = "" end
        local from = math.max(1, #want - (rows - 1) + 1)
        for k = 1, #want do want[k] = want[k]:gsub("%s+$", "") end
        local shown = table.concat(want, "\n", from):gsub("\n+$", "")
        t.eq(shot[1], shown, ("%d columns, %d rows: %s"):format(columns, rows, text))
        t.eq(shot[2], #want - from + 1, "row of the cursor")
      end
    end
  end
end)

-- ---------------------------------------------------------------- on a terminal

local scratch = require "scratch"
local LUA, DIR, sh, slurp = scratch.lua, scratch.dir, scratch.sh, scratch.slurp

t.test("the driver compiles",
  function() t.ok(sh(("cc -O1 -o %s/drive tests/pty/drive.c"):format(DIR))) end)

-- what the terminal showed, what went wrong, the exit code
local function prompt(script, environment)
  -- a prompt that has come reads keys; before that, the terminal itself takes some of them for its
  -- own
  if not (environment or ""):find "dumb" then
    script = script:gsub("wait >\\x20\n", "wait \\e[?2004h\n%0"):gsub("wait > \n",
      "wait \\e[?2004h\n%0")
  end
  local f = assert(io.open(DIR .. "/script", "w"))
  f:write(script, "\n")
  f:close()
  sh(("env -u LUA_PATH -u LUA_CPATH TERM=xterm LIAISON_LUA=%s LIAISON_HISTORY=%s/history %s "
    .. "%s/drive 80 24 scripts/liaison <%s/script >%s/out 2>%s/err; echo $? >%s/code")
    :format(LUA, DIR, environment or "", DIR, DIR, DIR, DIR, DIR))
  return slurp "out", slurp "err", tonumber(slurp "code")
end

local function goes(script, environment)
  local out, err, code = prompt(script, environment)
  t.ok(code == 0 and err == "", ("exit code %s, %s, after: %s"):format(code, err, out:sub(-600)))
  return out
end

t.test("values, the last value, names that stay, Ctrl-D", function()
  goes [[
wait >\x20
send 6*7\r
wait 42\r
send _/2, ans\r
wait 21, 42\r
send local z = 5\r
send z + _\r
wait 26\r
send nil\r
wait nil\r
send _\r
wait 26\r
wait >\x20
send \x04]]
end)

t.test("Ctrl-C at a continuation line gives the prompt back, as often as one likes", function()
  goes((([[
send for i = 1, 2 do\r
wait >>\x20
send \x03
wait > ]] .. "\n"):rep(8)) .. [[
send 'al' .. 'ive'\r
wait alive\r
wait >\x20
send \x04]])
end)

t.test("Ctrl-C stops what runs", function()
  goes [[
send while true do end\r
sleep 300
kill 2
wait interrupted!
send local s = li.robots.humanoid36():kane()\r
sleep 300
send \x03
wait interrupted!
send ('still %s'):format 'there'\r
wait still there\r
wait >\x20
send \x04]]
end)

t.test("the history stays from one session to the next, and is nobody else's", function()
  sh("rm -f " .. DIR .. "/history")
  goes("send first = 1\\r\nsend do\\r\nwait >> \nsend second = 2\\r\nwait >> \nsend "
    .. "end\\r\nsend first + second\\r\nwait 3\\r\nwait > \nsend \\x04")
  t.eq(slurp "history", "first = 1\ndo\n\tsecond = 2\n\tend\nfirst + second\n")
  t.ok(sh(("test \"$(stat -c %%a %s/history)\" = 600"):format(DIR)))
  goes("wait > \nsend \\x10\\x10 x = 'again'\\r\nsend x\\r\nwait again\\r\nwait > \nsend "
    .. "\\x12st =\\r\nsend first + 41 .. '!'\\r\nwait 42!\nwait > \nsend \\x04")
  goes("wait > \nsend \\x10\nsend 7\\r\nwait 7\\r\nwait > \nsend \\x04",
    "LIAISON_HISTORY=/nowhere/at/all")
end)

t.test("Tab, keys and pastes", function()
  goes [[
wait >\x20
send v = li.vec{3, 4}\r
wait >\x20
send v:no\t\x09()\x02\x02\x06\x06\r
wait 5\r
wait >\x20
send \e[200~a = 1\nlocal b = a + 1\na + b\n\e[201~\r
wait 3\r
wait >\x20
send b\r
wait 2\r
wait >\x20
send \e[200~for k = 1, 3 do\n  c = k\nend\nc\e[201~\r
wait 3\r
wait >\x20
send \e[200~d = 1\n  + 2\e[201~\r
wait >\x20
send d\r
wait 3\r
wait >\x20
send 'h' .. '\xc3\xa9'\x02\x7f\xc3\xa0\r
wait hà
wait >\x20
send \x04]]
end)

t.test("what a program prints without an end of line is not written over", function()
  local out = goes("wait > \nsend do io.write 'half a line' end\\r\nwait half a line\nwait > "
    .. "\nsend \\x04")
  t.ok(out:find("half a line" .. "\27%[%?2004h" .. (" "):rep(79) .. "\r\27%[K"),
    out:gsub("\27", "^"))
end)

t.test("a long answer is cut and says how to see it; print, pipes and -e cut nothing", function()
  local out = goes [[
wait >\x20
send li.eye(60)\r
wait ... (60 lines in all: print(_) shows it)
wait >\x20
send ('x'):rep(6000)\r
wait ... (6000 letters in all: print(_) shows it)
wait >\x20
send #_\r
wait 6000\r
wait >\x20
send print(li.eye(60)) print 'done'\r
wait done
wait >\x20
send \x04]]
  t.eq(select(2, out:gsub("%[[01 ]+%]", "")), 27 + 60)
  local p = io.popen("echo \"('y'):rep(6000)\" | LIAISON_LUA=" .. LUA .. " scripts/liaison")
  t.eq(#p:read "*a", 6001)
  p:close()
end)

t.test("a terminal that knows no escape sequences has a prompt all the same, with Ctrl-C",
  function()
  local out = goes("wait > \nsend 1 + 1\\n\nwait 2\\r\nsend for i = 1, 2 do\\n\nwait >> "
    .. "\nsend \\x03\nwait > \nsend 3\\n\nwait 3\\r\nwait > \nsend \\x04", "TERM=dumb")
  t.eq(out:find("\27", 1, true), nil)
end)

t.test("the terminal is given back: after Ctrl-D, when it is killed, when it is stopped", function()
  -- a shell behind it says how the terminal is
  local function modes(how)
    local f = assert(io.open(DIR .. "/script", "w"))
    f:write("wait \\e[?2004h\nsend abc\nwait abc\n", how, "\nwait over\n")
    f:close()
    sh(("env -u LUA_PATH -u LUA_CPATH TERM=xterm LIAISON_LUA=%s LIAISON_HISTORY= %s/drive 80 "
      .. "24 sh -c 'echo $$ > %s/pid; scripts/liaison; stty -a; echo over' <%s/script >%s/out "
      .. "2>%s/err")
      :format(LUA, DIR, DIR, DIR, DIR, DIR))
    return slurp "out"
  end
  local function is_cooked(out)
    for _, word in ipairs { "isig", "icanon", "echo", "icrnl" } do
      if not out:find("%f[%w-]" .. word .. "%f[^%w]") then return false end
    end
    return true
  end
  for _, how in ipairs { "send \\x15\\x04", "send \\x03\nwait \\e[?2004h\nsend \\x04", "child 15",
    "child 1", "child 3" } do
    local out = modes(how)
    t.ok(is_cooked(out), how .. ": " .. out .. slurp "err")
  end
end)

scratch.remove()
t.done()
