import type { Messages } from '../messages.ts'

export const archives: Messages['archives'] = {
  title: 'Archiv',
  intro: 'Jeder abgeschlossene Vorgang mit allen Dateien in einem ZIP.',
  search: 'Namen durchsuchen',
  noMatch: 'Keine Vorgangsakte passt dazu.',
  empty: 'Das Archiv ist leer',
  emptyText:
    'Sobald alle einen Vorgang unterschrieben haben, können hier alle seine Dateien heruntergeladen werden.',
  columns: { contents: 'Inhalt', completed: 'Abgeschlossen', download: 'Herunterladen' },
  filter: { completedFrom: 'Abgeschlossen ab', completedUntil: 'Abgeschlossen bis' },
  contents:
    '{documents, plural, one {# Dokument} other {# Dokumente}}, {signers, plural, one {# Unterzeichner} other {# Unterzeichner}}',
  filesDeleted: 'Die Dateien wurden nach der Aufbewahrung gelöscht.',
  zip: 'ZIP',
  downloadOf: '{name} als ZIP herunterladen',
  downloading: '{name} wird heruntergeladen',
  downloaded: '{name} wurde heruntergeladen.',
}
