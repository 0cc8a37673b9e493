-- french_zoo.lua - messages in French: the robots that come with liaison
return {
  { "no robot is named '%s'%s", "aucun robot ne s'appelle « %1 »%2" },
  { "names: no kind '%s' of robots%s", "names : pas de genre « %1 » de robots%2" },
}
