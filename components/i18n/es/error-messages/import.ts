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
  'A hidden field is not imported.': 'Un campo oculto no se importa.',
  'A field on the hidden layer “{layer}” is not imported.':
    'Un campo de la capa oculta «{layer}» no se importa.',
  'A field that the form does not list is not imported.':
    'Un campo que el formulario no incluye en su lista no se importa.',
  'A field without a place on a page is not imported.': 'Un campo sin lugar en una página no se importa.',
  'The field checks its input by a script, which is not kept: {script}':
    'El campo comprueba la entrada con un script que no se conserva: {script}',
  'The format of the field is not kept: {script}': 'El formato del campo no se conserva: {script}',
  'The field checks its value by a script, which is not kept: {script}':
    'El campo comprueba el valor con un script que no se conserva: {script}',
  'The calculation of the field is not kept: the signer enters the value.':
    'El cálculo del campo no se conserva: el firmante introduce el valor.',
  'The field takes {length} characters in the file; signers enter at most {max}.':
    'El campo admite {length} caracteres en el archivo; los firmantes introducen como máximo {max}.',
  'The buttons with the text “{option}” are selected together.':
    'Los botones con el texto «{option}» se seleccionan juntos.',
  'The places of the field are turned differently; all are drawn as the first one.':
    'Los lugares del campo están girados de forma distinta; todos se dibujan como el primero.',
  'The export values of the list are not kept: the process has the texts of its options.':
    'Los valores de exportación de la lista no se conservan: el proceso contiene los textos de las opciones.',
  'The export value “{value}” of the checkbox is not kept.':
    'El valor de exportación «{value}» de la casilla no se conserva.',
  'The font “{font}” of the field is not kept.': 'El tipo de letra «{font}» del campo no se conserva.',
  'The colours of the field are not kept.': 'Los colores del campo no se conservan.',
  'The border of the field is drawn as a plain line.': 'El borde del campo se dibuja como una línea simple.',
  'The file has an XFA form too: its calculations, formats and checks are not kept.':
    'El archivo tiene además un formulario XFA: sus cálculos, formatos y comprobaciones no se conservan.',
  'The tag “{tag}” is not understood: it is not imported as text. Write its name and type, such as {example}.':
    'La etiqueta «{tag}» no se entiende y no se importa como texto. Escriba su nombre y tipo, por ejemplo {example}.',
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
