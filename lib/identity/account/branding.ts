import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { processLocales } from '#lib/core/locales'
import { SignatureKinds } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { contrastWithWhite, MIN_CONTRAST } from './contrast.ts'

const COLOR = /^#[0-9a-f]{6}$/i

/** The members of the account that decide how signers see the tenant, and the options of new processes. */
export const brandingShape = {
  color: z.string().nullable().meta({
    description: 'Accent colour of signing pages and emails; null for the usual one.',
    example: '#1f5f4a',
  }),
  reply_to: z
    .string()
    .nullable()
    .meta({ description: 'Where replies to emails about processes go.', example: 'legal@example.com' }),
  locale: z.string().meta({ description: 'Language of new processes.', example: 'en' }),
  expires_in_days: z.int().meta({ description: 'Expiry of new processes.', example: 90 }),
  reminder_days: z.int().nullable().meta({ description: 'Days between reminders of new processes.' }),
  signature_kinds: SignatureKinds.meta({ description: 'How signers of new processes may sign.' }),
  logo_url: z.string().nullable().meta({ description: 'The logo as a data URL.', example: null }),
}

/** The same members (and the name) as input of `PATCH /account`. */
export const brandingInput = {
  name: singleLine(200)
    .min(1)
    .optional()
    .meta({ description: 'Certificates that exist keep the old name.', example: 'Analytical Engines' }),
  color: z
    .string()
    .regex(COLOR, issueMessage('identity.mustBeColour'))
    .refine((color) => contrastWithWhite(color) >= MIN_CONTRAST, {
      error: issueMessage('identity.colourTooLight'),
      when: ({ value }) => typeof value === 'string' && COLOR.test(value),
    })
    .nullable()
    .optional()
    .meta({
      description: 'Accent colour of signing pages and emails; its contrast with white must be 4.5 to 1.',
      example: '#1f5f4a',
    }),
  reply_to: emailAddress().nullable().optional().meta({ example: 'legal@example.com' }),
  locale: z.enum(processLocales).optional().meta({
    description: 'Language of new processes, with a region where numbers and dates are written otherwise.',
    example: 'en',
  }),
  expires_in_days: z.int().min(1).max(365).optional().meta({ example: 90 }),
  reminder_days: z.int().min(1).max(90).nullable().optional().meta({ example: 7 }),
  signature_kinds: SignatureKinds.optional(),
}
