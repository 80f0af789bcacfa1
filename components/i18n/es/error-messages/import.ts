import type { importMessages as english } from '#lib/core/error-messages/import'

export const importMessages: Record<(typeof english)[number], string> = {
  'The file is signed already: its form fields and text tags cannot be replaced.':
    'El archivo ya está firmado: sus campos de formulario y etiquetas de texto no se pueden sustituir.',
  'The content of page {page} cannot be read: text tags on it are not found, and stay visible.':
    'No se puede leer el contenido de la página {page}: sus etiquetas de texto no se encuentran y quedan visibles.',
  'A list with {count} options is not imported: between 1 and {max} are possible.':
    'Una lista con {count} opciones no se importa: son posibles de 1 a {max}.',
  'A radio field with {count} options is not imported: between 2 and {max} are possible.':
    'Un campo de selección con {count} opciones no se importa: son posibles de 2 a {max}.',
  'A read-only field without a value is not imported.': 'Un campo de solo lectura sin valor no se importa.',
  'A password field is not imported.': 'Un campo de contraseña no se importa.',
  'A list in which several options can be selected is not imported.':
    'Una lista de selección múltiple no se importa.',
  'A push button is not imported.': 'Un botón no se importa.',
  'A signature is not imported.': 'Una firma no se importa.',
  'A field without a type is not imported.': 'Un campo sin tipo no se importa.',
  'The tag has the unknown key “{key}”. Known: {keys}.':
    'La etiqueta tiene la clave desconocida «{key}». Conocidas: {keys}.',
  'The tag has the key “{key}” twice.': 'La etiqueta tiene dos veces la clave «{key}».',
  'The tag has the unknown type “{type}”. Known: {types}.':
    'La etiqueta tiene el tipo desconocido «{type}». Conocidos: {types}.',
  '“{key}” of the tag must be true or false.': '«{key}» en la etiqueta debe ser true o false.',
  '“width” and “height” of the tag must be points, such as 120.':
    '«width» y «height» en la etiqueta deben ser puntos, por ejemplo 120.',
  'The tag needs “options”.': 'La etiqueta necesita «options».',
  'The tag has {count} options; at most {max} are possible.':
    'La etiqueta tiene {count} opciones; como máximo son posibles {max}.',
  'The tag has the option “{option}” twice.': 'La etiqueta tiene dos veces la opción «{option}».',
}
