import type { Messages } from '../messages.ts'

export const secondFactor: Messages['secondFactor'] = {
  title: 'Zweiter Faktor',
  withFactor: 'Die Anmeldung verlangt Ihr Passwort und eines davon.',
  withoutFactor:
    'Mit einem zweiten Faktor genügt ein gestohlenes Passwort nicht, um sich als Sie anzumelden.',
  name: 'Name',
  code: 'Code',
  setupTotp: 'Authenticator-App einrichten',
  addPasskey: 'Passkey hinzufügen',
  signOut: 'Abmelden',
  list: {
    totp: 'Authenticator-App',
    totpOn: 'Aktiv',
    totpOff: 'Codes einer App auf Ihrem Telefon',
    setup: 'Einrichten',
    passkey: 'Passkey',
    anotherPasskey: 'Weiterer Passkey',
    passkeyText: 'Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel',
    passkeyUsed: 'Passkey, zuletzt verwendet <time></time>',
    passkeyUnused: 'Passkey, noch nicht verwendet',
    add: 'Hinzufügen',
    recoveryCodes: 'Wiederherstellungscodes',
    codesLeft: '{count} übrig',
    newCodes: 'Neue Codes',
  },
  passkey: {
    text: 'Ihr Gerät oder Sicherheitsschlüssel bestätigt, dass Sie es sind: mit Fingerabdruck, Gesicht oder PIN.',
    unsupported:
      'Dieser Browser kann hier keine Passkeys verwenden. Sie erfordern https und einen aktuellen Browser.',
    cancelled:
      'Es wurde kein Passkey erstellt. Versuchen Sie es erneut; ein Gerät, das schon einen hat, kann keinen weiteren erstellen.',
    nameHint: 'Um ihn von Ihren anderen Passkeys zu unterscheiden.',
    submit: 'Passkey erstellen',
  },
  totp: {
    text: 'Scannen Sie den Code mit einer App wie Google Authenticator, 1Password oder Aegis und geben Sie dann die sechs angezeigten Ziffern ein.',
    qrCode: 'QR-Code für die Authenticator-App',
    key: 'Oder geben Sie diesen Schlüssel ein oder <a>öffnen Sie die App auf diesem Gerät</a>:',
    submit: 'Bestätigen',
  },
  request: {
    passkeyUnused: 'Der Passkey wurde nicht verwendet. Versuchen Sie es erneut.',
    unsupported:
      'Dieser Browser kann Ihren Passkey hier nicht verwenden. Nehmen Sie einen anderen Browser oder einen Wiederherstellungscode.',
    usePasskey: 'Passkey verwenden',
    codeHint: 'Sechs Ziffern, aus Ihrer Authenticator-App.',
    recoveryCode: 'Wiederherstellungscode',
    recoveryCodeHint: 'Jeder Code gilt nur einmal.',
    useFactor: 'Zweiten Faktor verwenden',
    useRecoveryCode: 'Wiederherstellungscode verwenden',
  },
  recoveryCodes: {
    title: 'Speichern Sie Ihre Wiederherstellungscodes',
    text: 'Mit jedem Code können Sie sich einmal anmelden, wenn Sie Ihren zweiten Faktor verlieren. Sie werden nicht noch einmal angezeigt: Bewahren Sie sie bei Ihren Passwörtern auf.',
    list: 'Wiederherstellungscodes',
    file: 'Paraph-Wiederherstellungscodes',
    filename: 'paraph-wiederherstellungscodes.txt',
    download: 'Herunterladen',
    saved: 'Ich habe sie gespeichert',
  },
  rename: { button: 'Umbenennen', label: 'Den Passkey {name} umbenennen', title: 'Passkey umbenennen' },
  remove: {
    totpLabel: 'Authenticator-App entfernen',
    totpTitle: 'Authenticator-App entfernen?',
    passkeyLabel: 'Passkey {name} entfernen',
    passkeyTitle: 'Passkey {name} entfernen?',
    text: 'Damit ist keine Anmeldung mehr möglich. Ohne weiteren Faktor genügt Ihr Passwort, und Ihre Wiederherstellungscodes verfallen.',
    keep: 'Behalten',
  },
}
