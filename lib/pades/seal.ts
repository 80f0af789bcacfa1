import { errorText } from '#lib/messages/errors'
import { fieldLock, parseFieldName, timestampName, topFields } from '#lib/pdf/fields/fields'
import { dict } from '#lib/pdf/file/objects'
import type { SigningIdentity } from './cms/identity.ts'
import { readCommonName } from './cms/names.ts'
import { PadesError } from './error.ts'
import { openForIncrement, saveSigned } from './increment.ts'
import type { NamedHead } from './named-head.ts'

/** Input of `sealRevision`. */
export interface SealInput {
  /** The platform's. */
  identity: SigningIdentity
  /** Time of the seal (/M). */
  at: Date
  reason?: string
  /** The head of the process's audit chain, which the seal names. */
  head?: NamedHead
}

/**
 * Signs for the platform at the end of a process, in the hidden field made by `prepareRevision`. Locks every field
 * except the one for a document time stamp, unless the identity has `stamp`: that time stamp follows then, and covers
 * all of them.
 *
 * The input bytes are a prefix of the result.
 * @throws PadesError `no_field` when the file has no empty seal field
 */
export async function sealRevision(bytes: Uint8Array, input: SealInput): Promise<Uint8Array> {
  const file = await openForIncrement(bytes)
  const fields = topFields(file.pdf)
  const seal = fields.findLast(
    ({ name, dict: field }) => parseFieldName(name)?.role === 'seal' && !field.has('V'),
  )
  const tag = seal && parseFieldName(seal.name)?.tag
  if (!seal || !tag) throw new PadesError('no_field', errorText('failures.noFieldForSeal'))
  // Excludes only the field of the document time stamp (FieldMDP, ISO 32000-2, 12.8.2.4).
  const lock = dict({
    Type: '/SigRef',
    TransformMethod: '/FieldMDP',
    TransformParams: fieldLock('TransformParams', 'Exclude', [timestampName(tag)]),
  })
  return saveSigned(
    file,
    seal.dict,
    {
      at: input.at,
      name: readCommonName(input.identity.certificate),
      reason: input.reason,
      head: input.head,
      // pyHanko takes any revision after a lock of all fields, also a time stamp, for a change of their appearances.
      references: input.identity.stamp || !seal.dict.has('Lock') ? [] : [lock],
    },
    input.identity,
  )
}
