import { and, eq } from 'drizzle-orm'
import { passkeys } from '#db/schema/identity-sign-in'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { whereOwnedPasskey } from './internal/factors.ts'
import { getFactorOwner } from './internal/owner.ts'
import { presentPasskey } from './present.ts'
import type { PasskeyChange, PasskeyRecord } from './schema.ts'

/** Changes the name of a passkey of the user. */
export async function renamePasskey(ctx: Ctx, id: number, { name }: PasskeyChange): Promise<PasskeyRecord> {
  authorize(ctx, 'factor.change')
  const owner = getFactorOwner(ctx)
  return write(ctx, async (tx) => {
    const [renamed] = await tx
      .update(passkeys)
      .set({ name })
      .where(and(whereOwnedPasskey(owner), eq(passkeys.id, id)))
      .returning()
    if (!renamed) throw notFound()
    await record(tx, ctx, {
      type: 'user.factor_renamed',
      subject: { user: owner.userId },
      data: { user_id: owner.userId, factor: 'passkey', name },
    })
    return presentPasskey(renamed)
  })
}
