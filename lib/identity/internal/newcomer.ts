import type { FieldErrors } from '#lib/core/errors'
import type { Sound } from '#lib/core/sound'
import { passwordFault } from '../password-rules.ts'
import { MAIL_TAKEN } from '../refusals.ts'
import type { SignUp } from '../schema.ts'

/** An address that is taken, and a password that is common or says who its owner is. */
export async function newcomerFaults(input: Sound<SignUp>, taken: boolean): Promise<FieldErrors> {
  const { tenant_name: tenantName, name, email, password } = input
  const fault = password ? await passwordFault(password, { email, name, tenantName }) : null
  return { ...(taken ? { email: [MAIL_TAKEN] } : {}), ...(fault ? { password: [fault] } : {}) }
}
