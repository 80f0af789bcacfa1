/** Failed requests. */
export const apiErrors = {
  unreachable: 'We cannot reach the service. Check your connection and try again.',
  fileTooLarge: 'The file is too large.',
  unexpected: 'The service returned an unexpected response. Try again in a moment.',
  sessionEnded: 'Your session has ended. Sign in again.',
  factorRequired: 'Your organisation now requires a second factor. Reload the page to set one up.',
  passwordRequired: 'Nothing was changed. Enter your password again to continue.',
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
    text: 'Sign in again to continue. You will return to this page, but unsaved input is lost: copy it first.',
    stay: 'Stay on this page',
  },
}
