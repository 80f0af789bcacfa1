import type { FieldType } from '#lib/pdf/zones'

/** A field of another product's template; its place in percent of the page. */
export interface ImportedField {
  /** Position of its document in the template. */
  documentIndex: number
  role: string
  type: FieldType
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
  required: boolean
  readOnly: boolean
  label: string | null
  placeholder: string | null
  value: string | null
  options: string[]
}

/** A template of another product, in our terms. */
export interface ImportedTemplate {
  name: string
  /** How many documents it has. */
  documents: number
  roles: { name: string; order: number; role: 'signer' | 'approver' | 'viewer' | 'cc' }[]
  fields: ImportedField[]
  /** Fields that have no counterpart here, by their path in the template. */
  unsupported: { path: string; message: string }[]
}
