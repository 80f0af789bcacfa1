import type { Messages } from '../messages.ts'

export const common: Messages['common'] = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  delete: 'Löschen',
  remove: 'Entfernen',
  edit: 'Bearbeiten',
  undo: 'Rückgängig',
  retry: 'Erneut versuchen',
  signInAgain: 'Erneut anmelden',
  request: 'Anfrage',
  dismiss: 'Schließen',
  loading: 'Wird geladen',
  all: 'Alle',
  name: 'Name',
  email: 'E-Mail',
  roles: { tenant_admin: 'Administrator', user: 'Benutzer', viewer: 'Betrachter' },
  errors: {
    network: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    unavailable: 'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    tooMany: 'Zu viele Anfragen in kurzer Zeit. Warten Sie eine Minute und versuchen Sie es erneut.',
    internal:
      'Bei uns ist ein Fehler aufgetreten. Es sind keine Daten verloren gegangen. Versuchen Sie es erneut; falls es wieder geschieht, wenden Sie sich an Ihren Administrator.',
    pageTitle: 'Diese Seite ist nicht verfügbar',
  },
  offline: 'Sie sind offline. Die Anzeige ist möglicherweise nicht aktuell.',
  colours: { label: 'Farben', light: 'Hell', system: 'Wie das Gerät', dark: 'Dunkel' },
  details: 'Details',
  skip: 'Zum Inhalt',
}
