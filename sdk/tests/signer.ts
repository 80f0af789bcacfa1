import { runRevisions, typedSignature } from '../../lib/testing/records/signing-session.ts'
import type { TestTenant } from '../../lib/testing/users/tenant.ts'
import { Paraph } from '../src/index.ts'

/** Signs as the holder of the link of the first signer, who has no key, and does what the worker would do. */
export async function sign(tenant: TestTenant, paraph: Paraph, { id }: { id: number }): Promise<void> {
  const { signers } = await paraph.getProcess(id)
  const path = { token: signers[0]!.signing_url!.split('/').at(-1)! }
  const visitor = new Paraph({ baseUrl: paraph.baseUrl })
  await visitor.request('POST /signing/{token}/open', { path })
  await visitor.request('POST /signing/{token}/sign', { path, body: typedSignature() })
  await runRevisions(tenant, { id })
}
