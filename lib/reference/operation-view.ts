/** A member of a body or a parameter in the reference. */
export interface Row {
  name: string
  /** The path of the member in dot form (`signers.email`), unique in its list. */
  at: string
  /** 0 for a member of the body itself. */
  depth: number
  type: string
  required: boolean
  text: string
}

/** One operation as the reference shows it. */
export interface OperationView {
  id: string
  method: string
  path: string
  summary: string
  /** The paragraphs of the description. */
  paragraphs: string[]
  access: 'public' | 'signer' | 'bearer'
  roles: string[]
  scope: string | null
  parameters: (Row & { in: string; example: unknown })[]
  body: { media: string; rows: Row[]; example: unknown } | null
  /** The successful response. */
  response: { status: string; media: string[]; rows: Row[]; example: unknown; headers: string[] }
  /** The error codes by status. */
  refusals: { status: string; codes: string[] }[]
  /** Example requests, as a shell command and in TypeScript. */
  curl: string
  typescript: string
}

/** The operations of one tag. */
export interface Chapter {
  name: string
  slug: string
  text: string
  operations: OperationView[]
}
