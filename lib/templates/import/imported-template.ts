import type { ErrorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import type { OptionsInput } from '#lib/processes/input'

/** A position and size in percent of its page. */
export interface ImportedPlace {
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
  /** Of a button of a radio field. */
  option?: string | undefined
}

/** A field of another product's template. */
export interface ImportedField extends ImportedPlace {
  /** Its path in that template, such as `fields.1`. */
  path: string
  /** By the member of `CreateTemplate`: the path in that template, where it is not the same member of `path`. */
  memberPaths: Record<string, string>
  /** Position of its document in the template. */
  documentIndex: number
  role: string
  type: FieldType
  /** Further places, or the buttons of a radio field. */
  widgets?: ImportedPlace[]
  required: boolean
  readOnly: boolean
  /** The day of signing is filled in. */
  auto: boolean
  label: string | null
  placeholder: string | null
  value: string | number | boolean | null
  options: string[]
  /** As in `CreateTemplate`. */
  validation?: {
    min?: number
    max?: number
    min_date?: string
    max_date?: string
    max_length?: number
    pattern?: string
  }
}

/** A template of another product with the members that `CreateTemplate` needs. */
export interface ImportedTemplate {
  name: string
  /** The number of documents. */
  documents: number
  roles: {
    name: string
    order: number
    type: 'sequential' | 'parallel'
    role: 'signer' | 'approver' | 'viewer' | 'cc'
  }[]
  fields: ImportedField[]
  /** Those that it sets; of others the organisation's count. */
  options: OptionsInput
  /** Unsupported members by their path in the template. */
  unsupported: { path: string; message: ErrorText }[]
}
