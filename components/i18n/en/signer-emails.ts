/** Emails to signers: sending them again. */
export const resend = {
  menu: 'Send the invitation again',
  done: 'The invitation to {name} is sent again.',
  tooSoon: 'The last email was sent less than a minute ago. Try again in a minute.',
  own: 'Email me the link',
  ownDone: 'The link to sign is on its way to {email}.',
  ownTurn: 'It is your turn to sign.',
  ownTurnText: 'The link to sign is in the email to {email}. You can have it sent again.',
  ownTurnWithoutEmail: 'This process sends no emails: you get the link to sign from the sender.',
}

/** The delivery of the last email to a signer. */
export const delivery = {
  queued: 'Email queued',
  delayed: 'The mail server has not accepted the email yet; it is retried. {error}',
  sent: 'The mail server accepted the email',
  local: 'No mail server: the email is shown at /mailbox',
  failed: 'The email could not be delivered: {error}',
}
