/** Changes of how users sign in and of who receives data, for those whom they concern. */
export const security = {
  subject: 'A security change at {tenant}',
  heading: 'A security change',
  ssoChanged:
    'The identity provider of {tenant} was set up or changed. Users can now sign in through {name}.',
  ssoRemoved: 'The identity provider {name} of {tenant} was removed. Users now sign in with their passwords.',
  factorRequired: '{tenant} now requires a second factor of all users.',
  factorOptional: '{tenant} no longer requires a second factor.',
  idleLimited: 'Sessions at {tenant} now end after {minutes} minutes without use.',
  idleUnlimited: 'Sessions at {tenant} no longer end when they are unused.',
  webhookCreated: 'A webhook was created. Events of {tenant} are now sent to {name}.',
  webhookChanged: 'A webhook was changed. Events of {tenant} are now sent to {name}.',
  privacyExport: 'An export of all data about {name} was requested.',
  identityLinked:
    'The account of {person} was linked to an account at {name}, which can now be used to sign in.',
  passwordChanged: 'The password of {person} was changed.',
  totpAdded: 'An authenticator app was added to the account of {person}.',
  totpRemoved: 'The authenticator app was removed from the account of {person}.',
  passkeyAdded: 'The passkey “{name}” was added to the account of {person}.',
  passkeyRemoved: 'The passkey “{name}” was removed from the account of {person}.',
  reset: 'All second factors were removed from the account of {person}.',
  codesCreated: 'New recovery codes were created for the account of {person}.',
  button: 'View in Paraph',
  after:
    'If you expected this, no action is needed. If not, undo it and have the password of the person who made the change replaced.',
}
