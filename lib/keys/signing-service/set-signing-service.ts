import { signingServices } from '#db/schema/keys'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { getInfo, openSession, ServiceProblem } from './client.ts'
import type { SigningServiceRecord, SigningServiceSettings } from './schema.ts'
import { encryptClientSecret, presentSigningService } from './service.ts'

/** The methods that are called for a signature. */
const methods = ['credentials/list', 'credentials/info', 'credentials/authorize', 'signatures/signHash']

/** Sets the tenant's remote signing service; it must accept the credentials. */
export async function setSigningService(
  ctx: Ctx,
  { url, client_id: clientId, client_secret: secret }: SigningServiceSettings,
): Promise<SigningServiceRecord> {
  authorize(ctx, 'signing_service.change')
  const { name } = await checkService({ url, clientId, clientSecret: secret })
  const { tenantId } = ctx
  const row = {
    ...{ tenantId, url, label: name, clientId },
    clientSecret: encryptClientSecret(tenantId, secret),
    updatedAt: ctx.now,
  }
  await write(ctx, async (tx) => {
    await tx
      .insert(signingServices)
      .values(row)
      .onConflictDoUpdate({ target: signingServices.tenantId, set: row })
    await record(tx, ctx, {
      type: 'tenant.signing_service_changed',
      subject: { tenant: tenantId },
      data: { url, name, client_id: clientId },
    })
  })
  return presentSigningService(row)
}

async function checkService(access: Parameters<typeof openSession>[0]) {
  try {
    const info = await getInfo(access)
    const missing = methods.filter((method) => !info.methods.includes(method))
    if (missing.length > 0)
      throw new ServiceProblem(errorText('keys.serviceLacksMethods', { methods: missing.join(', ') }))
    await openSession(access)
    return info
  } catch (error) {
    if (error instanceof ServiceProblem) throw validationError({ url: [error.text] })
    throw error
  }
}
