/** Failed requests. */
export const apiErrors = {
  unreachable: 'We cannot reach the service. Check your connection and try again.',
  fileTooLarge: 'The file is too large.',
  unexpected: 'The service returned an unexpected response. Try again in a moment.',
  sessionEnded: 'Your session has ended. Sign in again.',
  factorRequired: 'Your organisation now requires a second factor. Reload the page to set one up.',
  passwordRequired: 'Nothing was changed. Enter your password again to continue.',
  notFound: 'This does not exist any more, or you have no access to it.',
  tooMany: 'Too many requests in a short time. Wait a minute and try again.',
  quotaExceeded: 'The monthly quota of your organisation is used up.',
  emailNotConfirmed: 'Confirm your email address first, with the link in the email that we sent you.',
  storageFull: 'The storage of the service is full. Nothing was changed. Contact your administrator.',
  internal: 'Something went wrong on our side. Try again; if it keeps happening, contact your administrator.',
}

/** Failed requests, and the dialogs of the session. */
export const api = {
  errors: apiErrors,
  password: {
    title: 'Enter your password again',
    text: 'This change affects access to the account. We ask at most every 15 minutes.',
    password: 'Password',
    submit: 'Continue',
  },
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again to go on where you were. What you typed stays.',
    page: 'Sign-in page',
    stay: 'Stay on this page',
  },
}
