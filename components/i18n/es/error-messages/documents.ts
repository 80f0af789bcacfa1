import type { documentMessages as english } from '#lib/core/error-messages/documents'

export const documentMessages: Record<(typeof english)[number], string> = {
  'Choose a file.': 'Elija un archivo.',
  'Choose a PDF file.': 'Elija un archivo PDF.',
  'The file is larger than {limit} MB.': 'El archivo ocupa más de {limit} MB.',
  'The upload was cut off or is malformed.': 'La carga del archivo se ha interrumpido. Inténtelo de nuevo.',
  'Must be the id of a folder.': 'Elija una carpeta.',
  'Must be the id of a folder, or "none".': 'Elija una carpeta o ninguna.',
  'Must be "everyone" or a list of at most {limit} user ids.':
    'Elija a todos o como máximo {limit} usuarios.',
  'There is a folder “{name}” already.': 'Ya existe una carpeta «{name}».',
  'The folder {id} does not exist.': 'Esta carpeta no existe o usted no tiene acceso a ella.',
  'The user {id} does not exist.': 'Este usuario no existe.',
  'The document {id} does not exist.': 'Este documento no existe o usted no tiene acceso a él.',
  'The document {id} is in another folder.': 'Este documento está en otra carpeta.',
  'The document {id} appears twice.': 'Este documento aparece dos veces.',
  'The document {id} belongs to another process.': 'Este documento pertenece a otro proceso.',
  'The template {id} does not exist.': 'Esta plantilla no existe o usted no tiene acceso a ella.',
  'The template has no role “{role}”.': 'La plantilla no tiene el rol «{role}».',
  'The template has no such role.': 'La plantilla no tiene este rol.',
  'The role “{role}” appears twice.': 'El rol «{role}» aparece dos veces.',
  'The role “{role}” needs a person.': 'El rol «{role}» necesita una persona.',
  'The list has no rows.': 'La lista no tiene filas.',
  'The list has more than {limit} rows.': 'La lista tiene más de {limit} filas.',
  'The list has more than {limit} columns.': 'La lista tiene más de {limit} columnas.',
  'Line {line} has {cells} cells, but the header has {columns}.':
    'La línea {line} tiene {cells} celdas, pero el encabezado tiene {columns}.',
  'A quotation mark is not closed before the end of the list.':
    'Unas comillas no se cierran antes del final de la lista.',
  'Line {line} has a quotation mark in the wrong place. Enclose the cell in quotation marks, and double those within it.':
    'La línea {line} tiene comillas en un lugar incorrecto. Ponga la celda entre comillas y duplique las que contiene.',
  'The list is not a valid CSV.': 'La lista no es un CSV válido.',
  'Neither a role of the template nor a label of its fields.':
    'No es ni un rol de la plantilla ni la etiqueta de uno de sus campos.',
  'Has characters that cannot be read. Save the list as UTF-8.':
    'Contiene caracteres ilegibles. Guarde la lista como UTF-8.',
  'The name of the column {name} has characters that cannot be read.':
    'El nombre de la columna {name} contiene caracteres ilegibles.',
  'Two columns have the name {name}.': 'Dos columnas tienen el nombre {name}.',
  'No column can have the name {name}.': 'Ninguna columna puede llamarse {name}.',
  'Line {line} has a cell in a column without a name.':
    'La línea {line} tiene una celda en una columna sin nombre.',
  'Row {row} has the same people as row {earlier}.':
    'La fila {row} tiene las mismas personas que la fila {earlier}.',
  'No field has this label.': 'Ningún campo tiene esta etiqueta.',
  'Up to 100 ids of vault documents, separated by commas.': 'Como máximo 100 documentos de la bóveda.',
  'This is not a valid URL.': 'No es una URL válida.',
  'The address is missing.': 'Indique la dirección.',
  'The URL must start with https://.': 'La URL debe empezar por https://.',
  'The URL must not contain a user name or password.':
    'La URL no debe contener nombre de usuario ni contraseña.',
  'The host must be a full name, such as example.com.':
    'El host debe ser un nombre completo, por ejemplo example.com.',
  'Port {port} is not allowed.': 'El puerto {port} no está permitido.',
  'DNS lookup failed: {host} could not be resolved.': 'La consulta DNS ha fallado: no se encuentra {host}.',
  'This address is not on the public Internet.': 'Esta dirección no está en el Internet público.',
  'Must be one of *, {events}.': 'Eventos posibles: *, {events}.',
  'Choose at least one event, or "*" for all.': 'Elija al menos un evento o todos.',
}
