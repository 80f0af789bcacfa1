import { createHash } from 'node:crypto'
import { type PDF, PdfArray, type PdfDict, PdfStream } from '@libpdf/core'
import { errorText } from '#lib/messages/errors'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { parseFieldName, topFields } from '#lib/pdf/fields/fields'
import { readZones } from '#lib/pdf/fields/panel'
import { makeTimestampField } from '#lib/pdf/fields/timestamp-field'
import { dict } from '#lib/pdf/file/objects'
import { listSignedFields, type SignedField } from './changes/signature-fields.ts'
import { toRevision } from './changes/timeline.ts'
import { readSignedDataCached } from './cms/cms-read.ts'
import type { SigningIdentity, ValidationMaterial } from './cms/identity.ts'
import { readStreams } from './cms/validation-data.ts'
import { PadesError } from './error.ts'
import { openForIncrement, saveStamped } from './increment.ts'
import { findTimestamps } from './time-stamps/time-stamp-verify.ts'

/** An identity with time stamps. */
type StampingIdentity = SigningIdentity & Required<Pick<SigningIdentity, 'stamp'>>

export function hasStamps(identity: SigningIdentity): identity is StampingIdentity {
  return identity.stamp !== undefined
}

/**
 * Adds what a later validation of the newest process's signatures needs (DSS, ISO 32000-2, 12.8.4.3), and a document
 * time stamp over the whole file: PAdES-BASELINE-LTA (ETSI EN 319 142-1, 6.3). Again before the last time stamp loses
 * its worth, which this renews.
 *
 * The input bytes are a prefix of the result.
 * @throws PadesError `no_field` when no process has signed the file
 */
export async function extendRevision(bytes: Uint8Array, identity: StampingIdentity): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  const { pdf } = file
  const seal = topFields(pdf).findLast(({ name }) => parseFieldName(name)?.role === 'seal')
  const [page] = pdf.context.pages.getPages()
  if (!seal || !page) throw new PadesError('no_field', errorText('failures.noFieldForSeal'))
  const { tag } = parseFieldName(seal.name)!
  const present = listSignatures(pdf, tag, seal.dict).flatMap(listCertificates)
  const material = await identity.loadValidationMaterial?.(present)
  if (material) addMaterial(pdf, material, present)
  return saveStamped(file, makeTimestampField(pdf, tag, page), identity)
}

/**
 * The signatures and time stamps of one process. In a certified file those in the author's fields are among them, which
 * are later than any signature that the file had before, and may have names of another process.
 */
function listSignatures(pdf: PDF, tag: string, seal: PdfDict): SignedField[] {
  const authorFieldCount = (readZones(seal) ?? []).filter(({ type }) => type === 'signature').length
  const signed = listSignedFields(toRevision(pdf))
  return [
    ...signed.filter(({ name }) => parseFieldName(name)?.tag === tag),
    ...signed
      .filter(({ name, end }) => parseFieldName(name)?.tag !== tag && !Number.isNaN(end))
      .toSorted((a, b) => b.end - a.end)
      .slice(0, authorFieldCount),
  ]
}

/** The certificates in a signature and its time stamps. */
function listCertificates({ value }: SignedField): Uint8Array[] {
  const der = value.getString('Contents')?.bytes ?? new Uint8Array()
  const { certificates } = readSignedDataCached(der)
  return [...certificates, ...findTimestamps(der).flatMap((stamp) => stamp.certificates)]
}

/** Adds what the store does not have yet; certificates that signatures contain are not repeated (6.3). */
function addMaterial(pdf: PDF, material: ValidationMaterial, present: Uint8Array[]): void {
  const resolve = resolver(pdf)
  const catalog = pdf.context.catalog.getDict()
  const before = asDict(catalog.get('DSS', resolve))
  const store: PdfDict = dict({ Type: '/DSS' })
  for (const [key, value] of before ?? []) store.set(key, value)
  addStreams(pdf, store, 'Certs', withoutDuplicates(material.certificates, present))
  addStreams(pdf, store, 'CRLs', withoutDuplicates(material.revocationLists))
  catalog.set('DSS', pdf.context.register(store))
}

function addStreams(pdf: PDF, store: PdfDict, entry: 'Certs' | 'CRLs', objects: Uint8Array[]): void {
  const resolve = resolver(pdf)
  const before = store.getArray(entry, resolve)?.toArray() ?? []
  const added = withoutDuplicates(objects, [...readStreams(pdf, [store.getArray(entry, resolve)])]).map(
    (der) => pdf.context.register(new PdfStream([], new Uint8Array(der))),
  )
  if (added.length > 0) store.set(entry, new PdfArray([...before, ...added]))
}

/** The objects that are not among `known`, each once. */
function withoutDuplicates(objects: Uint8Array[], known: Uint8Array[] = []): Uint8Array[] {
  const digest = (object: Uint8Array) => createHash('sha256').update(object).digest('base64')
  const seen = new Set(known.map(digest))
  return objects.filter((object) => {
    const isNew = !seen.has(digest(object))
    seen.add(digest(object))
    return isNew
  })
}
