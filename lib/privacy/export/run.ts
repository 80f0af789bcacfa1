import type { Person } from '#db/tenancy/personal-data'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { maskEmail } from '#lib/core/text/mask-email'
import { enqueuePurge } from '#lib/documents/purge'
import { storeFiles } from '#lib/documents/store-files'
import { errorText } from '#lib/messages/errors'
import { stageStream } from '#lib/storage/stage'
import { changeRequest, lockRequest } from '../find.ts'
import { personalData } from '../modules.ts'
import type { PrivacyRequestRow } from '../present.ts'
import { EXPORT_DAYS } from '../schema.ts'
import { stopIfNotPermitted, stopRequest } from '../stop.ts'

const GIBIBYTE = 1024 ** 3
/** To protect the storage. */
const MAX_BYTES = 4 * GIBIBYTE

/**
 * Writes the person's data to a stored file. A killed job starts again; `sweepFiles` removes its unfinished file. What is
 * larger than `maxBytes` ends the request: it would be so each time.
 */
export async function runExport(
  ctx: Ctx,
  { id, email }: PrivacyRequestRow,
  maxBytes = MAX_BYTES,
): Promise<void> {
  const { tenantId } = ctx
  if (!(await start(ctx, id))) return
  const counts: Record<string, number> = {}
  const staged = await stageStream(tenantId, writeJson(ctx, { tenantId, email }, counts), { maxBytes }).catch(
    nullIfTooLarge,
  )
  if (!staged) return stopTooLarge(ctx, id, maxBytes)
  try {
    await storeFiles(ctx, {
      hashes: [staged.sha256],
      put: () => staged.commit(),
      record: (tx) => complete(tx, ctx, { id, email }, { sha256: staged.sha256, counts }),
    })
  } finally {
    await staged.discard()
  }
}

function nullIfTooLarge(error: unknown): null {
  if (error instanceof AppError && error.details.reason === 'too_large') return null
  throw error
}

function stopTooLarge(ctx: Ctx, id: number, maxBytes: number): Promise<void> {
  return write(ctx, async (tx) => {
    const request = await lockRequest(tx, ctx, id)
    if (request.status !== 'running') return
    await stopRequest(tx, ctx, request, errorText('failures.exportTooLarge', { limit: maxBytes / GIBIBYTE }))
  })
}

async function complete(
  tx: Tx,
  ctx: Ctx,
  { id, email }: Pick<PrivacyRequestRow, 'id' | 'email'>,
  { sha256, counts }: { sha256: string; counts: Record<string, number> },
): Promise<void> {
  const request = await lockRequest(tx, ctx, id)
  // An erasure of the person has ended the export meanwhile.
  if (request.status !== 'running' || (await stopIfNotPermitted(tx, ctx, request)))
    return enqueuePurge(tx, ctx, [sha256], { graceSeconds: 0 })
  const time = now()
  const result = { resultSha256: sha256, expiresAt: addDays(time, EXPORT_DAYS) }
  await changeRequest(tx, ctx, id, { ...result, status: 'completed', counts, completedAt: time })
  await record(tx, ctx, {
    type: 'privacy.exported',
    subject: { tenant: ctx.tenantId },
    data: { request_id: id, email: maskEmail(email) },
  })
}

/** @returns whether the export is running */
function start(ctx: Ctx, id: number): Promise<boolean> {
  return write(ctx, async (tx) => {
    const request = await lockRequest(tx, ctx, id)
    const isOpen = request.status === 'pending' || request.status === 'running'
    if (!isOpen || (await stopIfNotPermitted(tx, ctx, request))) return false
    await changeRequest(tx, ctx, id, { status: 'running' })
    return true
  })
}

/** One JSON object with an array for each kind of record, in chunks; adds the number of records to `counts`. */
async function* writeJson(
  ctx: Ctx,
  person: Person,
  counts: Record<string, number>,
): AsyncGenerator<Uint8Array> {
  const commonMembers = { format: 1, email: person.email, created_at: ctx.now.toISOString() }
  yield Buffer.from(JSON.stringify(commonMembers, null, 2).slice(0, -2))
  const kinds = personalData.flatMap(({ find }) => Object.entries(find?.(person) ?? {}))
  for (const [name, rows] of kinds) {
    let count = 0
    yield Buffer.from(`,\n  ${JSON.stringify(name)}: [`)
    for await (const row of rows) {
      yield Buffer.from(`${count === 0 ? '' : ','}\n    ${JSON.stringify(row)}`)
      count += 1
    }
    yield Buffer.from(count === 0 ? ']' : '\n  ]')
    if (count > 0) counts[name] = count
  }
  yield Buffer.from('\n}\n')
}
