/** Every string of the mails, by letter; `{name}` is filled in. The other languages have this shape. */
export const en = {
  dates: 'en-GB',
  test: 'This is a test. Nothing in it is binding.',
  testSubject: 'Test: {subject}',
  bareLink: 'If the button does not work, open this address:',
  personalLink: 'This link is personal. Do not share it: anyone who has it can act in your name.',
  whySigner: '{tenant} sends you this mail with Paraph because of “{process}”.',
  whyMember: 'You receive this mail because you work with {tenant} on Paraph.',
  whySignUp: 'You receive this mail because this address was entered at Paraph.',
  labelled: '{label}:',
  messageFrom: 'Message from {sender}',
  reasonGiven: 'The reason given',
  document: 'Document',
  documents: 'Documents',
  openUntil: 'Open until',
  signedBy: 'Signed by',
  missing: 'Not signed by',

  askedToSign: {
    subject: 'Please sign: {process}',
    heading: '{sender} asks you to sign',
    body: '{sender} of {tenant} has sent you “{process}” and asks for your signature. You read and sign it in your browser; you need no account.',
    button: 'Read and sign',
  },
  askedToApprove: {
    subject: 'Please approve: {process}',
    heading: '{sender} asks you to approve',
    body: '{sender} of {tenant} has sent you “{process}” and asks for your approval. You read and approve it in your browser; you need no account.',
    button: 'Read and approve',
  },
  askedToRead: {
    subject: 'For you to read: {process}',
    heading: '{sender} asks you to read',
    body: '{sender} of {tenant} has sent you “{process}” to read. There is nothing to sign; you need no account.',
    button: 'Read',
  },
  remindedToSign: {
    subject: 'Reminder: please sign {process}',
    heading: 'Your signature is still missing',
    body: '{sender} of {tenant} is waiting for your signature on “{process}”.',
    button: 'Read and sign',
  },
  remindedToApprove: {
    subject: 'Reminder: please approve {process}',
    heading: 'Your approval is still missing',
    body: '{sender} of {tenant} is waiting for your approval of “{process}”.',
    button: 'Read and approve',
  },
  code: {
    subject: 'Your code for {process}',
    heading: 'Your code',
    body: 'Enter it on the page that asks for it, and “{process}” opens.',
    after:
      'It is good for {minutes} minutes and only once. {tenant} and Paraph never ask you for it. If you did not request it, you can ignore this email.',
  },
  completed: {
    subject: 'Signed by all: {process}',
    heading: 'Everyone has signed',
    body: '“{process}” is complete and sealed. Your copy is ready.',
    button: 'Download the document',
  },
  copy: {
    subject: 'Your copy: {process}',
    heading: 'A copy for you',
    body: '{sender} of {tenant} sent you this copy. Everyone has signed “{process}”; it is completed and sealed.',
    button: 'Download the document',
  },
  completedSender: {
    subject: 'Signed by all: {process}',
    heading: 'Everyone has signed',
    body: '“{process}” is complete and sealed. The signed document, the certificate and the audit trail are in your vault.',
    button: 'Open the process',
  },
  refusedSender: {
    subject: 'Refused: {process}',
    heading: '{signer} has refused',
    body: '{signer} ({email}) does not want to sign “{process}”. The process has ended for all signers; its documents can be sent again.',
    button: 'Open the process',
  },
  refusedOthers: {
    subject: 'Ended: {process}',
    heading: 'You need do nothing more',
    body: '“{process}” has ended: one of the people asked has refused. Nothing more can be signed.',
  },
  cancelled: {
    subject: 'Withdrawn: {process}',
    heading: 'You need do nothing more',
    body: '{tenant} has withdrawn “{process}”, which {sender} had sent you. Nothing more can be signed.',
  },
  cancelledUnsealable: {
    subject: 'Withdrawn: {process}',
    heading: 'The document could not be signed',
    body: '{tenant} has withdrawn “{process}”, which {sender} had sent you: its file cannot be signed for a technical reason. If you have signed it already, that signature has no effect. {sender} may send you another file.',
  },
  sealBlocked: {
    subject: 'Action needed: {process} cannot be signed',
    heading: 'A document cannot be signed',
    body: 'The signatures of “{process}” cannot be put into its documents, and trying again does not help. Cancel the process: everyone who was asked is told why. Then send a replacement, for instance the same document printed to a new PDF.',
    button: 'Open the process',
  },
  expired: {
    subject: 'Expired: {process}',
    heading: 'The time to sign is over',
    body: '“{process}” expired on {until} before everyone had signed. If it is still wanted, ask {sender} of {tenant} to send it again.',
  },
  expiredSender: {
    subject: 'Expired: {process}',
    heading: 'The time to sign is over',
    body: '“{process}” expired on {until} before everyone had signed. Its documents can be sent again.',
    button: 'Open the process',
  },
  userInvited: {
    subject: 'Your access to {tenant} on Paraph',
    heading: 'Welcome, {name}',
    body: '{inviter} invites you to work with {tenant} on Paraph, where documents are signed. Choose a password, and you are in.',
    bodyUnnamed:
      'You are invited to work with {tenant} on Paraph, where documents are signed. Choose a password, and you are in.',
    button: 'Choose a password',
    elsewhere:
      'You have an account with this address already. The new one is apart from it, with a password of its own: the password decides where you sign in.',
    after: 'The link is good until {until}, and only once.',
  },
  passwordReset: {
    subject: 'A new password for Paraph',
    heading: 'Choose a new password',
    body: 'A new password was asked for, for {email}.',
    button: 'Choose a new password',
    after:
      'The link is good until {until}, and only once. If you did not ask for it, you need do nothing: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your password for Paraph was changed',
    heading: 'Your password was changed',
    body: 'The password of {email} was changed.',
    at: 'When',
    from: 'From the address',
    button: 'Choose another password',
    after:
      'If that was you, you need do nothing. If it was not, choose another password at once, and tell an administrator of {tenant}: all other sessions have ended.',
  },
  circumstances: { by: 'By', key: 'the API key {name}', at: 'When', from: 'From the address' },
  roles: { tenant_admin: 'administrator', user: 'user', viewer: 'viewer' },
  signUpConfirm: {
    subject: 'Confirm your address for Paraph',
    heading: 'Confirm your address',
    body: 'An account was made on Paraph with this address. Confirm that it is yours: until then the account can send nothing to others.',
    button: 'Confirm address',
    after: 'The link is good until {until}, and only once. If you did not sign up, you need do nothing.',
  },
  addressConfirm: {
    subject: 'Confirm your address for {tenant} on Paraph',
    heading: 'Confirm your address',
    body: '{to} is to become the address that you sign in with at {tenant}, in place of {from}.',
    button: 'Confirm address',
    after:
      'The link is good until {until}, and only once. If you do not expect it, you need do nothing: nothing is changed.',
  },
  addressChange: {
    subject: 'Your address for {tenant} is to be changed',
    heading: 'Your address is to be replaced',
    body: 'The address of your account, {from}, is to be replaced by {to}. It counts until the new one is confirmed from its mailbox.',
    after:
      'If you know of it, you need do nothing. If not, tell an administrator of {tenant} at once, and choose another password.',
  },
  newAdmin: {
    subject: 'A new administrator of {tenant}',
    heading: 'There is a new administrator',
    body: '{person} is now an administrator of {tenant} and may do everything there.',
    button: 'See the users',
    after: 'If this should not be, remove the user, and revoke API keys that you do not know.',
  },
  roleChanged: {
    subject: 'A role was changed at {tenant}',
    heading: 'A role was changed',
    body: 'The role of {person} was changed from {from} to {to}.',
    button: 'See the users',
    after: 'If this should not be, change it back, and revoke API keys that you do not know.',
  },
  newKey: {
    subject: 'A new API key of {tenant}',
    heading: 'An API key was made',
    body: 'With the API key “{name}” a program can act for {tenant}.',
    scopes: 'It may do',
    button: 'See the API keys',
    after: 'If you do not know of it, revoke it.',
  },
  webhookDisabled: {
    subject: 'A webhook of {tenant} was switched off',
    heading: 'A webhook was switched off',
    body: 'Deliveries to {url} have failed, so nothing is sent there any more.',
    after:
      'Put the receiver right, then switch the webhook on again. What its log holds can be sent again from there; what happens until then is not kept for it.',
    gone: 'Responded with 410 Gone.',
    failing: 'It has failed for five days.',
    button: 'Open the webhooks',
  },
  quotaNear: {
    subject: '{percent} % of the {quota} of this month are used',
    heading: '{used} of {limit} {quota}',
    body: '{tenant} has used {percent} % of the {quota} of this month. On {resets} it begins anew.',
    button: 'See the use',
  },
  quotaFull: {
    subject: 'The {quota} of this month are used up',
    heading: '{used} of {limit} {quota}',
    documents: '{tenant} has used all {quota} of this month: no further one can be uploaded before {resets}.',
    signatures:
      '{tenant} has used all {quota} of this month: no further process can be sent before {resets}.',
    button: 'See the use',
  },
  quotas: { documents: 'documents', signatures: 'signatures' },
}

type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> }

export type Texts = Words<typeof en>
