import type { ErrorText } from '#lib/messages/errors'
import type { ZoneBox } from '../geometry.ts'
import type { Decimals, FieldLayout, FieldType } from '../zones.ts'

/** Fields of a process have no more options. */
export const maxOptions = 200
/** Characters of an option. */
export const maxOptionLength = 255

/** A field that the author of a file put into it, as a form field or as a text tag. */
export interface FileField extends ZoneBox {
  source: 'form' | 'tag'
  /** The fully qualified name of the form field, or the name in the tag; empty for a tag without one. */
  name: string
  /** What people see: the tooltip of the form field, or the title in the tag; else the name. */
  label: string
  type: FieldType
  /** From 1. */
  page: number
  /** The role in the tag; null for form fields, which name nobody. */
  role: string | null
  required: boolean
  readOnly: boolean
  /** A date that gets the day of signing. */
  auto: boolean
  value: string | null
  options: string[]
  placeholder: string | null
  maxLength: number | null
  /** A dropdown that takes a text of the signer's own. */
  editable: boolean
  /** How the value is calculated from the labels of other fields. */
  formula: string | null
  /** Of the calculated value. */
  decimals?: Decimals
  layout: FieldLayout
}

/** What of a form field or text tag is not imported, and why. */
export interface FileFieldProblem {
  /** `file`: nothing of the file, or no text tag of the page, can be imported. */
  source: 'form' | 'tag' | 'file'
  page: number
  /** The name of the form field, or the text of the tag. */
  text: string
  /** A sentence for the sender. */
  reason: ErrorText
  /** A text tag that can be imported all the same, without what `reason` names. */
  warning?: true
}

/** What a file has to import. */
export interface FileFields {
  fields: FileField[]
  problems: FileFieldProblem[]
}
