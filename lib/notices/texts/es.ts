import type { Texts } from './en.ts'
import { security } from './security/es.ts'

export const es: Texts = {
  dates: 'es',
  test: 'Esto es una prueba, sin valor jurídico.',
  testSubject: 'Prueba: {subject}',
  bareLink: 'Si el botón no funciona, abra este enlace:',
  personalLink: 'Este enlace es personal. No lo comparta: quien lo tenga puede actuar en su nombre.',
  whySigner: 'Recibe este mensaje de {tenant} a través de Paraph por «{process}».',
  whyMember: 'Recibe este mensaje porque tiene una cuenta de {tenant} en Paraph.',
  whySubstitute:
    'Recibe este mensaje porque {sender}, que envió «{process}», ya no está en {tenant} o ya no tiene acceso.',
  whySignUp: 'Recibe este mensaje porque esta dirección se usó para registrarse en Paraph.',
  fromSender: '{sender} de {tenant} a través de Paraph',
  labelled: '{label}:',
  messageFrom: 'Mensaje de {sender}',
  serverResponse: 'Respuesta del servidor de correo',
  reasonGiven: 'Motivo',
  document: 'Documento',
  documents: 'Documentos',
  openUntil: 'Firmar antes del',
  signedBy: 'Firmado por',
  missing: 'Aún no firmado por',

  askedToSign: {
    subject: 'Para firmar: {process}',
    heading: '{sender} le pide que firme',
    body: '{sender}, de {tenant}, le ha enviado «{process}» y le pide su firma. Puede leerlo y firmarlo en su navegador, sin cuenta.',
    button: 'Leer y firmar',
  },
  askedToApprove: {
    subject: 'Para aprobar: {process}',
    heading: '{sender} le pide que apruebe',
    body: '{sender}, de {tenant}, le ha enviado «{process}» y le pide su aprobación. Puede leerlo y aprobarlo en su navegador, sin cuenta.',
    button: 'Leer y aprobar',
  },
  askedToRead: {
    subject: 'Para leer: {process}',
    heading: '{sender} ha compartido un documento con usted',
    body: '{sender}, de {tenant}, le ha enviado «{process}» para que lo lea. No tiene que firmar nada ni crear una cuenta.',
    button: 'Leer',
  },
  remindedToSign: {
    subject: 'Recordatorio: firme {process}',
    heading: 'Aún falta su firma',
    body: '{sender}, de {tenant}, espera su firma en «{process}».',
    button: 'Leer y firmar',
  },
  remindedToApprove: {
    subject: 'Recordatorio: apruebe {process}',
    heading: 'Aún falta su aprobación',
    body: '{sender}, de {tenant}, espera su aprobación de «{process}».',
    button: 'Leer y aprobar',
  },
  code: {
    subject: 'Su código para {process}',
    heading: 'Su código',
    body: 'Introduzca este código en la página de firma para abrir «{process}».',
    after:
      'El código es válido durante {minutes} minutos y una sola vez. Ni {tenant} ni Paraph se lo pedirán nunca. Si no lo ha solicitado, puede ignorar este mensaje.',
  },
  completed: {
    subject: 'Completado: {process}',
    heading: 'Todos han firmado',
    body: '«{process}» se ha completado. Su ejemplar firmado está listo.',
    button: 'Descargar el documento',
  },
  copy: {
    subject: 'Su copia: {process}',
    heading: 'Una copia para usted',
    body: '{sender}, de {tenant}, le ha enviado una copia de «{process}», que todos han firmado.',
    button: 'Descargar el documento',
  },
  completedSender: {
    subject: 'Completado: {process}',
    heading: 'Todos han firmado',
    body: '«{process}» se ha completado. El documento firmado, el certificado y el registro de auditoría están en su bóveda.',
    button: 'Abrir el proceso',
  },
  refusedSender: {
    subject: 'Rechazado: {process}',
    heading: '{signer} ha rechazado',
    body: '{signer} ({email}) no quiere firmar «{process}». Con ello el proceso termina para todos; sus documentos pueden enviarse de nuevo.',
    button: 'Abrir el proceso',
  },
  refusedOthers: {
    subject: 'Terminado: {process}',
    heading: 'No tiene que hacer nada más',
    body: '«{process}» ha terminado: una de las personas consultadas ha rechazado. Ya no se puede firmar nada.',
  },
  cancelled: {
    subject: 'Retirado: {process}',
    heading: 'No tiene que hacer nada más',
    body: '{tenant} ha retirado «{process}», que {sender} le había enviado. Ya no se puede firmar nada.',
  },
  cancelledUnsealable: {
    subject: 'Retirado: {process}',
    heading: 'El documento no se pudo firmar',
    body: '{tenant} ha retirado «{process}», que {sender} le había enviado: por un motivo técnico, el archivo no se puede firmar. Si ya lo ha firmado, esa firma no tiene efecto. {sender} puede enviarle otro archivo.',
  },
  voided: {
    subject: 'Sin efecto: {process}',
    heading: 'Este documento es nulo',
    body: '{sender}, de {tenant}, ha declarado nulo «{process}». El archivo firmado y sus pruebas siguen disponibles, pero nadie debe basarse ya en él.',
  },
  removed: {
    subject: 'Ya no es necesario: {process}',
    heading: 'No tiene que hacer nada más',
    body: '{sender} de {tenant} ha cambiado quién firma «{process}». Ya no se le pide su firma y su enlace ha dejado de funcionar.',
  },
  sealBlocked: {
    subject: 'Debe actuar: {process} no se puede firmar',
    heading: 'Un documento no se puede firmar',
    body: 'Las firmas de «{process}» no se pueden incorporar a sus documentos, y repetir el intento no ayuda. Cancele el proceso: todas las personas convocadas sabrán el motivo. Después envíe un sustituto, por ejemplo el mismo documento impreso en un PDF nuevo.',
    button: 'Abrir el proceso',
  },
  deliveryFailed: {
    subject: 'No entregado: {process}',
    heading: 'No se pudo entregar un correo a {signer}',
    body: 'El servidor de correo rechazó un mensaje a {signer} ({email}) sobre «{process}». Compruebe la dirección; puede corregirla en el proceso y el mensaje se enviará de nuevo.',
    button: 'Abrir el proceso',
  },
  expired: {
    subject: 'Caducado: {process}',
    heading: 'El plazo para firmar ha terminado',
    body: '«{process}» estuvo abierto hasta el {until} y no todos han firmado. Si aún hace falta, pida a {sender}, de {tenant}, que lo envíe de nuevo.',
  },
  expiredSender: {
    subject: 'Caducado: {process}',
    heading: 'El plazo para firmar ha terminado',
    body: '«{process}» estuvo abierto hasta el {until} y no todos han firmado. Sus documentos pueden enviarse de nuevo.',
    button: 'Abrir el proceso',
  },
  userInvited: {
    subject: 'Su acceso a {tenant} en Paraph',
    heading: 'Le damos la bienvenida, {name}',
    body: '{inviter} le invita a trabajar con {tenant} en Paraph, donde se firman documentos. Elija una contraseña y ya está dentro.',
    bodyUnnamed:
      'Se le invita a trabajar con {tenant} en Paraph, donde se firman documentos. Elija una contraseña y ya está dentro.',
    button: 'Elegir una contraseña',
    elsewhere:
      'Ya tiene una cuenta con esta dirección. La nueva es independiente y tiene su propia contraseña: la contraseña decide en cuál entra.',
    after: 'El enlace vale hasta el {until}, y una sola vez.',
  },
  passwordReset: {
    subject: 'Una nueva contraseña para Paraph',
    heading: 'Elija una nueva contraseña',
    body: 'Se ha pedido una nueva contraseña para {email}.',
    button: 'Elegir una nueva contraseña',
    after:
      'El enlace vale hasta el {until}, y una sola vez. Si no la ha pedido, no tiene que hacer nada: su contraseña sigue siendo la misma.',
  },
  passwordChanged: {
    subject: 'Se ha cambiado su contraseña de Paraph',
    heading: 'Se ha cambiado su contraseña',
    body: 'Se ha cambiado la contraseña de {email}.',
    at: 'Cuándo',
    from: 'Desde la dirección',
    button: 'Elegir otra contraseña',
    after:
      'Si ha sido usted, no tiene que hacer nada. Si no, elija enseguida otra contraseña y avise a un administrador de {tenant}: todas las demás sesiones han terminado.',
  },
  factors: {
    subject: 'Su segundo factor en {tenant}',
    heading: 'Su segundo factor',
    totpAdded: 'Se ha añadido una aplicación de autenticación a su cuenta en {tenant}.',
    totpRemoved: 'Se ha eliminado la aplicación de autenticación de su cuenta en {tenant}.',
    passkeyAdded: 'Se ha añadido la llave de acceso «{name}» a su cuenta en {tenant}.',
    passkeyRemoved: 'Se ha eliminado la llave de acceso «{name}» de su cuenta en {tenant}.',
    reset:
      'Un administrador ha eliminado todos los segundos factores de su cuenta en {tenant}. Ahora basta su contraseña para iniciar sesión.',
    codesCreated:
      'Se han creado nuevos códigos de recuperación para su cuenta en {tenant}. Los anteriores ya no son válidos.',
    codeUsed:
      'Se ha usado un código de recuperación en lugar de su segundo factor en {tenant}. Códigos restantes: {remaining}.',
    button: 'Abrir los ajustes',
    after:
      'Si ha sido usted, o estaba al corriente, no tiene que hacer nada. Si no, cambie enseguida su contraseña y avise a un administrador de {tenant}.',
  },
  security,
  circumstances: { by: 'Por', key: 'la clave de API {name}', at: 'Cuándo', from: 'Desde la dirección' },
  roles: { tenant_admin: 'administrador', user: 'usuario', viewer: 'lector' },
  signUpConfirm: {
    subject: 'Confirme su dirección para Paraph',
    heading: 'Confirme su dirección',
    body: 'Se ha creado una cuenta en Paraph con esta dirección. Confirme que es suya: hasta entonces, la cuenta no puede enviar nada a otras personas.',
    button: 'Confirmar la dirección',
    after:
      'El enlace vale hasta el {until}, y una sola vez. Si no ha creado ninguna cuenta, no tiene que hacer nada.',
  },
  addressConfirm: {
    subject: 'Confirme su dirección para {tenant} en Paraph',
    heading: 'Confirme su dirección',
    body: '{to} va a ser la dirección con la que inicia sesión en {tenant}, en lugar de {from}.',
    button: 'Confirmar la dirección',
    after:
      'El enlace vale hasta el {until}, y una sola vez. Si no lo espera, no tiene que hacer nada: nada cambia.',
  },
  addressChange: {
    subject: 'Se va a cambiar su dirección para {tenant}',
    heading: 'Su dirección va a ser reemplazada',
    body: 'La dirección de su cuenta, {from}, va a ser reemplazada por {to}. Sigue valiendo hasta que la nueva se confirme desde su buzón.',
    after:
      'Si está al tanto, no tiene que hacer nada. Si no, avise enseguida a un administrador de {tenant} y elija otra contraseña.',
  },
  newAdmin: {
    subject: 'Un nuevo administrador de {tenant}',
    heading: 'Hay un nuevo administrador',
    body: '{person} es ahora administrador de {tenant} y puede hacerlo todo allí.',
    button: 'Ver los usuarios',
    after: 'Si no debe ser así, elimine al usuario y revoque las claves de API que no conozca.',
  },
  roleChanged: {
    subject: 'Se ha cambiado un rol en {tenant}',
    heading: 'Se ha cambiado un rol',
    body: 'El rol de {person} ha cambiado de {from} a {to}.',
    button: 'Ver los usuarios',
    after: 'Si no debe ser así, vuelva a cambiarlo y revoque las claves de API que no conozca.',
  },
  newKey: {
    subject: 'Una nueva clave de API de {tenant}',
    heading: 'Se ha creado una clave de API',
    body: 'Con la clave de API «{name}», un programa puede actuar en nombre de {tenant}.',
    scopes: 'Permite',
    button: 'Ver las claves de API',
    after: 'Si no sabe nada de ella, revóquela.',
  },
  webhookDisabled: {
    subject: 'Se ha desactivado un webhook de {tenant}',
    heading: 'Se ha desactivado un webhook',
    body: 'Las entregas a {url} han fallado; ya no se envía nada allí.',
    after:
      'Arregle el receptor y vuelva a activar el webhook. Lo que consta en su registro puede enviarse de nuevo desde allí; lo que ocurra hasta entonces no se le guarda.',
    gone: 'Respondió 410 Gone.',
    failing: 'Ha fallado durante cinco días.',
    button: 'Abrir los webhooks',
  },
  quotaNear: {
    subject: 'Se ha usado el {percent} % del cupo de {quota} de este mes',
    heading: '{used} de {limit} {quota}',
    body: '{tenant} ha usado el {percent} % del cupo de {quota} de este mes. El {resets} se empieza de nuevo.',
    button: 'Ver el uso',
  },
  quotaFull: {
    subject: 'Se ha agotado el cupo de {quota} de este mes',
    heading: '{used} de {limit} {quota}',
    documents:
      '{tenant} ha agotado el cupo de {quota} de este mes: no se puede subir ninguno más antes del {resets}.',
    signatures:
      '{tenant} ha agotado el cupo de {quota} de este mes: no se puede enviar ningún proceso más antes del {resets}.',
    button: 'Ver el uso',
  },
  quotas: { documents: 'documentos', signatures: 'firmas' },
}
