import type { useTranslations } from 'use-intl'
import { z } from 'zod'
import { isEmailAddress } from '#lib/core/email/canonical-email'

/** The translated texts of the pages for visitors. */
type AuthTexts = ReturnType<typeof useTranslations<'auth'>>

const newPassword = (t: AuthTexts) =>
  z.string().min(12, t('errors.passwordTooShort')).max(128, t('errors.passwordTooLong'))

const emailAddress = (t: AuthTexts) => z.string().trim().refine(isEmailAddress, t('errors.invalidEmail'))

export const loginInput = (t: AuthTexts) =>
  z.object({
    email: z.string().trim().min(1, t('errors.email')),
    password: z.string().min(1, t('errors.password')),
  })
export type LoginInput = z.infer<ReturnType<typeof loginInput>>

export const signUpInput = (t: AuthTexts) =>
  z.object({
    tenant_name: z.string().trim().min(1, t('errors.organisation')).max(120, t('errors.nameTooLong')),
    name: z.string().trim().min(1, t('errors.name')).max(120, t('errors.nameTooLong')),
    email: emailAddress(t),
    password: newPassword(t),
  })
export type SignUpInput = z.infer<ReturnType<typeof signUpInput>>

export const recoveryInput = (t: AuthTexts) => z.object({ email: emailAddress(t) })

export const passwordInput = (t: AuthTexts) => z.object({ password: newPassword(t) })
