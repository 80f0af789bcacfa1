import { sql } from 'drizzle-orm'
import type { Claim } from '#lib/core/ctx'
import type { Role, Scope } from '#lib/core/roles'
import { database, transaction } from '../connection/client.ts'
import { markExecuted } from '../idempotency-claim.ts'
import type { mails } from '../schema/mail.ts'
import type { ProcessStatus, signers } from '../schema/processes.ts'
import type { Reader, Tx } from './tenant.ts'

type SignerRow = typeof signers.$inferSelect

/** A record of any tenant. */
export interface TenantRef {
  tenantId: number
  id: number
}

/** The user behind a credential. */
interface Owner {
  /** Whether the tenant's sign-up address is not confirmed yet. */
  unconfirmed: boolean
  /** Whether the operator has suspended the tenant. */
  suspended: boolean
  user: { id: number; name: string; email: string; role: Role; locale: string }
}

/** A session as each request checks it; the session of a deleted user is revoked. */
export interface SessionRef extends TenantRef, Owner {
  kind: 'dashboard' | 'token'
  testMode: boolean
  expiresAt: Date
  replacedAt: Date | null
  revokedAt: Date | null
  authenticatedAt: Date
  lastUsedAt: Date
  /** After how many minutes without use the session ends; null: never. */
  idleMinutes: number | null
  /** The tenant requires a second factor, and the user has none. */
  mustSetUpFactor: boolean
}

/** An API key as each request checks it; it ends with the user who created it. */
export interface ApiKeyRef extends TenantRef, Owner {
  name: string
  scopes: Scope[]
  testMode: boolean
  expiresAt: Date | null
  allowedIps: string[]
}

/** The session whose token has this SHA-256, in one round trip: every request asks for it. */
export async function findSession(tokenHash: string): Promise<SessionRef | null> {
  const [row] = await database().execute<LookupRow>(
    sql`select *, cross_tenant_is_suspended(tenant_id) as suspended from cross_tenant_find_session(${tokenHash})`,
  )
  if (!row) return null
  return {
    ...toTenantRef(row),
    ...toOwner(row),
    kind: row.kind as SessionRef['kind'],
    testMode: row.test_mode as boolean,
    expiresAt: parseInstant(row.expires_at)!,
    replacedAt: parseInstant(row.replaced_at),
    revokedAt: parseInstant(row.revoked_at),
    authenticatedAt: parseInstant(row.authenticated_at)!,
    lastUsedAt: parseInstant(row.last_used_at)!,
    idleMinutes: row.idle_minutes as number | null,
    mustSetUpFactor: row.must_set_up_factor === true,
  }
}

/** The API key with this SHA-256, in one round trip: every request asks for it. */
export async function findApiKey(keyHash: string): Promise<ApiKeyRef | null> {
  const [row] = await database().execute<LookupRow>(
    sql`select *, cross_tenant_is_suspended(tenant_id) as suspended from cross_tenant_find_api_key(${keyHash})`,
  )
  if (!row) return null
  return {
    ...toTenantRef(row),
    ...toOwner(row),
    name: row.name as string,
    scopes: row.scopes as Scope[],
    testMode: row.test_mode as boolean,
    expiresAt: parseInstant(row.expires_at),
    allowedIps: row.allowed_ips as string[],
  }
}

/** A user with an email address, in any tenant. */
export interface AccountRef extends TenantRef {
  /** Whether a link that was mailed to the address was used. */
  confirmed: boolean
}

/**
 * The users with this address (lower case), at most one per tenant: confirmed addresses first, then the oldest.
 * @param reader the transaction of the caller, who else would hold two connections
 */
export async function findAccounts(
  email: string,
  reader: Pick<Reader, 'execute'> = database(),
): Promise<AccountRef[]> {
  const rows = await reader.execute<LookupRow>(sql`select * from cross_tenant_find_users(${email})`)
  return rows.map((row) => ({ ...toTenantRef(row), confirmed: row.confirmed === true }))
}

