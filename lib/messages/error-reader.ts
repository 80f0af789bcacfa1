import type { ErrorText } from './errors.ts'
import type { Texts } from './pseudo.ts'

/** The values that are errors themselves. */
const NESTED = ['message', 'reason']

interface Template {
  key: string
  /** The parts between the placeholders; one more than names. */
  literals: string[]
  names: string[]
}

/** The function that finds key and values of an English message; null for one that is not among `english`. */
export function errorReader(english: Texts): (message: string) => ErrorText | null {
  const templates = listTemplates(english)
  const plain = new Map(
    templates.filter(({ names }) => names.length === 0).map(({ key, literals }) => [literals[0]!, key]),
  )
  // `At most {limit} characters.` before `At most {limit}.`
  const filled = templates
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => b.literals.join('').length - a.literals.join('').length)
  return function read(message): ErrorText | null {
    const plainKey = plain.get(message)
    if (plainKey) return { key: plainKey, values: {} }
    for (const template of filled) {
      const values = readValues(message, template)
      if (!values) continue
      const entries = Object.entries(values).map(([name, value]) => [
        name,
        NESTED.includes(name) ? (read(value) ?? value) : value,
      ])
      return { key: template.key, values: Object.fromEntries(entries) }
    }
    return null
  }
}

function listTemplates(texts: Texts, path = ''): Template[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text !== 'string') return listTemplates(text, `${path}${name}.`)
    const parts = text.split(/\{(\w+)\}/)
    return {
      key: path + name,
      literals: parts.filter((_, index) => index % 2 === 0),
      names: parts.filter((_, index) => index % 2 === 1),
    }
  })
}

/** Each value ends where the next literal begins, so that a long value takes no more time than a short one. */
function readValues(message: string, { literals, names }: Template): Record<string, string> | null {
  const [first, last] = [literals[0]!, literals.at(-1)!]
  const end = message.length - last.length
  let position = first.length
  if (end < position || !message.startsWith(first) || !message.endsWith(last)) return null
  const values: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    const next = isLast ? end : message.indexOf(literals[index + 1]!, position)
    if (next < 0 || next > end) return null
    values[name] = message.slice(position, next)
    position = next + literals[index + 1]!.length
  }
  return values
}
