import type { Messages } from '../messages.ts'

export const users: Messages['users'] = {
  title: 'Utilisateurs',
  intro: 'Les membres de votre organisation et leurs rôles.',
  search: 'Rechercher par nom ou e-mail',
  noMatch: 'Aucun utilisateur ne correspond',
  noMatchText: 'Essayez moins de mots ou tous les rôles.',
  role: 'Rôle',
  allRoles: 'Tous les rôles',
  roleHints: {
    tenant_admin: 'Accès complet, y compris aux utilisateurs, aux clés d’API et aux webhooks.',
    user: 'Documents, procédures, modèles et coffre-fort.',
    viewer: 'Lecture seule de tous les documents et de toutes les procédures.',
  },
  columns: { role: 'Rôle', lastActive: 'Dernière activité' },
  you: 'vous',
  secondFactor: 'Second facteur',
  invited: 'invité',
  invitationExpired: 'invitation expirée',
  neverSignedIn: 'Jamais connecté',
  lastLogin: 'Connexion : <time></time>',
  menu: {
    change: 'Modifier le nom, l’e-mail ou le rôle',
    changeSelf: 'Modifier le nom ou l’e-mail',
    inviteAgain: 'Inviter à nouveau',
    sendLink: 'Envoyer un lien de mot de passe',
    resetFactors: 'Réinitialiser le second facteur',
  },
  invite: {
    title: 'Inviter un utilisateur',
    text: 'Cette personne reçoit par e-mail un lien valable sept jours et choisit son propre mot de passe.',
    send: 'Envoyer l’invitation',
    sent: 'Invitation envoyée à {email}.',
    errors: {
      noName: 'Saisissez un nom.',
      longName: '120 caractères au maximum.',
      email: 'Ce n’est pas une adresse e-mail.',
    },
  },
  change: {
    title: 'Modifier {name}',
    ownRole: 'Vous ne pouvez pas modifier votre propre rôle. Demandez à un autre administrateur.',
    pendingEmail: '{email} n’est pas encore confirmée.',
    emailHint: 'Une nouvelle adresse doit être confirmée par un lien envoyé par e-mail.',
    confirmationSent: 'Nous enverrons un lien de confirmation à {email}.',
    done: 'Modification enregistrée : {name}.',
  },
  removal: {
    title: 'Retirer {name} ?',
    text: 'Cette personne est déconnectée immédiatement et ses clés d’API cessent de fonctionner. Ses documents et son nom dans la piste d’audit sont conservés. Cette action est irréversible.',
    keep: 'Conserver',
    done: 'Utilisateur retiré : {name}.',
  },
  reset: {
    title: 'Réinitialiser le second facteur de {name} ?',
    text: 'Son application d’authentification, ses clés d’accès et ses codes de récupération cessent de fonctionner, et son mot de passe suffit pour se connecter. Assurez-vous que la demande vient bien de cette personne. Elle reçoit un e-mail.',
    confirm: 'Réinitialiser',
    keep: 'Conserver',
    done: 'Le second facteur de {name} est réinitialisé.',
  },
  link: {
    inviteTitle: 'Inviter {name} à nouveau ?',
    inviteText:
      'Nous enverrons à {email} un nouveau lien, valable sept jours. Le lien précédent cesse de fonctionner.',
    passwordTitle: 'Envoyer un lien de mot de passe à {name} ?',
    passwordText:
      'Nous enverrons à {email} un lien, valable une heure. Le mot de passe actuel reste valable jusqu’au choix d’un autre.',
    confirm: 'Envoyer l’e-mail',
    cancel: 'Pas maintenant',
    sent: 'E-mail envoyé.',
  },
}
