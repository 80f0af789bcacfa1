import { roots, timeStampingKeys } from '#db/schema/keys'
import { countDueStamps } from '#db/tenancy/for-operator'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { listOperatorKeyEnds } from '#lib/keys/operator-keys'
import { authorizeOperator } from './authorize.ts'
import { getOperatorId } from './tenants.ts'

/** A certificate of the installation. */
interface CertificateEnd {
  /** `root`, `test_root`, `time_stamping`, or the variable that names the key of the operator. */
  name: string
  /** Null: the file of the key cannot be read. */
  notAfter: Date | null
}

export interface Certificates {
  certificates: CertificateEnd[]
  /** Signed files that need a new time stamp by now; a job of each night renews them. */
  dueStamps: number
}

/** When the certificates of the installation end, and whether time stamps are due. */
export async function readCertificates(ctx: Ctx): Promise<Certificates> {
  await authorizeOperator(ctx, 'installation.read')
  const { storedRoots, stampingKeys } = await read(ctx, async (reader) => ({
    storedRoots: await reader.select({ testMode: roots.testMode, notAfter: roots.notAfter }).from(roots),
    stampingKeys: await reader.select({ notAfter: timeStampingKeys.notAfter }).from(timeStampingKeys),
  }))
  const newest = stampingKeys.toSorted((a, b) => b.notAfter.getTime() - a.notAfter.getTime()).slice(0, 1)
  return {
    certificates: [
      ...storedRoots.map(({ testMode, notAfter }) => ({ name: testMode ? 'test_root' : 'root', notAfter })),
      ...newest.map(({ notAfter }) => ({ name: 'time_stamping', notAfter })),
      ...(await listOperatorKeyEnds()),
    ],
    dueStamps: await countDueStamps(getOperatorId(ctx), ctx.now),
  }
}
