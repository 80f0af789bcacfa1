import { sql } from 'drizzle-orm'
import type { Claim } from '#lib/core/ctx'
import type { Role, Scope } from '#lib/core/roles'
import { markCarriedOut } from './claim.ts'
import { database, transaction } from './client.ts'
import type { mails } from './schema/mail.ts'
import type { Tx } from './tenant.ts'

/** Where a credential leads: the tenant, and the record's id in it. */
export interface Found {
  tenantId: number
  id: number
}

/** The person behind a credential. */
interface Owner {
  /** Of their tenant: nobody has confirmed the address it signed up with. */
  unconfirmed: boolean
  user: { id: number; name: string; email: string; role: Role; locale: string }
}

/** A session as it is judged at each request; that of a deleted person is revoked. */
export interface FoundSession extends Found, Owner {
  kind: 'dashboard' | 'token'
  testMode: boolean
  expiresAt: Date
  replacedAt: Date | null
  revokedAt: Date | null
  authenticatedAt: Date
}

/** An API key as it is judged at each request; with its creator it is gone. */
interface FoundApiKey extends Found, Owner {
  name: string
  scopes: Scope[]
  testMode: boolean
  expiresAt: Date | null
  allowedIps: string[]
}

/** The session whose token has this SHA-256, in one round trip: every request asks for it. */
export async function findSession(tokenHash: string): Promise<FoundSession | null> {
  const [row] = await database().execute<DoorRow>(sql`select * from door_session(${tokenHash})`)
  if (!row) return null
  return {
    ...foundOf(row),
    ...ownerOf(row),
    kind: row.kind as FoundSession['kind'],
    testMode: row.test_mode as boolean,
    expiresAt: instantOf(row.expires_at)!,
    replacedAt: instantOf(row.replaced_at),
    revokedAt: instantOf(row.revoked_at),
    authenticatedAt: instantOf(row.authenticated_at)!,
  }
}

/** The API key with this SHA-256, in one round trip: every request asks for it. */
export async function findApiKey(keyHash: string): Promise<FoundApiKey | null> {
  const [row] = await database().execute<DoorRow>(sql`select * from door_api_key(${keyHash})`)
  if (!row) return null
  return {
    ...foundOf(row),
    ...ownerOf(row),
    name: row.name as string,
    scopes: row.scopes as Scope[],
    testMode: row.test_mode as boolean,
    expiresAt: instantOf(row.expires_at),
    allowedIps: row.allowed_ips as string[],
  }
}

/** An account with an address, in any tenant. */
interface FoundAccount extends Found {
  /** Whether a link that was mailed to the address was used. */
  confirmed: boolean
}

/** The accounts with this address (lower case), one per tenant at most: those whose address is confirmed first, then the oldest. */
export async function findAccounts(email: string): Promise<FoundAccount[]> {
  const rows = await database().execute<DoorRow>(sql`select * from door_user(${email})`)
  return rows.map((row) => ({ ...foundOf(row), confirmed: row.confirmed === true }))
}

/** One password hash of each salt that the accounts with this address have. */
export async function findLoginHashes(email: string): Promise<string[]> {
  const rows = await database().execute<{ hash: string }>(sql`select hash from door_login_hashes(${email})`)
  return rows.map((row) => row.hash)
}

/** The first of the accounts with this address whose password has one of these hashes. */
export const findLogin = (email: string, hashes: string[]) =>
  door(
    sql`select * from door_login(${email}, array(select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb)))`,
  )

/** Whose invitation has a token with this SHA-256. */
export const findInvitation = (tokenHash: string) => door(sql`select * from door_invitation(${tokenHash})`)

/** Whose way back in has a token with this SHA-256. */
export const findRecovery = (tokenHash: string) => door(sql`select * from door_recovery(${tokenHash})`)

/** Whose new address has a token with this SHA-256. */
export const findAddressChange = (tokenHash: string) => door(sql`select * from door_address(${tokenHash})`)

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
  tenant: { name: string; documentsLimit: number; signaturesLimit: number; at: Date; claim?: Claim },
  work: (tx: Tx, tenantId: number) => Promise<T>,
): Promise<T> {
  const { name, documentsLimit, signaturesLimit, at, claim } = tenant
  return transaction({}, async (tx) => {
    const [row] = await tx.execute<{ id: string }>(
      sql`select door_new_tenant(${name}, ${documentsLimit}, ${signaturesLimit}, ${at.toISOString()}) as id`,
    )
    const tenantId = Number(row?.id)
    await tx.execute(sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`)
    const result = await work(tx, tenantId)
    if (claim) await markCarriedOut(tx, tenantId, claim)
    return result
  })
}

async function door(query: ReturnType<typeof sql>): Promise<Found | null> {
  const [row] = await database().execute<DoorRow>(query)
  return row ? foundOf(row) : null
}

/** A row as the driver gives it: whole numbers of eight bytes and instants as text. */
type DoorRow = Record<string, unknown>

function foundOf(row: DoorRow): Found {
  return { tenantId: Number(row.tenant_id), id: Number(row.id) }
}

function ownerOf(row: DoorRow): Owner {
  const unconfirmed = row.unconfirmed === true
  const {
    user_name: name,
    user_email: email,
    user_role: role,
    user_locale: locale,
  } = row as Record<string, string>
  return {
    unconfirmed,
    user: { id: Number(row.user_id), name: name!, email: email ?? '', role: role as Role, locale: locale! },
  }
}

function instantOf(text: unknown): Date | null {
  return typeof text === 'string' ? new Date(text) : null
}
