import type { signingMessages as english } from '#lib/core/error-messages/signing'

export const signingMessages: Record<(typeof english)[number], string> = {
  'A signature is required.': 'Une signature est nécessaire.',
  'Initials are required.': 'Des initiales sont nécessaires.',
  'Consent is needed to sign.': 'Votre consentement est nécessaire pour signer.',
  'Must be the day of signing: {day} (UTC), or the day before or after.':
    'La date doit être celle du jour de la signature.',
  'The picture is too large.': 'L’image est trop grande.',
  'The picture is larger than {limit} MB.': 'L’image dépasse {limit} Mo.',
  'The picture is not a PNG.': 'L’image n’est pas un PNG.',
  'The picture is larger than {width} by {height} or {limit} million pixels.':
    'L’image dépasse {width} sur {height} ou {limit} millions de pixels.',
  'The picture is damaged or incomplete. Draw or upload it again.':
    'L’image est endommagée ou incomplète. Dessinez-la ou importez-la de nouveau.',
  'The picture is blank. Draw or upload a signature that is visible on white.':
    'L’image est vide. Dessinez ou importez une signature visible sur fond blanc.',
  'The picture cannot be read.': 'L’image est illisible.',
}
