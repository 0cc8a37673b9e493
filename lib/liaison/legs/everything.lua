-- everything.lua - what stands on legs: support, balance, forces of contacts, stance
require "liaison.legs.balance"
require "liaison.legs.stance"
require "liaison.legs.whole_body"

return {}
