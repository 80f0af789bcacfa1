import { expect, it } from 'vitest'
import { z } from 'zod'
import { readIssue } from '#lib/core/zod-messages'
import { englishMessage } from '#lib/messages/english'
import { reference } from './reference.ts'
import { allEndpoints } from './routes.ts'

/** Adds a schema and all schemas and checks in it, such as those of the members of an object. */
function collectParts(part: unknown, parts: Set<object>): Set<object> {
  if (typeof part !== 'object' || part === null || parts.has(part)) return parts
  if (part instanceof z.core.$ZodType || part instanceof z.core.$ZodCheck) {
    parts.add(part)
    // The error of a union stands for those of its members.
    if (part instanceof z.core.$ZodUnion && part._zod.def.error) return parts
    for (const member of Object.values(part._zod.def)) collectParts(member, parts)
  } else if (Array.isArray(part) || Object.getPrototypeOf(part) === Object.prototype) {
    for (const member of Object.values(part)) collectParts(member, parts)
  }
  return parts
}

/** The definitions of all schemas of requests, and of their checks. */
async function requestDefinitions() {
  const parts = new Set<object>()
  for (const { declaration } of await allEndpoints()) {
    collectParts(declaration.body, parts)
    collectParts(declaration.query, parts)
  }
  return [...parts].map((part) => (part as z.core.$ZodType)._zod.def)
}

/** The messages that the schemas of requests give themselves, by `error` or as the last argument of a check. */
async function schemaMessages(): Promise<Set<string>> {
  const definitions = await requestDefinitions()
  return new Set(
    definitions.flatMap(({ error }) => {
      const message = error?.({ code: 'custom', input: 'a value', path: [] } as never)
      return typeof message === 'string' ? [message] : []
    }),
  )
}

it('every message of a schema of a request has a key', async () => {
  const messages = await schemaMessages()
  expect(messages.size).toBeGreaterThan(30)
  const errors = [...messages].flatMap((message) => readIssue({ message }))
  expect(errors.filter((error) => englishMessage(error) === error.key)).toEqual([])
})

it('every format of a text in a request has a message of its own: that of zod has no key', async () => {
  const definitions = (await requestDefinitions()) as z.core.$ZodStringFormatDef[]
  const formats = definitions.filter(({ check, error }) => check === 'string_format' && !error)
  expect(formats.map(({ format, pattern }) => pattern?.source ?? format)).toEqual([])
})

it('the documentation has sentences, not the messages that schemas carry', async () => {
  expect(JSON.stringify(await reference()).match(/"\{\\"key\\":.{60}/)).toBeNull()
})
