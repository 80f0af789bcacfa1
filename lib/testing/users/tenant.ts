import { randomBytes } from 'node:crypto'
import { apiKeys, sessions, users } from '#db/schema/identity'
import { createTenantAtomically } from '#db/tenancy/cross-tenant'
import { type Tx, write } from '#db/tenancy/tenant'
import { addDays, addSeconds, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { newRequestId, randomToken, sha256Hex } from '#lib/core/ids'
import { type Role, type Scope, scopes } from '#lib/core/roles'

/** A signed-in user of a tenant: `ctx` for operations, `token` for `call(route, {as})`. */
export interface Member {
  user: { id: number; name: string; email: string; role: Role }
  ctx: Ctx
  token: string
}

/** An integration of a tenant. */
export interface Integration {
  id: number
  ctx: Ctx
  token: string
}

export interface TestTenant extends Member {
  tenantId: number
  addMember(role: Role, passwordHash?: string): Promise<Member>
  addKey(options?: KeyOptions): Promise<Integration>
}

interface KeyOptions {
  scopes?: Scope[]
  testMode?: boolean
  allowedIps?: string[]
  /** By default the first user. */
  creator?: Member
}

interface TenantOptions {
  role?: Role
  testMode?: boolean
  documentsLimit?: number
  signaturesLimit?: number
  /** The password of the first user. */
  passwordHash?: string
}

/** Creates a tenant with one signed-in user, by default a `tenant_admin`. */
export async function makeTenant(options: TenantOptions = {}): Promise<TestTenant> {
  const time = now()
  const { documentsLimit = 1000, signaturesLimit = 1000, role = 'tenant_admin' } = options
  const name = `Tenant ${randomBytes(4).toString('hex')}`
  const created = await createTenantAtomically(
    { name, documentsLimit, signaturesLimit, at: time },
    async (tx, tenantId) => ({
      tenantId,
      member: await insertMember(tx, { tenantId, role, at: time, ...options }),
    }),
  )
  const { tenantId, member } = created
  const testMode = options.testMode ?? false
  return {
    tenantId,
    ...member,
    addMember: (newRole, passwordHash) =>
      write({ tenantId }, (tx) =>
        insertMember(tx, { tenantId, role: newRole, at: now(), testMode, passwordHash }),
      ),
    addKey: (key = {}) => write({ tenantId }, (tx) => insertKey(tx, key.creator ?? member, key)),
  }
}

interface NewMember {
  tenantId: number
  role: Role
  at: Date
  testMode?: boolean
  passwordHash?: string
}

async function insertMember(
  tx: Tx,
  { tenantId, role, at, testMode, passwordHash }: NewMember,
): Promise<Member> {
  const tag = randomBytes(5).toString('hex')
  const person = { name: `Ada ${tag}`, email: `ada.${tag}@example.com`, role }
  const [user] = await tx
    .insert(users)
    .values({
      tenantId,
      ...person,
      passwordHash: passwordHash ?? null,
      emailConfirmedAt: at,
      // Before the session: a session as old as its user is that of a sign-up.
      createdAt: addSeconds(at, -1),
      updatedAt: at,
    })
    .returning({ id: users.id })
  const token = randomToken()
  const [session] = await tx
    .insert(sessions)
    .values({
      tenantId,
      userId: user!.id,
      kind: 'token',
      family: randomToken(16),
      tokenHash: sha256Hex(token),
      testMode: testMode ?? false,
      expiresAt: addSeconds(at, 3600),
      refreshableUntil: addDays(at, 14),
      authenticatedAt: at,
      lastUsedAt: at,
      createdAt: at,
    })
    .returning({ id: sessions.id })
  const actor = {
    type: 'user' as const,
    id: user!.id,
    ...person,
    sessionId: session!.id,
    authenticatedAt: at,
  }
  return { user: { id: user!.id, ...person }, token, ctx: makeCtx(tenantId, actor, testMode ?? false) }
}

async function insertKey(tx: Tx, owner: Member, key: KeyOptions): Promise<Integration> {
  const testMode = key.testMode ?? false
  const prefix = testMode ? 'psk_test_' : 'psk_live_'
  const token = prefix + randomToken()
  const granted = key.scopes ?? [...scopes]
  const { tenantId } = owner.ctx
  const [row] = await tx
    .insert(apiKeys)
    .values({
      tenantId,
      name: 'Test integration',
      keyHash: sha256Hex(token),
      prefix,
      lastFour: token.slice(-4),
      scopes: granted,
      allowedIps: key.allowedIps ?? [],
      testMode,
      createdBy: owner.user.id,
      createdAt: now(),
    })
    .returning({ id: apiKeys.id })
  const actor = {
    type: 'api_key' as const,
    id: row!.id,
    name: 'Test integration',
    scopes: granted,
    creator: owner.user,
  }
  return { id: row!.id, token, ctx: makeCtx(tenantId, actor, testMode) }
}

/** The context of a request by this actor now. */
function makeCtx(tenantId: number, actor: Ctx['actor'], testMode: boolean): Ctx {
  return {
    tenantId,
    actor,
    now: now(),
    requestId: newRequestId(),
    testMode,
    address: '198.51.100.7',
    userAgent: 'paraph-tests',
    locale: 'en',
  }
}
