import type { Messages } from '../messages.ts'

export const secondFactor: Messages['secondFactor'] = {
  title: 'Second facteur',
  withFactor: 'La connexion demande votre mot de passe et l’un de ces moyens.',
  withoutFactor:
    'Avec un second facteur, un mot de passe volé ne suffit pas pour se connecter à votre place.',
  name: 'Nom',
  code: 'Code',
  setupTotp: 'Configurer une application d’authentification',
  addPasskey: 'Ajouter une clé d’accès',
  signOut: 'Se déconnecter',
  list: {
    totp: 'Application d’authentification',
    totpOn: 'Activée',
    totpOff: 'Codes d’une application sur votre téléphone',
    setup: 'Configurer',
    passkey: 'Clé d’accès',
    anotherPasskey: 'Autre clé d’accès',
    passkeyText: 'Empreinte, visage, code PIN ou clé de sécurité',
    passkeyUsed: 'Clé d’accès, dernière utilisation <time></time>',
    passkeyUnused: 'Clé d’accès, pas encore utilisée',
    add: 'Ajouter',
    recoveryCodes: 'Codes de récupération',
    codesLeft: '{count, plural, one {# restant} other {# restants}}',
    newCodes: 'Nouveaux codes',
  },
  passkey: {
    text: 'Votre appareil ou votre clé de sécurité confirme votre identité : par empreinte, visage ou code PIN.',
    unsupported:
      'Ce navigateur ne peut pas utiliser de clés d’accès ici. Il faut https et un navigateur récent.',
    cancelled:
      'Aucune clé d’accès n’a été créée. Réessayez ; un appareil qui en a déjà une ne peut pas en créer une autre.',
    nameHint: 'Pour la distinguer de vos autres clés d’accès.',
    submit: 'Créer la clé d’accès',
  },
  totp: {
    text: 'Scannez le code avec une application telle que Google Authenticator, 1Password ou Aegis, puis saisissez les six chiffres affichés.',
    qrCode: 'Code QR pour l’application d’authentification',
    key: 'Ou saisissez cette clé, ou <a>ouvrez l’application sur cet appareil</a> :',
    submit: 'Confirmer',
  },
  request: {
    passkeyUnused: 'La clé d’accès n’a pas été utilisée. Réessayez.',
    unsupported:
      'Ce navigateur ne peut pas utiliser votre clé d’accès ici. Utilisez un autre navigateur ou un code de récupération.',
    usePasskey: 'Utiliser une clé d’accès',
    codeHint: 'Six chiffres, de votre application d’authentification.',
    recoveryCode: 'Code de récupération',
    recoveryCodeHint: 'Chaque code ne fonctionne qu’une fois.',
    useFactor: 'Utiliser votre second facteur',
    useRecoveryCode: 'Utiliser un code de récupération',
  },
  recoveryCodes: {
    title: 'Enregistrez vos codes de récupération',
    text: 'Chaque code vous connecte une fois si vous perdez votre second facteur. Ils ne seront plus affichés : conservez-les avec vos mots de passe.',
    list: 'Codes de récupération',
    file: 'Codes de récupération Paraph',
    filename: 'paraph-codes-de-recuperation.txt',
    download: 'Télécharger',
    saved: 'Je les ai enregistrés',
  },
  rename: { button: 'Renommer', label: 'Renommer la clé d’accès {name}', title: 'Renommer la clé d’accès' },
  remove: {
    totpLabel: 'Retirer l’application d’authentification',
    totpTitle: 'Retirer l’application d’authentification ?',
    passkeyLabel: 'Retirer la clé d’accès {name}',
    passkeyTitle: 'Retirer la clé d’accès {name} ?',
    text: 'Elle ne permettra plus de se connecter. Sans autre facteur, votre mot de passe suffit et vos codes de récupération ne sont plus valables.',
    keep: 'Conserver',
  },
}
