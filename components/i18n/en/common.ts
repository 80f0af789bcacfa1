/** The texts of the error page that needs no provider. */
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

/** Words that many pages share. */
export const common = {
  ...errorPage,
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  remove: 'Remove',
  edit: 'Edit',
  undo: 'Undo',
  signInAgain: 'Sign in again',
  request: 'Request',
  dismiss: 'Dismiss',
  loading: 'Loading',
  all: 'All',
  name: 'Name',
  email: 'Email',
  roles: { tenant_admin: 'Administrator', user: 'User', viewer: 'Viewer' },
  offline: 'You are offline. What you see may be out of date.',
  colours: { label: 'Colours', light: 'Light', system: 'Match device', dark: 'Dark' },
  details: 'Details',
  skip: 'Skip to the content',
  optional: '(optional)',
  keep: 'Keep it',
  copy: 'Copy',
  copied: 'Copied',
  secret: { once: 'It will not be shown again. {hint}', saved: 'I have saved it' },
  viewer: {
    page: 'Page {page} of {total}',
    opening: 'Opening the file',
    notOpened: 'The file could not be opened.',
    notOpenedText: 'Its pages cannot be shown right now.',
    notDrawn: 'This page could not be drawn.',
  },
}
