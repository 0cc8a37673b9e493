-- french_page_show.lua - what is said in French: words of the picture and the charts of living
-- pages, as they stand in their sources
return {
  { '"drag the start" : "drag bodies"', '"tirer le départ" : "tirer les corps"' },
  { '"contact points"', '"points de contact"' },
  { '"side by side"', '"côte à côte"' },
  { '["measure", "measure"', '["measure", "mesurer"' },
  { '["drag a body", data.run ? "another start" : "it follows"]',
    '["tirer un corps", data.run ? "un autre départ" : "il suit"]' },
  { '"the same, in the picture"', '"de même, dans l\'image"' },
  { '<summary>show</summary>', '<summary>montrer</summary>' },
  { 'title="double click on a chart">whole run<',
    'title="double clic sur une courbe">toute la simulation<' },
  { '"picture (PNG)"', '"image (PNG)"' },
  { '"video (WebM)"', '"vidéo (WebM)"' },
  { '"curves (SVG)"', '"courbes (SVG)"' },
  { 'on ? "recording ..." : "save"', 'on ? "enregistre ..." : "garder"' },
  { 'textContent = "save"', 'textContent = "garder"' },
  { "`event at t = ", "`événement à t = " },
  { " bodies`]", " corps`]" },
  { "`distance ${short(d)} m`", "`distance : ${short(d)} m`" },
  { ".name} at ${", ".name} en ${" },
}
