import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { getInfo, openSession, type ServiceAccess } from './client.ts'
import type { SigningServiceInfo } from './schema.ts'
import { findSigningService, toAccess } from './service.ts'
import { ServiceProblem } from './service-problem.ts'

/** The methods that are called for every signature; how it is authorized depends on the credential. */
const methods = ['credentials/list', 'credentials/info', 'signatures/signHash']

/** What the service says about itself. @throws AppError `validation_error` when it does not accept the access */
export async function checkService(access: ServiceAccess): Promise<SigningServiceInfo> {
  try {
    const { name, specs, methods: offered } = await getInfo(access)
    const missing = methods.filter((method) => !offered.includes(method))
    if (missing.length > 0)
      throw new ServiceProblem(errorText('keys.serviceLacksMethods', { methods: missing.join(', ') }))
    await openSession(access)
    return { name, specs, methods: offered }
  } catch (error) {
    if (error instanceof ServiceProblem) throw validationError({ url: [error.text] })
    throw error
  }
}

/** Asks the tenant's remote signing service for its `info` and a token. */
export async function testSigningService(ctx: Ctx): Promise<SigningServiceInfo> {
  authorize(ctx, 'signing_service.change')
  const service = await read(ctx, (reader) => findSigningService(reader, ctx))
  if (!service) throw notFound()
  return checkService(toAccess(service))
}
