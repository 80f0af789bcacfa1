/** Emails to signers: sending them again. */
export const resend = {
  menu: 'Renvoyer l’invitation',
  done: 'L’invitation est renvoyée à {name}.',
  tooSoon: 'Le dernier e-mail a été envoyé il y a moins d’une minute. Réessayez dans une minute.',
  own: 'M’envoyer le lien',
  ownDone: 'Le lien de signature est en route vers {email}.',
  ownTurn: 'C’est à vous de signer.',
  ownTurnText:
    'Le lien de signature se trouve dans l’e-mail envoyé à {email}. Vous pouvez vous le faire renvoyer.',
  ownTurnWithoutEmail:
    'Cette procédure n’envoie pas d’e-mails : l’expéditeur vous transmet le lien de signature.',
}

/** The delivery of the last email to a signer. */
export const delivery = {
  queued: 'E-mail mis en attente',
  delayed: 'Le serveur de messagerie n’a pas encore accepté l’e-mail ; l’envoi est réessayé. {error}',
  sent: 'E-mail accepté par le serveur de messagerie',
  local: 'Aucun serveur de messagerie : l’e-mail est visible sous /mailbox',
  failed: 'L’e-mail n’a pas pu être remis : {error}',
}
