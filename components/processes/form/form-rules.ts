import { z } from 'zod'
import type { ProcessTexts } from '#components/processes/process-texts.tsx'
import { EMAIL_MAX_CHARACTERS, isEmailAddress } from '#lib/core/email/canonical-email'
import { otpKinds, signatureLevels, signerRoles } from '#lib/core/enumerations'
import { signatureKinds } from '#lib/core/signature-kinds'
import { limits } from '#lib/processes/facts'
import { isSigning } from '#lib/processes/rules'

/** The rules of the form of a process; the server validates again. */
export function processFormRules(t: ProcessTexts) {
  const text = (max: number) => z.string().trim().max(max, t('errors.tooLong', { max }))
  const days = (max: number) =>
    z.int(t('errors.days')).min(1, t('errors.minDays')).max(max, t('errors.maxDays', { max }))

  const signer = z.object({
    /** The id of an existing signer, who keeps their fields. */
    id: z.number().nullable(),
    name: text(limits.nameCharacters).min(1, t('errors.name')),
    email: text(EMAIL_MAX_CHARACTERS).min(1, t('errors.email')).refine(isEmailAddress, t('errors.notEmail')),
    role: z.enum(signerRoles),
    /** Has the same order as the signer above. */
    together: z.boolean(),
    /**
     * As stored where some sign in turn and others at once, which only the API makes. Like `subject`, unsaved input from
     * before an update lacks it.
     */
    turn: z.object({ order: z.number(), type: z.enum(['sequential', 'parallel']) }).nullish(),
    /** Empty: the language of the process. */
    language: z.string(),
    /** Empty: as the process. */
    code: z.enum(['', ...otpKinds]),
    /** For codes by SMS. */
    phone: text(limits.phoneCharacters),
    /** Empty: the stored one stays. It is not kept with other unsaved input. */
    accessCode: text(limits.accessCodeCharacters),
    hasAccessCode: z.boolean(),
    level: z.enum(signatureLevels),
    message: text(limits.messageCharacters),
    /** Set by the API, and kept. */
    subject: z.string().nullish(),
  })

  return z.object({
    name: text(limits.nameCharacters).min(1, t('errors.processName')),
    description: text(limits.messageCharacters),
    /** The id of a folder, or `none`; if empty, the process is in the folder of its documents. */
    folder: z.string(),
    documents: z
      .array(
        z.object({
          id: z.number(),
          name: z.string(),
          pageCount: z.number(),
          /** The id of the stored document in whose place it comes. */
          replaces: z.number().optional(),
        }),
      )
      .min(1, t('errors.noDocuments'))
      .max(limits.documents, t('errors.tooManyDocuments', { max: limits.documents })),
    signers: z.array(signer).refine((rows) => rows.some(isSigning), t('errors.noSigners')),
    inTurn: z.boolean(),
    message: text(limits.messageCharacters),
    /** Empty: the default of the account. */
    language: z.string(),
    otp: z.boolean(),
    notifications: z.boolean(),
    delegation: z.boolean(),
    downloadFirst: z.boolean(),
    embedEvidence: z.boolean(),
    expiresInDays: days(limits.expiryDays),
    reminders: z.boolean(),
    reminderDays: days(limits.reminderDays),
    /** Set by the API, and kept. */
    redirectUrl: z.string().nullable(),
    /** Empty: the default of the account. */
    signatureKinds: z.array(z.enum(signatureKinds)),
  })
}
export type ProcessForm = z.infer<ReturnType<typeof processFormRules>>
