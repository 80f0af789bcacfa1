import { createHash } from 'node:crypto'
import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { decodeStream } from '#lib/pdf/file/objects'
import { validationAdded, validationRemoved } from './messages.ts'
import { type Finding, forbid, permit } from './modifications.ts'
import type { Revision, Step } from './timeline.ts'

/** The document security store (ISO 32000-2, 12.8.4.3) of a revision. */
export interface Store {
  /** What does not belong into it, as a noun phrase; null without any. */
  fault: string | null
  /** Uses (`holder` and `path`) of the dictionaries and arrays that it consists of. */
  nodes: Set<string>
  /** Keys of /VRI: what data is for which signature. */
  signatures: Set<string>
  /** Certificates, revocation data and time stamps by object number. */
  streams: Map<number, PdfStream>
}

const storeArrays = ['Certs', 'CRLs', 'OCSPs']
const vriArrays = ['Cert', 'CRL', 'OCSP']
/** A key of /VRI: the SHA-1 digest of a signature. */
const isDigest = /^[0-9A-F]{40}$/i

/** Reads the store of a revision. Nothing but its own structure counts as validation data. */
export function readStore({ catalog, trailer, resolve }: Revision): Store {
  const store: Store = { fault: null, nodes: new Set(), signatures: new Set(), streams: new Map() }
  // A file may name one dictionary or array any number of times.
  const [knownDicts, knownArrays] = [new Set<PdfObject>(), new Set<PdfObject>()]
  const fail = (fault: string) => {
    store.fault ??= fault
  }
  /** Follows the reference, if it is one, to a dictionary or an array. */
  const enter = (value: PdfObject, holder: number, path: string) => {
    if (!(value instanceof PdfRef)) return { object: value, holder, path }
    store.nodes.add(`${holder}${path}`)
    return { object: resolve(value), holder: value.objectNumber, path: '' }
  }
  const readStream = (value: PdfObject, name: string) => {
    const stream = value instanceof PdfRef ? resolve(value) : null
    if (stream instanceof PdfStream) store.streams.set((value as PdfRef).objectNumber, stream)
    else fail(`a /${name} that is not a stream`)
  }
  const readStreams = (value: PdfObject, name: string, holder: number, path: string) => {
    const { object } = enter(value, holder, path)
    if (!(object instanceof PdfArray)) return fail(`a /${name} that is not an array`)
    if (knownArrays.has(object)) return
    knownArrays.add(object)
    for (const item of object) readStream(item, name)
  }
  const readDict = (
    value: PdfObject,
    name: string,
    at: { holder: number; path: string },
    read: (key: string, value: PdfObject, holder: number, path: string) => void,
    known = new Set<PdfObject>(),
  ) => {
    const { object, holder, path } = enter(value, at.holder, at.path)
    if (!(object instanceof PdfDict) || object instanceof PdfStream)
      return fail(`a /${name} that is not a dictionary`)
    if (known.has(object)) return
    known.add(object)
    for (const [{ value: key }, item] of object) if (key !== 'Type') read(key, item, holder, `${path}/${key}`)
  }
  const readRelated = (entry: string, item: PdfObject, holder: number, path: string) => {
    if (vriArrays.includes(entry)) readStreams(item, entry, holder, path)
    else if (entry === 'TS') readStream(item, entry)
    else if (entry !== 'TU') fail(`the entry /${entry}`)
  }
  const readVri = (key: string, value: PdfObject, holder: number, path: string) => {
    store.signatures.add(key)
    readDict(
      value,
      key,
      { holder, path },
      (entry, item, holder, path) =>
        // Some software puts what is for other signatures, such as those of answers, into what is for one.
        isDigest.test(entry)
          ? readDict(item, entry, { holder, path }, readRelated, knownDicts)
          : readRelated(entry, item, holder, path),
      knownDicts,
    )
  }
  const value = catalog.get('DSS')
  const root = trailer.getRef('Root')?.objectNumber ?? 0
  if (value)
    readDict(value, 'DSS', { holder: root, path: '/DSS' }, (entry, item, holder, path) => {
      if (storeArrays.includes(entry)) readStreams(item, entry, holder, path)
      else if (entry === 'VRI') readDict(item, entry, { holder, path }, readVri)
      else fail(`the entry /${entry}`)
    })
  return store
}

/** Whether the later store lacks data of the earlier one, however it is stored. */
export function lacksData(before: Store, after: Store): boolean {
  const missing = [...before.streams].filter(([number]) => !after.streams.has(number))
  if (missing.length === 0) return false
  const present = new Set([...after.streams.values()].map(computeDigest))
  return missing.some(([, stream]) => !present.has(computeDigest(stream)))
}

/** What a step that changed the store did to it. */
export function judgeStore({ before, after }: Step, offset: number): Finding {
  const [storeBefore, storeAfter] = [readStore(before), readStore(after)]
  if (!after.catalog.has('DSS')) return forbid('content', validationRemoved, offset)
  if (storeAfter.fault) return forbid('content', `The validation data has ${storeAfter.fault}.`, offset)
  return lacksData(storeBefore, storeAfter)
    ? permit('validation_data_removed', validationRemoved, offset)
    : permit('validation_data', validationAdded, offset)
}

/**
 * Whether a step adds data to the store, or says which of it is for a signature (/VRI). The extensions of the catalog that
 * change with it name its version.
 */
export function addsData({ before, after }: Step): boolean {
  const [storeBefore, storeAfter] = [readStore(before), readStore(after)]
  const namesMore = [...storeAfter.signatures].some((key) => !storeBefore.signatures.has(key))
  return namesMore || lacksData(storeAfter, storeBefore)
}

/** Digests of streams that were read. */
const digests = new WeakMap<PdfStream, string>()

function computeDigest(stream: PdfStream): string {
  const digest = digests.get(stream) ?? createHash('sha256').update(decodeData(stream)).digest('base64')
  digests.set(stream, digest)
  return digest
}

/** The decoded data, or the encoded data where it cannot be decoded. */
function decodeData(stream: PdfStream): Uint8Array {
  try {
    return decodeStream(stream)
  } catch {
    return stream.data
  }
}
