import type { Messages } from '../messages.ts'

export const shell: Messages['shell'] = {
  nav: {
    main: 'Hauptmenü',
    overview: 'Übersicht',
    documents: 'Dokumente',
    processes: 'Vorgänge',
    templates: 'Vorlagen',
    vault: 'Archiv',
    folders: 'Ordner',
    users: 'Benutzer',
    apiKeys: 'API-Schlüssel',
    webhooks: 'Webhooks',
    settings: 'Einstellungen',
  },
  home: 'Paraph, Übersicht',
  account: 'Ihr Konto',
  signOut: 'Abmelden',
  testMode: {
    label: 'Testmodus',
    error: 'Der Modus konnte nicht geändert werden. Versuchen Sie es erneut.',
    banner: 'Jetzt erstellte Dokumente sind nicht rechtsverbindlich und verbrauchen kein Kontingent.',
    record:
      'Im Testmodus erstellt. Die Signaturen stammen von einer Testinstanz und sind nicht rechtsverbindlich.',
  },
  confirmation: {
    label: 'Ihre Adresse ist nicht bestätigt',
    text: 'Bestätigen Sie Ihre Adresse mit dem Link, den wir an <b>{email}</b> gesendet haben. Bis dahin können Sie alles vorbereiten, aber nichts wird an andere gesendet.',
    resend: 'Erneut senden',
    sent: 'Gesendet. Öffnen Sie den Link in der E-Mail.',
    error: 'Die E-Mail konnte nicht gesendet werden. Versuchen Sie es erneut.',
  },
  noAccess: {
    title: 'Kein Zugriff',
    text: 'Ihre Rolle, {role}, erlaubt das nicht. Bitten Sie einen Administrator um eine andere Rolle.',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Diese Seite gibt es nicht, sie wurde gelöscht oder gehört einer anderen Organisation. Prüfen Sie die Adresse.',
  },
  stale: 'Diese Seite ist möglicherweise nicht aktuell.',
  restored: { text: 'Ihre frühere Eingabe ist wieder da.', discard: 'Verwerfen' },
  list: {
    show: 'Anzeigen',
    folder: 'Ordner',
    allFolders: 'Alle Ordner',
    loading: 'Wird geladen: {label}',
    pages: 'Seiten der Liste',
    page: 'Seite {page} von {count} · {total, number} insgesamt',
    pageOfMany: 'Seite {page} · mehr als {total, number} Ergebnisse',
    previous: 'Zurück',
    next: 'Weiter',
  },
  selection: {
    label: 'Aktionen für die Auswahl',
    clear: 'Auswahl aufheben',
    count: '{count, plural, one {# ausgewählt} other {# ausgewählt}}',
    select: '{name} auswählen',
    selectAll: 'Alle auf dieser Seite auswählen',
  },
}
