/** Le consentement à signer par voie électronique, en français. */
export const fr = {
  version: '2026-11-fr',
  text: `J’ai lu les documents qui m’ont été présentés et j’accepte de les signer par voie électronique. Ma signature électronique m’engage au même titre que ma signature manuscrite. C’est une signature électronique au sens du règlement (UE) n° 910/2014 (eIDAS) et de la loi américaine ESIGN Act ; elle n’est pas qualifiée.
Portée : ce consentement vaut pour les documents présentés ici et pour les messages relatifs à leur signature, et pour rien d’autre. Je reçois ces messages et les documents finalisés par voie électronique.
Papier : je peux demander à l’expéditeur les documents sur papier, avant ou après ma signature. Si une copie papier est payante, l’expéditeur m’en indique d’abord le prix.
Retrait : jusqu’à ma signature, je peux retirer ce consentement sans frais, en refusant de signer sur cette page ou en écrivant à l’expéditeur. Dans ce cas, je ne signe pas par voie électronique, et l’expéditeur décide si je peux signer sur papier ou si la procédure prend fin. Une signature déjà donnée reste valable.
Ce qu’il me faut : un appareil connecté à Internet avec un navigateur récent (Chrome, Edge, Firefox ou Safari), une adresse e-mail et un programme qui ouvre les fichiers PDF. Je peux ouvrir les documents sur cet appareil, et les enregistrer ou les imprimer.
Contact : je joins l’expéditeur à l’adresse e-mail indiquée avec ce texte, pour toute question, pour une copie papier, pour retirer mon consentement ou pour signaler ma nouvelle adresse e-mail.
Preuve : mon nom, mon adresse e-mail, l’heure, mon adresse réseau et mon navigateur ainsi que ce que je saisis ici sont enregistrés avec les documents à titre de preuve. Les documents finalisés peuvent être transmis par voie électronique, à moi comme aux autres parties.`,
}
