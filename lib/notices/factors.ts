import type { Reader } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { circumstances } from './accounts.ts'
import type { Mail } from './mail.ts'
import { findMember } from './members.ts'
import { safeName } from './sanitize.ts'
import { type FactorChange, writeFactorEmail } from './templates/factors.ts'

/** To the user: a second factor or the recovery codes have changed, or a recovery code was used. */
export async function makeFactorMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const member = await findMember(reader, ctx, event)
  if (!member) return []
  const { email, locale, tenant } = member
  const details = {
    change: getFactorChange(event),
    name: safeName(String(event.data.name ?? '')),
    remaining: Number(event.data.remaining ?? 0),
    ...circumstances(event),
  }
  return [{ to: email, body: writeFactorEmail({ locale, tenant, ...details }) }]
}

/** How the factors have changed. */
export function getFactorChange({ type, data }: RecordedEvent): FactorChange {
  const isPasskey = data.factor === 'passkey'
  if (type === 'user.factor_added') return isPasskey ? 'passkeyAdded' : 'totpAdded'
  if (type === 'user.factor_removed') return isPasskey ? 'passkeyRemoved' : 'totpRemoved'
  if (type === 'user.recovery_codes_created') return 'codesCreated'
  return type === 'user.recovery_code_used' ? 'codeUsed' : 'reset'
}
