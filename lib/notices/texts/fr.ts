import type { Texts } from './en.ts'
import { security } from './security/fr.ts'

export const fr: Texts = {
  dates: 'fr',
  test: 'Ceci est un test, sans valeur juridique.',
  testSubject: 'Test : {subject}',
  bareLink: 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
  personalLink:
    'Ce lien est personnel. Ne le transmettez pas : toute personne qui l’a peut agir en votre nom.',
  whySigner: 'Vous recevez ce message de {tenant} par Paraph au sujet de « {process} ».',
  whyMember: 'Vous recevez ce message car vous avez un compte chez {tenant} sur Paraph.',
  whySubstitute:
    'Vous recevez ce message car {sender}, qui a envoyé « {process} », n’est plus chez {tenant} ou n’y a plus accès.',
  whySignUp: 'Vous recevez ce message car cette adresse a servi à une inscription sur Paraph.',
  fromSender: '{sender} de {tenant} via Paraph',
  labelled: '{label} :',
  messageFrom: 'Message de {sender}',
  serverResponse: 'Réponse du serveur de messagerie',
  reasonGiven: 'Motif',
  document: 'Document',
  documents: 'Documents',
  openUntil: 'À signer avant le',
  signedBy: 'Signé par',
  missing: 'Pas encore signé par',

  askedToSign: {
    subject: 'À signer : {process}',
    heading: '{sender} vous demande de signer',
    body: '{sender}, de {tenant}, vous a envoyé « {process} » et demande votre signature. Vous pouvez le lire et le signer dans votre navigateur, sans compte.',
    button: 'Lire et signer',
  },
  askedToApprove: {
    subject: 'À approuver : {process}',
    heading: '{sender} vous demande d’approuver',
    body: '{sender}, de {tenant}, vous a envoyé « {process} » et demande votre approbation. Vous pouvez le lire et l’approuver dans votre navigateur, sans compte.',
    button: 'Lire et approuver',
  },
  askedToRead: {
    subject: 'À lire : {process}',
    heading: '{sender} a partagé un document avec vous',
    body: '{sender}, de {tenant}, vous a envoyé « {process} » pour lecture. Vous n’avez rien à signer, ni de compte à créer.',
    button: 'Lire',
  },
  remindedToSign: {
    subject: 'Rappel : {process} à signer',
    heading: 'Votre signature manque encore',
    body: '{sender}, de {tenant}, attend votre signature sur « {process} ».',
    button: 'Lire et signer',
  },
  remindedToApprove: {
    subject: 'Rappel : {process} à approuver',
    heading: 'Votre approbation manque encore',
    body: '{sender}, de {tenant}, attend votre approbation de « {process} ».',
    button: 'Lire et approuver',
  },
  code: {
    subject: 'Votre code pour {process}',
    heading: 'Votre code',
    body: 'Saisissez ce code sur la page de signature pour ouvrir « {process} ».',
    after:
      'Le code est valable {minutes} minutes et une seule fois. Ni {tenant} ni Paraph ne vous le demandera jamais. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.',
  },
  completed: {
    subject: 'Terminé : {process}',
    heading: 'Tout le monde a signé',
    body: '« {process} » est terminé. Votre exemplaire signé est prêt.',
    button: 'Télécharger le document',
  },
  copy: {
    subject: 'Votre copie : {process}',
    heading: 'Une copie pour vous',
    body: '{sender}, de {tenant}, vous a envoyé une copie de « {process} », que tout le monde a signé.',
    button: 'Télécharger le document',
  },
  completedSender: {
    subject: 'Terminé : {process}',
    heading: 'Tout le monde a signé',
    body: '« {process} » est terminé. Le document signé, le certificat et la piste d’audit sont dans votre coffre-fort.',
    button: 'Ouvrir la procédure',
  },
  refusedSender: {
    subject: 'Refusé : {process}',
    heading: '{signer} a refusé',
    body: '{signer} ({email}) ne souhaite pas signer « {process} ». La procédure prend fin pour tous ; ses documents peuvent être envoyés à nouveau.',
    button: 'Ouvrir la procédure',
  },
  refusedOthers: {
    subject: 'Terminé : {process}',
    heading: 'Vous n’avez plus rien à faire',
    body: '« {process} » a pris fin : une des personnes sollicitées a refusé. Plus rien ne peut être signé.',
  },
  cancelled: {
    subject: 'Retiré : {process}',
    heading: 'Vous n’avez plus rien à faire',
    body: '{tenant} a retiré « {process} », que {sender} vous avait envoyé. Plus rien ne peut être signé.',
  },
  cancelledUnsealable: {
    subject: 'Retiré : {process}',
    heading: 'Le document n’a pas pu être signé',
    body: '{tenant} a retiré « {process} », que {sender} vous avait envoyé : pour une raison technique, le fichier ne peut pas être signé. Si vous l’avez déjà signé, cette signature est sans effet. {sender} peut vous envoyer un autre fichier.',
  },
  voided: {
    subject: 'Sans effet : {process}',
    heading: 'Ce document est nul',
    body: '{sender}, de {tenant}, a déclaré « {process} » nul. Le fichier signé et ses preuves restent disponibles, mais plus personne ne doit s’y fier.',
  },
  removed: {
    subject: 'Plus nécessaire : {process}',
    heading: 'Vous n’avez plus rien à faire',
    body: '{sender} de {tenant} a modifié les signataires de « {process} ». Votre signature n’est plus demandée, et votre lien n’est plus valable.',
  },
  sealBlocked: {
    subject: 'À traiter : {process} ne peut pas être signé',
    heading: 'Un document ne peut pas être signé',
    body: 'Les signatures de « {process} » ne peuvent pas être intégrées à ses documents, et de nouveaux essais n’y changent rien. Annulez la procédure : toutes les personnes sollicitées en apprennent la raison. Envoyez ensuite un remplacement, par exemple le même document imprimé dans un nouveau PDF.',
    button: 'Ouvrir la procédure',
  },
  deliveryFailed: {
    subject: 'Non remis : {process}',
    heading: 'Un e-mail à {signer} n’a pas pu être remis',
    body: 'Le serveur de messagerie a refusé un e-mail à {signer} ({email}) au sujet de « {process} ». Vérifiez l’adresse ; vous pouvez la corriger dans la procédure, et l’e-mail sera renvoyé.',
    button: 'Ouvrir la procédure',
  },
  expired: {
    subject: 'Expiré : {process}',
    heading: 'Le délai de signature est passé',
    body: '« {process} » était ouvert jusqu’au {until}, et tout le monde n’a pas signé. S’il est encore utile, demandez à {sender}, de {tenant}, de le renvoyer.',
  },
  expiredSender: {
    subject: 'Expiré : {process}',
    heading: 'Le délai de signature est passé',
    body: '« {process} » était ouvert jusqu’au {until}, et tout le monde n’a pas signé. Ses documents peuvent être envoyés à nouveau.',
    button: 'Ouvrir la procédure',
  },
  userInvited: {
    subject: 'Votre accès à {tenant} sur Paraph',
    heading: 'Bienvenue, {name}',
    body: '{inviter} vous invite à travailler avec {tenant} sur Paraph, où l’on signe des documents. Choisissez un mot de passe, et vous y êtes.',
    bodyUnnamed:
      'On vous invite à travailler avec {tenant} sur Paraph, où l’on signe des documents. Choisissez un mot de passe, et vous y êtes.',
    button: 'Choisir un mot de passe',
    elsewhere:
      'Vous avez déjà un compte avec cette adresse. Le nouveau en est indépendant et a son propre mot de passe : c’est le mot de passe qui décide du compte où vous vous connectez.',
    after: 'Le lien est valable jusqu’au {until}, et une seule fois.',
  },
  passwordReset: {
    subject: 'Un nouveau mot de passe pour Paraph',
    heading: 'Choisissez un nouveau mot de passe',
    body: 'Un nouveau mot de passe a été demandé pour {email}.',
    button: 'Choisir un nouveau mot de passe',
    after:
      'Le lien est valable jusqu’au {until}, et une seule fois. Si vous ne l’avez pas demandé, vous n’avez rien à faire : votre mot de passe reste le même.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe pour Paraph a été modifié',
    heading: 'Votre mot de passe a été modifié',
    body: 'Le mot de passe de {email} a été modifié.',
    at: 'Quand',
    from: 'Depuis l’adresse',
    button: 'Choisir un autre mot de passe',
    after:
      'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez aussitôt un autre mot de passe et prévenez un administrateur de {tenant} : toutes les autres sessions ont pris fin.',
  },
  factors: {
    subject: 'Votre second facteur chez {tenant}',
    heading: 'Votre second facteur',
    totpAdded: 'Une application d’authentification a été ajoutée à votre compte chez {tenant}.',
    totpRemoved: 'L’application d’authentification a été retirée de votre compte chez {tenant}.',
    passkeyAdded: 'La clé d’accès « {name} » a été ajoutée à votre compte chez {tenant}.',
    passkeyRemoved: 'La clé d’accès « {name} » a été retirée de votre compte chez {tenant}.',
    reset:
      'Un administrateur a retiré tous les seconds facteurs de votre compte chez {tenant}. Votre mot de passe suffit désormais pour vous connecter.',
    codesCreated:
      'De nouveaux codes de secours ont été créés pour votre compte chez {tenant}. Les précédents ne sont plus valables.',
    codeUsed:
      'Un code de secours a été utilisé à la place de votre second facteur chez {tenant}. Codes restants : {remaining}.',
    button: 'Ouvrir les paramètres',
    after:
      'Si c’était vous, ou si vous en étiez informé, vous n’avez rien à faire. Sinon, changez aussitôt votre mot de passe et prévenez un administrateur de {tenant}.',
  },
  security,
  circumstances: { by: 'Par', key: 'la clé d’API {name}', at: 'Quand', from: 'Depuis l’adresse' },
  roles: { tenant_admin: 'administrateur', user: 'utilisateur', viewer: 'lecteur' },
  signUpConfirm: {
    subject: 'Confirmez votre adresse pour Paraph',
    heading: 'Confirmez votre adresse',
    body: 'Un compte a été créé sur Paraph avec cette adresse. Confirmez que c’est la vôtre : d’ici là, ce compte ne peut rien envoyer à d’autres.',
    button: 'Confirmer l’adresse',
    after:
      'Le lien est valable jusqu’au {until}, et une seule fois. Si vous n’avez pas créé de compte, vous n’avez rien à faire.',
  },
  addressConfirm: {
    subject: 'Confirmez votre adresse pour {tenant} sur Paraph',
    heading: 'Confirmez votre adresse',
    body: '{to} doit devenir l’adresse avec laquelle vous vous connectez chez {tenant}, à la place de {from}.',
    button: 'Confirmer l’adresse',
    after:
      'Le lien est valable jusqu’au {until}, et une seule fois. Si vous ne l’attendez pas, vous n’avez rien à faire : rien ne change.',
  },
  addressChange: {
    subject: 'Votre adresse pour {tenant} doit être modifiée',
    heading: 'Votre adresse doit être remplacée',
    body: 'L’adresse de votre compte, {from}, doit être remplacée par {to}. Elle reste valable tant que la nouvelle n’est pas confirmée depuis sa boîte.',
    after:
      'Si vous êtes au courant, vous n’avez rien à faire. Sinon, prévenez aussitôt un administrateur de {tenant} et choisissez un autre mot de passe.',
  },
  newAdmin: {
    subject: 'Un nouvel administrateur de {tenant}',
    heading: 'Il y a un nouvel administrateur',
    body: '{person} est maintenant administrateur de {tenant} et peut tout y faire.',
    button: 'Voir les utilisateurs',
    after:
      'Si cela ne devait pas être, supprimez l’utilisateur et révoquez les clés d’API que vous ne connaissez pas.',
  },
  roleChanged: {
    subject: 'Un rôle a été modifié chez {tenant}',
    heading: 'Un rôle a été modifié',
    body: 'Le rôle de {person} est passé de {from} à {to}.',
    button: 'Voir les utilisateurs',
    after:
      'Si cela ne devait pas être, rétablissez-le et révoquez les clés d’API que vous ne connaissez pas.',
  },
  newKey: {
    subject: 'Une nouvelle clé d’API de {tenant}',
    heading: 'Une clé d’API a été créée',
    body: 'Avec la clé d’API « {name} », un programme peut agir pour {tenant}.',
    scopes: 'Elle permet',
    button: 'Voir les clés d’API',
    after: 'Si vous n’en savez rien, révoquez-la.',
  },
  webhookDisabled: {
    subject: 'Un webhook de {tenant} a été désactivé',
    heading: 'Un webhook a été désactivé',
    body: 'Les envois à {url} ont échoué ; plus rien n’y est envoyé.',
    after:
      'Rétablissez le récepteur, puis réactivez le webhook. Ce que contient son journal peut être renvoyé de là ; ce qui se passe d’ici là ne lui est pas gardé.',
    gone: 'Il a répondu 410 Gone.',
    failing: 'Il a échoué pendant cinq jours.',
    button: 'Ouvrir les webhooks',
  },
  quotaNear: {
    subject: '{percent} % des {quota} de ce mois sont utilisés',
    heading: '{used} {quota} sur {limit}',
    body: '{tenant} a utilisé {percent} % des {quota} de ce mois. Le compte repart de zéro le {resets}.',
    button: 'Voir l’utilisation',
  },
  quotaFull: {
    subject: 'Le quota de {quota} de ce mois est épuisé',
    heading: '{used} {quota} sur {limit}',
    documents:
      '{tenant} a épuisé les {quota} de ce mois : aucun autre ne peut être importé avant le {resets}.',
    signatures:
      '{tenant} a épuisé les {quota} de ce mois : aucune autre procédure ne peut être envoyée avant le {resets}.',
    button: 'Voir l’utilisation',
  },
  quotas: { documents: 'documents', signatures: 'signatures' },
}
