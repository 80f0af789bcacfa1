import type { importMessages as english } from '#lib/core/error-messages/import'

export const importMessages: Record<(typeof english)[number], string> = {
  'The file is signed already: its form fields and text tags cannot be replaced.':
    'Die Datei ist schon unterschrieben: Ihre Formularfelder und Textmarken können nicht ersetzt werden.',
  'The content of page {page} cannot be read: text tags on it are not found, and stay visible.':
    'Der Inhalt der Seite {page} kann nicht gelesen werden: Textmarken darauf werden nicht gefunden und bleiben sichtbar.',
  'A list with {count} options is not imported: between 1 and {max} are possible.':
    'Eine Liste mit {count} Optionen wird nicht importiert: Möglich sind 1 bis {max}.',
  'A radio field with {count} options is not imported: between 2 and {max} are possible.':
    'Eine Gruppe von Optionsfeldern mit {count} Optionen wird nicht importiert: Möglich sind 2 bis {max}.',
  'A read-only field without a value is not imported.':
    'Ein schreibgeschütztes Feld ohne Wert wird nicht importiert.',
  'A password field is not imported.': 'Ein Passwortfeld wird nicht importiert.',
  'A list in which several options can be selected is not imported.':
    'Eine Liste mit Mehrfachauswahl wird nicht importiert.',
  'A push button is not imported.': 'Eine Schaltfläche wird nicht importiert.',
  'A signature is not imported.': 'Eine Unterschrift wird nicht importiert.',
  'A field without a type is not imported.': 'Ein Feld ohne Typ wird nicht importiert.',
  'A hidden field is not imported.': 'Ein verborgenes Feld wird nicht importiert.',
  'A field on the hidden layer “{layer}” is not imported.':
    'Ein Feld auf der ausgeblendeten Ebene „{layer}“ wird nicht importiert.',
  'A field that the form does not list is not imported.':
    'Ein Feld, das im Formular nicht aufgeführt ist, wird nicht importiert.',
  'A field without a place on a page is not imported.':
    'Ein Feld ohne Platz auf einer Seite wird nicht importiert.',
  'The field checks its input by a script, which is not kept: {script}':
    'Das Feld prüft die Eingabe mit einem Skript, das nicht erhalten bleibt: {script}',
  'The format of the field is not kept: {script}': 'Das Format des Feldes bleibt nicht erhalten: {script}',
  'The field checks its value by a script, which is not kept: {script}':
    'Das Feld prüft den Wert mit einem Skript, das nicht erhalten bleibt: {script}',
  'The calculation of the field is not kept: the signer enters the value.':
    'Die Berechnung des Feldes bleibt nicht erhalten: Den Wert gibt ein, wer unterschreibt.',
  'The field takes {length} characters in the file; signers enter at most {max}.':
    'Das Feld fasst in der Datei {length} Zeichen; beim Unterschreiben sind höchstens {max} möglich.',
  'The buttons with the text “{option}” are selected together.':
    'Die Optionsfelder mit dem Text „{option}“ werden zusammen ausgewählt.',
  'The places of the field are turned differently; all are drawn as the first one.':
    'Die Stellen des Feldes sind verschieden gedreht; alle werden wie die erste gezeichnet.',
  'The export values of the list are not kept: the process has the texts of its options.':
    'Die Exportwerte der Liste bleiben nicht erhalten: Der Vorgang enthält die Texte der Optionen.',
  'The export value “{value}” of the checkbox is not kept.':
    'Der Exportwert „{value}“ des Ankreuzfelds bleibt nicht erhalten.',
  'The font “{font}” of the field is not kept.': 'Die Schriftart „{font}“ des Feldes bleibt nicht erhalten.',
  'The colours of the field are not kept.': 'Die Farben des Feldes bleiben nicht erhalten.',
  'The border of the field is drawn as a plain line.':
    'Der Rahmen des Feldes wird als einfache Linie gezeichnet.',
  'The file has an XFA form too: its calculations, formats and checks are not kept.':
    'Die Datei hat auch ein XFA-Formular: Dessen Berechnungen, Formate und Prüfungen bleiben nicht erhalten.',
  'The tag “{tag}” is not understood: it is not imported as text. Write its name and type, such as {example}.':
    'Die Textmarke „{tag}“ wird nicht verstanden und nicht als Text importiert. Schreiben Sie Name und Typ, zum Beispiel {example}.',
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
