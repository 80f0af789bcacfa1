import { parseArgs } from 'node:util'

/** What a command takes as a word or as the value of an option, by the name that its help shows. */
const kinds = {
  ID: /^[1-9]\d{0,14}$/,
  JOB: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'ID|EMAIL': /^([1-9]\d{0,14}|\S+@\S+)$/,
  EMAIL: /^\S+@\S+$/,
  N: /^\d{1,9}$/,
  'N|none': /^(\d{1,15}|none)$/,
  NAME: /\S/,
  FILE: /\S/,
  PLACE: /^\d+\/[a-z-]+\/\S+$/,
  'on|off': /^(on|off)$/,
} satisfies Record<string, RegExp>

type Kind = keyof typeof kinds

interface Option {
  /** Without one it is a switch. */
  value?: Kind
  required?: true
  does: string
}

/** What was given after the name of a command. */
export interface Given {
  words: string[]
  options: Record<string, string | boolean | undefined>
}

/** The result for programs and for people; one that is not `ok` ends with 1. */
export interface Result {
  ok: boolean
  value: unknown
  text: string
}

export interface Command {
  does: string
  words?: Kind[]
  options?: Record<string, Option>
  /** Runs without the database. */
  isOffline?: true
  run(given: Given): Promise<Result>
}

/** A command that is not known, or was given something else than it takes. */
export class WrongUse extends Error {}

/** @throws WrongUse when a word or an option is missing, unknown or of another kind */
export function parseGiven({ words: wanted = [], options: known = {} }: Command, args: string[]): Given {
  const { values, positionals } = parse(known, args)
  wanted.forEach((kind, index) => {
    assertIsOf(kind, kind, positionals[index])
  })
  const extra = positionals[wanted.length]
  if (extra !== undefined) throw new WrongUse(`Too many words: ${extra}.`)
  for (const [name, { value: kind, required }] of Object.entries(known))
    if (kind && (required || name in values)) assertIsOf(kind, `--${name} ${kind}`, values[name])
  return { words: positionals, options: values as Given['options'] }
}

function parse(known: Record<string, Option>, args: string[]) {
  try {
    const options = Object.fromEntries(
      Object.entries(known).map(([name, { value }]) => [
        name,
        { type: value ? ('string' as const) : ('boolean' as const) },
      ]),
    )
    const { values, positionals, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true })
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    const repeated = names.find((name, index) => names.indexOf(name) < index)
    if (repeated) throw new Error(`--${repeated} is given twice.`)
    return { values, positionals }
  } catch (error) {
    throw new WrongUse((error as Error).message)
  }
}

function assertIsOf(kind: Kind, what: string, value: unknown): void {
  if (value === undefined) throw new WrongUse(`${what} is missing.`)
  if (!kinds[kind].test(String(value))) throw new WrongUse(`${what} cannot be ${value}.`)
}

/** `users reset ID|EMAIL [--link]` */
export function describeUse(name: string, { words = [], options = {} }: Command): string {
  const parts = Object.entries(options).map(([option, { value, required }]) => {
    const text = value ? `--${option} ${value}` : `--${option}`
    return required ? text : `[${text}]`
  })
  return [name, ...words, ...parts].join(' ')
}

/** The help of one command. */
export function describeCommand(name: string, command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([option, { does }]) => `  --${option.padEnd(12)} ${does}`,
  )
  const json = `  --${'json'.padEnd(12)} prints the result for programs`
  return [describeUse(name, command), '', command.does, '', ...options, json].join('\n')
}

/** A result that says that all went well. */
export function done(value: object, text: string): Result {
  return { ok: true, value: { ok: true, ...value }, text }
}

/** A result that says why nothing was done. */
export function refuse(message: string): Result {
  return { ok: false, value: { ok: false, message }, text: message }
}

/**
 * Aborted when the operator or the machine ends the command, which then leaves nothing behind. Ctrl-C sends several signals:
 * that of the terminal, and those that npm and scripts/command.mjs pass on.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => controller.abort())
  return controller.signal
}
