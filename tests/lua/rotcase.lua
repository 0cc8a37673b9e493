-- rotcase.lua - the sequences of turns there are, and one rotation by every description
local li = require "liaison"

local sequences = { "xyz", "yzx", "zxy", "xzy", "yxz", "zyx", "xyx", "yzy", "zxz", "xzx", "yxy",
  "zyz" }

-- base case B of [nonhol 2.1]: yaw .4, pitch -.3, roll .7
local R_B = li.mat { { .87992317628126, -.47319456458436, .04268615572902 },
  { .37202555194226, .63032909669907, -.68138257870054 },
    { .29552020666134, .61544466355827, .73068164993551 } }
local q_B = { .90012970217017, .36017788301292, -.07022156093804, .23474953511945 }
local v_B = { .7453373752918, -.14531362525825, .48578108376139 }
local p_B = { .40013998220984, -.07801271391082, .26079523267978 }
local w_body, w_base = { .3, -.5, .9 }, { .53899177533268, -.81680120359734, .43854721516123 }

return { sequences = sequences, R = R_B, q = q_B, v = v_B, p = p_B, w_body = w_body,
  w_base = w_base }
