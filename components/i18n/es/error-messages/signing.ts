import type { signingMessages as english } from '#lib/core/error-messages/signing'

export const signingMessages: Record<(typeof english)[number], string> = {
  'A signature is required.': 'Se necesita una firma.',
  'Initials are required.': 'Se necesitan las iniciales.',
  'Consent is needed to sign.': 'Se necesita su consentimiento para firmar.',
  'Must be the day of signing: {day} (UTC), or the day before or after.':
    'La fecha debe ser el día de la firma.',
  'The picture is too large.': 'La imagen es demasiado grande.',
  'The picture is larger than {limit} MB.': 'La imagen ocupa más de {limit} MB.',
  'The picture is not a PNG.': 'La imagen no es un PNG.',
  'The picture is larger than {width} by {height} or {limit} million pixels.':
    'La imagen supera {width} por {height} o {limit} millones de píxeles.',
  'The picture is damaged or incomplete. Draw or upload it again.':
    'La imagen está dañada o incompleta. Dibújela o súbala de nuevo.',
  'The picture is blank. Draw or upload a signature that is visible on white.':
    'La imagen está vacía. Dibuje o suba una firma visible sobre blanco.',
  'The picture cannot be read.': 'No se puede leer la imagen.',
}
