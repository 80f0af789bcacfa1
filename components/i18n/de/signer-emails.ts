/** Emails to signers: sending them again. */
export const resend = {
  menu: 'Einladung erneut senden',
  done: 'Die Einladung an {name} wird erneut gesendet.',
  tooSoon:
    'Die letzte E-Mail wurde vor weniger als einer Minute gesendet. Versuchen Sie es in einer Minute erneut.',
  own: 'Link per E-Mail',
  ownDone: 'Der Link zum Unterschreiben ist unterwegs an {email}.',
  ownTurn: 'Sie sind an der Reihe zu unterschreiben.',
  ownTurnText:
    'Der Link zum Unterschreiben steht in der E-Mail an {email}. Sie können ihn sich erneut senden lassen.',
  ownTurnWithoutEmail:
    'Dieser Vorgang sendet keine E-Mails: Sie erhalten den Link zum Unterschreiben vom Absender.',
}

/** The delivery of the last email to a signer. */
export const delivery = {
  queued: 'E-Mail eingereiht',
  delayed: 'Der Mailserver hat die E-Mail noch nicht angenommen; der Versand wird wiederholt. {error}',
  sent: 'E-Mail vom Mailserver angenommen',
  local: 'Kein Mailserver: Die E-Mail steht unter /mailbox',
  failed: 'Die E-Mail konnte nicht zugestellt werden: {error}',
}
