import { read } from '#db/tenancy/tenant'
import { errorText } from '#lib/messages/errors'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { PadesError } from '#lib/pades/error'
import type { TenantScope } from '../authorities.ts'
import { loadStamping, type SignerIdentity } from '../identities.ts'
import type { ServiceAccess } from './client.ts'
import { findCredentials, getSerialNumber, type RemoteCredential, type RemoteLevel } from './credential.ts'
import { findSigningService, toAccess } from './service.ts'
import { ServiceProblem } from './service-problem.ts'
import { authorizeAndSign } from './sign-hashes.ts'

/**
 * The credentials with the tenant's remote signing service that a signer may use.
 * @param email the name of the user there
 * @throws PadesError `no_signing_key` with what the service says
 */
export async function findSignerCredentials(
  scope: TenantScope,
  email: string,
  level: RemoteLevel,
): Promise<RemoteCredential[]> {
  try {
    const { access, mode } = await loadService(scope)
    return await findCredentials(access, { userId: email, level, mode }, scope.now)
  } catch (error) {
    return throwSigningError(error)
  }
}

/** The access to the tenant's service, and how its credentials must be authorized. @throws ServiceProblem without one */
export async function loadService(scope: Pick<TenantScope, 'tenantId'>) {
  const service = await read(scope, (reader) => findSigningService(reader, scope))
  if (!service) throw new ServiceProblem(errorText('processes.noSigningService'), 'silent')
  return { access: toAccess(service), mode: service.credentialMode }
}

/** The identity of a signer whose credential the service authorizes by itself: it asks the person on another device. */
export async function loadUnattendedIdentity(
  scope: TenantScope,
  credential: RemoteCredential,
): Promise<SignerIdentity> {
  const { access } = await loadService(scope).catch(throwSigningError)
  const sign = (data: Uint8Array) => signOne(access, credential, data).catch(throwSigningError)
  return toIdentity(credential, sign)
}

/** The identity of a signer with a credential, whose signatures come from `sign`. */
export async function toIdentity(
  { certificate, chain, algorithm }: RemoteCredential,
  sign: SigningIdentity['sign'],
): Promise<SignerIdentity> {
  return {
    ...{ certificate, chain, algorithm, sign },
    serialNumber: getSerialNumber({ certificate }),
    issued: null,
    // The key stays with the service.
    destroy: () => undefined,
    ...(await loadStamping(false)),
  }
}

async function signOne(
  access: ServiceAccess,
  credential: RemoteCredential,
  data: Uint8Array,
): Promise<Uint8Array> {
  const [signature] = await authorizeAndSign(access, credential, [], [data])
  return signature!
}

/** @throws PadesError `no_signing_key` for a problem of the service, which the tenant has chosen and reads about */
function throwSigningError(error: unknown): never {
  throw error instanceof ServiceProblem ? new PadesError('no_signing_key', error.text) : error
}
