/** Emails to signers: sending them again. */
export const resend = {
  menu: 'Volver a enviar la invitación',
  done: 'La invitación a {name} se envía de nuevo.',
  tooSoon: 'El último correo se envió hace menos de un minuto. Inténtelo de nuevo en un minuto.',
  own: 'Enviarme el enlace',
  ownDone: 'El enlace para firmar va en camino a {email}.',
  ownTurn: 'Es su turno de firmar.',
  ownTurnText:
    'El enlace para firmar está en el correo enviado a {email}. Puede pedir que se le envíe de nuevo.',
  ownTurnWithoutEmail: 'Este proceso no envía correos: el remitente le da el enlace para firmar.',
}

/** The delivery of the last email to a signer. */
export const delivery = {
  queued: 'Correo puesto en cola',
  delayed: 'El servidor de correo aún no ha aceptado el correo; se volverá a intentar. {error}',
  sent: 'Correo aceptado por el servidor de correo',
  local: 'No hay servidor de correo: el correo se muestra en /mailbox',
  failed: 'No se pudo entregar el correo electrónico: {error}',
}
