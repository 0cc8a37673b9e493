-- french_page_show.lua - what is said in French: words of the picture of living pages, as they
-- stand in their sources
return {
  { '"drag the start" : "drag bodies"', '"tirer le départ" : "tirer les corps"' },
  { '["measure", "measure"', '["measure", "mesurer"' },
  { '["drag a body", data.run ? "another start" : "it follows"]',
    '["tirer un corps", data.run ? "un autre départ" : "il suit"]' },
}
