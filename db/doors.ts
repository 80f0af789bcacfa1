import { sql } from 'drizzle-orm'
import { database } from './client.ts'
import type { mails } from './schema/mail.ts'
import type { Tx } from './tenant.ts'

/** Where a credential leads: the tenant, and the record's id in it. */
export interface Found {
  tenantId: number
  id: number
}

/** Whose session has a token with this SHA-256. */
export const findSession = (tokenHash: string) => door(sql`select * from door_session(${tokenHash})`)

/** Whose API key has this SHA-256. */
export const findApiKey = (keyHash: string) => door(sql`select * from door_api_key(${keyHash})`)

/** Who signs in with this mail (lower case). */
export const findUser = (email: string) => door(sql`select * from door_user(${email})`)

/** Whose invitation has a token with this SHA-256. */
export const findInvitation = (tokenHash: string) => door(sql`select * from door_invitation(${tokenHash})`)

/** Whose way back in has a token with this SHA-256. */
export const findRecovery = (tokenHash: string) => door(sql`select * from door_recovery(${tokenHash})`)

/** Which signer's link has a token with this SHA-256. */
export const findSigner = (tokenHash: string) => door(sql`select * from door_signer(${tokenHash})`)

/** Every tenant's id, for the work that time alone brings. */
export async function everyTenant(): Promise<number[]> {
  const rows = await database().execute<{ tenant_id: string }>(sql`select tenant_id from door_tenants()`)
  return rows.map((row) => Number(row.tenant_id))
}

/** What all tenants' callers did since the last count, in one statement. */
export async function countCalls(
  calls: { tenant_id: number; month: string; calls: number }[],
  uses: { id: number; at: string; ip: string | null }[],
): Promise<void> {
  await database().execute(
    sql`select door_count_calls(${JSON.stringify(calls)}::jsonb, ${JSON.stringify(uses)}::jsonb)`,
  )
}

type KeptMailRow = Pick<typeof mails.$inferSelect, 'id' | 'tenantId' | 'recipient' | 'sealed' | 'createdAt'>

/** The mails that no SMTP server took, of every tenant, newest first: what /mailbox shows to loopback. */
export async function keptMails(): Promise<KeptMailRow[]> {
  const rows = await database().execute<Omit<KeptMailRow, 'createdAt'> & { createdAt: string }>(
    sql`select id::int, tenant_id::int as "tenantId", recipient, sealed, created_at as "createdAt" from door_kept_mails()`,
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** Founds a tenant and does `work` on it, in one transaction. */
export function foundTenant<T>(
  tenant: { name: string; documentsLimit: number; signaturesLimit: number; at: Date },
  work: (tx: Tx, tenantId: number) => Promise<T>,
): Promise<T> {
  const { name, documentsLimit, signaturesLimit, at } = tenant
  return database().transaction(async (tx) => {
    const [row] = await tx.execute<{ id: string }>(
      sql`select door_new_tenant(${name}, ${documentsLimit}, ${signaturesLimit}, ${at.toISOString()}) as id`,
    )
    const tenantId = Number(row?.id)
    await tx.execute(sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`)
    return work(tx, tenantId)
  })
}

async function door(query: ReturnType<typeof sql>): Promise<Found | null> {
  const [row] = await database().execute<{ tenant_id: string; id: string }>(query)
  return row ? { tenantId: Number(row.tenant_id), id: Number(row.id) } : null
}
