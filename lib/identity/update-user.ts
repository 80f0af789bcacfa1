import { and, DrizzleQueryError, eq, ne } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { read, type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import { actingUser, type Ctx } from '#lib/core/ctx'
import { type FieldErrors, forbidden } from '#lib/core/errors'
import type { Sound } from '#lib/core/sound'
import { authorize } from '#lib/policy'
import { findPerson, invite, keepAnAdmin, livingUsers, lockPeople } from './internal/people.ts'
import { noRecovery } from './link.ts'
import { presentUser, type UserRow } from './present.ts'
import { MAIL_TAKEN, mailTaken } from './refusals.ts'
import { userStatus } from './rules.ts'
import type { UserChange, UserRecord } from './schema.ts'

/** Changes somebody's name, mail, role or language; the role counts from their next request on. */
export async function updateUser(ctx: Ctx, id: number, input: UserChange): Promise<UserRecord> {
  authorize(ctx, 'user.manage')
  return write(ctx, async (tx) => {
    await lockPeople(tx, ctx)
    const before = await findPerson(tx, ctx, id)
    const { name = before.name, email = before.email, role = before.role, locale = before.locale } = input
    if (role !== before.role) await allowRole(tx, ctx, before)
    const moved = email !== null && email !== before.email
    const [after] = await tx
      .update(users)
      // What went to the old address must not open the account any more.
      .set({
        name,
        email,
        role,
        locale,
        updatedAt: ctx.now,
        ...(moved ? { ...noRecovery, emailConfirmedAt: null } : {}),
      })
      .where(and(livingUsers(ctx), eq(users.id, id)))
      .returning()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? mailTaken() : error
      })
    const changes = changesOf(before, after!)
    if (Object.keys(changes).length > 0) {
      const data = { user_id: id, name: after!.name, changes }
      await record(tx, ctx, { type: 'user.updated', subject: { user: id }, data })
    }
    return presentUser(moved && userStatus(after!) === 'invited' ? await invite(tx, ctx, after!) : after!)
  })
}

/** A mail that somebody else has already. */
export async function userChangeFaults(
  ctx: Ctx,
  id: number,
  { email }: Sound<UserChange>,
): Promise<FieldErrors> {
  authorize(ctx, 'user.manage')
  return read(ctx, async (reader) => {
    await findPerson(reader, ctx, id)
    const others = and(livingUsers(ctx), eq(users.email, email ?? ''), ne(users.id, id))
    const faults: FieldErrors = {}
    if (email && (await reader.$count(users, others)) > 0) faults.email = [MAIL_TAKEN]
    return faults
  })
}

/** Nobody changes their own role, and somebody stays in charge. */
async function allowRole(tx: Tx, ctx: Ctx, person: UserRow): Promise<void> {
  await keepAnAdmin(tx, ctx, person)
  if (actingUser(ctx)?.id === person.id) throw forbidden('Nobody changes their own role.')
}

function changesOf(before: UserRow, after: UserRow) {
  const names = (['name', 'email', 'role', 'locale'] as const).filter((name) => before[name] !== after[name])
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]))
}

/** Somebody else took the mail since we asked; `email` is the only unique member that changes here. */
function isDuplicate(error: unknown): boolean {
  return error instanceof DrizzleQueryError && (error.cause as { code?: string }).code === '23505'
}
