import type { useTranslations } from 'use-intl'
import { z } from 'zod'
import { processLocales } from '#lib/core/locales'
import { SignatureKinds } from '#lib/core/shapes'
import { AccountChangeInput, ProfileChangeInput } from '#lib/identity/schema'

type PasswordTexts = ReturnType<typeof useTranslations<'settings.password'>>
type ProcessDefaultsTexts = ReturnType<typeof useTranslations<'settings.processDefaults'>>

export const passwordChange = (t: PasswordTexts) =>
  z.object({
    current_password: z.string().min(1, t('currentMissing')),
    password: z.string().min(12, t('tooShort')).max(128, t('tooLong')),
  })
export type PasswordChange = z.infer<ReturnType<typeof passwordChange>>

export const nameInputs = {
  user: ProfileChangeInput.pick({ name: true }).required(),
  organisation: AccountChangeInput.pick({ name: true }).required(),
}
export type NameInput = z.infer<(typeof nameInputs)['user']>

export const RetentionChange = AccountChangeInput.pick({ retention_years: true }).required()
export type RetentionChange = z.infer<typeof RetentionChange>

/** The form as API input: an empty text becomes null. */
export const brandingInput = z
  .object({ color: z.string(), reply_to: z.string() })
  .transform(({ color, reply_to }) => ({ color: color || null, reply_to: reply_to || null }))
  .pipe(AccountChangeInput.pick({ color: true, reply_to: true }).required())

export const processDefaultsForm = (t: ProcessDefaultsTexts) =>
  z
    .object({
      locale: z.enum(processLocales),
      expires_in_days: z.number(t('expiryMissing')),
      reminder_days: z.number().nullable(),
      signature_kinds: SignatureKinds,
    })
    .pipe(
      AccountChangeInput.pick({
        locale: true,
        expires_in_days: true,
        reminder_days: true,
        signature_kinds: true,
      }).required(),
    )
