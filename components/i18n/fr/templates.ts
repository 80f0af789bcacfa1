import type { Messages } from '../messages.ts'

export const templates: Messages['templates'] = {
  title: 'Modèles',
  intro: 'Documents, rôles et champs, prêts à être réutilisés.',
  thisTemplate: 'Ce modèle',
  new: 'Nouveau modèle',
  lists: 'Listes',
  search: 'Rechercher des modèles',
  noMatch: 'Aucun modèle ne correspond. Essayez moins de mots.',
  empty: 'Aucun modèle pour l’instant',
  emptyText:
    'Un modèle conserve des documents, des rôles et des champs. La prochaine fois, il suffit d’ajouter les noms.',
  columns: { contents: 'Contenu', used: 'Utilisation', created: 'Créé' },
  documentCount: '{count, plural, one {# document} other {# documents}}',
  usage: '{count, plural, =0 {pas encore utilisé} =1 {utilisé une fois} other {utilisé # fois}}',
  use: 'Utiliser',
  useNamed: 'Utiliser {name}',
  sendToList: 'Envoyer à une liste',
  fields: 'Champs',
  sections: { signers: 'Signataires', documents: 'Documents', details: 'Détails' },
  facts: {
    roles: 'Rôles',
    fields: 'Champs',
    none: 'aucun pour l’instant',
    expires: 'Expiration',
    expiresAfter: '{days, plural, one {# jour après l’envoi} other {# jours après l’envoi}}',
    otp: 'Code à usage unique',
    required: 'Exigé',
    notRequired: 'Non exigé',
    usage: 'Utilisation',
    lastChange: 'Modifié',
    createdBy: 'Créé par',
  },
  menu: {
    change: 'Modifier',
    duplicate: 'Dupliquer',
    duplicated: '« {name} » est créé.',
  },
  deletion: {
    title: 'Supprimer ce modèle ?',
    text: '« {name} » sera supprimé pour tous les utilisateurs. Ses documents et les procédures qui en sont issues restent.',
    done: 'Modèle supprimé.',
  },
  form: {
    errors: {
      noName: 'Donnez un nom au modèle.',
      noRoleName: 'Donnez un nom au rôle.',
      longName: '255 caractères au maximum.',
      noSigner: 'Un modèle a besoin d’au moins un rôle qui signe ou approuve.',
      sameName: 'Un autre rôle porte ce nom.',
    },
  },
  editor: {
    role: 'Rôle',
    noSigners: 'Aucun rôle ne peut encore remplir de champs. Revenez en arrière pour en ajouter un.',
    back: 'Retour aux documents et aux rôles',
    finish: 'Terminé',
  },
  useForm: {
    processName: 'Nom de la procédure',
    notCreated: 'La procédure n’a pas été créée.',
    send: 'Envoyer immédiatement',
    draft: 'Créer un brouillon',
    sent: 'Procédure envoyée.',
    confirmTitle: 'Envoyer maintenant ?',
    confirmText:
      'La procédure sera envoyée à {names}. Chaque signataire reçoit une invitation par e-mail quand vient son tour.',
    confirmWithoutEmails:
      'La procédure sera envoyée à {names}. Aucun e-mail n’est envoyé ; vous transmettez les liens vous-même.',
    confirm: 'Envoyer maintenant',
    cancel: 'Pas encore',
  },
}
