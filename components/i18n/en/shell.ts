/** Navigation, banners, and what lists and pages have in common. */
export const shell = {
  nav: {
    main: 'Main',
    overview: 'Overview',
    documents: 'Documents',
    processes: 'Processes',
    templates: 'Templates',
    vault: 'Vault',
    users: 'Users',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    settings: 'Settings',
  },
  home: 'Paraph, overview',
  account: 'Your account',
  signOut: 'Sign out',
  language: 'Language',
  testMode: {
    label: 'Test mode',
    error: 'The mode could not be changed. Try again.',
    banner: 'Documents created now are not legally binding and use no quota.',
    record: 'Created in test mode. Its signatures come from a test authority and are not legally binding.',
  },
  confirmation: {
    label: 'Your address is not confirmed',
    text: 'Confirm your address with the link we emailed to <b>{email}</b>. Until then you can prepare everything, but nothing is sent to others.',
    resend: 'Resend',
    error: 'The email could not be sent. Try again.',
  },
  noAccess: {
    title: 'No access',
    text: 'Your role, {role}, does not include this. Ask an administrator for another role.',
  },
  notFound: {
    title: 'Page not found',
    text: 'There is no such page, or it was deleted, or it belongs to another organisation. Check the address.',
  },
  stale: 'This page may be out of date.',
  list: {
    show: 'Show',
    loading: 'Loading: {label}',
    pages: 'Pages of the list',
    page: 'Page {page} of {count} · {total, number} in all',
    pageOfMany: 'Page {page} · more than {total, number} results',
    previous: 'Previous',
    next: 'Next',
  },
}
