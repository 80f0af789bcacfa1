import type { useTranslations } from 'use-intl'
import { z } from 'zod'

/** The translated texts of the pages for visitors. */
export type AuthTexts = ReturnType<typeof useTranslations<'auth'>>

export const newPassword = (t: AuthTexts) =>
  z.string().min(12, t('errors.passwordTooShort')).max(128, t('errors.passwordTooLong'))

export const emailAddress = (t: AuthTexts) =>
  z
    .string()
    .trim()
    .pipe(z.email(t('errors.invalidEmail')))
