-- serve.lua - `liaison serve`: the page of a file on this machine alone, made again whenever the
-- file, or a module it asked for, is saved
--
-- The page asks for /version twice a second and loads itself again where that is another; what the
-- reader had before him (time, camera, tab, switches) stays. Nothing but this page is given away.
local li = require "liaison.core"
local viewed = require "liaison.app.viewed"
local language = require "liaison.language.language"
local kit = li._internal

local serve = {}

local say = language.say
local MOST = 5e7 -- bytes of a file that is watched

-- asks again and again, keeps what the reader sees
local FOLLOW = [[
<script>
"use strict";
(() => {
  const version = "%d", store = window.sessionStorage;
  try {
    const kept = JSON.parse(store.getItem("liaison") || "null");
    if (kept && window.liaison) liaison.restore(kept);
  } catch (e) { store.removeItem("liaison"); }
  const ask = async () => {
    try {
      const now = await (await fetch("/version", { cache: "no-store" })).text();
      if (now !== version) {
        if (window.liaison) store.setItem("liaison", JSON.stringify(liaison.keep()));
        location.reload();
        return;
      }
    } catch (e) { /* it was stopped, or is busy: it is asked again */ }
    setTimeout(ask, 500);
  };
  setTimeout(ask, 500);
})();
</script>
</body>]]

local function escaped(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

-- the page that says what went wrong
local function wrong(name, why)
  return ("<!doctype html>\n<html><head><meta charset=\"utf-8\"><title>%s</title><style>"
    .. ":root { color-scheme: light dark; } body { font: 15px/1.5 system-ui, sans-serif; "
    .. "margin: 3em auto; max-width: 50em; padding: 0 1em; } pre { white-space: pre-wrap; "
    .. "padding: 1em; border-left: 4px solid #d55e00; }</style></head><body><h1>%s</h1>"
    .. "<pre role=\"alert\">%s</pre></body></html>"):format(escaped(name), escaped(name),
    escaped(why))
end

-- with the script that follows its file, for this version
local function following(html, version)
  local script = FOLLOW:format(version)
  local at = html:find "</body>[^<]*</html>%s*$"
  return html:sub(1, at - 1) .. script .. "</html>\n"
end

-- what is shown and watched: state = { li, o, version, html, files = { path = text } }
function serve.new(all, o)
  return { li = all, o = o, version = 0, html = "", files = {}, modules = {} }
end

-- the modules that were loaded since, with their files; those of liaison itself stay
local function modules_since(before)
  local list = {}
  for name in pairs(package.loaded) do
    if not before[name] and type(name) == "string" and not name:find "^liaison" then
      list[#list + 1] = { name = name, path = package.searchpath(name, package.path) }
    end
  end
  return list
end

local function watch(state)
  state.files = { [state.o.name] = kit.read(state.o.name, MOST) or "" }
  for _, m in ipairs(state.modules) do
    if m.path then state.files[m.path] = kit.read(m.path, MOST) or "" end
  end
end

-- makes the page again; true, or false and why
function serve.make(state)
  local before, loaded = {}, package.loaded
  -- the user's modules are read again, too
  for _, m in ipairs(state.modules) do loaded[m.name] = nil end
  for name in pairs(loaded) do before[name] = true end
  local ok, html = pcall(function()
    return viewed.page(state.li, viewed.read(state.li, state.o))
  end)
  state.modules = modules_since(before)
  watch(state)
  state.version = state.version + 1
  local why = not ok and tostring(html) or nil
  state.html = following(ok and html or wrong(state.o.name, why), state.version)
  return ok, why
end

-- was one of its files saved?
function serve.changed(state)
  for path, text in pairs(state.files) do
    local now = kit.read(path, MOST)
    if now and now ~= text then return true end
  end
  return false
end

local WORDS = { [200] = "OK", [400] = "Bad Request", [403] = "Forbidden", [404] = "Not Found",
  [405] = "Method Not Allowed" }

local function response(code, kind, body)
  return ("HTTP/1.1 %d %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %d\r\n"
    .. "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
    .. "Connection: close\r\n\r\n"):format(code, WORDS[code], kind, #body), body
end

-- the answer to the head of a request: its own head and body. Another host's name in it is a page
-- elsewhere that would read this one
function serve.reply(state, head)
  local function refused(code) return response(code, "text/plain", WORDS[code] .. "\n") end
  local method, path = head:match "^(%u+) (/%S*) HTTP/1%.[01]\r\n"
  if not method then return refused(400) end
  local host = head:match "\r\n[Hh][Oo][Ss][Tt]:[ \t]*([^\r\n]*)"
  local name = host and host:match "^([%w.%-]+):?%d*%s*$"
  if name ~= "127.0.0.1" and name ~= "localhost" then return refused(403) end
  if method ~= "GET" and method ~= "HEAD" then return refused(405) end
  local answer, body
  if path == "/" then answer, body = response(200, "text/html", state.html)
  elseif path == "/version" then answer, body = response(200, "text/plain",
    ("%d"):format(state.version))
  else return refused(404) end
  return answer, method == "HEAD" and "" or body
end

local function tell(state, ok, why, seconds)
  print(say(ok and kit.format("%s: %.2f s", state.o.name, seconds) or why))
  io.stdout:flush()
end

-- the page made, its cost told; Ctrl-C stops a script that runs too long
local function made_again(state)
  local began = os.clock()
  kit.term.running(true)
  local ok, why = serve.make(state)
  kit.term.running(false)
  tell(state, ok, why, os.clock() - began)
end

-- answers until Ctrl-C
local function answer_all(state, listener)
  while not kit.term.interrupted() do
    local head, asked, code = kit.serve.take(listener, 0.2)
    if code then return nil, asked end
    if head then
      local answer, body = serve.reply(state, head)
      kit.serve.answer(asked, answer .. body)
    elseif serve.changed(state) then made_again(state) end
  end
  return true
end

-- o: { name, run, outside, port }; true after Ctrl-C, or nil and why
function serve.run(all, o)
  local listener, port = kit.serve.open(o.port)
  if not listener then return nil, port end
  local state = serve.new(all, o)
  kit.term.watch(true)
  made_again(state)
  local address = ("http://127.0.0.1:%d/"):format(port)
  print(say(("%s shows %s, on this machine alone; Ctrl-C ends it"):format(address, o.name)))
  io.stdout:flush()
  viewed.open(address)
  local ok, why = answer_all(state, listener)
  kit.term.watch(false)
  kit.serve.close(listener)
  return ok, why
end

return serve
