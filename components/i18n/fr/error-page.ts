import type { errorPage as english } from '../en/error-page.ts'

/** The texts of the error page, in a file of their own: every page loads them. */
export const errorPage: typeof english = {
  retry: 'Réessayer',
  errors: {
    unavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    tooMany: 'Trop de requêtes en peu de temps. Patientez une minute, puis réessayez.',
    internal:
      'Une erreur s’est produite de notre côté. Aucune donnée n’a été perdue. Réessayez ; si le problème persiste, contactez votre administrateur.',
    pageTitle: 'Cette page n’est pas disponible',
  },
}
