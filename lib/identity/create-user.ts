import { eq } from 'drizzle-orm'
import { findUser } from '#db/doors'
import { tenants, users } from '#db/schema/identity'
import { read, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, validationError } from '#lib/core/errors'
import type { Sound } from '#lib/core/sound'
import { authorize } from '#lib/policy'
import { invite, lockPeople } from './internal/people.ts'
import { hashPassword } from './password.ts'
import { passwordFault } from './password-rules.ts'
import { presentUser } from './present.ts'
import { MAIL_TAKEN, mailTaken } from './refusals.ts'
import type { NewUser, UserRecord } from './schema.ts'

/** Makes a user of the tenant, with a password, or invited to choose one. */
export async function createUser(ctx: Ctx, input: NewUser): Promise<UserRecord> {
  authorize(ctx, 'user.manage')
  const { name, email, role } = input
  const faults = await newUserFaults(ctx, input)
  if (Object.keys(faults).length > 0) throw validationError(faults)
  const passwordHash = input.password ? await hashPassword(input.password) : null
  return write(ctx, async (tx) => {
    await lockPeople(tx, ctx)
    const person = { name, email, role, passwordHash, locale: ctx.locale }
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
  const fault = password ? passwordFault(password, { email, name, tenantName: tenant?.name }) : null
  const taken = email && (await findUser(email))
  return { ...(taken ? { email: [MAIL_TAKEN] } : {}), ...(fault ? { password: [fault] } : {}) }
}
