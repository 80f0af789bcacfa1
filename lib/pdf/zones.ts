import type { ZoneBox } from './geometry.ts'

/** Field types (contract, "Field types"). */
export const fieldTypes = [
  'signature',
  'initials',
  'date',
  'name',
  'email',
  'company',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
] as const
export type FieldType = (typeof fieldTypes)[number]

/**
 * A rectangle on a page, and the field in it that one party fills in.
 *
 * - `signature`: the first of a party becomes their signature field, further ones repeat its picture.
 * - `radio`: zones of one party with the same `group` are buttons of one field, `value` (or `options[0]`, or the id)
 *   being the button's export value; one zone with several `options` shows them one below the other.
 * - `dropdown`: `options` are the choices.
 */
export interface Zone extends ZoneBox {
  /** Unique in the process; key of the values in `signRevision`. */
  id: string
  /** `EngineSigner.id` of the party who fills it in. */
  party: string
  type: FieldType
  /** From 1. */
  page: number
  required: boolean
  label?: string
  /** Prefilled value; `"true"` ticks a check box. */
  value?: string
  options?: string[]
  readOnly?: boolean
  group?: string
}

/** A party who signs. `name` is what readers list, in any script. */
export interface EngineSigner {
  id: string
  name: string
}

/** Appearance of a signature or initials: typed text, or a PNG that was drawn or uploaded. */
export type Mark = { kind: 'text'; text: string } | { kind: 'image'; png: Uint8Array }
