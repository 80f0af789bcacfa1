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
    for (const member of Object.values(part._zod.def)) collectParts(member, parts)
  } else if (Array.isArray(part) || Object.getPrototypeOf(part) === Object.prototype) {
    for (const member of Object.values(part)) collectParts(member, parts)
  }
  return parts
}

/** The messages that the schemas of requests give themselves, by `error` or as the last argument of a check. */
async function schemaMessages(): Promise<Set<string>> {
  const parts = new Set<object>()
  for (const { declaration } of await allEndpoints()) {
    collectParts(declaration.body, parts)
    collectParts(declaration.query, parts)
  }
  const definitions = [...parts].map((part) => (part as z.core.$ZodType)._zod.def)
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

it('the documentation has sentences, not the messages that schemas carry', async () => {
  expect(JSON.stringify(await reference()).match(/"\{\\"key\\":.{60}/)).toBeNull()
})
