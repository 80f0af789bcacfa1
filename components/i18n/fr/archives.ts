import type { Messages } from '../messages.ts'

export const archives: Messages['archives'] = {
  title: 'Archives',
  intro: 'Chaque procédure terminée, avec tous ses fichiers dans un ZIP.',
  search: 'Rechercher un nom',
  noMatch: 'Aucun résultat',
  noMatchText: 'Aucune archive ne correspond.',
  empty: 'Aucune archive pour l’instant',
  emptyText: 'Quand tous ont signé une procédure, tous ses fichiers peuvent être téléchargés ici.',
  columns: { name: 'Nom', completed: 'Terminée', size: 'Taille', download: 'Téléchargement' },
  filter: { completedFrom: 'Terminée à partir du', completedUntil: 'Terminée jusqu’au' },
  contents:
    '{documents, plural, one {# document} other {# documents}}, {signers, plural, one {# signataire} other {# signataires}}',
  filesDeleted: 'Les fichiers ont été supprimés après leur conservation.',
  zip: 'ZIP',
  downloadOf: 'Télécharger {name} en ZIP',
  downloading: 'Téléchargement de {name}',
  downloaded: '{name} est téléchargée.',
}
