import type { security as english } from './en.ts'

export const security: typeof english = {
  subject: 'Un changement de sécurité chez {tenant}',
  heading: 'Un changement de sécurité',
  ssoChanged:
    'Le fournisseur d’identité de {tenant} a été configuré ou modifié. Les utilisateurs peuvent désormais se connecter avec {name}.',
  ssoRemoved:
    'Le fournisseur d’identité {name} de {tenant} a été retiré. Les utilisateurs se connectent désormais avec leur mot de passe.',
  factorRequired: '{tenant} exige désormais un second facteur de tous les utilisateurs.',
  factorOptional: '{tenant} n’exige plus de second facteur.',
  idleLimited: 'Les sessions chez {tenant} se terminent désormais après {minutes} minutes sans utilisation.',
  idleUnlimited: 'Les sessions inutilisées chez {tenant} ne se terminent plus.',
  webhookCreated: 'Un webhook a été créé. Les événements de {tenant} sont désormais envoyés à {name}.',
  webhookChanged: 'Un webhook a été modifié. Les événements de {tenant} sont désormais envoyés à {name}.',
  privacyExport: 'Un export de toutes les données concernant {name} a été demandé.',
  identityLinked:
    'Le compte de {person} a été relié à un compte chez {name}, qui permet désormais de se connecter.',
  passwordChanged: 'Le mot de passe de {person} a été modifié.',
  totpAdded: 'Une application d’authentification a été ajoutée au compte de {person}.',
  totpRemoved: 'L’application d’authentification a été retirée du compte de {person}.',
  passkeyAdded: 'La clé d’accès « {name} » a été ajoutée au compte de {person}.',
  passkeyRemoved: 'La clé d’accès « {name} » a été retirée du compte de {person}.',
  reset: 'Tous les seconds facteurs ont été retirés du compte de {person}.',
  codesCreated: 'De nouveaux codes de récupération ont été créés pour le compte de {person}.',
  button: 'Voir dans Paraph',
  after:
    'Si vous vous y attendiez, vous n’avez rien à faire. Sinon, annulez ce changement et faites remplacer le mot de passe de la personne qui l’a effectué.',
}
