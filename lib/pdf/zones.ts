import type { HandwritingFont } from '#lib/core/handwriting'
import type { ZoneBox } from './geometry.ts'

/** Field types (contract, "Field types"). An attachment is a file that the signer adds; nothing of it is drawn. */
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
  'attachment',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** A further place of a field, or the button of an option. */
export interface FieldWidget {
  /** From 1. */
  page: number
  /** Points to the right of the left edge of the field's rectangle, and below its upper edge. */
  dx: number
  dy: number
  width: number
  height: number
  /** Of a radio field: the option that the button selects. */
  option?: string
}

/** How the text of a field is aligned. */
export const alignments = ['left', 'center', 'right'] as const

/** Calculated numbers have no more decimals. */
export const maxDecimals = 6

/** The decimals of a calculated number. */
export interface Decimals {
  /** Zeros are added up to as many; 0 by default. */
  min_decimals?: number
  /** It is rounded to as many; 2 by default. */
  max_decimals?: number
}

/** How a field is drawn on the page. */
export interface FieldLayout {
  /** Default: right-to-left text at the right, other text at the left. */
  align?: (typeof alignments)[number]
  /** Each character has a cell of equal width. */
  comb?: boolean
  /** Degrees counterclockwise by which the content is turned on the page as displayed. */
  rotation?: Turn
  /** The buttons of a radio field are squares with a tick. */
  squares?: boolean
  /** Of text, in points; by default as large as fits, up to 12. Longer text is smaller. */
  font_size?: number
  /** Of text, such as #1f5f4a; black by default. */
  color?: string
  widgets?: FieldWidget[]
}

/** Whether a field has several lines on a page of the product: it is tall enough for them, or its value has some. */
export function hasLines(field: {
  type: FieldType
  height: number
  layout: { comb?: boolean | undefined }
  value: string | null
}): boolean {
  const { type, height, layout, value } = field
  return type === 'text' && !layout.comb && (height >= 36 || value?.includes('\n') === true)
}

/** An angle that is not upright. */
export type Turn = 90 | 180 | 270

/**
 * A rectangle on a page, and the field in it that one signer fills in.
 *
 * - `signature`: the first of a signer becomes their signature field, further ones repeat its picture.
 * - `radio`: zones of one signer with the same `group` are buttons of one field, `value` (or `options[0]`, or the id)
 *   being the button's export value; a zone without a group shows its `options` one below the other, with their texts.
 * - `dropdown`: `options` are the choices.
 */
export interface Zone extends ZoneBox {
  /** Unique in the process; key of the values in `signRevision`. */
  id: string
  /** `EngineSigner.id` of the signer who fills it in. */
  signer: string
  type: FieldType
  /** From 1. */
  page: number
  required: boolean
  label?: string
  /**
   * Prefilled value; `"true"` ticks a check box. An empty one clears the author's field of a certified file, which stays as
   * it is without one.
   */
  value?: string
  /** The number of which `value` is the notation, with a decimal point and without grouping. */
  number?: string
  options?: string[]
  readOnly?: boolean
  group?: string
  /** Of a dropdown: the signer may enter a text of their own. */
  editable?: boolean
  align?: FieldLayout['align']
  /** The number of cells that have one character each. */
  cells?: number
  rotation?: Turn
  /** The largest font size, in points as displayed. */
  largest?: number
  /** Red, green, blue of the text from 0 to 1. */
  colour?: readonly [number, number, number]
  /** A button that looks like a check box. */
  square?: boolean
}

/** A signer. `name` is what readers list, in any script. */
export interface EngineSigner {
  id: string
  name: string
}

/** Appearance of a signature or initials: typed text, or a PNG that was drawn or uploaded. */
export type SignatureAppearance =
  | { kind: 'text'; text: string; font?: HandwritingFont }
  | { kind: 'image'; png: Uint8Array }
