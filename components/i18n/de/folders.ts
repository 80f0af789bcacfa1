import type { Messages } from '../messages.ts'

export const folders: Messages['folders'] = {
  title: 'Ordner',
  intro: 'Dokumente, Vorgänge und Vorlagen, und wer sie sehen darf.',
  search: 'Ordner suchen',
  noMatch: 'Keine Ordner gefunden. Versuchen Sie es mit weniger Wörtern.',
  new: 'Neuer Ordner',
  empty: 'Noch keine Ordner',
  emptyText:
    'Ein Ordner kann für alle da sein oder für ausgewählte Benutzer: Nur sie sehen dann seinen Inhalt.',
  emptyReadOnly: 'Noch hat Ihnen kein Administrator Zugriff auf einen Ordner gegeben.',
  columns: { access: 'Zugriff', created: 'Erstellt' },
  counts: {
    documents: '{count, plural, one {# Dokument} other {# Dokumente}}',
    processes: '{count, plural, one {# Vorgang} other {# Vorgänge}}',
    templates: '{count, plural, one {# Vorlage} other {# Vorlagen}}',
  },
  access: {
    label: 'Zugriff',
    everyone: 'Alle',
    everyoneHint: 'Alle Benutzer Ihrer Organisation, soweit ihre Rolle es erlaubt.',
    administrators: 'Administratoren',
    count: '{count, plural, one {# Benutzer} other {# Benutzer}}',
    selected: 'Ausgewählte Benutzer',
    selectedHint:
      'Andere Benutzer sehen seinen Inhalt nicht, auch nicht im Tresor. Administratoren sehen ihn immer.',
  },
  users: {
    chooseOne: 'Wählen Sie mindestens einen Benutzer.',
    label: 'Benutzer <selected>({count, number} ausgewählt)</selected>',
    search: 'Benutzer suchen',
    noMatch: 'Kein Benutzer passt.',
    none: 'Außer Administratoren gibt es noch keine Benutzer.',
    more: 'Es gibt weitere. Suchen Sie nach einem Namen oder einer E-Mail-Adresse.',
  },
  form: {
    changeTitle: '„{name}“ ändern',
    create: 'Erstellen',
    changed: '„{name}“ wurde geändert.',
    created: '„{name}“ wurde erstellt.',
  },
  menu: { change: 'Umbenennen oder Zugriff ändern' },
  deletion: {
    title: '„{name}“ löschen?',
    text: 'Nur ein leerer Ordner lässt sich löschen, damit nichts für alle sichtbar wird.',
    done: '„{name}“ wurde gelöscht.',
  },
  folder: 'Ordner',
  noFolder: 'Kein Ordner',
  none: 'Keiner',
  move: {
    action: 'In einen Ordner verschieben',
    button: 'Verschieben',
    title: '„{name}“ verschieben',
    document: 'Ein Dokument eines Vorgangs oder einer Vorlage wird zusammen mit ihm oder ihr verschoben.',
    process: 'Die Dokumente und ihre unterschriebenen Fassungen im Tresor werden mit verschoben.',
    template: 'Die Dokumente werden mit verschoben, und neue Vorgänge aus der Vorlage beginnen dort.',
    hint: 'Benutzer ohne Zugriff auf den Ordner sehen den Eintrag nicht mehr.',
    done: '„{name}“ wurde verschoben.',
  },
}
