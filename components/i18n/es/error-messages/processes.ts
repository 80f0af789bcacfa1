import type { processMessages as english } from '#lib/core/error-messages/processes'

export const processMessages: Record<(typeof english)[number], string> = {
  'A process needs a document before it is sent.': 'Un proceso necesita un documento antes de enviarse.',
  'A process needs a signer or approver before it is sent.':
    'Un proceso necesita a alguien que firme o apruebe antes de enviarse.',
  '“{name}” cannot be signed: {reason} Print it to a new PDF, upload that and use it instead.':
    '«{name}» no se puede firmar: {reason} Imprímalo en un PDF nuevo, súbalo y úselo en su lugar.',
  'The process would have expired already: the days count from its sending.':
    'El proceso ya habría caducado: los días cuentan desde su envío.',
  'Cannot be changed after sending.': 'No se puede cambiar después del envío.',
  'The documents have fields, but nobody signs or approves.':
    'Los documentos tienen campos, pero nadie firma ni aprueba.',
  'No signer is left for the role “{role}” of the text tags.':
    'No queda ningún firmante para el rol «{role}» de las etiquetas.',
  'A process has at most {limit} fields.': 'Un proceso tiene como máximo {limit} campos.',
  'A process has at most {limit} signers.': 'Un proceso tiene como máximo {limit} firmantes.',
  'The process is not waiting for this signer.': 'El proceso no espera a este firmante.',
  'The field {id} is not in this process.': 'El campo {id} no pertenece a este proceso.',
  'The field {id} is not in this template.': 'El campo {id} no pertenece a esta plantilla.',
  'The field {id} appears twice.': 'El campo {id} aparece dos veces.',
  'The signer {id} appears twice.': 'Este firmante aparece dos veces.',
  'The signer {id} is not in this process.': 'Este firmante no está en este proceso.',
  'The document {id} is not in this process.': 'Este documento no está en este proceso.',
  'The document {id} is not in this template.': 'Este documento no está en esta plantilla.',
  'The document {id} stays in this process.': 'Este documento permanece en este proceso.',
  'The document {id} is replaced twice.': 'Este documento se sustituye dos veces.',
  'It is not your turn to sign this process.': 'No es su turno de firmar este proceso.',
  'A {role} fills no fields.': 'Las personas con el rol {role} no rellenan campos.',
  'Page {page} does not exist: the document has {pages}.':
    'La página {page} no existe: el documento tiene {pages}.',
  'Is left of the page.': 'Sobresale por el borde izquierdo de la página.',
  'Is above the page.': 'Sobresale por el borde superior de la página.',
  'Reaches beyond the right edge: the page is {width} points wide.':
    'Sobresale por el borde derecho: la página tiene {width} puntos de ancho.',
  'Reaches below the bottom edge: the page is {height} points high.':
    'Sobresale por el borde inferior: la página tiene {height} puntos de alto.',
  'A {type} field needs options.': 'Un campo de este tipo necesita opciones.',
  'Options must be different.': 'Las opciones deben ser diferentes.',
  'A {type} field cannot be read-only: its signer fills it.':
    'Un campo de este tipo no puede ser de solo lectura: lo rellena su firmante.',
  'A read-only field needs a value.': 'Un campo de solo lectura necesita un valor.',
  'Only a date can be filled in automatically.': 'Solo una fecha se puede rellenar automáticamente.',
  'An automatic date has no bounds and is not read-only.':
    'Una fecha automática no tiene límites y no es de solo lectura.',
  'A {type} field is always shown: it cannot have a condition.':
    'Un campo de este tipo se muestra siempre: no puede tener una condición.',
  'Only a number can be calculated.': 'Solo un número se puede calcular.',
  'A calculated field cannot be changed anyway: leave `read_only` out.':
    'Un campo calculado no se puede cambiar de todos modos: no es de solo lectura.',
  'A calculated field has no limits.': 'Un campo calculado no tiene límites.',
  'Is calculated.': 'Este campo se calcula.',
  'Is filled in automatically.': 'Este campo se rellena automáticamente.',
  'Cannot be preset: only the signer fills this field.':
    'No se puede rellenar antes: solo el firmante rellena este campo.',
  'min must not be more than max.': 'El mínimo no debe superar el máximo.',
  'min_date must not be after max_date.': 'La primera fecha no debe ser posterior a la última.',
  'min_length must not be more than max_length.': 'La longitud mínima no debe superar la máxima.',
  'Does not match the required pattern.': 'No coincide con el patrón exigido.',
  'Must be a regular expression in RE2 syntax: look-around and back references are not supported.':
    'Se espera una expresión regular con sintaxis RE2: sin comprobaciones de contexto ni referencias inversas.',
  'There may be at most {limit} different patterns.': 'Como máximo {limit} patrones diferentes.',
  'Too large: {size} instructions with all repetitions expanded; at most {limit}. Use `max_length` to limit the length.':
    'Demasiado grande: {size} instrucciones con todas las repeticiones, como máximo {limit}. Limite más bien la longitud del campo.',
  'Refers to its own field, directly or through other fields.':
    'Remite a su propio campo, directamente o a través de otros.',
  'No field of this signer has the label “{label}”.':
    'Ningún campo de este firmante tiene la etiqueta «{label}».',
  '{count} fields of this signer have the label “{label}”: give them different labels.':
    '{count} campos de este firmante tienen la etiqueta «{label}»: póngales etiquetas diferentes.',
  '“{label}” is a {type} field, which cannot be referred to.':
    'No se puede remitir al campo «{label}»: es una firma o unas iniciales.',
  '“{label}” is a checkbox: compare it with true or false.':
    '«{label}» es una casilla: compárela con true o false.',
  '“{label}” is a number: compare it with one such as {example}.':
    '«{label}» es un número: compárelo con un número como {example}.',
  '“{label}” is a date: compare it with one such as {example}.':
    '«{label}» es una fecha: compárela con una fecha como {example}.',
  '“{value}” is not an option of “{label}”.': '«{value}» no es una opción de «{label}».',
  '“{label}” is a {type} field: formulas use {types} fields.':
    '«{label}» no es un campo de número, texto u opción: las fórmulas solo usan esos.',
  'The {member} of the stored field “{label}”: {message}': 'El campo «{label}»: {message}',
  'The preset value of the field “{label}”: {message}': 'El valor predefinido del campo «{label}»: {message}',
  '“{name}” needs parentheses.': '«{name}» necesita paréntesis.',
  'A closing parenthesis is missing.': 'Falta un paréntesis de cierre.',
  'A number or label is missing at the end.': 'Falta un número o una etiqueta al final.',
  'A number or label is missing before “{token}”.': 'Falta un número o una etiqueta antes de «{token}».',
  'An operator is missing between two operands.': 'Falta un operador entre dos operandos.',
  'Not understood from “{rest}” on.': 'No se entiende a partir de «{rest}».',
  'Give exactly one of `equals`, `not_equals` and `filled`.': 'Elija exactamente una comparación.',
  'Required, unless the field has an `anchor`.': 'Indique la posición del campo.',
}
