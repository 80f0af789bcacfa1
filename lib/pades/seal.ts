import { errorText } from '#lib/messages/errors'
import { fieldLock, parseFieldName, timestampName, topFields } from '#lib/pdf/fields/fields'
import { listLockable, makeLockReference } from '#lib/pdf/fields/locks'
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
 * except the one for a document time stamp (FieldMDP, ISO 32000-2, 12.8.2.4). Where the identity has `stamp`, a time
 * stamp follows: then it locks the fields that no signature locks yet, by name, but no signature fields.
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
  const isLast = !input.identity.stamp && seal.dict.has('Lock')
  const names = isLast ? [timestampName(tag)] : listLockable(file.pdf)
  const params = fieldLock('TransformParams', isLast ? 'Exclude' : 'Include', names)
  return saveSigned(
    file,
    seal.dict,
    {
      at: input.at,
      name: readCommonName(input.identity.certificate),
      reason: input.reason,
      head: input.head,
      references: names.length > 0 ? [makeLockReference(file.pdf, params)] : [],
    },
    input.identity,
  )
}
