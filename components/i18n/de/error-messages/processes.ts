import type { processMessages as english } from '#lib/core/error-messages/processes'

export const processMessages: Record<(typeof english)[number], string> = {
  'A process needs a document before it is sent.':
    'Ein Vorgang braucht ein Dokument, bevor er gesendet wird.',
  'A process needs a signer or approver before it is sent.':
    'Ein Vorgang braucht jemanden, der unterschreibt oder freigibt, bevor er gesendet wird.',
  '“{name}” cannot be signed: {reason} Print it to a new PDF, upload that and use it instead.':
    '„{name}“ kann nicht unterschrieben werden: {reason} Drucken Sie es in ein neues PDF, laden Sie dieses hoch und verwenden Sie es stattdessen.',
  'The process would have expired already: the days count from its sending.':
    'Der Vorgang wäre schon abgelaufen: Die Tage zählen ab dem Senden.',
  'Cannot be changed after sending.': 'Kann nach dem Senden nicht mehr geändert werden.',
  'The documents have fields, but nobody signs or approves.':
    'Die Dokumente haben Felder, aber niemand unterschreibt oder gibt frei.',
  'No signer is left for the role “{role}” of the text tags.':
    'Für die Rolle „{role}“ der Textmarken ist kein Unterzeichner übrig.',
  'A process has at most {limit} fields.': 'Ein Vorgang hat höchstens {limit} Felder.',
  'A process has at most {limit} signers.': 'Ein Vorgang hat höchstens {limit} Unterzeichner.',
  'The process is not waiting for this signer.': 'Der Vorgang wartet nicht auf diesen Unterzeichner.',
  'The field {id} is not in this process.': 'Das Feld {id} gehört nicht zu diesem Vorgang.',
  'The field {id} is not in this template.': 'Das Feld {id} gehört nicht zu dieser Vorlage.',
  'The field {id} appears twice.': 'Das Feld {id} kommt zweimal vor.',
  'The signer {id} appears twice.': 'Dieser Unterzeichner kommt zweimal vor.',
  'The signer {id} is not in this process.': 'Dieser Unterzeichner ist nicht in diesem Vorgang.',
  'The document {id} is not in this process.': 'Dieses Dokument ist nicht in diesem Vorgang.',
  'The document {id} is not in this template.': 'Dieses Dokument ist nicht in dieser Vorlage.',
  'The document {id} stays in this process.': 'Dieses Dokument bleibt in diesem Vorgang.',
  'The document {id} is replaced twice.': 'Dieses Dokument wird zweimal ersetzt.',
  'It is not your turn to sign this process.': 'In diesem Vorgang sind nicht Sie an der Reihe.',
  'A {role} fills no fields.': 'Personen mit der Rolle {role} füllen keine Felder aus.',
  'Page {page} does not exist: the document has {pages}.':
    'Die Seite {page} gibt es nicht: Das Dokument hat {pages}.',
  'Is left of the page.': 'Ragt über den linken Rand der Seite hinaus.',
  'Is above the page.': 'Ragt über den oberen Rand der Seite hinaus.',
  'Reaches beyond the right edge: the page is {width} points wide.':
    'Ragt über den rechten Rand hinaus: Die Seite ist {width} Punkt breit.',
  'Reaches below the bottom edge: the page is {height} points high.':
    'Ragt über den unteren Rand hinaus: Die Seite ist {height} Punkt hoch.',
  'A {type} field needs options.': 'Ein Feld dieses Typs braucht Optionen.',
  'Options must be different.': 'Die Optionen müssen sich unterscheiden.',
  'A {type} field cannot be read-only: its signer fills it.':
    'Ein Feld dieses Typs kann nicht schreibgeschützt sein: Sein Unterzeichner füllt es aus.',
  'A read-only field needs a value.': 'Ein schreibgeschütztes Feld braucht einen Wert.',
  'Only a date can be filled in automatically.': 'Nur ein Datum kann automatisch eingetragen werden.',
  'An automatic date has no bounds and is not read-only.':
    'Ein automatisches Datum hat keine Grenzen und ist nicht schreibgeschützt.',
  'A {type} field is always shown: it cannot have a condition.':
    'Ein Feld dieses Typs wird immer gezeigt: Es kann keine Bedingung haben.',
  'Only a number can be calculated.': 'Nur eine Zahl kann berechnet werden.',
  'A calculated field cannot be changed anyway: leave `read_only` out.':
    'Ein berechnetes Feld kann ohnehin nicht geändert werden: Es ist nicht schreibgeschützt.',
  'A calculated field has no limits.': 'Ein berechnetes Feld hat keine Grenzen.',
  'Is calculated.': 'Dieses Feld wird berechnet.',
  'Is filled in automatically.': 'Dieses Feld wird automatisch ausgefüllt.',
  'Cannot be preset: only the signer fills this field.':
    'Kann nicht vorbelegt werden: Nur der Unterzeichner füllt dieses Feld aus.',
  'min must not be more than max.': 'Das Minimum darf nicht größer als das Maximum sein.',
  'min_date must not be after max_date.': 'Das früheste Datum darf nicht nach dem spätesten liegen.',
  'min_length must not be more than max_length.':
    'Die Mindestlänge darf nicht größer als die Höchstlänge sein.',
  'Does not match the required pattern.': 'Entspricht nicht dem geforderten Muster.',
  'Must be a regular expression in RE2 syntax: look-around and back references are not supported.':
    'Hier wird ein regulärer Ausdruck in RE2-Syntax erwartet: ohne Lookaround und Rückverweise.',
  'There may be at most {limit} different patterns.': 'Höchstens {limit} verschiedene Muster.',
  'Too large: {size} instructions with all repetitions expanded; at most {limit}. Use `max_length` to limit the length.':
    'Zu groß: {size} Anweisungen mit allen Wiederholungen; höchstens {limit}. Begrenzen Sie stattdessen die Länge des Feldes.',
  'Refers to its own field, directly or through other fields.':
    'Verweist auf das eigene Feld, direkt oder über andere Felder.',
  'No field of this signer has the label “{label}”.':
    'Kein Feld dieses Unterzeichners hat die Bezeichnung „{label}“.',
  '{count} fields of this signer have the label “{label}”: give them different labels.':
    '{count} Felder dieses Unterzeichners haben die Bezeichnung „{label}“: Geben Sie ihnen verschiedene.',
  '“{label}” is a {type} field, which cannot be referred to.':
    'Auf das Feld „{label}“ kann nicht verwiesen werden: Es ist eine Unterschrift oder ein Kürzel.',
  '“{label}” is a checkbox: compare it with true or false.':
    '„{label}“ ist ein Ankreuzfeld: Vergleichen Sie es mit true oder false.',
  '“{label}” is a number: compare it with one such as {example}.':
    '„{label}“ ist eine Zahl: Vergleichen Sie das Feld mit einer Zahl wie {example}.',
  '“{label}” is a date: compare it with one such as {example}.':
    '„{label}“ ist ein Datum: Vergleichen Sie das Feld mit einem Datum wie {example}.',
  '“{value}” is not an option of “{label}”.': '„{value}“ ist keine Option von „{label}“.',
  '“{label}” is a {type} field: formulas use {types} fields.':
    '„{label}“ ist kein Feld für Zahl, Text oder Auswahl: Formeln verwenden nur diese.',
  'The {member} of the stored field “{label}”: {message}': 'Das Feld „{label}“: {message}',
  'The preset value of the field “{label}”: {message}':
    'Der vorgegebene Wert des Feldes „{label}“: {message}',
  '“{name}” needs parentheses.': '„{name}“ braucht Klammern.',
  'A closing parenthesis is missing.': 'Eine schließende Klammer fehlt.',
  'A number or label is missing at the end.': 'Am Ende fehlt eine Zahl oder Bezeichnung.',
  'A number or label is missing before “{token}”.': 'Vor „{token}“ fehlt eine Zahl oder Bezeichnung.',
  'An operator is missing between two operands.': 'Zwischen zwei Operanden fehlt ein Operator.',
  'Not understood from “{rest}” on.': 'Nicht verständlich ab „{rest}“.',
  'Give exactly one of `equals`, `not_equals` and `filled`.': 'Wählen Sie genau einen Vergleich.',
  'Required, unless the field has an `anchor`.': 'Geben Sie die Position des Feldes an.',
}
