import { read } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { notFound } from '#lib/core/errors'
import { formatVerifierKey } from '#lib/core/transparency/note'
import { parseTilePath } from '#lib/core/transparency/tile-path'
import { findPublishedCheckpoint, findWitnessState, type WitnessState } from '../witness/cosignatures.ts'
import { loadLogKey } from './log-key.ts'
import { findLogState, type LogState } from './state.ts'
import { readResource } from './tiles.ts'

const installation = { tenantId: 0 }

/**
 * The signed checkpoint of the log that is published: it never becomes an earlier one.
 * @throws AppError `not_found` while it has no entries
 */
export async function getCheckpoint(): Promise<string> {
  const checkpoint = await read(installation, (reader) => findPublishedCheckpoint(reader, now()))
  if (!checkpoint) throw notFound()
  return checkpoint.note
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
export async function describeLog(): Promise<
  Pick<LogState, 'origin' | 'size'> & { key: string; witnesses: WitnessState[] }
> {
  return read(installation, async (reader) => {
    const { origin, size } = await findLogState(reader)
    const witnesses = await Promise.all(
      env().witnesses.map(({ verifierKey }) => findWitnessState(reader, verifierKey)),
    )
    return { origin, size, key: formatVerifierKey(loadLogKey(origin).key), witnesses }
  })
}
