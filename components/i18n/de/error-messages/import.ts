import type { importMessages as english } from '#lib/core/error-messages/import'

export const importMessages: Record<(typeof english)[number], string> = {
  'The file is signed already: its form fields and text tags cannot be replaced.':
    'Die Datei ist schon unterschrieben: Ihre Formularfelder und Textmarken können nicht ersetzt werden.',
  'The content of page {page} cannot be read: text tags on it are not found, and stay visible.':
    'Der Inhalt der Seite {page} kann nicht gelesen werden: Textmarken darauf werden nicht gefunden und bleiben sichtbar.',
  'A list with {count} options is not imported: between 1 and {max} are possible.':
    'Eine Liste mit {count} Optionen wird nicht importiert: Möglich sind 1 bis {max}.',
  'A radio field with {count} options is not imported: between 2 and {max} are possible.':
    'Ein Auswahlfeld mit {count} Optionen wird nicht importiert: Möglich sind 2 bis {max}.',
  'A read-only field without a value is not imported.':
    'Ein schreibgeschütztes Feld ohne Wert wird nicht importiert.',
  'A password field is not imported.': 'Ein Passwortfeld wird nicht importiert.',
  'A list in which several options can be selected is not imported.':
    'Eine Liste mit Mehrfachauswahl wird nicht importiert.',
  'A push button is not imported.': 'Eine Schaltfläche wird nicht importiert.',
  'A signature is not imported.': 'Eine Unterschrift wird nicht importiert.',
  'A field without a type is not imported.': 'Ein Feld ohne Typ wird nicht importiert.',
  'The tag has the unknown key “{key}”. Known: {keys}.':
    'Die Textmarke hat den unbekannten Schlüssel „{key}“. Bekannt: {keys}.',
  'The tag has the key “{key}” twice.': 'Die Textmarke hat den Schlüssel „{key}“ zweimal.',
  'The tag has the unknown type “{type}”. Known: {types}.':
    'Die Textmarke hat den unbekannten Typ „{type}“. Bekannt: {types}.',
  '“{key}” of the tag must be true or false.': '„{key}“ in der Textmarke muss true oder false sein.',
  '“width” and “height” of the tag must be points, such as 120.':
    '„width“ und „height“ in der Textmarke müssen Punkte sein, zum Beispiel 120.',
  'The tag needs “options”.': 'Die Textmarke braucht „options“.',
  'The tag has {count} options; at most {max} are possible.':
    'Die Textmarke hat {count} Optionen; höchstens {max} sind möglich.',
  'The tag has the option “{option}” twice.': 'Die Textmarke hat die Option „{option}“ zweimal.',
}