/** One password hash for each salt that the users with this address have. */
export async function findLoginHashes(email: string): Promise<string[]> {
  const rows = await database().execute<{ hash: string }>(
    sql`select hash from cross_tenant_find_password_hashes(${email})`,
  )
  return rows.map((row) => row.hash)
}

/** The first user with this address whose password has one of these hashes. */
export const findLogin = (email: string, hashes: string[]) =>
  findOne(
    sql`select * from cross_tenant_find_login(${email}, array(select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb)))`,
  )

/** The user whose invitation token has this SHA-256. */
export const findInvitation = (tokenHash: string) =>
  findOne(sql`select * from cross_tenant_find_invitation(${tokenHash})`)

/** The user whose password reset token has this SHA-256. */
export const findRecovery = (tokenHash: string) =>
  findOne(sql`select * from cross_tenant_find_recovery(${tokenHash})`)

/** The user whose new address is confirmed by the token with this SHA-256. */
export const findAddressChange = (tokenHash: string) =>
  findOne(sql`select * from cross_tenant_find_address_change(${tokenHash})`)

/** The pending proof of a second factor whose token has this SHA-256. */
export const findChallenge = (tokenHash: string) =>
  findOne(sql`select * from cross_tenant_find_challenge(${tokenHash})`)

/** The tenant whose sign-in link ends with this handle; `id` is the tenant's, too. */
export const findSsoProvider = (handle: string) =>
  findOne(sql`select * from cross_tenant_find_sso_provider(${handle})`)

/** The active users with this account at the OpenID provider of the installation, the oldest link first. */
export async function findIdentities(issuer: string, subject: string): Promise<TenantRef[]> {
  const rows = await database().execute<LookupRow>(
    sql`select * from cross_tenant_find_identity(${issuer}, ${subject})`,
  )
  return rows.map(toTenantRef)
}

/** The signer whose link has a token with this SHA-256. */
export const findSigner = (tokenHash: string) =>
  findOne(sql`select * from cross_tenant_find_signer(${tokenHash})`)

/** Who a signing link belongs to, as each request of a signing page checks it. */
interface LinkHolder extends TenantRef {
  name: string
  email: string
  role: SignerRow['role']
  locale: SignerRow['locale']
  processId: number
  processStatus: ProcessStatus
  testMode: boolean
  /** The signing session with the given secret; null without one. */
  sessionId: number | null
}

/**
 * The signers whose link has a token with this SHA-256, in the order of the process, in one round trip.
 * @param session the SHA-256 of the secret of the browser's signing session, and since when it must be confirmed
 */
export async function findLinkHolders(
  tokenHash: string,
  session: { secretHash: string | null; confirmedAfter: Date },
): Promise<LinkHolder[]> {
  const rows = await database().execute<LookupRow>(
    sql`select * from cross_tenant_enter_signing(${tokenHash}, ${session.secretHash}, ${session.confirmedAfter.toISOString()})`,
  )
  return rows.map((row) => ({
    ...toTenantRef(row),
    name: row.name as string,
    email: row.email as string,
    role: row.role as SignerRow['role'],
    locale: row.locale as SignerRow['locale'],
    processId: Number(row.process_id),
    processStatus: row.status as ProcessStatus,
    testMode: row.test_mode as boolean,
    sessionId: row.session_id === null ? null : Number(row.session_id),
  }))
}

/** The reusable link of a template whose token has this SHA-256. */
export const findTemplateLink = (tokenHash: string) =>
  findOne(sql`select * from cross_tenant_find_template_link(${tokenHash})`)

/** The process of a replaced link whose token has this SHA-256; `id` is that of the process. */
export const findReplacedLink = (tokenHash: string) =>
  findOne(sql`select * from cross_tenant_find_replaced_link(${tokenHash})`)

/** Every tenant's id, for scheduled jobs. */
export async function listTenantIds(): Promise<number[]> {
  const rows = await database().execute<{ tenant_id: string }>(
    sql`select tenant_id from cross_tenant_list_tenants()`,
  )
  return rows.map((row) => Number(row.tenant_id))
}

