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

/** Gives the members of an object an example by their name, where it fits what they may be. */
export function exemplify(schema: Schema): void {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const example = examples[name] ?? (name.endsWith('_id') ? 7 : undefined)
    if (example !== undefined && fits(example, member)) member.example = example
  }
}

function fits(example: unknown, member: Schema): boolean {
  const types = [member.type].flat()
  const type = Array.isArray(example) ? 'array' : Number.isInteger(example) ? 'integer' : typeof example
  const isTold = ['example', 'examples', 'enum', 'const', '$ref'].some((known) => known in member)
  const isOfType = types.includes(type) || (type === 'integer' && types.includes('number'))
  if (isTold || !isOfType) return false
  if (typeof example !== 'string') return true
  const { pattern, minLength = 0, maxLength = example.length } = member
  const isLong = example.length >= minLength && example.length <= maxLength
  return isLong && (!pattern || new RegExp(pattern).test(example))
}
