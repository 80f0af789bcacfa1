import { eq } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import { read, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, refuseFaults } from '#lib/core/errors'
import type { Sound } from '#lib/core/sound'
import { authorize } from '#lib/policy'
import { newcomerFaults } from './internal/newcomer.ts'
import { invite, lockPeople } from './internal/people.ts'
import { hashPassword } from './password.ts'
import { presentUser } from './present.ts'
import { mailTaken } from './refusals.ts'
import type { NewUser, UserRecord } from './schema.ts'

/** Makes a user of the tenant, with a password, or invited to choose one. */
export async function createUser(ctx: Ctx, input: NewUser): Promise<UserRecord> {
  authorize(ctx, 'user.manage')
  const { name, email, role, locale = ctx.locale } = input
  const faults = await newUserFaults(ctx, input)
  refuseFaults(faults)
  const passwordHash = input.password ? await hashPassword(input.password) : null
  return write(ctx, async (tx) => {
    await lockPeople(tx, ctx)
    const person = { name, email, role, passwordHash, locale }
    const [row] = await tx
      .insert(users)
      .values({ tenantId: ctx.tenantId, ...person, createdAt: ctx.now, updatedAt: ctx.now })
      .onConflictDoNothing({ target: users.email })
      .returning()
    if (!row) throw mailTaken()
    const data = { user_id: row.id, name, email, role }
    await record(tx, ctx, { type: 'user.created', subject: { user: row.id }, data })
    return presentUser(input.send_invitation ? await invite(tx, ctx, row) : row)
  })
}

/** A mail that somebody has already, and a password that says who its owner is. */
export async function newUserFaults(
  ctx: Ctx,
  { name, email, password }: Sound<NewUser>,
): Promise<FieldErrors> {
  authorize(ctx, 'user.manage')
  const [tenant] = await read(ctx, (reader) =>
    reader.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, ctx.tenantId)),
  )
  return newcomerFaults({ name, email, password: password ?? undefined, tenant_name: tenant?.name })
}
