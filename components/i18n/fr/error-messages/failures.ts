import type { failureMessages as english } from '#lib/core/error-messages/failures'

export const failureMessages: Record<(typeof english)[number], string> = {
  'Something went wrong on our side. It will be retried.':
    'Une erreur s’est produite de notre côté. Une nouvelle tentative aura lieu.',
  'Processing was interrupted and will be retried.': 'Le traitement a été interrompu et va reprendre.',
  'Processing of the document was interrupted.': 'Le traitement du document a été interrompu.',
  'Processing the document needs more than {limit} MB of memory.':
    'Le traitement du document demande plus de {limit} Mo de mémoire.',
  'Processing the document takes more than {limit} s.': 'Le traitement du document prend plus de {limit} s.',
  'Processing the document took more than {limit} s on a busy machine.':
    'Le traitement du document a pris plus de {limit} s sur une machine chargée.',
  'No time-stamping authority is available.': 'Aucune autorité d’horodatage n’est disponible.',
  'The new revision adds no signature over the whole file.':
    'La nouvelle révision n’ajoute pas de signature sur tout le fichier.',
  'The new revision is not valid: {reason}': 'La nouvelle révision n’est pas valable : {reason}',
  'The file is certified: no fields may be added.':
    'Le fichier est certifié : aucun champ ne peut être ajouté.',
  'The file has no pages.': 'Le fichier n’a pas de pages.',
  'The file has no empty field for the seal.': 'Le fichier n’a pas de champ vide pour le cachet.',
  'The cross-reference sections of the file cannot be followed.':
    'La structure du fichier est endommagée (références croisées).',
  'The earlier bytes of the file were changed.': 'Les octets antérieurs du fichier ont été modifiés.',
  'The picture is not a PNG, or is damaged.': 'L’image n’est pas un PNG, ou elle est endommagée.',
  'The picture has too many pixels.': 'L’image a trop de pixels.',
  'The picture is damaged.': 'L’image est endommagée.',
  'The picture is empty.': 'L’image est vide.',
  'The storage of this installation is full, so nothing was saved. The operator must free some space.':
    'Le stockage de cette installation est plein, rien n’a été enregistré. L’administrateur doit libérer de la place.',
  'The disk of the database is full, so nothing was saved. The operator must free some space.':
    'Le disque de la base de données est plein, rien n’a été enregistré. L’administrateur doit libérer de la place.',
  'The storage of this installation is not available; nothing was saved. Try again later.':
    'Le stockage de cette installation est indisponible ; rien n’a été enregistré. Réessayez plus tard.',
  'The SMTP server does not respond. The email will be sent when it does.':
    'Le serveur SMTP ne répond pas. L’e-mail sera envoyé dès qu’il répondra.',
  "Can't send mail - all recipients were rejected: {response}":
    'Le serveur de messagerie a refusé le destinataire : {response}',
  'The user who started it was deleted.': 'L’utilisateur qui a lancé l’envoi a été supprimé.',
  'The role of the user who started it does not allow this any more.':
    'Le rôle de l’utilisateur qui a lancé l’opération ne le permet plus.',
  'The user who started it must set up a second factor first.':
    'L’utilisateur qui a lancé l’opération doit d’abord configurer un second facteur.',
  'The API key that started it was deleted.': 'La clé d’API qui a lancé l’opération a été supprimée.',
  'The API key that started it has expired.': 'La clé d’API qui a lancé l’opération a expiré.',
  'The API key that started it lacks the scope {scope}.':
    'La clé d’API qui a lancé l’opération n’a pas la portée {scope}.',
  'The API key that started it is not allowed from the IP address it was started from.':
    'La clé d’API qui a lancé l’opération n’est plus autorisée depuis l’adresse IP d’origine.',
  'The email address of the organisation is not confirmed.':
    'L’adresse e-mail de l’organisation n’est pas confirmée.',
  'The template was deleted.': 'Le modèle a été supprimé.',
  'The user who started it has no access to the folder of the template.':
    'L’utilisateur qui a lancé l’envoi n’a pas accès au dossier du modèle.',
  'The data of the person was erased.': 'Les données de la personne ont été effacées.',
  'Monthly quota exceeded: {used} of {limit} {quota} used. It resets on {day}.':
    'Quota mensuel dépassé : {used} sur {limit} utilisés. Il est remis à zéro le {day}.',
  'Cancelled: the webhook was disabled.': 'Annulé : le webhook a été désactivé.',
  'No response within {seconds} s.': 'Aucune réponse en {seconds} s.',
  'Responded with {status}; redirects are not followed.':
    'Réponse {status} ; les redirections ne sont pas suivies.',
  'Responded with 410 Gone.': 'Réponse 410 Gone.',
  'Responded with {status}.': 'Réponse {status}.',
  'The connection was refused.': 'La connexion a été refusée.',
  'The connection was reset.': 'La connexion a été interrompue.',
  'The host cannot be reached.': 'L’hôte est injoignable.',
  'The network cannot be reached.': 'Le réseau est injoignable.',
  'The connection timed out.': 'Le délai de connexion est dépassé.',
  'The response headers are too long.': 'Les en-têtes de la réponse sont trop longs.',
  'The response takes longer than {seconds} s.': 'La réponse prend plus de {seconds} s.',
  'The response is larger than {limit} bytes.': 'La réponse dépasse {limit} octets.',
  'The TLS connection failed ({code}).': 'La connexion TLS a échoué ({code}).',
  'The connection failed ({code}).': 'La connexion a échoué ({code}).',
  'The connection failed.': 'La connexion a échoué.',
  '{message} Print it to a new PDF first.': '{message} Imprimez-le d’abord dans un nouveau PDF.',
  '{message} Try again shortly; if it happens again, print the document to a new PDF and use that.':
    '{message} Réessayez dans un instant ; si cela se reproduit, imprimez le document dans un nouveau PDF et utilisez celui-ci.',
  'This is not a PDF file.': 'Ce n’est pas un fichier PDF.',
  'The database is not available. Try again shortly.':
    'La base de données est indisponible. Réessayez dans un instant.',
}
