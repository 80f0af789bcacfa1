import type { FieldErrors } from '#lib/core/errors'
import { passwordFault } from '#lib/identity/passwords/password-rules'
import { EMAIL_TAKEN } from '#lib/identity/refusals'

/** What is known of a new user; a password may be chosen later. */
interface SignUpFields {
  tenant_name: string | undefined
  name: string
  email: string
  password?: string | null | undefined
}

/** An address that is taken, and a password that is common or says who its owner is. */
export async function signUpFaults(input: SignUpFields, isTaken: boolean): Promise<FieldErrors> {
  const { tenant_name: tenantName, name, email, password } = input
  const fault = password ? await passwordFault(password, { email, name, tenantName }) : null
  return { ...(isTaken ? { email: [EMAIL_TAKEN] } : {}), ...(fault ? { password: [fault] } : {}) }
}
