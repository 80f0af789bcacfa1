import type { documentMessages as english } from '#lib/core/error-messages/documents'

export const documentMessages: Record<(typeof english)[number], string> = {
  'Choose a file.': 'Wählen Sie eine Datei.',
  'Choose a PDF file.': 'Wählen Sie eine PDF-Datei.',
  'The file is larger than {limit} MB.': 'Die Datei ist größer als {limit} MB.',
  'The upload was cut off or is malformed.': 'Das Hochladen wurde unterbrochen. Versuchen Sie es erneut.',
  'Must be the id of a folder.': 'Wählen Sie einen Ordner.',
  'Must be the id of a folder, or "none".': 'Wählen Sie einen Ordner oder keinen.',
  'Must be "everyone" or a list of at most {limit} user ids.':
    'Wählen Sie alle oder höchstens {limit} Benutzer.',
  'There is a folder “{name}” already.': 'Es gibt schon einen Ordner „{name}“.',
  'The folder {id} does not exist.': 'Diesen Ordner gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'The user {id} does not exist.': 'Diesen Benutzer gibt es nicht.',
  'The document {id} does not exist.': 'Dieses Dokument gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'The document {id} is in another folder.': 'Dieses Dokument ist in einem anderen Ordner.',
  'The document {id} appears twice.': 'Dieses Dokument kommt zweimal vor.',
  'The document {id} belongs to another process.': 'Dieses Dokument gehört zu einem anderen Vorgang.',
  'The template {id} does not exist.': 'Diese Vorlage gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'The template has no role “{role}”.': 'Die Vorlage hat keine Rolle „{role}“.',
  'The template has no such role.': 'Die Vorlage hat diese Rolle nicht.',
  'The role “{role}” appears twice.': 'Die Rolle „{role}“ kommt zweimal vor.',
  'The role “{role}” needs a person.': 'Die Rolle „{role}“ braucht eine Person.',
  'The list has no rows.': 'Die Liste hat keine Zeilen.',
  'The list has more than {limit} rows.': 'Die Liste hat mehr als {limit} Zeilen.',
  'The list has more than {limit} columns.': 'Die Liste hat mehr als {limit} Spalten.',
  'Line {line} has {cells} cells, but the header has {columns}.':
    'Zeile {line} hat {cells} Zellen, die Kopfzeile aber {columns}.',
  'A quotation mark is not closed before the end of the list.':
    'Ein Anführungszeichen wird bis zum Ende der Liste nicht geschlossen.',
  'Line {line} has a quotation mark in the wrong place. Enclose the cell in quotation marks, and double those within it.':
    'In Zeile {line} steht ein Anführungszeichen an der falschen Stelle. Setzen Sie die Zelle in Anführungszeichen, und verdoppeln Sie die darin.',
  'The list is not a valid CSV.': 'Die Liste ist kein gültiges CSV.',
  'Neither a role of the template nor a label of its fields.':
    'Das ist weder eine Rolle der Vorlage noch die Bezeichnung eines ihrer Felder.',
  'Has characters that cannot be read. Save the list as UTF-8.':
    'Enthält Zeichen, die nicht lesbar sind. Speichern Sie die Liste als UTF-8.',
  'The name of the column {name} has characters that cannot be read.':
    'Der Name der Spalte {name} enthält Zeichen, die nicht lesbar sind.',
  'Two columns have the name {name}.': 'Zwei Spalten haben den Namen {name}.',
  'No column can have the name {name}.': 'Keine Spalte kann {name} heißen.',
  'Line {line} has a cell in a column without a name.':
    'Zeile {line} hat eine Zelle in einer Spalte ohne Namen.',
  'Row {row} has the same people as row {earlier}.':
    'Zeile {row} hat dieselben Personen wie Zeile {earlier}.',
  'No field has this label.': 'Kein Feld hat diese Bezeichnung.',
  'Up to 100 ids of vault documents, separated by commas.': 'Höchstens 100 Dokumente des Tresors.',
  'This is not a valid URL.': 'Das ist keine gültige URL.',
  'The address is missing.': 'Geben Sie die Adresse ein.',
  'The URL must start with https://.': 'Die URL muss mit https:// beginnen.',
  'The URL must not contain a user name or password.':
    'Die URL darf weder Benutzernamen noch Passwort enthalten.',
  'The host must be a full name, such as example.com.':
    'Der Host muss ein vollständiger Name sein, zum Beispiel example.com.',
  'Port {port} is not allowed.': 'Der Port {port} ist nicht erlaubt.',
  'DNS lookup failed: {host} could not be resolved.':
    'DNS-Abfrage ohne Ergebnis: {host} wurde nicht gefunden.',
  'This address is not on the public Internet.': 'Diese Adresse ist nicht im öffentlichen Internet.',
  'Must be one of *, {events}.': 'Mögliche Ereignisse: *, {events}.',
  'Choose at least one event, or "*" for all.': 'Wählen Sie mindestens ein Ereignis oder alle.',
}
