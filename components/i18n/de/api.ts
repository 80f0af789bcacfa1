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
  },
  password: {
    title: 'Geben Sie Ihr Passwort erneut ein',
    text: 'Diese Änderung betrifft den Zugang zum Konto. Wir fragen höchstens alle 15 Minuten.',
    password: 'Passwort',
    submit: 'Weiter',
  },
  ended: {
    title: 'Ihre Sitzung ist beendet',
    text: 'Melden Sie sich erneut an, um fortzufahren. Sie kehren zu dieser Seite zurück, aber nicht gespeicherte Eingaben gehen verloren: Kopieren Sie sie vorher.',
    stay: 'Auf dieser Seite bleiben',
  },
}
