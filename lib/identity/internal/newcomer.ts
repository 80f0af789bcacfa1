import { findUser } from '#db/doors'
import type { FieldErrors } from '#lib/core/errors'
import type { Sound } from '#lib/core/sound'
import { passwordFault } from '../password-rules.ts'
import { MAIL_TAKEN } from '../refusals.ts'
import type { SignUp } from '../schema.ts'

/** A mail that somebody has already, and a password that says who its owner is. */
export async function newcomerFaults(input: Sound<SignUp>): Promise<FieldErrors> {
  const { tenant_name: tenantName, name, email, password } = input
  const fault = password ? await passwordFault(password, { email, name, tenantName }) : null
  const taken = email && (await findUser(email))
  return { ...(taken ? { email: [MAIL_TAKEN] } : {}), ...(fault ? { password: [fault] } : {}) }
}
