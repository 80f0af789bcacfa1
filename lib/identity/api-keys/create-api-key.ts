import { apiKeys } from '#db/schema/identity'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { forbidden, validationError } from '#lib/core/errors'
import { randomToken, sha256Hex } from '#lib/core/ids'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { presentApiKey } from '../present.ts'
import { lockCredential } from '../sessions/credential.ts'
import { apiKeyLimits, apiKeyMode, apiKeyScopes } from './internal/api-key-limits.ts'
import type { ApiKeyRecord, NewApiKey } from './schema.ts'

/** Creates a key. Only the response has the whole key; the database has its hash. */
export async function createApiKey(ctx: Ctx, input: NewApiKey): Promise<ApiKeyRecord & { key: string }> {
  authorize(ctx, 'api_key.create')
  const creator = getActingUser(ctx)
  if (!creator) throw forbidden()
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  if (expiresAt && expiresAt <= ctx.now)
    throw validationError({ expires_at: [errorText('identity.dateInPast')] })
  const testMode = apiKeyMode(ctx, input.test_mode)
  const scopes = apiKeyScopes(ctx, input.scopes)
  const prefix = testMode ? 'psk_test_' : 'psk_live_'
  const key = prefix + randomToken()
  return write(ctx, async (tx) => {
    await lockCredential(tx, ctx)
    const limits = await apiKeyLimits(tx, ctx, { expiresAt, allowedIps: input.allowed_ips ?? [] })
    const [row] = await tx
      .insert(apiKeys)
      .values({
        tenantId: ctx.tenantId,
        name: input.name,
        keyHash: sha256Hex(key),
        prefix,
        lastFour: key.slice(-4),
        scopes,
        ...limits,
        testMode,
        createdBy: creator.id,
        createdAt: ctx.now,
      })
      .returning()
    const data = { name: input.name, scopes, test_mode: testMode }
    await record(tx, ctx, { type: 'api_key.created', subject: { apiKey: row!.id }, data })
    return { ...presentApiKey(row!, creator.name), key }
  })
}
