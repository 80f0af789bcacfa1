import type { Messages } from '../messages.ts'

export const palette: Messages['palette'] = {
  open: 'Rechercher',
  shortcut: 'Ctrl K',
  label: 'Recherche et commandes',
  placeholder: 'Rechercher un enregistrement, une page, une action',
  listKeys: 'Dans les listes : ↑ ↓ ou J K changent de ligne, X sélectionne, Entrée ouvre, / recherche.',
  nothing: 'Aucun résultat.',
  records: 'Enregistrements',
  create: 'Créer',
  pages: 'Pages',
  newProcess: 'Nouvelle procédure',
  newTemplate: 'Nouveau modèle',
}
