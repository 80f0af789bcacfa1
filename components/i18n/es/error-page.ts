import type { errorPage as english } from '../en/error-page.ts'

/** The texts of the error page, in a file of their own: every page loads them. */
export const errorPage: typeof english = {
  retry: 'Reintentar',
  errors: {
    unavailable: 'El servicio no está disponible en este momento. Vuelva a intentarlo en un instante.',
    tooMany: 'Demasiadas solicitudes en poco tiempo. Espere un minuto y vuelva a intentarlo.',
    internal:
      'Se ha producido un error en nuestro lado. No se ha perdido ningún dato. Vuelva a intentarlo; si se repite, contacte con su administrador.',
    pageTitle: 'Esta página no está disponible',
  },
}
