import type { Messages } from '../messages.ts'

export const vault: Messages['vault'] = {
  title: 'Archiv',
  intro: 'Abgeschlossene Dokumente mit ihren Nachweisen.',
  document: 'Dieses Dokument',
  search: 'Namen und Schlagwörter durchsuchen',
  noResults: 'Keine Ergebnisse',
  noMatch: 'Kein Dokument passt zu dieser Suche.',
  empty: 'Das Archiv ist leer',
  emptyText:
    'Sobald alle einen Vorgang unterschrieben haben, erscheinen die gesiegelten Dokumente hier mit Zertifikat und Protokoll.',
  columns: { name: 'Name', signed: 'Unterschrieben', size: 'Größe', status: 'Status', files: 'Dateien' },
  status: {
    label: 'Status',
    current: 'Nicht ausgelagert',
    active: 'Aktiv',
    expiring: 'Aufbewahrung endet bald',
    expired: 'Aufbewahrung abgelaufen',
    archived: 'Ausgelagert',
  },
  signedBy: 'Unterschrieben von {names}',
  package: 'Paket',
  packageOf: 'Paket von {name}',
  pdf: 'PDF',
  pdfOf: 'Unterschriebenes PDF von {name}',
  signers: 'Unterzeichner',
  details: 'Einzelheiten',
  facts: {
    file: 'Datei',
    pages: '{count, plural, one {# Seite} other {# Seiten}}, {size}',
    signed: 'Unterschrieben',
    retention: 'Aufbewahrt bis',
    archived: 'Ausgelagert',
    process: 'Vorgang',
    seal: 'Siegel',
    timeStamp: 'Zeitstempel',
    sha256: 'SHA-256',
  },
  verification: {
    title: 'Prüfung',
    checking: 'Die Datei wird geprüft',
    valid:
      '{count, plural, one {# Signatur ist gültig.} other {Alle # Signaturen sind gültig.}} Nach dem Unterschreiben wurde nichts geändert.',
    changed: 'Die Signaturen sind gültig, aber die Datei wurde nach dem Unterschreiben geändert.',
    invalid: 'Die Datei enthält ungültige Signaturen.',
    voided: 'Der Absender hat diesen Vorgang am {date} für nichtig erklärt. Die Signaturen bleiben gültig.',
    signature: '{level}, ausgestellt von {issuer}',
  },
  tags: {
    title: 'Schlagwörter',
    none: 'Keine Schlagwörter.',
    add: 'Schlagwort hinzufügen',
    remove: 'Schlagwort {tag} entfernen',
    removed: 'Schlagwort entfernt.',
  },
  archive: {
    archive: 'Auslagern',
    unarchive: 'Zurückholen',
    archived: '{count, plural, one {Dokument ausgelagert.} other {# Dokumente ausgelagert.}}',
    unarchived: '{count, plural, one {Dokument zurückgeholt.} other {# Dokumente zurückgeholt.}}',
  },
  bulk: {
    tag: 'Schlagwort vergeben',
    tagged:
      '{count, plural, one {Schlagwort an # Dokument vergeben.} other {Schlagwort an # Dokumente vergeben.}}',
    download: 'Als ZIP herunterladen',
    progress: '{done} von {total}',
    failed:
      '{count, plural, one {# Dokument konnte nicht geändert werden.} other {# Dokumente konnten nicht geändert werden.}}',
  },
}
