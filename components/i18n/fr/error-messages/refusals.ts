import type { refusalMessages as english } from '#lib/core/error-messages/refusals'

export const refusalMessages: Record<(typeof english)[number], string> = {
  'You are not allowed to do this.': 'Vous n’êtes pas autorisé à faire cela.',
  'The bulk send has ended.': 'L’envoi à la liste est terminé.',
  'The document belongs to a signature process.': 'Le document appartient à une procédure de signature.',
  'The document belongs to a signature process, whose signers know it by its name.':
    'Le document appartient à une procédure de signature, dont les signataires connaissent son nom.',
  'The document belongs to a signature process already.':
    'Le document appartient déjà à une procédure de signature.',
  'The template “{name}” uses this document.': 'Le modèle « {name} » utilise ce document.',
  'Folder limit reached: {limit}. Delete one first.': '{limit} dossiers au maximum. Supprimez-en d’abord un.',
  'The folder is not empty ({counts}). Move its records first.':
    'Le dossier n’est pas vide. Déplacez d’abord son contenu.',
  'A user can have {limit} passkeys. Remove one first.':
    '{limit} clés d’accès au maximum. Retirez-en d’abord une.',
  'The authenticator app is confirmed already.': 'L’application d’authentification est déjà confirmée.',
  'An authenticator app is set up already. Remove it first.':
    'Une application d’authentification est déjà configurée. Retirez-la d’abord.',
  'Recovery codes replace a second factor. Set one up first.':
    'Les codes de récupération remplacent un second facteur. Configurez-en d’abord un.',
  'Your address is already confirmed.': 'Votre adresse est déjà confirmée.',
  'The last administrator cannot be removed or demoted.':
    'Le dernier administrateur ne peut être ni retiré ni changé de rôle.',
  'You cannot change your own role.': 'Vous ne pouvez pas modifier votre propre rôle.',
  'Only a draft can be changed.': 'Seul un brouillon peut être modifié.',
  'Only a draft can be deleted; cancel it instead.':
    'Seul un brouillon peut être supprimé ; annulez plutôt la procédure.',
  'The process has already been sent.': 'La procédure est déjà envoyée.',
  'The process has ended and cannot be cancelled.': 'La procédure est finie et ne peut plus être annulée.',
  'The process has ended and cannot be changed.': 'La procédure est finie et ne peut plus être modifiée.',
  'No signer is waiting to sign.': 'Aucun signataire n’est attendu.',
  'The process is not open for signing.': 'La procédure n’est pas ouverte à la signature.',
  'The process has no signatures yet.': 'La procédure n’a pas encore de signatures.',
  'The signed document is available once everyone has signed.':
    'Le document signé est disponible dès que tout le monde a signé.',
  'Only a completed process can be voided; cancel it instead.':
    'Seule une procédure terminée peut être déclarée nulle ; annulez-la plutôt.',
  'The signer has opened the documents or is not invited yet.':
    'Le signataire a ouvert les documents ou n’est pas encore invité.',
  'It is not this signer’s turn.': 'Ce n’est pas le tour de ce signataire.',
  'A signer who has signed or refused cannot be changed.':
    'Un signataire qui a signé ou refusé ne peut plus être modifié.',
  'The draft was changed while it was being sent. Send it again.':
    'Le brouillon a été modifié pendant l’envoi. Envoyez-le de nouveau.',
  'A signer can only be added before the first signature. Add a viewer or a copy, or cancel and send again.':
    'Un signataire ne peut être ajouté qu’avant la première signature. Ajoutez une personne qui lit ou reçoit une copie, ou annulez et renvoyez.',
  'The last signer cannot be removed. Cancel the process instead.':
    'Le dernier signataire ne peut pas être retiré. Annulez plutôt la procédure.',
  'The signature page of the document shows the name {name} and is already signed by others. Cancel the process and send it again.':
    'La page de signatures du document porte le nom {name} et d’autres l’ont déjà signée. Annulez la procédure et renvoyez-la.',
  'Email notifications are disabled for this process.': 'Les e-mails sont désactivés pour cette procédure.',
  'The document is under legal hold. Release it first.':
    'Le document est sous blocage légal. Levez-le d’abord.',
  'The retention of the document ends on {day}. It can be deleted then.':
    'La conservation du document se termine le {day}. Il pourra alors être supprimé.',
  'The signed files were deleted after their retention.':
    'Les fichiers signés ont été supprimés après leur conservation.',
  'Webhook limit reached: {limit}, test mode included. Delete one first.':
    '{limit} webhooks au maximum, mode test compris. Supprimez-en d’abord un.',
  'Incorrect code.': 'Code incorrect.',
  'Incorrect code. Check that the clock of the device is right.':
    'Code incorrect. Vérifiez que l’horloge de l’appareil est à l’heure.',
  'Sign-up is closed on this installation.': 'L’inscription est fermée sur cette installation.',
  'The clock of a server is wrong: nothing is sealed before the operator has set it.':
    'L’horloge d’un serveur est fausse : rien n’est scellé avant que l’administrateur ne l’ait réglée.',
  'Too many documents are being processed. Try again shortly.':
    'Trop de documents sont en cours de traitement. Réessayez dans un instant.',
  'Sign-up is closed: without a mail server (SMTP_URL) it works on this machine only.':
    'L’inscription est fermée : sans serveur de messagerie (SMTP_URL), elle ne fonctionne que sur la machine du service.',
  'The request has no data to download.': 'La demande n’a pas de données à télécharger.',
  'An earlier request for this address has just ended. Send it again.':
    'Une demande précédente pour cette adresse vient de se terminer. Envoyez-la de nouveau.',
  'After sending, only options.message, options.expires_in_days and options.reminder_days can be changed; signers at /signers.':
    'Après l’envoi, seuls le message, l’expiration et les rappels peuvent encore être modifiés.',
  'This process does not use one-time codes.': 'Cette procédure n’utilise pas de codes à usage unique.',
  'The mail server refuses emails to {email}. Ask the sender to correct the address.':
    'Le serveur de messagerie refuse les e-mails à {email}. Demandez à l’expéditeur de corriger l’adresse.',
  'You received this to read only; there is nothing to sign.':
    'Vous avez reçu ceci pour lecture seulement ; il n’y a rien à signer.',
  'You have already signed.': 'Vous avez déjà signé.',
  'The time to sign has expired.': 'Le délai de signature est passé.',
  'The documents have not been shown yet. POST to `open` once they are, then sign.':
    'Les documents n’ont pas encore été affichés. Ouvrez-les, puis signez.',
  'The documents are no longer available here.': 'Les documents ne sont plus disponibles ici.',
  'It is not your turn yet.': 'Ce n’est pas encore votre tour.',
  'The document {id} belongs to a process or template in another folder. Move that one, or upload the file again.':
    'Ce document appartient à une procédure ou à un modèle d’un autre dossier. Déplacez celui-ci, ou importez de nouveau le fichier.',
}
