import type { Messages } from '../messages.ts'

export const api: Messages['api'] = {
  errors: {
    unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    fileTooLarge: 'Die Datei ist zu groß.',
    unexpected: 'Der Dienst hat unerwartet geantwortet. Versuchen Sie es gleich noch einmal.',
    sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
    factorRequired:
      'Ihre Organisation verlangt jetzt einen zweiten Faktor. Laden Sie die Seite neu, um einen einzurichten.',
    passwordRequired: 'Es wurde nichts geändert. Geben Sie Ihr Passwort erneut ein, um fortzufahren.',
    notFound: 'Das gibt es nicht mehr, oder Sie haben keinen Zugriff darauf.',
    tooMany: 'Zu viele Anfragen in kurzer Zeit. Warten Sie eine Minute und versuchen Sie es erneut.',
    quotaExceeded: 'Das Monatskontingent Ihrer Organisation ist aufgebraucht.',
    emailNotConfirmed:
      'Bestätigen Sie zuerst Ihre E-Mail-Adresse über den Link in der E-Mail, die wir Ihnen gesendet haben.',
    storageFull:
      'Der Speicher des Dienstes ist voll. Es wurde nichts geändert. Wenden Sie sich an Ihren Administrator.',
    internal:
      'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es erneut; wenn er bleibt, wenden Sie sich an Ihren Administrator.',
  },
  password: {
    title: 'Geben Sie Ihr Passwort erneut ein',
    text: 'Diese Änderung betrifft den Zugang zum Konto. Wir fragen höchstens alle 15 Minuten.',
    password: 'Passwort',
    submit: 'Weiter',
  },
  ended: {
    title: 'Ihre Sitzung ist beendet',
    text: 'Melden Sie sich erneut an, um fortzufahren. Ihre Eingaben bleiben erhalten.',
    page: 'Anmeldeseite',
    stay: 'Auf dieser Seite bleiben',
  },
}
