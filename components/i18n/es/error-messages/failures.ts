import type { failureMessages as english } from '#lib/core/error-messages/failures'

export const failureMessages: Record<(typeof english)[number], string> = {
  'Something went wrong on our side. It will be retried.':
    'Se ha producido un error por nuestra parte. Se volverá a intentar.',
  'Processing was interrupted and will be retried.':
    'El procesamiento se ha interrumpido y se volverá a intentar.',
  'Processing of the document was interrupted.': 'El procesamiento del documento se ha interrumpido.',
  'Processing the document needs more than {limit} MB of memory.':
    'Procesar el documento requiere más de {limit} MB de memoria.',
  'Processing the document takes more than {limit} s.': 'Procesar el documento tarda más de {limit} s.',
  'Processing the document took more than {limit} s on a busy machine.':
    'El procesamiento del documento tardó más de {limit} s en un servidor ocupado.',
  'No time-stamping authority is available.': 'No hay ninguna autoridad de sellado de tiempo disponible.',
  'The new revision adds no signature over the whole file.':
    'La nueva revisión no añade una firma sobre todo el archivo.',
  'The new revision is not valid: {reason}': 'La nueva revisión no es válida: {reason}',
  'The file is certified: no fields may be added.':
    'El archivo está certificado: no se pueden añadir campos.',
  'The file has no pages.': 'El archivo no tiene páginas.',
  'The file has no empty field for the seal.': 'El archivo no tiene un campo vacío para el sello.',
  'The cross-reference sections of the file cannot be followed.':
    'La estructura del archivo está dañada (referencias cruzadas).',
  'The earlier bytes of the file were changed.': 'Se han modificado los bytes anteriores del archivo.',
  'The picture is not a PNG, or is damaged.': 'La imagen no es un PNG o está dañada.',
  'The picture has too many pixels.': 'La imagen tiene demasiados píxeles.',
  'The picture is damaged.': 'La imagen está dañada.',
  'The picture is empty.': 'La imagen está vacía.',
  'The storage of this installation is full, so nothing was saved. The operator must free some space.':
    'El almacenamiento de esta instalación está lleno y no se ha guardado nada. El operador debe liberar espacio.',
  'The disk of the database is full, so nothing was saved. The operator must free some space.':
    'El disco de la base de datos está lleno y no se ha guardado nada. El operador debe liberar espacio.',
  'The storage of this installation is not available; nothing was saved. Try again later.':
    'El almacenamiento de esta instalación no está disponible; no se ha guardado nada. Inténtelo más tarde.',
  'The SMTP server does not respond. The email will be sent when it does.':
    'El servidor SMTP no responde. El correo se enviará cuando responda.',
  "Can't send mail - all recipients were rejected: {response}":
    'El servidor de correo ha rechazado al destinatario: {response}',
  'The user who started it was deleted.': 'El usuario que inició el envío ha sido eliminado.',
  'The role of the user who started it does not allow this any more.':
    'El rol del usuario que lo inició ya no lo permite.',
  'The user who started it must set up a second factor first.':
    'El usuario que lo inició debe configurar antes un segundo factor.',
  'The API key that started it was deleted.': 'La clave de API con la que se inició se ha eliminado.',
  'The API key that started it has expired.': 'La clave de API con la que se inició ha caducado.',
  'The API key that started it lacks the scope {scope}.':
    'A la clave de API con la que se inició le falta el permiso {scope}.',
  'The API key that started it is not allowed from the IP address it was started from.':
    'La clave de API con la que se inició ya no está permitida desde la dirección IP de origen.',
  'The email address of the organisation is not confirmed.':
    'La dirección de correo de la organización no está confirmada.',
  'The template was deleted.': 'La plantilla se ha eliminado.',
  'The user who started it has no access to the folder of the template.':
    'El usuario que inició el envío no tiene acceso a la carpeta de la plantilla.',
  'The data of the person was erased.': 'Los datos de la persona se han borrado.',
  'Monthly quota exceeded: {used} of {limit} {quota} used. It resets on {day}.':
    'Cuota mensual superada: {used} de {limit} usados. Se restablece el {day}.',
  'Cancelled: the webhook was disabled.': 'Cancelado: el webhook se ha desactivado.',
  'No response within {seconds} s.': 'Sin respuesta en {seconds} s.',
  'Responded with {status}; redirects are not followed.':
    'Respuesta {status}; no se siguen las redirecciones.',
  'Responded with 410 Gone.': 'Respuesta 410 Gone.',
  'Responded with {status}.': 'Respuesta {status}.',
  'The connection was refused.': 'La conexión se ha rechazado.',
  'The connection was reset.': 'La conexión se ha restablecido.',
  'The host cannot be reached.': 'No se puede acceder al host.',
  'The network cannot be reached.': 'No se puede acceder a la red.',
  'The connection timed out.': 'Se ha agotado el tiempo de la conexión.',
  'The response headers are too long.': 'Los encabezados de la respuesta son demasiado largos.',
  'The response takes longer than {seconds} s.': 'La respuesta tarda más de {seconds} s.',
  'The response is larger than {limit} bytes.': 'La respuesta supera {limit} bytes.',
  'The TLS connection failed ({code}).': 'La conexión TLS ha fallado ({code}).',
  'The connection failed ({code}).': 'La conexión ha fallado ({code}).',
  'The connection failed.': 'La conexión ha fallado.',
  '{message} Print it to a new PDF first.': '{message} Imprímalo primero en un PDF nuevo.',
  '{message} Try again shortly; if it happens again, print the document to a new PDF and use that.':
    '{message} Inténtelo de nuevo en un momento; si vuelve a ocurrir, imprima el documento en un PDF nuevo y use ese.',
  'This is not a PDF file.': 'No es un archivo PDF.',
  'The database is not available. Try again shortly.':
    'La base de datos no está disponible. Inténtelo de nuevo en un momento.',
}
