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
  reminders_sent: 0,
  signed: 0,
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
  options: [],
  expires_in_days: 90,
  request_id: 'req_8t1n5yqz2v6m',
  message_id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  event: 'process.completed',
  request_body: '{"type":"process.completed","timestamp":"2026-11-21T09:30:00Z",…}',
  hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  previous_hash: 'fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13',
  version: '2026-01-en',
  text: 'I agree to sign electronically.',
  level: 'B-B',
  issuer: 'Paraph authority for Analytical Engines',
  serial: '5f3a91c2',
  serial_number: '5f3a91c2',
  field_name: 'Signature1',
  signer: 'Ada Lovelace',
  sub_filter: 'ETSI.CAdES.detached',
  byte_range: [0, 21044, 37430, 10783],
  faults: [],
}

const person = { name: 'Ada Lovelace' }
const tenant = { name: 'Analytical Engines' }
const sound = { signed: true, valid: true, covers_whole_file: true, issued_here: true }
const meta = { from: 1, last_page: 67, per_page: 15, to: 15, total: 1000 }

/** What they look like in a shape that has this member too; the first that it has counts. */
const beside: [member: string, Record<string, unknown>][] = [
  ['email', person],
  ['subscription_type', tenant],
  ['logo_url', tenant],
  ['last_four', { name: 'CRM', allowed_ips: ['203.0.113.7'] }],
  ['scopes', { name: 'CRM' }],
  ['previous_hash', { type: 'signature.completed' }],
  ['placeholder', { role: 'Landlord' }],
  ['type', { name: 'Landlord' }],
  ['url', { description: 'Tells the CRM' }],
  ['byte_range', { ...sound, reason: 'I agree to the lease.' }],
  ['covers_whole_file', sound],
  ['last_page', meta],
  ['chain_valid', { chain_valid: true }],
  ['rotation', { width: 595, height: 842 }],
  ['remaining', { used: 12, limit: 1000, remaining: 988 }],
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

/** Gives the links of a list the address of its own path as their example. */
export function exemplifyList({ properties = {} }: Schema, path: string): void {
  const { links, meta } = properties
  if (!links?.properties || !meta?.properties) return
  const list = `https://paraph.example${path.replaceAll(/\{\w+\}/g, '7')}`
  const own = { first: `${list}?page=1`, last: `${list}?page=67`, prev: null, next: `${list}?page=2` }
  for (const [name, example] of Object.entries(own))
    links.properties[name] = { ...links.properties[name], example }
  meta.properties.path = { ...meta.properties.path, example: list }
}

function ofShape(members: string[]): Record<string, unknown> {
  if (members.every((member) => ['id', 'name'].includes(member))) return person
  if (members.every((member) => member === 'message')) return { message: 'Done.' }
  return beside.find(([member]) => members.includes(member))?.[1] ?? {}
}

function fits(example: unknown, member: Schema): boolean {
  if (example === undefined) return false
  const types = [member.type].flat()
  const isTold =
    !exemplified.has(member) &&
    ['example', 'examples', 'enum', 'const', '$ref'].some((known) => known in member)
  const type = typeOf(example)
  const isOfType = types.includes(type) || (type === 'integer' && types.includes('number'))
  if (isTold || !isOfType) return false
  if (typeof example !== 'string') return true
  const { pattern, minLength = 0, maxLength = example.length } = member
  const isLong = example.length >= minLength && example.length <= maxLength
  return isLong && (!pattern || new RegExp(pattern).test(example))
}

function typeOf(example: unknown): string {
  if (example === null) return 'null'
  return Array.isArray(example) ? 'array' : Number.isInteger(example) ? 'integer' : typeof example
}
