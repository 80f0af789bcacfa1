import type { signingMessages as english } from '#lib/core/error-messages/signing'

export const signingMessages: Record<(typeof english)[number], string> = {
  'A signature is required.': 'Eine Unterschrift ist erforderlich.',
  'Initials are required.': 'Ein Kürzel ist erforderlich.',
  'Consent is needed to sign.': 'Zum Unterschreiben ist Ihre Zustimmung nötig.',
  'Must be the day of signing: {day} (UTC), or the day before or after.':
    'Das Datum muss der Tag der Unterschrift sein.',
  'The picture is too large.': 'Das Bild ist zu groß.',
  'The picture is larger than {limit} MB.': 'Das Bild ist größer als {limit} MB.',
  'The picture is not a PNG.': 'Das Bild ist kein PNG.',
  'The picture is larger than {width} by {height} or {limit} million pixels.':
    'Das Bild ist größer als {width} mal {height} oder {limit} Millionen Pixel.',
  'The picture is damaged or incomplete. Draw or upload it again.':
    'Das Bild ist beschädigt oder unvollständig. Zeichnen Sie es neu, oder laden Sie es noch einmal hoch.',
  'The picture is blank. Draw or upload a signature that is visible on white.':
    'Das Bild ist leer. Zeichnen Sie eine Unterschrift, die auf Weiß zu sehen ist, oder laden Sie eine hoch.',
  'The picture cannot be read.': 'Das Bild kann nicht gelesen werden.',
}
