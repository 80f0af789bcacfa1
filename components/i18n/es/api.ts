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
  },
  password: {
    title: 'Introduzca de nuevo su contraseña',
    text: 'Este cambio afecta al acceso a la cuenta. La pedimos como máximo cada 15 minutos.',
    password: 'Contraseña',
    submit: 'Continuar',
  },
  ended: {
    title: 'Su sesión ha terminado',
    text: 'Inicie sesión de nuevo para continuar. Volverá a esta página, pero los datos sin guardar se perderán: cópielos antes.',
    stay: 'Permanecer en esta página',
  },
}
