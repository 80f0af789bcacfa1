import type { Json } from '#lib/core/json'
import { hashAccessCode } from '#lib/processes/signers/access-code'
import { UseTemplate } from '#lib/templates/input'
import type { Cells, personColumns } from './columns.ts'

const ACCESS_CODE: (typeof personColumns)[number] = 'access_code'

/** The input of a row as it is stored: with hashes in place of access codes. */
export function hashAccessCodes(input: UseTemplate): Json {
  const signers = input.signers.map(({ access_code: code, ...person }) =>
    code ? { ...person, accessCodeHash: hashAccessCode(code) } : person,
  )
  return { ...input, signers } as Json
}

/** Reverses `hashAccessCodes`, except for the codes: the signers have their hashes. */
export function parseStoredInput(stored: Json) {
  const { signers } = stored as { signers: { accessCodeHash?: string }[] }
  const input = UseTemplate.parse(stored)
  return {
    ...input,
    signers: input.signers.map((person, index) => ({
      ...person,
      accessCodeHash: signers[index]?.accessCodeHash ?? null,
    })),
  }
}

/** The cells of a row without access codes, which no result shows again. */
export function withoutAccessCodes(cells: Cells, roles: { name: string }[]): Cells {
  const columns = new Set([ACCESS_CODE, ...roles.map(({ name }) => `${name}.${ACCESS_CODE}`)])
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, columns.has(name) ? '' : cell]),
  )
}
