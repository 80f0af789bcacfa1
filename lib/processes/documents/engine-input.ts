import type { PrepareInput } from '#lib/pades/prepare'
import type { EngineSigner, Zone } from '#lib/pdf/zones'
import { formatValue } from '../fields/format-value.ts'
import type { FieldRow, ProcessRow, SignerRow } from '../present.ts'
import { isSigning } from '../rules.ts'
import type { CurrentRevision } from './revisions.ts'

const headings: Record<string, string> = { fr: 'Signatures', de: 'Unterschriften', es: 'Firmas' }

/** The data of a process that its PDF documents are made from. */
export interface ProcessData {
  process: ProcessRow
  documents: CurrentRevision[]
  signers: SignerRow[]
  fields: FieldRow[]
}

/** The input that prepares a document of a process. */
export function prepareInputOf(
  { process, documents: revisions, signers, fields }: ProcessData,
  revision: CurrentRevision,
): Omit<PrepareInput, 'certify' | 'at'> {
  return {
    zones: fields
      .filter((field) => field.documentId === revision.documentId)
      .map((field) => zoneOf(field, process.options.locale)),
    parties: partiesOf(signers),
    pages: revision.pages,
    signaturePage: revision === revisions.at(-1) ? signersWithoutField(signers, fields) : false,
    heading: headings[process.options.locale.slice(0, 2)] ?? 'Signatures',
    replaceFileFields: fields.some(
      ({ documentId, imported }) => imported && documentId === revision.documentId,
    ),
    ...(process.testMode && { stamp: 'TEST' }),
  }
}

/** The signers as parties of the PDF engine. */
function partiesOf(signers: SignerRow[]): EngineSigner[] {
  return signers.filter(isSigning).map(enginePartyOf)
}

/** A signer as a party of the PDF engine. */
export function enginePartyOf({ id, name }: Pick<SignerRow, 'id' | 'name'>): EngineSigner {
  return { id: String(id), name }
}

/** A field as a zone of the PDF engine. */
function zoneOf(field: FieldRow, locale: string): Zone {
  const { type, page, x, y, width, height, options, readOnly, condition } = field
  return {
    id: String(field.id),
    party: String(field.signerId),
    ...{ type, page, x, y, width, height, options, readOnly },
    required: field.required && condition === null,
    ...(field.label !== null && { label: field.label }),
    // A field with a condition may be hidden: its value is written when its signer signs.
    ...(field.value !== null && condition === null && { value: formatValue(type, field.value, locale) }),
  }
}

/** A signer's values in one document, by zone, in the format of the process's language. */
export function fieldValues(fields: FieldRow[], locale: string): Record<string, string | boolean> {
  const fieldsWithValue = fields.filter(({ type }) => type !== 'signature' && type !== 'initials')
  return Object.fromEntries(
    fieldsWithValue.map(({ id, type, value }) => [
      String(id),
      type === 'checkbox' ? value === 'true' : formatValue(type, value ?? '', locale),
    ]),
  )
}

/** The signers without a signature field in any document: they get one on a signature page. */
function signersWithoutField(signers: SignerRow[], fields: FieldRow[]): string[] {
  const signerIdsWithField = new Set(
    fields.filter(({ type }) => type === 'signature').map(({ signerId }) => signerId),
  )
  return signers
    .filter(({ id, role }) => role === 'signer' && !signerIdsWithField.has(id))
    .map(({ id }) => String(id))
}
