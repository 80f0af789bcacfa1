import type { Messages } from '../messages.ts'

export const users: Messages['users'] = {
  title: 'Usuarios',
  intro: 'Los miembros de su organización y sus roles.',
  search: 'Buscar por nombre o correo',
  noMatch: 'Ningún usuario coincide',
  noMatchText: 'Pruebe con menos palabras o con todos los roles.',
  role: 'Rol',
  allRoles: 'Todos los roles',
  roleHints: {
    tenant_admin: 'Acceso completo, incluidos usuarios, claves de API y webhooks.',
    user: 'Documentos, procesos, plantillas y la bóveda.',
    viewer: 'Acceso de solo lectura a todos los documentos y procesos.',
  },
  columns: { role: 'Rol', lastActive: 'Última actividad' },
  you: 'usted',
  secondFactor: 'Segundo factor',
  invited: 'invitado',
  invitationExpired: 'invitación caducada',
  neverSignedIn: 'Nunca ha iniciado sesión',
  lastLogin: 'Acceso: <time></time>',
  menu: {
    change: 'Cambiar nombre, correo o rol',
    changeSelf: 'Cambiar nombre o correo',
    inviteAgain: 'Invitar de nuevo',
    sendLink: 'Enviar un enlace de contraseña',
    resetFactors: 'Restablecer el segundo factor',
  },
  invite: {
    title: 'Invitar a un usuario',
    text: 'Esta persona recibe por correo un enlace, válido durante siete días, y elige su propia contraseña.',
    send: 'Enviar la invitación',
    sent: 'Invitación enviada a {email}.',
    errors: {
      noName: 'Introduzca un nombre.',
      longName: '120 caracteres como máximo.',
      email: 'No es una dirección de correo.',
    },
  },
  change: {
    title: 'Cambiar {name}',
    ownRole: 'No puede cambiar su propio rol. Pídaselo a otro administrador.',
    pendingEmail: '{email} todavía no está confirmado.',
    emailHint: 'Una dirección nueva debe confirmarse con un enlace enviado por correo.',
    confirmationSent: 'Enviaremos un enlace de confirmación a {email}.',
    done: 'Cambios guardados: {name}.',
  },
  removal: {
    title: '¿Quitar a {name}?',
    text: 'Su sesión se cierra de inmediato y sus claves de API dejan de funcionar. Sus documentos y su nombre en el registro de auditoría se conservan. Esta acción no se puede deshacer.',
    successor: 'Los correos sobre sus procesos van a',
    successorHint:
      'Rechazo, finalización, vencimiento, correos no entregados y documentos que no se pueden firmar.',
    administrators: 'Los administradores',
    search: 'Buscar usuarios',
    keep: 'Conservar',
    done: 'Usuario quitado: {name}.',
  },
  reset: {
    title: '¿Restablecer el segundo factor de {name}?',
    text: 'Su aplicación de autenticación, sus llaves de acceso y sus códigos de recuperación dejan de funcionar, y su contraseña basta para iniciar sesión. Asegúrese de que la petición es realmente de esta persona. Recibirá un correo.',
    confirm: 'Restablecer',
    keep: 'Conservar',
    done: 'Se ha restablecido el segundo factor de {name}.',
  },
  link: {
    inviteTitle: '¿Invitar de nuevo a {name}?',
    inviteText:
      'Enviaremos a {email} un enlace nuevo, válido durante siete días. El enlace anterior deja de funcionar.',
    passwordTitle: '¿Enviar a {name} un enlace de contraseña?',
    passwordText:
      'Enviaremos a {email} un enlace, válido durante una hora. Su contraseña actual sirve hasta que elija otra.',
    confirm: 'Enviar correo',
    cancel: 'Ahora no',
    sent: 'Correo enviado.',
  },
}
