import type { FieldErrors } from '#lib/core/errors'
import { passwordError } from '#lib/identity/passwords/password-rules'
import { EMAIL_TAKEN } from '#lib/identity/refusals'

/** The input of a new user; the password may be chosen later. */
interface SignUpFields {
  tenant_name: string | undefined
  name: string
  email: string
  password?: string | null | undefined
}

/** Errors of a sign-up by field: an email in use, or a password that is common or contains personal data. */
export async function signUpErrors(input: SignUpFields, isEmailTaken: boolean): Promise<FieldErrors> {
  const { tenant_name: tenantName, name, email, password } = input
  const error = password ? await passwordError(password, { email, name, tenantName }) : null
  return { ...(isEmailTaken ? { email: [EMAIL_TAKEN] } : {}), ...(error ? { password: [error] } : {}) }
}
