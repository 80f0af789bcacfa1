import type { Messages } from '../messages.ts'

export const bulk: Messages['bulk'] = {
  lists: {
    title: 'Listes',
    intro: 'Les modèles envoyés à une liste de personnes.',
    templates: 'Modèles',
    sent: 'Envoyés',
    sentOf: '{sent} sur {total}',
    started: 'Début',
    empty: 'Aucune liste pour l’instant',
    emptyText: 'Ouvrez un modèle et choisissez « Envoyer à une liste ».',
  },
  status: { running: 'envoi en cours', paused: 'en pause', completed: 'terminé', cancelled: 'annulé' },
  list: {
    title: 'Cette liste',
    progress: 'Lignes envoyées ou en échec',
    done: 'Lignes traitées : {done} sur {total}.',
    paused: 'En pause : {reason}',
    details: 'Détails',
    sent: 'Envoyés',
    failed: 'Échecs',
    remaining: 'Restants',
    started: 'Début',
    ended: 'Fin',
    startedBy: 'Lancé par',
    result: 'Résultat en CSV',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
  },
  send: {
    templates: 'Modèles',
    template: 'Modèle',
    thisTemplate: 'Ce modèle',
    title: 'Envoyer à une liste',
    intro:
      'Chaque ligne devient une procédure distincte, envoyée immédiatement. Toute la liste est vérifiée au préalable.',
    chooseFile: 'Choisir un fichier CSV',
    file: 'Fichier CSV',
    example: 'Télécharger un exemple',
    list: 'Liste',
    listHint:
      'La première ligne nomme les colonnes. Chaque colonne qui ne désigne pas une personne contient la valeur des champs dont le libellé est son nom.',
    submit: 'Vérifier et envoyer',
    errors: 'Erreurs dans la liste',
    repeated:
      'Rien n’a encore été envoyé. Certaines lignes ont les mêmes personnes qu’une ligne précédente ; chaque ligne devient une procédure distincte.',
    sendRepeated: 'Envoyer quand même',
    nothingSent: 'Rien n’a été envoyé. Corrigez ces cellules et réessayez.',
    row: 'Ligne',
    column: 'Colonne',
    error: 'Erreur',
  },
}