/** A head of a chain of any tenant. */
export type HeadRef = { chain: string; seq: number; hash: string }

/** At most `count` heads that are not in the transparency log yet; the transaction must append them. */
export function takeHeads(tx: Tx, count: number): Promise<HeadRef[]> {
  return tx.execute<HeadRef>(sql`select chain, seq, hash from cross_tenant_take_heads(${count})`)
}

/** Adds the API calls of all tenants since the last time, and the last use of each key, in one statement. */
export async function countCalls(
  calls: { tenant_id: number; month: string; calls: number }[],
  uses: { id: number; at: string; ip: string | null }[],
): Promise<void> {
  await database().execute(
    sql`select cross_tenant_count_api_calls(${JSON.stringify(calls)}::jsonb, ${JSON.stringify(uses)}::jsonb)`,
  )
}

type MailRow = typeof mails.$inferSelect
type LocalEmailRow = Pick<MailRow, 'id' | 'tenantId' | 'recipient' | 'content' | 'createdAt'>

/** The latest emails of every tenant in an installation without SMTP, newest first, for /mailbox: all, to an address, or one. */
export async function findLocalEmails(to: string | null, id: number | null = null): Promise<LocalEmailRow[]> {
  const rows = await database().execute<Omit<LocalEmailRow, 'createdAt'> & { createdAt: string }>(
    sql`select id::int, tenant_id::int as "tenantId", recipient, content, created_at as "createdAt" from cross_tenant_list_local_emails()
      where coalesce(lower(recipient) = lower(${to}), true) and coalesce(id = ${id}::numeric, true)`,
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** Creates a tenant and runs `callback` for it in the same transaction. */
export function createTenantAtomically<T>(
  tenant: { name: string; documentsLimit: number; signaturesLimit: number; at: Date; claim?: Claim },
  callback: (tx: Tx, tenantId: number) => Promise<T>,
): Promise<T> {
  const { name, documentsLimit, signaturesLimit, at, claim } = tenant
  return transaction({ mode: 'read write' }, async (tx) => {
    const [row] = await tx.execute<{ id: string }>(
      sql`select cross_tenant_create_tenant(${name}, ${documentsLimit}, ${signaturesLimit}, ${at.toISOString()}) as id`,
    )
    const tenantId = Number(row?.id)
    await tx.execute(sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`)
    const result = await callback(tx, tenantId)
    if (claim) await markExecuted(tx, tenantId, claim)
    return result
  })
}

/** The authority whose certificate has this subject key identifier. */
export const findAuthorityRef = (keyId: string) =>
  findOne(sql`select * from cross_tenant_find_authority(${keyId})`)

/**
 * Which of these certificates tenants have brought to seal their own documents, also earlier.
 * @param hashes SHA-256 of the DER, hexadecimal
 */
export async function findTenantSeals(hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await database().execute<{ hash: string }>(
    sql`select cross_tenant_find_seals as hash from cross_tenant_find_seals(array(select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb)))`,
  )
  return new Set(rows.map(({ hash }) => hash))
}

async function findOne(query: ReturnType<typeof sql>): Promise<TenantRef | null> {
  const [row] = await database().execute<LookupRow>(query)
  return row ? toTenantRef(row) : null
}

/** A row as the driver returns it: bigint and timestamptz as text. */
export type LookupRow = Record<string, unknown>

function toTenantRef(row: LookupRow): TenantRef {
  return { tenantId: Number(row.tenant_id), id: Number(row.id) }
}

function toOwner(row: LookupRow): Owner {
  const {
    user_name: name,
    user_email: email,
    user_role: role,
    user_locale: locale,
  } = row as Record<string, string>
  return {
    unconfirmed: row.unconfirmed === true,
    suspended: row.suspended === true,
    user: { id: Number(row.user_id), name: name!, email: email ?? '', role: role as Role, locale: locale! },
  }
}

/** A timestamptz as the driver returns it; null for null. */
export function parseInstant(text: unknown): Date | null {
  return typeof text === 'string' ? new Date(text) : null
}
