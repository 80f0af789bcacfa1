import type { Messages } from '../messages.ts'

export const palette: Messages['palette'] = {
  open: 'Rechercher',
  shortcut: 'Ctrl K',
  label: 'Recherche et commandes',
  placeholder: 'Rechercher un enregistrement, une page, une action',
  listKeys: 'Dans les listes : ↑ ↓ ou J K changent de ligne, X sélectionne, Entrée ouvre, / recherche.',
  nothing: 'Aucun résultat.',
  records: 'Enregistrements',
  actions: 'Actions',
  people: 'Personnes',
  pages: 'Pages',
  newProcess: 'Nouvelle procédure',
  newTemplate: 'Nouveau modèle',
  upload: 'Importer des documents',
  user: 'Utilisateur',
  processesOfPerson: 'Procédures',
  vaultOfPerson: 'Coffre-fort',
  words: {
    invite: 'personne, personnes, collègue, membre',
    theme: 'thème, mode, apparence',
    signOut: 'déconnexion, quitter',
  },
  topics: {
    profile: 'nom, langue, mot de passe',
    security: 'clés d’accès, application d’authentification, sessions',
    organisation: 'utilisation, quotas, règles de connexion, conservation',
    branding: 'logo, couleur, adresse de réponse, valeurs par défaut',
    consent: 'conditions, ESIGN, eIDAS',
    personalData: 'export, effacement, RGPD, confidentialité',
  },
  shortcuts: {
    title: 'Raccourcis clavier',
    everywhere: 'Partout',
    everywhereText:
      'Ctrl K (⌘K sur un Mac) recherche des enregistrements, des personnes, des pages et des actions. Les flèches et Entrée choisissent. Échap ferme une boîte de dialogue ou un menu.',
    editor: 'Dans l’éditeur de champs',
  },
}
