import type { identityMessages as english } from '#lib/core/error-messages/identity'

export const identityMessages: Record<(typeof english)[number], string> = {
  'The name is missing.': 'Indiquez le nom.',
  'This email address is already in use.': 'Cette adresse e-mail est déjà utilisée.',
  '{email} already belongs to another user of the tenant. That user must be removed first.':
    '{email} appartient déjà à un autre utilisateur de l’organisation. Il faut d’abord retirer cet utilisateur.',
  'This link is no longer valid. Request a new one.': 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  'The link is incomplete.': 'Le lien est incomplet.',
  'The password is missing.': 'Saisissez le mot de passe.',
  'The password must have {min} to {max} characters.':
    'Le mot de passe doit comporter entre {min} et {max} caractères.',
  'The password is among the most common ones. Choose another.':
    'Ce mot de passe est l’un des plus courants. Choisissez-en un autre.',
  'The password is your name, your email address or the name of this service. Choose another.':
    'Ce mot de passe est votre nom, votre adresse e-mail ou le nom de ce service. Choisissez-en un autre.',
  'Another account with this email address has this password, and signing in could not tell them apart. Choose another.':
    'Un autre compte avec cette adresse e-mail a ce mot de passe, et la connexion ne pourrait pas les distinguer. Choisissez-en un autre.',
  'The password may be absent only when send_invitation is true.':
    'Saisissez un mot de passe ou envoyez une invitation.',
  'The password was changed meanwhile.': 'Le mot de passe a été modifié entre-temps.',
  'Incorrect password.': 'Mot de passe incorrect.',
  'You have no password. Sign out and sign in again through your identity provider.':
    'Vous n’avez pas de mot de passe. Déconnectez-vous, puis reconnectez-vous avec votre fournisseur d’identité.',
  'The role is one of {roles}.': 'Rôles possibles : {roles}.',
  'A user cannot be their own successor.': 'Un utilisateur ne peut pas se succéder à lui-même.',
  'A viewer cannot take over processes.': 'Un lecteur ne peut pas reprendre de procédures.',
  'The retention is a whole number of years, 1 to {max}.':
    'La conservation est un nombre entier d’années, de 1 à {max}.',
  'Must be a whole number of minutes, {min} to {max}, or null.':
    'Un nombre entier de minutes est attendu, de {min} à {max}.',
  'Must be a colour such as #1f5f4a.': 'Une couleur est attendue, par exemple #1f5f4a.',
  'Too light: white text on it could not be read. Choose a darker colour (a contrast of 4.5 to 1).':
    'Trop clair : un texte blanc y serait illisible. Choisissez une couleur plus foncée (contraste de 4,5 pour 1).',
  'Choose a PNG file.': 'Choisissez un fichier PNG.',
  'The logo is larger than {limit} MB.': 'Le logo dépasse {limit} Mo.',
  'The logo is not a complete PNG file.': 'Le logo n’est pas un fichier PNG complet.',
  'The logo has more than {limit} million pixels.': 'Le logo a plus de {limit} millions de pixels.',
  'The logo cannot be read.': 'Le logo est illisible.',
  'The logo has too many details. Use a simpler picture.':
    'Le logo a trop de détails. Prenez une image plus simple.',
  'The date is in the past.': 'La date est passée.',
  'This is not an ISO 8601 date-time.': 'Ce n’est pas une date avec heure au format ISO 8601.',
  'Name at least one scope, or leave the member out.': 'Choisissez au moins une autorisation.',
  'This is neither an address nor a network (CIDR).': 'Ce n’est ni une adresse IP ni un réseau (CIDR).',
  'The text must have {min} to {max} characters.': 'Le texte doit comporter entre {min} et {max} caractères.',
  'HTML is not rendered. Use plain text; each line is a paragraph.':
    'Le HTML n’est pas affiché. Écrivez du texte simple ; chaque ligne est un paragraphe.',
  'Set up a second factor of your own first, then require one of everyone.':
    'Configurez d’abord votre propre second facteur, puis exigez-le de tous.',
  'The passkey could not be verified.': 'La clé d’accès n’a pas pu être vérifiée.',
  'This passkey is added already.': 'Cette clé d’accès est déjà ajoutée.',
  'This challenge has expired or was used. Start again.':
    'La demande a expiré ou a déjà été utilisée. Recommencez.',
  'The code has six digits.': 'Le code comporte six chiffres.',
  'Enter a recovery code.': 'Saisissez un code de récupération.',
  'The issuer is missing.': 'Indiquez l’émetteur.',
  'The client id is missing.': 'Indiquez l’ID client.',
  'The client secret is missing.': 'Indiquez le secret client.',
  'Enter the client secret of the new issuer.': 'Saisissez le secret client auprès du nouvel émetteur.',
  'Name at least one domain.': 'Indiquez au moins un domaine.',
  'Must be a domain such as example.com.': 'Un domaine est attendu, par exemple example.com.',
  'Must be a URL without query, such as https://login.example.com.':
    'Une URL sans paramètres est attendue, par exemple https://login.example.com.',
  'No OpenID provider responds at {url}.': 'Aucun fournisseur OpenID ne répond à l’adresse {url}.',
  'The provider at this URL calls itself {issuer}. Enter that.':
    'Le fournisseur à cette adresse se nomme {issuer}. Saisissez ce nom.',
}
