import type { Messages } from '../messages.ts'

export const documents: Messages['documents'] = {
  title: 'Dokumente',
  intro: 'PDFs werden unverändert gespeichert; PNG und JPEG werden zu PDFs.',
  introWithTextDocuments: 'PDFs bleiben unverändert; PNG, JPEG, DOCX, ODT und HTML werden zu PDFs.',
  thisDocument: 'Dieses Dokument',
  search: 'Dokumente durchsuchen',
  noMatch: 'Kein Dokument passt. Versuchen Sie es mit weniger Wörtern oder allen Status.',
  empty: 'Noch keine Dokumente',
  emptyText:
    'Legen Sie Dateien hier ab oder wählen Sie sie aus. Sie werden bis zum Unterschreiben nicht verändert.',
  emptyReadOnly: 'Es wurden noch keine Dokumente hochgeladen.',
  columns: { uploaded: 'Hochgeladen' },
  filter: {
    uploaded: 'Bereit',
    in_process: 'In einem Vorgang',
    completed: 'Unterschrieben',
  },
  status: { uploaded: 'bereit', in_process: 'in Vorgang', completed: 'unterschrieben' },
  attached: { none: 'Noch keine.', deleted: 'Gelöscht: <time></time>' },
  download: 'Herunterladen',
  send: 'Zur Unterschrift senden',
  details: 'Einzelheiten',
  facts: {
    file: 'Datei',
    uploaded: 'Hochgeladen',
    activeContent: 'Aktive Inhalte',
    usageRights: 'Nutzungsrechte',
    usageRightsText: 'Adobe-Reader-Erweiterungen; jede Signatur macht sie ungültig',
    by: 'Von',
    sha256: 'SHA-256',
  },
  activeContent: {
    javascript: 'JavaScript',
    launch: 'programmstartende Aktionen',
    additional_actions: 'ereignisgesteuerte Aktionen',
    embedded_files: 'eingebettete Dateien',
    xfa: 'ein XFA-Formular',
  },
  view: { label: 'Ansicht', list: 'Liste', grid: 'Raster' },
  menu: {
    rename: 'Umbenennen',
    duplicate: 'Duplizieren',
    duplicated: '„{name}“ wurde erstellt.',
  },
  renaming: { title: '„{name}“ umbenennen', done: 'Neuer Name gespeichert: „{name}“.' },
  deletion: {
    title: 'Dieses Dokument löschen?',
    text: '„{name}“ wird für alle Benutzer gelöscht. Das lässt sich nicht rückgängig machen.',
    done: 'Dokument gelöscht.',
  },
  bulk: {
    deleteTitle: '{count, plural, one {# Dokument löschen?} other {# Dokumente löschen?}}',
    deleteText:
      'Sie werden für alle Benutzer gelöscht. Das lässt sich nicht rückgängig machen. Dokumente, die ein Vorgang oder eine Vorlage braucht, bleiben erhalten.',
    deleted: '{count, plural, one {# Dokument gelöscht.} other {# Dokumente gelöscht.}}',
    moveTitle: '{count, plural, one {# Dokument verschieben} other {# Dokumente verschieben}}',
    moved: '{count, plural, one {# Dokument verschoben.} other {# Dokumente verschoben.}}',
  },
  upload: {
    button: 'Dateien hochladen',
    chooseFiles: 'Dateien auswählen',
    dropArea: 'Legen Sie Dateien hier ab, um sie hochzuladen',
    drop: 'Zum Hochladen ablegen',
    title: 'Uploads',
    clear: 'Abgeschlossene entfernen',
    retry: '{name} erneut senden',
    cancel: 'Hochladen von {name} abbrechen',
    remove: '{name} aus dieser Liste entfernen',
    progress: 'Hochladen von {name}',
    repairedText: 'Die Datei war beschädigt und wurde repariert. Prüfen Sie sie vor dem Senden.',
    count: '{done, number} von {total, number} hochgeladen',
    retryAll: 'Alle erneut versuchen',
    allProgress: 'Alle Uploads',
    connectionLost:
      'Keine Verbindung zum Dienst. Das Hochladen wird von selbst fortgesetzt, sobald sie wieder besteht.',
    showAll: 'Alle {total, number} anzeigen',
    showFewer: 'Weniger anzeigen',
    strip: {
      uploading: '{count, plural, one {# Datei wird hochgeladen…} other {# Dateien werden hochgeladen…}}',
      connectionLost:
        '{count, plural, one {Keine Verbindung: # Datei wartet auf das Hochladen.} other {Keine Verbindung: # Dateien warten auf das Hochladen.}}',
      failed:
        '{count, plural, one {# Datei wurde nicht hochgeladen.} other {# Dateien wurden nicht hochgeladen.}}',
      show: 'Uploads anzeigen',
    },
    states: {
      waiting: 'wartet',
      sending: 'wird gesendet, {percent} %',
      checking: 'wird geprüft',
      rejected: 'abgelehnt',
      failed: 'nicht hochgeladen',
      done: 'hochgeladen',
      repaired: 'hochgeladen, repariert',
    },
    errors: {
      too_large: 'Die Datei ist zu groß. Verkleinern Sie ihre Bilder oder teilen Sie sie auf.',
      pdf_too_large:
        'Die PDF-Datei, die daraus entsteht, wäre zu groß. Verkleinern Sie die Bilder darin oder teilen Sie die Datei auf.',
      not_pdf:
        'Dieser Dateityp wird nicht angenommen, oder die Datei ist beschädigt. Speichern Sie Bilder als PNG oder JPEG und alles andere als PDF, und wählen Sie die Datei dann erneut aus.',
      encrypted: 'Die Datei ist durch ein Passwort geschützt. Speichern Sie eine Kopie ohne Passwort.',
      xfa: 'Das ist ein dynamisches Formular (XFA), das die meisten PDF-Programme nicht öffnen können. Drucken Sie es als PDF und laden Sie dieses hoch.',
      corrupt: 'Die Datei ist beschädigt und lässt sich nicht reparieren. Exportieren Sie sie erneut.',
      too_many_pages: 'Die Datei hat zu viele Seiten. Teilen Sie sie auf.',
      active_content:
        'Sie enthält Skripte oder andere Dateien, die Ihre Organisation nicht annimmt. Drucken Sie sie als PDF.',
      certified: 'Der Autor hat diese Datei zertifiziert und erlaubt keine weiteren Signaturen.',
      too_many_pixels: 'Das Bild hat zu viele Pixel. Verkleinern Sie es und wählen Sie es erneut aus.',
      linked_content:
        'Das Dokument lädt Inhalte von anderer Stelle, zum Beispiel ein verknüpftes Bild. Betten Sie sie ein oder exportieren Sie das Dokument als PDF.',
      not_convertible:
        'Dieses Dokument lässt sich hier nicht in PDF umwandeln. Exportieren Sie es als PDF und wählen Sie es erneut aus.',
    },
  },
}
