import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { signingServices } from '#db/schema/keys'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { lockCredential } from '#lib/identity/sessions/credential'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { checkService } from './check-service.ts'
import type { SigningServiceRecord, SigningServiceSettings } from './schema.ts'
import {
  encryptClientSecret,
  findSigningService,
  presentSigningService,
  type SigningServiceRow,
  toAccess,
} from './service.ts'

/**
 * Sets the tenant's remote signing service; it must accept the credentials.
 * @param restart has signatures that the service was asked for made by another one
 */
export async function setSigningService(
  ctx: Ctx,
  { url, client_id: clientId, client_secret: newSecret, credential_mode }: SigningServiceSettings,
  restart: (tx: Tx, ctx: Ctx) => Promise<void>,
): Promise<SigningServiceRecord> {
  authorize(ctx, 'signing_service.change')
  const { tenantId } = ctx
  const before = await read(ctx, (reader) => findSigningService(reader, ctx))
  const secret = newSecret ?? findSecret(before, url)
  const { name } = await checkService({ url, clientId, clientSecret: secret })
  const credentialMode = credential_mode === undefined ? (before?.credentialMode ?? null) : credential_mode
  const isSameAccess =
    before?.url === url && before.clientId === clientId && before.credentialMode === credentialMode
  if (isSameAccess && before.label === name && toAccess(before).clientSecret === secret)
    return presentSigningService(before)
  const row = {
    ...{ tenantId, url, label: name, clientId, credentialMode },
    clientSecret: encryptClientSecret(tenantId, secret),
    updatedAt: ctx.now,
  }
  await write(ctx, async (tx) => {
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('no key update')
    await lockCredential(tx, ctx)
    await tx
      .insert(signingServices)
      .values(row)
      .onConflictDoUpdate({ target: signingServices.tenantId, set: row })
    await record(tx, ctx, {
      type: 'tenant.signing_service_changed',
      subject: { tenant: tenantId },
      data: { url, name, client_id: clientId, credential_mode: credentialMode },
    })
    if (!isSameAccess) await restart(tx, ctx)
  })
  return presentSigningService(row)
}

/** The secret that is stored; another service does not get it. @throws AppError `validation_error` without one */
function findSecret(before: SigningServiceRow | null, url: string): string {
  if (before?.url === url) return toAccess(before).clientSecret
  throw validationError({ client_secret: [errorText('identity.clientSecretMissing')] })
}
