import type { TemplateRecord } from '#lib/templates/schema'

type Variable = TemplateRecord['variables'][number]

/** The form to use a template: the name of the process, a person for each role, and a text for each variable. */
export interface TemplateUse {
  name: string
  /** The text of a condition that holds is `true`; that of a list has a line for each row. */
  variables: { name: string; text: string }[]
  signers: { role: string; name: string; email: string; phone?: string; access_code?: string }[]
}

/** A person for each role: that of earlier input, found by the name of the role, or an empty one. */
export function toSigners(
  roles: TemplateRecord['roles'],
  input?: Pick<TemplateUse, 'signers'>,
): TemplateUse['signers'] {
  return roles.map(
    ({ name }) => input?.signers.find(({ role }) => role === name) ?? { role: name, name: '', email: '' },
  )
}

/** The input that the browser keeps until it is saved. */
export function withoutAccessCodes(use: TemplateUse): TemplateUse {
  return { ...use, signers: use.signers.map(({ access_code: _code, ...person }) => person) }
}

/** A text for each variable: that of earlier input, found by the name of the variable, or an empty one. */
export function toVariables(variables: Variable[], input?: TemplateUse): TemplateUse['variables'] {
  return variables.map(
    ({ name }) => input?.variables?.find((other) => other.name === name) ?? { name, text: '' },
  )
}

/** The request for the input of the form: a text or a list may be empty; a condition that does not hold is absent. */
export function toUseRequest({ variables: texts, ...use }: TemplateUse, variables: Variable[]) {
  const values = texts.flatMap(({ text }, index) => {
    const { name, type, members } = variables[index]!
    if (type === 'condition' && text === '') return []
    const rows = () =>
      splitRows(text, members.length).map((cells) =>
        Object.fromEntries(members.map((member, place) => [member.name, cells[place] ?? ''])),
      )
    return [[name, type === 'list' ? rows() : text.trim() && text] as const]
  })
  return { ...use, values: Object.fromEntries(values) }
}

/** The names of the texts and lists that are empty. */
export function listEmptyNames({ variables: texts }: TemplateUse, variables: Variable[]): string[] {
  return variables
    .filter(({ type }, index) => type !== 'condition' && texts[index]?.text.trim() === '')
    .map(({ name }) => name)
}

/** A cell and what ends it. Spreadsheets copy a cell with a line break, a tab or both within quotation marks. */
const cellPattern = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g

/**
 * The rows that are not empty, as a spreadsheet copies their cells, or with semicolons as people write them.
 * @param columns the number of values of a row; a single value may have semicolons
 */
export function splitRows(text: string, columns: number): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.replaceAll(/\r\n?/g, '\n').matchAll(cellPattern)) {
    const isLine = columns > 1 && quoted === undefined && end !== '\t' && rows.at(-1)!.length === 0
    const cells = isLine ? plain.split(';') : [quoted?.replaceAll('""', '"') ?? plain]
    rows.at(-1)!.push(...cells.map((cell) => cell.trim()))
    if (end === '') break
    if (end === '\n') rows.push([])
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

/** The field of the form that shows the error of a value of the request. */
export function findUseField(member: string, variables: Variable[]): string {
  const path = member.replace(/^values\./, '')
  const index = variables.findIndex(({ name }) => path === name || path.startsWith(`${name}.`))
  return path === member || index === -1 ? member : `variables.${index}.text`
}
