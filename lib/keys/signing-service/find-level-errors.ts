import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import type { RemoteLevel } from './credential.ts'
import { findSigningService } from './service.ts'

/** Errors of signers whose signature a remote service is to make, while the tenant has none. */
export async function findLevelErrors(
  reader: Pick<Reader, 'select'>,
  ctx: Ctx,
  signers: { signatureLevel?: 'simple' | RemoteLevel }[],
  toPath: (index: number) => string = () => '',
): Promise<FieldErrors> {
  const remote = signers.flatMap(({ signatureLevel = 'simple' }, index) =>
    signatureLevel === 'simple' ? [] : [index],
  )
  if (remote.length === 0 || ctx.testMode || (await findSigningService(reader, ctx))) return {}
  const errors = [errorText('processes.noSigningService')]
  return Object.fromEntries(remote.map((index) => [`${toPath(index)}signature_level`, errors]))
}
