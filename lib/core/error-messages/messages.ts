import type { apiOnlyMessages } from './api-only.ts'
import { documentMessages } from './documents.ts'
import { failureMessages } from './failures.ts'
import { identityMessages } from './identity.ts'
import { importMessages } from './import.ts'
import { processMessages } from './processes.ts'
import { refusalMessages } from './refusals.ts'
import { signingMessages } from './signing.ts'
import { valueMessages } from './values.ts'

/** The texts of errors that users can meet; `{limit}` stands for a value. The dashboard translates each. */
export const errorTemplates = [
  ...valueMessages,
  ...identityMessages,
  ...documentMessages,
  ...processMessages,
  ...signingMessages,
  ...refusalMessages,
  ...failureMessages,
  ...importMessages,
] as const

export type ErrorTemplate = (typeof errorTemplates)[number]

/** The texts that a template stands for: `At most {limit}.` stands for `At most ${string}.`. */
type Filled<Template extends string> = Template extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Template

/** The text of an error of a field: one of the lists of this folder, so that none is forgotten in a language. */
export type ErrorMessage = Filled<ErrorTemplate | (typeof apiOnlyMessages)[number]>
