import { security } from './security/en.ts'

/** The texts of all emails; `{name}` is a placeholder. The other languages have the same shape. */
export const en = {
  dates: 'en-GB',
  test: 'This is a test. It is not legally binding.',
  testSubject: 'Test: {subject}',
  bareLink: 'If the button does not work, open this link:',
  personalLink: 'This link is personal. Please do not forward it: anyone who has it can act in your name.',
  whySigner: 'You are receiving this email from {tenant} through Paraph because of “{process}”.',
  whyMember: 'You are receiving this email because you have an account at {tenant} on Paraph.',
  whySubstitute:
    'You are receiving this email because {sender}, who sent “{process}”, is no longer at {tenant} or has no access to it any more.',
  whySignUp: 'You are receiving this email because this address was used to sign up for Paraph.',
  /** The name in the From header of emails to signers. */
  fromSender: '{sender} at {tenant} via Paraph',
  labelled: '{label}:',
  messageFrom: 'Message from {sender}',
  serverResponse: 'Response of the mail server',
  reasonGiven: 'Reason',
  document: 'Document',
  documents: 'Documents',
  openUntil: 'Sign by',
  signedBy: 'Signed by',
  missing: 'Not yet signed by',

  askedToSign: {
    subject: 'Please sign: {process}',
    heading: '{sender} has asked you to sign',
    body: '{sender} of {tenant} has sent you “{process}” to sign. You can read and sign it in your browser, without an account.',
    button: 'Review and sign',
  },
  askedToApprove: {
    subject: 'Please approve: {process}',
    heading: '{sender} has asked you to approve',
    body: '{sender} of {tenant} has sent you “{process}” to approve. You can read and approve it in your browser, without an account.',
    button: 'Review and approve',
  },
  askedToRead: {
    subject: 'For your information: {process}',
    heading: '{sender} has shared a document with you',
    body: '{sender} of {tenant} has sent you “{process}” to read. You do not need to sign anything or create an account.',
    button: 'Read',
  },
  remindedToSign: {
    subject: 'Reminder: please sign {process}',
    heading: 'Your signature is still missing',
    body: '{sender} of {tenant} is waiting for your signature on “{process}”.',
    button: 'Review and sign',
  },
  remindedToApprove: {
    subject: 'Reminder: please approve {process}',
    heading: 'Your approval is still missing',
    body: '{sender} of {tenant} is waiting for your approval of “{process}”.',
    button: 'Review and approve',
  },
  code: {
    subject: 'Your code for {process}',
    heading: 'Your code',
    body: 'Enter this code on the signing page to open “{process}”.',
    after:
      'The code is valid for {minutes} minutes and can be used once. {tenant} and Paraph will never ask you for it. If you did not request it, you can ignore this email.',
  },
  completed: {
    subject: 'Completed: {process}',
    heading: 'Everyone has signed',
    body: '“{process}” is complete. Your signed copy is ready.',
    button: 'Download the document',
  },
  copy: {
    subject: 'Your copy: {process}',
    heading: 'Your copy',
    body: '{sender} of {tenant} has sent you a copy of “{process}”, which everyone has signed.',
    button: 'Download the document',
  },
  completedSender: {
    subject: 'Completed: {process}',
    heading: 'Everyone has signed',
    body: '“{process}” is complete. The signed document, the certificate and the audit trail are in your vault.',
    button: 'Open the process',
  },
  refusedSender: {
    subject: 'Refused: {process}',
    heading: '{signer} has refused to sign',
    body: '{signer} ({email}) has refused to sign “{process}”. The process has ended for all signers; you can send its documents again.',
    button: 'Open the process',
  },
  refusedOthers: {
    subject: 'Ended: {process}',
    heading: 'No further action needed',
    body: '“{process}” has ended because a signer has refused. It can no longer be signed.',
  },
  cancelled: {
    subject: 'Cancelled: {process}',
    heading: 'No further action needed',
    body: '{tenant} has cancelled “{process}”, which {sender} had sent you. It can no longer be signed.',
  },
  cancelledUnsealable: {
    subject: 'Cancelled: {process}',
    heading: 'The document could not be signed',
    body: '{tenant} has cancelled “{process}”, which {sender} had sent you: the file cannot be signed for a technical reason. If you have already signed it, your signature has no effect. {sender} may send you a new file.',
  },
  voided: {
    subject: 'Void: {process}',
    heading: 'This document is void',
    body: '{sender} of {tenant} has declared “{process}” void. The signed file and its evidence stay available, but the parties should no longer rely on it.',
  },
  removed: {
    subject: 'No longer needed: {process}',
    heading: 'No further action needed',
    body: '{sender} of {tenant} has changed who signs “{process}”. You are no longer asked to sign it, and your link has stopped working.',
  },
  sealBlocked: {
    subject: 'Action needed: {process} cannot be signed',
    heading: 'A document cannot be signed',
    body: 'The signatures of “{process}” cannot be added to its documents, and retrying will not help. Cancel the process; we will tell the signers why. Then send a replacement, for example the same document printed to a new PDF.',
    button: 'Open the process',
  },
  deliveryFailed: {
    subject: 'Not delivered: {process}',
    heading: 'An email to {signer} could not be delivered',
    body: 'The mail server has refused an email to {signer} ({email}) about “{process}”. Check the address; you can correct it in the process, and the email is sent again.',
    button: 'Open the process',
  },
  expired: {
    subject: 'Expired: {process}',
    heading: 'The time to sign has expired',
    body: '“{process}” expired on {until} before everyone had signed. If it is still needed, ask {sender} of {tenant} to send it again.',
  },
  expiredSender: {
    subject: 'Expired: {process}',
    heading: 'The time to sign has expired',
    body: '“{process}” expired on {until} before everyone had signed. You can send its documents again.',
    button: 'Open the process',
  },
  userInvited: {
    subject: 'You are invited to {tenant} on Paraph',
    heading: 'Welcome, {name}',
    body: '{inviter} has invited you to join {tenant} on Paraph, the e-signature service. Choose a password to get started.',
    bodyUnnamed:
      'You are invited to join {tenant} on Paraph, the e-signature service. Choose a password to get started.',
    button: 'Choose a password',
    elsewhere:
      'You already have an account with this address. The new one is separate and has its own password: the password decides which account you sign in to.',
    after: 'The link is valid until {until} and can be used once.',
  },
  passwordReset: {
    subject: 'Reset your Paraph password',
    heading: 'Choose a new password',
    body: 'We received a request to reset the password of {email}.',
    button: 'Choose a new password',
    after:
      'The link is valid until {until} and can be used once. If you did not request it, you can ignore this email: your password stays the same.',
  },
  passwordChanged: {
    subject: 'Your Paraph password was changed',
    heading: 'Your password was changed',
    body: 'The password of {email} was changed.',
    at: 'When',
    from: 'IP address',
    button: 'Choose another password',
    after:
      'If this was you, no action is needed. If not, choose another password immediately and tell an administrator of {tenant}. All other sessions were signed out.',
  },
  factors: {
    subject: 'Your second factor at {tenant}',
    heading: 'Your second factor',
    totpAdded: 'An authenticator app was added to your account at {tenant}.',
    totpRemoved: 'The authenticator app was removed from your account at {tenant}.',
    passkeyAdded: 'The passkey “{name}” was added to your account at {tenant}.',
    passkeyRemoved: 'The passkey “{name}” was removed from your account at {tenant}.',
    reset:
      'An administrator has removed all second factors from your account at {tenant}. Your password is now enough to sign in.',
    codesCreated:
      'New recovery codes were created for your account at {tenant}. The earlier ones no longer work.',
    codeUsed: 'A recovery code was used in place of your second factor at {tenant}. Codes left: {remaining}.',
    button: 'Open settings',
    after:
      'If this was you, or you were told about it, no action is needed. If not, change your password and tell an administrator of {tenant} immediately.',
  },
  security,
  circumstances: { by: 'By', key: 'the API key {name}', at: 'When', from: 'IP address' },
  roles: { tenant_admin: 'administrator', user: 'user', viewer: 'viewer' },
  signUpConfirm: {
    subject: 'Confirm your address for Paraph',
    heading: 'Confirm your address',
    body: 'An account was created on Paraph with this address. Please confirm that it is yours; until then the account cannot send anything to others.',
    button: 'Confirm address',
    after:
      'The link is valid until {until} and can be used once. If you did not sign up, you can ignore this email.',
  },
  addressConfirm: {
    subject: 'Confirm your address for {tenant} on Paraph',
    heading: 'Confirm your address',
    body: 'Confirm {to} as your new sign-in address at {tenant}, in place of {from}.',
    button: 'Confirm address',
    after:
      'The link is valid until {until} and can be used once. If you did not request this, you can ignore this email: nothing will change.',
  },
  addressChange: {
    subject: 'Your email address at {tenant} is being changed',
    heading: 'Your email address is being changed',
    body: 'The address of your account is being changed from {from} to {to}. The old address stays valid until the new one is confirmed.',
    after:
      'If this was you, no action is needed. If not, tell an administrator of {tenant} immediately and choose another password.',
  },
  newAdmin: {
    subject: 'A new administrator of {tenant}',
    heading: 'New administrator',
    body: '{person} is now an administrator of {tenant}, with full access.',
    button: 'View users',
    after: 'If this is unexpected, remove the user and revoke any API keys that you do not recognize.',
  },
  roleChanged: {
    subject: 'A role was changed at {tenant}',
    heading: 'A role was changed',
    body: 'The role of {person} was changed from {from} to {to}.',
    button: 'View users',
    after: 'If this is unexpected, change it back and revoke any API keys that you do not recognize.',
  },
  newKey: {
    subject: 'A new API key of {tenant}',
    heading: 'New API key',
    body: 'The API key “{name}” was created. It gives programs access to {tenant}.',
    scopes: 'Scopes',
    button: 'View API keys',
    after: 'If you do not recognize it, revoke it.',
  },
  webhookDisabled: {
    subject: 'A webhook of {tenant} was disabled',
    heading: 'Webhook disabled',
    body: 'Deliveries to {url} have failed, so we have stopped sending events there.',
    after:
      'Fix your endpoint, then enable the webhook again. Deliveries in its log can be replayed; events in between are not delivered.',
    gone: 'Responded with 410 Gone.',
    failing: 'All deliveries failed for five days.',
    button: 'View webhooks',
  },
  quotaNear: {
    subject: '{percent} % of this month’s {quota} used',
    heading: '{used} of {limit} {quota}',
    body: '{tenant} has used {percent} % of this month’s {quota}. The quota resets on {resets}.',
    button: 'View usage',
  },
  quotaFull: {
    subject: 'This month’s {quota} are used up',
    heading: '{used} of {limit} {quota}',
    documents: '{tenant} has used all {quota} of this month. Uploads are possible again from {resets}.',
    signatures: '{tenant} has used all {quota} of this month. Processes can be sent again from {resets}.',
    button: 'View usage',
  },
  quotas: { documents: 'documents', signatures: 'signatures' },
}

type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> }

export type Texts = Translation<typeof en>
