import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { webhookEvents } from '#lib/webhooks/rules'
import { allEndpoints } from './routes.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const chapters = readdirSync(docs).filter((name) => name.startsWith('from-'))
const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

test.each(chapters)('%s names operations and events that are there', async (name) => {
  const endpoints = await allEndpoints()
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${withoutNames(path)}`))
  // What is ours stands in the last cell of a table, and in the text.
  const ours = readFileSync(join(docs, name), 'utf8')
    .split('\n')
    .map((line) => (line.startsWith('|') ? line.split('|').at(-2)! : line))
    .join('\n')
  const operations = [...ours.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`\s?]*)/g)]
    .filter(([, , path]) => !path!.startsWith('/api/'))
    .map(([, method, path]) => `${method} /api/v1${withoutNames(path!)}`)
  expect(operations.length).toBeGreaterThan(5)
  expect(operations.filter((operation) => !known.has(operation))).toEqual([])
  const events = [...ours.matchAll(/`((?:process|signature|document)\.[a-z_]+)`/g)].map(([, event]) => event!)
  expect(events.filter((event) => !webhookEvents.some((known) => known === event))).toEqual([])
})
