import { and, eq } from 'drizzle-orm'
import { findSigner } from '#db/doors'
import { processes, signers } from '#db/schema/processes'
import { read } from '#db/tenant'
import type { Ctx, Visit } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'

/**
 * From the token of a link to the signer's context.
 * @throws AppError `not_found` for a link that leads nowhere: unknown, or to a process that was never sent.
 */
export async function enterSigning(token: string, visit: Visit): Promise<Ctx> {
  const found = await findSigner(sha256Hex(token))
  if (!found) throw notFound()
  const [row] = await read(found, (reader) =>
    reader
      .select({
        id: signers.id,
        name: signers.name,
        email: signers.email,
        locale: signers.locale,
        processId: signers.processId,
        status: processes.status,
        testMode: processes.testMode,
      })
      .from(signers)
      .innerJoin(processes, eq(processes.id, signers.processId))
      .where(and(eq(signers.tenantId, found.tenantId), eq(signers.id, found.id))),
  )
  if (!row || row.status === 'draft') throw notFound()
  const { id, name, email, processId, testMode, locale } = row
  return {
    ...visit,
    tenantId: found.tenantId,
    actor: { type: 'signer', id, name, email, processId },
    testMode,
    locale,
  }
}
