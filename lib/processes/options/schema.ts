import { z } from 'zod'
import { SignatureKinds } from '#lib/core/shapes'

/** The options of a process or template. */
export const OptionsShape = z
  .object({
    enable_otp: z.boolean().meta({ description: 'Signers confirm a one-time code sent by email.' }),
    enable_notifications: z.boolean().meta({
      description: 'If false, signers get no emails except one-time codes; you hand out `signing_url`.',
      example: true,
    }),
    expires_in_days: z.int().meta({ example: 90 }),
    reminder_days: z.int().nullable().meta({ description: 'Days between reminders; null for none.' }),
    locale: z.string().meta({ example: 'en' }),
    message: z.string().nullable().meta({ example: 'Please sign by Friday.' }),
    redirect_url: z.string().nullable(),
    signature_kinds: SignatureKinds,
    allow_delegation: z.boolean().meta({
      description: 'Signers and approvers may hand over to someone else. By default they may not.',
      example: false,
    }),
    allow_download_first: z.boolean().meta({
      description:
        'Whether the signing page offers the documents for download and print before the signature.',
      example: true,
    }),
    embed_evidence: z.boolean().meta({
      description:
        'Whether the certificate of completion, a PDF/A-3 file, has the signed documents, the audit trail and a manifest as embedded files. The signed documents themselves have none: a file that is embedded in them after a signature would count as a change of them.',
      example: false,
    }),
  })
  .meta({ id: 'ProcessOptions' })
