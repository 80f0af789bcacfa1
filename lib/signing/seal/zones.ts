import type { Party, Zone } from '#lib/pdf/zones'
import type { FieldRow, SignerRow } from '#lib/processes/present'
import { mustSign } from '#lib/processes/rules'

/** Everybody who signs, as the engine knows them. */
export function partiesOf(signers: SignerRow[]): Party[] {
  return signers.filter(mustSign).map(partyOf)
}

/** A signer as the engine knows them. */
export function partyOf({ id, name }: Pick<SignerRow, 'id' | 'name'>): Party {
  return { id: String(id), name }
}

/** A field as the engine knows it. */
export function zoneOf(field: FieldRow): Zone {
  const { type, page, x, y, width, height, required, options, readOnly } = field
  return {
    id: String(field.id),
    party: String(field.signerId),
    ...{ type, page, x, y, width, height, required, options, readOnly },
    ...(field.label !== null && { label: field.label }),
    ...(field.value !== null && { value: field.value }),
  }
}

/** What a signer filled into one document, by zone. */
export function valuesOf(fields: FieldRow[]): Record<string, string | boolean> {
  const filled = fields.filter(({ type }) => type !== 'signature' && type !== 'initials')
  return Object.fromEntries(
    filled.map(({ id, type, value }) => [String(id), type === 'checkbox' ? value === 'true' : (value ?? '')]),
  )
}

/** The signers without a place for their signature in any document: they get one on a signature page. */
export function withoutPlace(signers: SignerRow[], fields: FieldRow[]): string[] {
  const placed = new Set(fields.filter(({ type }) => type === 'signature').map(({ signerId }) => signerId))
  return signers.filter(({ id, role }) => role === 'signer' && !placed.has(id)).map(({ id }) => String(id))
}
