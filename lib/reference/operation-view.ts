/** A member of a body or a parameter in the reference. */
export interface Row {
  name: string
  /** The path in dot form, unique in its list. */
  at: string
  depth: number
  type: string
  required: boolean
  text: string
}

export interface OperationView {
  id: string
  method: string
  path: string
  summary: string
  paragraphs: string[]
  access: 'public' | 'signer' | 'bearer'
  roles: string[]
  scope: string | null
  parameters: (Row & { in: string; example: unknown })[]
  body: { media: string; rows: Row[]; example: unknown } | null
  answer: { status: string; media: string[]; rows: Row[]; example: unknown; headers: string[] }
  refusals: { status: string; codes: string[] }[]
  curl: string
  typescript: string
}

export interface Chapter {
  name: string
  slug: string
  text: string
  operations: OperationView[]
}
