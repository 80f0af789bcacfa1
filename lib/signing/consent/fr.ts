/** Le consentement à signer par voie électronique, en français. */
export const fr = {
  version: '2026-01-fr',
  text: `J’ai lu les documents qui m’ont été présentés et j’accepte de les signer par voie électronique. Ma signature électronique m’engage au même titre que ma signature manuscrite.
J’accepte que mon nom, mon adresse e-mail, l’heure, mon adresse réseau et mon navigateur ainsi que ce que je saisis ici soient enregistrés avec les documents à titre de preuve, et que les documents finalisés soient transmis par voie électronique, à moi comme aux autres parties.
Je peux refuser de signer.`,
}
