import { env } from '#lib/core/env'
import type { FieldErrors } from '#lib/core/errors'
import { toPhoneNumber } from '#lib/core/phone-number'
import { errorText } from '#lib/messages/errors'
import type { SignerPatch } from '../input.ts'
import type { SignerRow } from '../present.ts'
import { hashAccessCode } from './access-code.ts'

/** How a signer confirms who they are. */
export type CodeSettings = Pick<SignerRow, 'otp' | 'phone' | 'accessCodeHash'>

/** A signer's input; the copy of a signer has the hash of their access code instead of the code. */
export type CodeInput = Pick<SignerPatch, 'otp' | 'access_code'> & { accessCodeHash?: string | null }

/** The hash of the access code after a change; null without `access_code`. */
export function nextAccessCodeHash(input: CodeInput, before: CodeSettings | null | undefined): string | null {
  const otp = input.otp === undefined ? before?.otp : input.otp
  if (otp !== 'access_code') return null
  if (input.access_code) return hashAccessCode(input.access_code)
  return input.accessCodeHash ?? before?.accessCodeHash ?? null
}

/** Errors of how a signer is to confirm who they are, by member under `path`. */
export function findCodeErrors(
  { otp, phone, accessCodeHash }: CodeSettings,
  input: CodeInput = {},
  path = '',
): FieldErrors {
  const errors: FieldErrors = {}
  if (otp === 'sms' && env().sms === null) errors[`${path}otp`] = [errorText('processes.smsNotConfigured')]
  if (otp === 'sms' && (phone === null || !toPhoneNumber(phone)))
    errors[`${path}phone`] = [errorText('processes.phoneNeeded')]
  if (otp === 'access_code' && accessCodeHash === null)
    errors[`${path}access_code`] = [errorText('processes.accessCodeNeeded')]
  if (otp !== 'access_code' && input.access_code)
    errors[`${path}access_code`] = [errorText('processes.accessCodeUnused')]
  return errors
}

/** Whether what the signer confirmed before no longer counts. */
export function isConfirmedAnew(before: CodeSettings, after: CodeSettings): boolean {
  return (
    before.otp !== after.otp ||
    before.accessCodeHash !== after.accessCodeHash ||
    (after.otp === 'sms' && before.phone !== after.phone)
  )
}
