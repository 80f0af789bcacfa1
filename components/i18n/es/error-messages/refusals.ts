import type { refusalMessages as english } from '#lib/core/error-messages/refusals'

export const refusalMessages: Record<(typeof english)[number], string> = {
  'You are not allowed to do this.': 'No tiene permiso para hacer esto.',
  'The bulk send has ended.': 'El envío a la lista ha terminado.',
  'The document belongs to a signature process.': 'El documento pertenece a un proceso de firma.',
  'The document belongs to a signature process, whose signers know it by its name.':
    'El documento pertenece a un proceso de firma, cuyos firmantes conocen su nombre.',
  'The document belongs to a signature process already.': 'El documento ya pertenece a un proceso de firma.',
  'The template “{name}” uses this document.': 'La plantilla «{name}» usa este documento.',
  'Folder limit reached: {limit}. Delete one first.': 'Como máximo {limit} carpetas. Elimine primero una.',
  'The folder is not empty ({counts}). Move its records first.':
    'La carpeta no está vacía. Mueva primero su contenido.',
  'A user can have {limit} passkeys. Remove one first.':
    'Como máximo {limit} llaves de acceso. Elimine primero una.',
  'The authenticator app is confirmed already.': 'La aplicación de autenticación ya está confirmada.',
  'An authenticator app is set up already. Remove it first.':
    'Ya hay una aplicación de autenticación. Elimínela primero.',
  'Recovery codes replace a second factor. Set one up first.':
    'Los códigos de recuperación sustituyen a un segundo factor. Configure primero uno.',
  'Your address is already confirmed.': 'Su dirección ya está confirmada.',
  'The last administrator cannot be removed or demoted.':
    'El último administrador no se puede eliminar ni cambiar de rol.',
  'You cannot change your own role.': 'No puede cambiar su propio rol.',
  'Only a draft can be changed.': 'Solo se puede modificar un borrador.',
  'Only a draft can be deleted; cancel it instead.':
    'Solo se puede eliminar un borrador; cancele el proceso en su lugar.',
  'The process has already been sent.': 'El proceso ya se ha enviado.',
  'The process has ended and cannot be cancelled.': 'El proceso ha terminado y ya no se puede cancelar.',
  'The process has ended and cannot be changed.': 'El proceso ha terminado y ya no se puede modificar.',
  'No signer is waiting to sign.': 'No se espera a ningún firmante.',
  'The process is not open for signing.': 'El proceso no está abierto para firmar.',
  'The process has no signatures yet.': 'El proceso todavía no tiene firmas.',
  'The signed document is available once everyone has signed.':
    'El documento firmado está disponible cuando todos han firmado.',
  'Only a completed process can be voided; cancel it instead.':
    'Solo se puede anular un proceso completado; cancélelo en su lugar.',
  'The signer has opened the documents or is not invited yet.':
    'El firmante ha abierto los documentos o todavía no está invitado.',
  'It is not this signer’s turn.': 'No es el turno de este firmante.',
  'A signer who has signed or refused cannot be changed.':
    'Un firmante que ha firmado o rechazado ya no se puede modificar.',
  'The draft was changed while it was being sent. Send it again.':
    'El borrador se ha modificado durante el envío. Envíelo de nuevo.',
  'A signer can only be added before the first signature. Add a viewer or a copy, or cancel and send again.':
    'Solo se puede añadir un firmante antes de la primera firma. Añada a alguien que lea o reciba una copia, o cancele y envíe de nuevo.',
  'The last signer cannot be removed. Cancel the process instead.':
    'El último firmante no se puede quitar. Cancele el proceso en su lugar.',
  'The signature page of the document shows the name {name} and is already signed by others. Cancel the process and send it again.':
    'La página de firmas del documento muestra el nombre {name} y otros ya la han firmado. Cancele el proceso y envíelo de nuevo.',
  'Email notifications are disabled for this process.': 'Los correos están desactivados en este proceso.',
  'The document is under legal hold. Release it first.':
    'El documento tiene retención legal. Levántela primero.',
  'The retention of the document ends on {day}. It can be deleted then.':
    'La conservación del documento termina el {day}. Entonces se podrá eliminar.',
  'The signed files were deleted after their retention.':
    'Los archivos firmados se eliminaron después de su conservación.',
  'Webhook limit reached: {limit}, test mode included. Delete one first.':
    'Como máximo {limit} webhooks, incluido el modo de prueba. Elimine primero uno.',
  'Incorrect code.': 'Código incorrecto.',
  'Incorrect code. Check that the clock of the device is right.':
    'Código incorrecto. Compruebe que el reloj del dispositivo está en hora.',
  'Sign-up is closed on this installation.': 'El registro está cerrado en esta instalación.',
  'The clock of a server is wrong: nothing is sealed before the operator has set it.':
    'El reloj de un servidor está mal: no se sella nada hasta que el operador lo ponga en hora.',
  'Too many documents are being processed. Try again shortly.':
    'Se están procesando demasiados documentos. Inténtelo de nuevo en un momento.',
  'Sign-up is closed: without a mail server (SMTP_URL) it works on this machine only.':
    'El registro está cerrado: sin servidor de correo (SMTP_URL) solo funciona en la máquina del servicio.',
  'The request has no data to download.': 'La solicitud no tiene datos para descargar.',
  'An earlier request for this address has just ended. Send it again.':
    'Una solicitud anterior para esta dirección acaba de terminar. Envíela de nuevo.',
  'After sending, only options.message, options.expires_in_days and options.reminder_days can be changed; signers at /signers.':
    'Después del envío solo se pueden cambiar el mensaje, la caducidad y los recordatorios.',
  'This process does not use one-time codes.': 'Este proceso no usa códigos de un solo uso.',
  'The mail server refuses emails to {email}. Ask the sender to correct the address.':
    'El servidor de correo rechaza los correos a {email}. Pida al remitente que corrija la dirección.',
  'You received this to read only; there is nothing to sign.':
    'Ha recibido esto solo para leerlo; no hay nada que firmar.',
  'You have already signed.': 'Ya ha firmado.',
  'The time to sign has expired.': 'El plazo para firmar ha terminado.',
  'The documents have not been shown yet. POST to `open` once they are, then sign.':
    'Los documentos todavía no se han mostrado. Ábralos y después firme.',
  'The documents are no longer available here.': 'Los documentos ya no están disponibles aquí.',
  'It is not your turn yet.': 'Todavía no es su turno.',
  'The document {id} belongs to a process or template in another folder. Move that one, or upload the file again.':
    'Este documento pertenece a un proceso o a una plantilla de otra carpeta. Mueva eso o suba el archivo de nuevo.',
}
