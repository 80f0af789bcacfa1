import type { Messages } from '../messages.ts'

export const api: Messages['api'] = {
  errors: {
    unreachable: 'No se puede acceder al servicio. Compruebe su conexión y vuelva a intentarlo.',
    fileTooLarge: 'El archivo es demasiado grande.',
    unexpected: 'El servicio devolvió una respuesta inesperada. Vuelva a intentarlo en un instante.',
    sessionEnded: 'Su sesión ha terminado. Inicie sesión de nuevo.',
    factorRequired:
      'Su organización exige ahora un segundo factor. Vuelva a cargar la página para configurarlo.',
    passwordRequired: 'No se cambió nada. Introduzca de nuevo su contraseña para continuar.',
    notFound: 'Ya no existe o no tiene acceso a ello.',
    tooMany: 'Demasiadas solicitudes en poco tiempo. Espere un minuto y vuelva a intentarlo.',
    quotaExceeded: 'La cuota mensual de su organización está agotada.',
    emailNotConfirmed: 'Confirme primero su dirección con el enlace del correo que le enviamos.',
    storageFull:
      'El almacenamiento del servicio está lleno. No se cambió nada. Contacte con su administrador.',
    internal:
      'Se ha producido un error por nuestra parte. Vuelva a intentarlo; si persiste, contacte con su administrador.',
  },
  password: {
    title: 'Introduzca de nuevo su contraseña',
    text: 'Este cambio afecta al acceso a la cuenta. La pedimos como máximo cada 15 minutos.',
    password: 'Contraseña',
    submit: 'Continuar',
  },
  ended: {
    title: 'Su sesión ha terminado',
    text: 'Inicie sesión de nuevo para continuar donde estaba. Lo que ha escrito se conserva.',
    page: 'Página de inicio de sesión',
    stay: 'Permanecer en esta página',
  },
}
