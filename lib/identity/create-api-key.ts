import { apiKeys } from '#db/schema/identity'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import { actingUser, type Ctx } from '#lib/core/ctx'
import { AppError, forbidden, validationError } from '#lib/core/errors'
import { randomToken, sha256Hex } from '#lib/core/ids'
import type { Scope } from '#lib/core/roles'
import { authorize } from '#lib/policy'
import { presentApiKey } from './present.ts'
import { DEFAULT_SCOPES, grantable } from './rules.ts'
import type { ApiKeyRecord, NewApiKey } from './schema.ts'

/** Makes a key. The whole key is in the answer and, but for its hash, nowhere else. */
export async function createApiKey(ctx: Ctx, input: NewApiKey): Promise<ApiKeyRecord & { key: string }> {
  authorize(ctx, 'api_key.manage')
  const creator = actingUser(ctx)
  if (!creator) throw forbidden()
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  if (expiresAt && expiresAt <= ctx.now) throw validationError({ expires_at: ['The date is in the past.'] })
  const testMode = modeOf(ctx, input.test_mode)
  const prefix = testMode ? 'psk_test_' : 'psk_live_'
  const key = prefix + randomToken()
  return write(ctx, async (tx) => {
    const [row] = await tx
      .insert(apiKeys)
      .values({
        tenantId: ctx.tenantId,
        name: input.name,
        keyHash: sha256Hex(key),
        prefix,
        lastFour: key.slice(-4),
        scopes: scopesFor(ctx, input.scopes),
        allowedIps: input.allowed_ips ?? [],
        testMode,
        createdBy: creator.id,
        expiresAt,
        createdAt: ctx.now,
      })
      .returning()
    const data = { name: input.name, scopes: row!.scopes, test_mode: testMode }
    await record(tx, ctx, { type: 'api_key.created', subject: { apiKey: row!.id }, data })
    return { ...presentApiKey(row!, creator.name), key }
  })
}

/** A key hands on no more than it has. */
function scopesFor({ actor }: Ctx, wanted: Scope[] | undefined): Scope[] {
  const allowed = grantable(actor)
  if (!wanted) return DEFAULT_SCOPES.filter((scope) => allowed.includes(scope))
  const missing = wanted.find((scope) => !allowed.includes(scope))
  if (missing)
    throw new AppError('insufficient_scope', `A key without the scope ${missing} cannot hand it on.`, {
      required_scope: missing,
    })
  return [...new Set(wanted)]
}

/** The mode asked for, else the one the caller works in; a test key cannot make a live one. */
function modeOf(ctx: Ctx, wanted: boolean | undefined): boolean {
  const bound = ctx.testMode && ctx.actor.type === 'api_key'
  if (bound && wanted === false) throw forbidden('A test key can only make test keys.')
  return wanted ?? ctx.testMode
}
