import type { Messages } from '../messages.ts'

export const common: Messages['common'] = {
  save: 'Guardar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  delete: 'Eliminar',
  remove: 'Quitar',
  edit: 'Editar',
  undo: 'Deshacer',
  retry: 'Reintentar',
  signInAgain: 'Iniciar sesión de nuevo',
  request: 'Solicitud',
  dismiss: 'Cerrar',
  loading: 'Cargando',
  all: 'Ver todo',
  name: 'Nombre',
  email: 'Correo electrónico',
  roles: { tenant_admin: 'Administrador', user: 'Usuario', viewer: 'Lector' },
  errors: {
    network: 'No hay conexión con el servicio. Compruebe su red y vuelva a intentarlo.',
    unavailable: 'El servicio no está disponible en este momento. Vuelva a intentarlo en un instante.',
    tooMany: 'Demasiadas solicitudes en poco tiempo. Espere un minuto y vuelva a intentarlo.',
    internal:
      'Se ha producido un error en nuestro lado. No se ha perdido ningún dato. Vuelva a intentarlo; si se repite, contacte con su administrador.',
    pageTitle: 'Esta página no está disponible',
  },
  offline: 'No tiene conexión. Es posible que lo que ve no esté actualizado.',
  colours: { label: 'Colores', light: 'Claro', system: 'Según el dispositivo', dark: 'Oscuro' },
  details: 'Detalles',
  skip: 'Ir al contenido',
}
