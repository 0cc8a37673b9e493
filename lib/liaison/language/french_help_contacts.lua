-- french_help_contacts.lua - help in French: shapes that touch in a run
return {
  { "run:contacts", 902889,
    "Où des formes se touchaient à la dernière ligne jusqu'à t (la fin), d'une simulation avec "
    .. "contacts = et record = 'contacts' : une liste de {a =, b = noms de corps, p = le point, "
    .. "normal de a vers b, force sur b, gap}, dans les axes du monde." },
}
