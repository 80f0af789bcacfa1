import type { errorPage as english } from '../en/error-page.ts'

/** The texts of the error page, in a file of their own: every page loads them. */
export const errorPage: typeof english = {
  retry: 'Erneut versuchen',
  errors: {
    unavailable: 'Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    tooMany: 'Zu viele Anfragen in kurzer Zeit. Warten Sie eine Minute und versuchen Sie es erneut.',
    internal:
      'Bei uns ist ein Fehler aufgetreten. Es sind keine Daten verloren gegangen. Versuchen Sie es erneut; falls es wieder geschieht, wenden Sie sich an Ihren Administrator.',
    pageTitle: 'Diese Seite ist nicht verfügbar',
  },
}
