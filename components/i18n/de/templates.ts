import type { Messages } from '../messages.ts'

export const templates: Messages['templates'] = {
  title: 'Vorlagen',
  intro: 'Dokumente, Rollen und Felder zur Wiederverwendung.',
  thisTemplate: 'Diese Vorlage',
  new: 'Neue Vorlage',
  lists: 'Listen',
  search: 'Vorlagen durchsuchen',
  noMatch: 'Keine Vorlage passt. Versuchen Sie es mit weniger Wörtern.',
  empty: 'Noch keine Vorlagen',
  emptyText:
    'Eine Vorlage speichert Dokumente, Rollen und Felder. Beim nächsten Mal ergänzen Sie nur die Namen.',
  columns: { contents: 'Inhalt', used: 'Verwendung', created: 'Erstellt' },
  documentCount: '{count, plural, one {# Dokument} other {# Dokumente}}',
  usage: '{count, plural, =0 {noch nicht verwendet} =1 {einmal verwendet} other {#-mal verwendet}}',
  use: 'Verwenden',
  useNamed: '{name} verwenden',
  sendToList: 'An eine Liste senden',
  fields: 'Felder',
  sections: { signers: 'Unterzeichner', documents: 'Dokumente', details: 'Einzelheiten' },
  facts: {
    roles: 'Rollen',
    fields: 'Felder',
    none: 'noch keine',
    expires: 'Läuft ab',
    expiresAfter: '{days, plural, one {# Tag nach dem Senden} other {# Tage nach dem Senden}}',
    otp: 'Einmalcode',
    required: 'Erforderlich',
    notRequired: 'Nicht erforderlich',
    usage: 'Verwendung',
    lastChange: 'Geändert',
    createdBy: 'Erstellt von',
  },
  menu: {
    change: 'Ändern',
    duplicate: 'Duplizieren',
    duplicated: '„{name}“ wurde erstellt.',
  },
  deletion: {
    title: 'Diese Vorlage löschen?',
    text: '„{name}“ wird für alle Benutzer gelöscht. Die Dokumente und die daraus erstellten Vorgänge bleiben erhalten.',
    done: 'Vorlage gelöscht.',
  },
  form: {
    errors: {
      noName: 'Geben Sie der Vorlage einen Namen.',
      noRoleName: 'Geben Sie der Rolle einen Namen.',
      longName: 'Höchstens 255 Zeichen.',
      noSigner: 'Eine Vorlage braucht mindestens eine Rolle, die unterschreibt oder freigibt.',
      sameName: 'Eine andere Rolle hat diesen Namen.',
    },
  },
  editor: {
    role: 'Rolle',
    noSigners: 'Noch kann keine Rolle Felder ausfüllen. Gehen Sie zurück und fügen Sie eine hinzu.',
    back: 'Zurück zu Dokumenten und Rollen',
    finish: 'Fertig',
  },
  useForm: {
    processName: 'Name des Vorgangs',
    notCreated: 'Der Vorgang wurde nicht erstellt.',
    send: 'Sofort senden',
    draft: 'Entwurf erstellen',
    sent: 'Vorgang gesendet.',
    confirmTitle: 'Jetzt senden?',
    confirmText:
      'Der Vorgang wird an {names} gesendet. Alle Unterzeichner erhalten eine Einladung per E-Mail, wenn sie an der Reihe sind.',
    confirmWithoutEmails:
      'Der Vorgang wird an {names} gesendet. Es werden keine E-Mails verschickt; Sie geben die Links selbst weiter.',
    confirm: 'Jetzt senden',
    cancel: 'Noch nicht',
  },
}
