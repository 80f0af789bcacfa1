/** The texts of the error page, in a file of their own: every page loads them. */
export const errorPage = {
  retry: 'Try again',
  errors: {
    unavailable: 'The service is temporarily unavailable. Try again in a moment.',
    tooMany: 'Too many requests in a short time. Wait a minute and try again.',
    internal:
      'Something went wrong on our side. No data was lost. Try again; if it keeps happening, contact your administrator.',
    pageTitle: 'This page is not available',
  },
}
