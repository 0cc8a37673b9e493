-- speak.lua - li.language for a script: messages go through the doors from now on
local li = require "liaison.core"
local check = require "liaison.base.check"
local language = require "liaison.language.language"
local kit = li._internal

local speak = {}

-- messages, and what objects print of themselves, leave by this door; none where they are English
local function open_door(name)
  local door = name ~= "en" and require "liaison.language.door" or {}
  kit.say_by(door.message, door.shown)
end
language.when_changed(open_door)

function speak.set(name) language.set(name) end

check.define(li, {
  { "language([name: en|fr]) -> str",
    "The language in which messages, help, pages, exercises and commands speak to a person; a name "
    .. "sets it. It is English, or what LIAISON_LANG says (LIAISON_LANG=fr). Names, keys, codes of "
    .. "failures and files are the same in all.",
    "return li.language() --> en",
    function(name)
      if name then speak.set(name) end
      return language.now()
    end },
})

return speak
