import type { Schema } from './sample.ts'

/** What members of a name look like, in every shape that has one and gives no example itself. */
const examples: Record<string, unknown> = {
  id: 7,
  name: 'Lease',
  tenant_name: 'Analytical Engines',
  description: 'Flat 4, twelve months',
  email: 'ada@example.com',
  password: 'seven bridges at noon',
  current_password: 'six bridges at dawn',
  token: 'q8ZrX2mVb7nKc5TgYh1LwPdEa9SuJf3RoQxIi6McDkA',
  access_token: 'kT9w…',
  expires_in: 3600,
  locale: 'en',
  code: '493027',
  reason: 'The rent is not what we agreed.',
  message: 'Please sign by Friday.',
  external_id: 'crm-2048',
  metadata: { deal: 2048 },
  original_filename: 'lease.pdf',
  filename: 'lease.pdf',
  mime_type: 'application/pdf',
  size: 48213,
  total_size: 48213,
  size_formatted: '47.1 KB',
  total_size_formatted: '47.1 KB',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  page_count: 3,
  order: 1,
  page: 1,
  number: 1,
  x: 72,
  y: 640,
  width: 160,
  height: 40,
  month: '2026-11',
  tag: 'lease',
  tags: ['lease', '2026'],
  key: 'psk_live_…',
  last_four: 'x7Qa',
  secret: 'whsec_…',
  url: 'https://example.com/hooks/paraph',
  signing_url: 'https://paraph.example/sign/q8ZrX2mV…',
}

const person = { name: 'Ada Lovelace' }
const tenant = { name: 'Analytical Engines' }

/** What they look like in a shape that has this member too; the first that it has counts. */
const beside: [member: string, Record<string, unknown>][] = [
  ['email', person],
  ['subscription_type', tenant],
  ['logo_url', tenant],
  ['scopes', { name: 'CRM' }],
  ['type', { name: 'Landlord' }],
  ['url', { description: 'Tells the CRM' }],
  ['byte_range', { reason: 'I agree to the lease.' }],
  ['request_id', { message: 'The given data is not valid.', reason: 'not_pdf' }],
]

/** What got its example here. Several shapes may share it, and one of them may know a better one for itself. */
const exemplified = new WeakSet<Schema>()

/** Gives the members of an object an example by their name, where it fits what they may be. */
export function exemplify(schema: Schema): void {
  const { properties = {} } = schema
  const own = ofShape(Object.keys(properties))
  for (const [name, member] of Object.entries(properties)) {
    const common = examples[name] ?? (name.endsWith('_id') ? 7 : undefined)
    if (fits(own[name], member)) properties[name] = { ...member, example: own[name] }
    else if (fits(common, member)) exemplified.add(Object.assign(member, { example: common }))
  }
}

function ofShape(members: string[]): Record<string, unknown> {
  if (members.every((member) => ['id', 'name'].includes(member))) return person
  if (members.every((member) => member === 'message')) return { message: 'Done.' }
  return beside.find(([member]) => members.includes(member))?.[1] ?? {}
}

function fits(example: unknown, member: Schema): boolean {
  if (example === undefined) return false
  const types = [member.type].flat()
  const type = Array.isArray(example) ? 'array' : Number.isInteger(example) ? 'integer' : typeof example
  const isTold =
    !exemplified.has(member) &&
    ['example', 'examples', 'enum', 'const', '$ref'].some((known) => known in member)
  const isOfType = types.includes(type) || (type === 'integer' && types.includes('number'))
  if (isTold || !isOfType) return false
  if (typeof example !== 'string') return true
  const { pattern, minLength = 0, maxLength = example.length } = member
  const isLong = example.length >= minLength && example.length <= maxLength
  return isLong && (!pattern || new RegExp(pattern).test(example))
}
