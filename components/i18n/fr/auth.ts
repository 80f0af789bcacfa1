import type { Messages } from '../messages.ts'

export const auth: Messages['auth'] = {
  language: 'Langue',
  email: 'E-mail',
  password: 'Mot de passe',
  passwordHint: 'Au moins 12 caractères ; quelques mots conviennent très bien.',
  errors: {
    email: 'Saisissez votre adresse e-mail.',
    invalidEmail: 'Ce n’est pas une adresse e-mail.',
    password: 'Saisissez votre mot de passe.',
    passwordTooShort: 'Au moins 12 caractères.',
    passwordTooLong: 'Au plus 128 caractères.',
    organisation: 'Saisissez le nom de votre organisation.',
    name: 'Saisissez votre nom.',
    nameTooLong: 'Au plus 120 caractères.',
  },
  signIn: {
    title: 'Connexion',
    intro: 'Heureux de vous revoir.',
    noAccount: 'Pas encore de compte ? <a>Créez-en un</a>',
    askAdministrator: 'Demandez un compte à votre administrateur.',
    orPassword: 'ou avec un mot de passe',
    continueWith: 'Continuer avec {name}',
    forgotPassword: 'Mot de passe oublié ?',
    submit: 'Se connecter',
    factor: 'Votre mot de passe est correct. Confirmez maintenant votre identité.',
    back: 'Retour',
    tenantIntro: '{tenant} se connecte avec {provider}.',
    withPassword: 'Se connecter avec un mot de passe',
    factorAfterProvider: 'Le fournisseur vous a identifié. Confirmez maintenant que c’est bien vous.',
  },
  signInErrors: {
    failed: 'La connexion a échoué. Réessayez dans un instant.',
    unreachable: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
    ssoRequired: 'Votre organisation exige que vous vous connectiez par son propre fournisseur d’identité.',
    rateLimited: 'Trop de tentatives. Réessayez dans 15 minutes.',
    wrongPassword: 'E-mail ou mot de passe incorrect.',
    wrongCode: 'La vérification a échoué. Réessayez.',
    factorExpired:
      'Le délai est dépassé, ou il y a eu trop de tentatives. Revenez en arrière et reconnectez-vous.',
    providerRateLimited: 'Trop de tentatives. Réessayez sous peu.',
    providerUnreachable: 'Le fournisseur ne répond pas. Réessayez dans un instant.',
  },
  providerErrors: {
    email_not_verified: 'Le fournisseur n’a pas vérifié votre adresse e-mail.',
    domain_not_allowed: 'Les adresses e-mail de ce domaine ne peuvent pas se connecter ici.',
    unknown_user: 'Aucun compte n’existe pour votre adresse e-mail. Demandez-en un à votre administrateur.',
    other_account:
      'Votre utilisateur est lié à un autre compte du fournisseur. Adressez-vous à votre administrateur.',
    sso_required: 'Votre organisation exige que vous vous connectiez par son propre fournisseur d’identité.',
    link_needs_password:
      'Un administrateur relie son compte chez le fournisseur une seule fois, avec son mot de passe : connectez-vous ci-dessous. Si vous n’avez pas de mot de passe, choisissez-en un avec « Mot de passe oublié ? ».',
    failed: 'La connexion par le fournisseur a échoué. Réessayez.',
  },
  signUp: {
    title: 'Créer un compte',
    intro: 'Vous serez l’administrateur et pourrez inviter des collègues.',
    closed:
      'Les inscriptions sont fermées sur cette installation. Demandez une invitation à votre administrateur.',
    haveAccount: 'Vous avez déjà un compte ? <a>Connectez-vous</a>',
    organisation: 'Organisation',
    name: 'Votre nom',
    submit: 'Créer le compte',
  },
  recovery: {
    title: 'Mot de passe oublié',
    intro: 'Saisissez votre adresse e-mail et nous vous enverrons un lien de réinitialisation.',
    remembered: 'Vous vous en souvenez ? <a>Connectez-vous</a>',
    submit: 'Envoyer le lien',
    sentTitle: 'Consultez votre messagerie',
    sent: 'Si <b>{email}</b> appartient à un compte, un e-mail contenant un lien est en route. Le lien est valable une heure et ne fonctionne qu’une fois.',
  },
  newPassword: {
    title: 'Nouveau mot de passe',
    intro: 'Bonjour {name}. Vos autres sessions seront déconnectées.',
    cancel: 'Annuler',
    submit: 'Définir le mot de passe',
    expiredTitle: 'Ce lien n’est plus valable',
    expired: 'Il a déjà été utilisé, a été remplacé par un plus récent ou a expiré au bout d’une heure.',
    remembered: 'Vous vous souvenez de votre mot de passe ? <a>Connectez-vous</a>',
    again: 'Demander un autre lien',
  },
  invitation: {
    tabTitle: 'Invitation',
    title: 'Bienvenue, {name}',
    intro: '{tenant} vous invite. Choisissez un mot de passe pour rejoindre l’organisation.',
    notYou: 'Ce n’est pas vous ? Fermez simplement cette page ; rien ne changera.',
    submit: 'Rejoindre',
    expiredTitle: 'Cette invitation n’est plus valable',
    expired:
      'Elle a déjà été utilisée, a été remplacée par une plus récente ou a expiré au bout de sept jours.',
    beenHere: 'Vous avez déjà un compte ? <a>Connectez-vous</a>',
    again: 'Demandez-en une nouvelle à la personne qui vous a invité.',
  },
  address: {
    title: 'Confirmez votre adresse',
    signUp:
      '{tenant} a été inscrite avec {email}. Dès que vous aurez confirmé que cette adresse est la vôtre, elle pourra envoyer des documents à d’autres.',
    change: 'Vous vous connecterez ensuite chez {tenant} avec {newEmail} au lieu de {email}.',
    notYou: 'Ce n’est pas vous ? Fermez simplement cette page ; rien ne changera.',
    submit: 'Confirmer l’adresse',
    outcomes: {
      changed: 'Vous vous connectez désormais avec {email}.',
      confirmed: '{email} est confirmée.',
      password_shared:
        '{email} est confirmée. Un autre compte avec cette adresse a le même mot de passe et s’ouvrirait à la connexion. Choisissez un autre mot de passe pour ce compte avec « Mot de passe oublié ? ».',
    },
    continue: 'Continuer',
    expiredTitle: 'Ce lien n’est plus valable',
    expired: 'Il a déjà été utilisé, a été remplacé par un plus récent ou a expiré au bout de sept jours.',
    again:
      'Si l’adresse est nouvelle, demandez à un administrateur de la saisir à nouveau. Si vous vous êtes inscrit avec elle, connectez-vous et faites renvoyer le lien.',
  },
  requiredFactor: {
    title: 'Configurer un second facteur',
    intro:
      'Votre organisation l’exige, afin qu’un mot de passe volé ne suffise pas pour se connecter à votre place.',
    footer: 'L’un ou l’autre suffit ; vous pourrez en ajouter dans les paramètres.',
  },
}
