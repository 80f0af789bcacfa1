import { read } from '#db/tenancy/tenant'
import { notFound } from '#lib/core/errors'
import { formatVerifierKey } from '#lib/core/transparency/note'
import { parseTilePath } from '#lib/core/transparency/tile-path'
import { findLogState, type LogState } from './append.ts'
import { loadLogKey } from './log-key.ts'
import { readResource } from './tiles.ts'

const installation = { tenantId: 0 }

/** The signed checkpoint of the log. @throws AppError `not_found` while it has no entries */
export async function getCheckpoint(): Promise<string> {
  const { note } = await read(installation, findLogState)
  if (!note) throw notFound()
  return note
}

/** The bytes of a tile or entry bundle by its path after `tile/`. @throws AppError `not_found` */
export async function getTile(path: string): Promise<Uint8Array> {
  const resource = parseTilePath(path)
  if (!resource) throw notFound()
  const bytes = await read(installation, async (reader) =>
    readResource(reader, resource, (await findLogState(reader)).size),
  )
  if (!bytes) throw notFound()
  return bytes
}

/** What a verifier needs to know of the log. */
export async function describeLog(): Promise<Pick<LogState, 'origin' | 'size'> & { key: string }> {
  const { origin, size } = await read(installation, findLogState)
  return { origin, size, key: formatVerifierKey(loadLogKey(origin).key) }
}
