/** What a signer sends. */
export const signingMessages = [
  'A signature is required.',
  'Initials are required.',
  'Consent is needed to sign.',
  'Must be the day of signing: {day} (UTC), or the day before or after.',
  'The picture is too large.',
  'The picture is larger than {limit} MB.',
  'The picture is not a PNG.',
  'The picture is larger than {width} by {height} or {limit} million pixels.',
  'The picture is damaged or incomplete. Draw or upload it again.',
  'The picture is blank. Draw or upload a signature that is visible on white.',
  'The picture cannot be read.',
] as const
