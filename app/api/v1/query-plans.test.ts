import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { signers } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { purgeFile } from '#lib/documents/purge'
import { createFolder } from '#lib/folders/create'
import { mailData } from '#lib/mail/personal-data'
import { isPerson } from '#lib/processes/personal-data'
import { findEmailed } from '#lib/processes/signers/delivery'
import { collectPlans, withPlans } from '#lib/testing/database/plans'
import { seedDocuments, seedProcesses, seedVault } from '#lib/testing/database/seed'
import { call } from '#lib/testing/service/call'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as listApiKeys } from './api-keys/route.ts'
import { GET as listArchives } from './archives/route.ts'
import { GET as listAuditEvents } from './audit-events/route.ts'
import { GET as listDocuments } from './documents/route.ts'
import { GET as getTrail } from './signature-processes/[id]/audit-trail/route.ts'
import { GET as listProcesses } from './signature-processes/route.ts'
import { GET as listTemplates } from './templates/route.ts'
import { GET as listUsers } from './users/route.ts'
import { GET as listVault } from './vault/documents/route.ts'
import { GET as listLogs } from './webhooks/[id]/logs/route.ts'
import { GET as listWebhooks } from './webhooks/route.ts'

const ROWS = 4000
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const database = connect(env().databaseUrl!, { max: 1 })
let tenant: TestTenant
let otherTenant: TestTenant
let member: Member
let webhookId: number
let processId: number

beforeAll(async () => {
  Object.assign(env().rateLimits, { principal: 0, address: 0 })
  ;[tenant, otherTenant] = [await makeTenant(), await makeTenant()]
  const time = new Date()
  await seedVault(database, tenant.tenantId, ROWS, time)
  await seedDocuments(database, tenant.tenantId, ROWS, time)
  await seedProcesses(database, tenant.tenantId, ROWS, time)
  await seedOtherTables(tenant.tenantId, tenant.user.id)
  member = await tenant.addMember('user')
  await seedFolders()
  await collectPlans(database)
}, 120_000)
afterAll(() => database.end())

/** Adds rows of the other tables. */
async function seedOtherTables(tenantId: number, userId: number) {
  const createdAt = database`now() - interval '1 minute' * i`
  const numbers = database`generate_series(1, ${ROWS}::int) i`
  await database`
    insert into users (tenant_id, name, email, role, created_at, updated_at)
    select ${tenantId}::bigint, 'Person ' || i, 'person' || i || '@example.org',
      case when i % 50 = 0 then 'viewer' else 'user' end, ${createdAt}, ${createdAt} from ${numbers}`
  await database`
    insert into templates (tenant_id, name, roles, fields, options, usage_count, test_mode, created_by_name, created_at, updated_at)
    select ${tenantId}::bigint, 'Template ' || i, '[]', '[]', (select options from processes limit 1), i % 100, false, 'Seed', ${createdAt}, ${createdAt} from ${numbers}`
  await database`
    insert into api_keys (tenant_id, name, key_hash, prefix, last_four, scopes, test_mode, created_by, created_at)
    select case when i % 20 = 0 then ${tenantId}::bigint else ${otherTenant.tenantId} end, 'Key ' || i, lpad(i::text, 64, '0'), 'psk_live_', '0000', '{}', false, case when i % 20 = 0 then ${userId}::bigint else ${otherTenant.user.id} end, ${createdAt} from ${numbers}`
  const [webhook] = await database<{ id: string }[]>`
    insert into webhooks (tenant_id, url, events, active, active_since, secret, created_at)
    select ${tenantId}::bigint, 'https://example.com/' || i, '{*}', false, now(), '', now() from generate_series(1, 10) i returning id`
  webhookId = Number(webhook!.id)
  const [process] = await database<{ id: string }[]>`select min(id) as id from processes`
  processId = Number(process!.id)
  await database`
    insert into events (tenant_id, chain, seq, type, actor, data, request_id, occurred_at, previous_hash, hash)
    select ${tenantId}::bigint, 'process:' || ${processId}::bigint + i / 4, i % 4 + 1, 'process.created', '{"type": "system", "job": "seed"}',
      '{}', 'seed', ${createdAt}, repeat('0', 64), lpad(i::text, 64, '0') from ${numbers}`
  await database`
    with sent as (
      insert into webhook_messages (tenant_id, webhook_id, event_id, message_id, chain, seq, event, body, status, created_at)
      select ${tenantId}::bigint, ${webhookId}::bigint + i % 10, id, 'msg_' || i, 'process:' || i, 1,
        case when i % 30 = 0 then 'document.deleted' else 'document.uploaded' end, '{}', 'success', ${createdAt}
      from (select id, row_number() over (order by id) as i from events where request_id = 'seed') seeded returning *)
    insert into webhook_logs (tenant_id, webhook_id, message_row_id, url, attempt, status, due_at, created_at)
    select tenant_id, webhook_id, id, 'https://example.com/', 1, case when event_id % 40 = 0 then 'failed' else 'success' end,
      created_at, created_at from sent`
  await database`
    insert into mails (tenant_id, recipient, person_email, channel, status, failure_job, created_at)
    select ${tenantId}::bigint, case when i % 4 > 0 then 'Person' || i || '@example.com' else '+4930' || i end,
      case when i % 4 = 0 then 'person' || i || '@example.com' end, case when i % 4 > 0 then 'email' else 'sms' end, 'sent',
      '{"queue": "", "data": {"processId": 1}}', ${createdAt} from ${numbers}`
  for (const table of [
    'mails',
    'users',
    'templates',
    'api_keys',
    'webhooks',
    'webhook_messages',
    'webhook_logs',
    'events',
    'processes',
    'signers',
  ])
    await database`vacuum (analyze) ${database(table)}`
}

/** Puts every fourth record into a folder that the member sees, and every fifth of the others into a hidden one. */
async function seedFolders() {
  const [visible, hiddenFolder] = [
    await createFolder(tenant.ctx, { name: 'Visible', access: 'everyone' }),
    await createFolder(tenant.ctx, { name: 'Hidden', access: [] }),
  ]
  for (const table of ['documents', 'processes', 'templates', 'vault_documents']) {
    await database`update ${database(table)} set folder_id = case when id % 4 = 0 then ${visible.id} else ${hiddenFolder.id} end::bigint
      where tenant_id = ${tenant.tenantId} and (id % 4 = 0 or id % 5 = 0)`
    await database`vacuum (analyze) ${database(table)}`
  }
}

/** Sequential scans of tables that grow. */
const LARGE_SCAN =
  /Seq Scan on (documents|processes|signers|vault_documents|templates|users|api_keys|webhook_messages|webhook_logs|events|uploaded_files)\b/g

async function getPlan(handler: Parameters<typeof call>[0], query: string, caller: Member = tenant) {
  const request = () =>
    call<{ data: unknown[]; meta: { total: number } }>(handler, {
      path: `/api/v1/list?${query}`,
      params: { id: handler === getTrail ? processId : webhookId },
      as: caller,
    })
  // After five runs PostgreSQL switches to a generic plan, if it is not slower.
  for (let run = 0; run < 5; run++) await request()
  const { answer: response, text } = await withPlans(request)
  const sortedRows = [...text.matchAll(/Sort {2}\(cost=\S+ rows=(\d+)/g)].map(([, rows]) => Number(rows))
  return { answer: response, text, scans: text.match(LARGE_SCAN) ?? [], sorted: Math.max(0, ...sortedRows) }
}

/** Expects that wherever the plans read this index, they look up an address there. */
function expectAddressIn(text: string, index: string) {
  const conditions = [
    ...text.matchAll(new RegExp(`(?:using|on) ${index} .*(?:\\n\\s*(Index Cond: .*))?`, 'g')),
  ]
  expect(conditions.length).toBeGreaterThan(0)
  for (const [, condition = ''] of conditions) expect(condition).toContain('lower(')
}

const bothDirections = (sorts: string[]) => sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`])
const lists = [
  {
    list: 'documents',
    handler: listDocuments,
    index: 'documents_',
    sorts: ['created_at', 'name', 'size'],
    filters: [
      'status=uploaded',
      'status=in_process',
      'status=completed',
      'status=uploaded,in_process',
      'folder_id=1',
      'folder_id=none&status=uploaded',
      'search=ørsted',
      'search=c-77',
      'search=%26',
      'search=m%C3%BC',
    ],
  },
  {
    list: 'processes',
    handler: listProcesses,
    index: 'processes_',
    sorts: ['created_at', 'updated_at', 'name'],
    filters: [
      'status=draft',
      'status=sent',
      'status=draft,completed',
      'folder_id=1',
      'folder_id=none&status=draft',
      'external_id=order-12',
      `date_from=${yesterday}`,
      'date_to=2020-01-01',
      'search=łódzkie',
      'search=signer77@',
      'search=si',
    ],
  },
  {
    list: 'archives',
    handler: listArchives,
    index: 'processes_',
    sorts: ['created_at', 'completed_at', 'name'],
    filters: ['folder_id=1', `date_from=${yesterday}`, 'date_to=2020-01-01', 'search=GROSS', 'search=保密'],
  },
  {
    list: 'vault',
    handler: listVault,
    index: 'vault_',
    sorts: ['created_at', 'signed_at', 'name', 'size'],
    filters: [
      'folder_id=1',
      'folder_id=none&status=expiring',
      'status=active',
      'status=archived',
      'status=expired',
      'status=expiring',
      'date_from=2020-01-01',
      'date_from=2024-01-01&date_to=2024-01-31',
      'tags=hr',
      'tags=ete,vertrag',
      'search=krakow',
      'search=acme',
    ],
  },
  {
    list: 'templates',
    handler: listTemplates,
    index: 'templates_',
    sorts: ['created_at', 'updated_at', 'name', 'usage_count'],
    filters: ['folder_id=1', 'folder_id=none', 'search=template+77'],
  },
  {
    list: 'users',
    handler: listUsers,
    index: 'users_',
    sorts: ['created_at', 'name', 'email'],
    filters: ['role=viewer', 'role=tenant_admin', 'role=user', 'search=PERSON77', 'search=pe'],
  },
  { list: 'API keys', handler: listApiKeys, index: 'api_keys_', sorts: ['created_at', 'name'], filters: [] },
  { list: 'webhooks', handler: listWebhooks, index: '', sorts: ['created_at'], filters: [] },
  {
    list: 'calls of a webhook',
    handler: listLogs,
    index: 'webhook_',
    sorts: ['created_at'],
    filters: [
      '',
      'status=failed',
      'status=pending',
      'event=document.deleted',
      'event=document.completed',
      'event_id=70',
      'date_from=2020-01-01',
      'date_to=2020-01-01',
      'status=success&event=document.deleted',
    ],
  },
  { list: 'audit trail', handler: getTrail, index: 'events_chain', sorts: [], filters: [''] },
  {
    list: 'audit log',
    handler: listAuditEvents,
    index: 'events_',
    sorts: [],
    filters: [
      '',
      'type=process.*',
      'type=process.created',
      'type=user.*',
      'actor=system',
      'actor=ada@example.com',
      'record=process:7',
      'date_from=2020-01-01',
      'date_to=2020-01-01',
    ],
  },
]

/** Every sort order and filter alone, and every filter with every sort order. */
const cases = lists.flatMap(({ list, handler, index, sorts, filters }) => [
  ...[...bothDirections(sorts), ...filters].map((query) => ({ list, handler, index, query })),
  ...filters.flatMap((filter) =>
    bothDirections(sorts).map((sort) => ({ list, handler, index, query: `${filter}&${sort}` })),
  ),
])

/** The lists of records in folders. */
const inFolders = cases.filter(
  ({ list, query }) =>
    ['documents', 'processes', 'archives', 'vault', 'templates'].includes(list) && !query.includes('&'),
)

describe('a list of a user who does not see every folder', () => {
  it.each(inFolders)('$list?$query uses an index', async ({ handler, index, query }) => {
    const { answer: response, text, scans } = await getPlan(handler, query, member)
    expect(response.status).toBe(200)
    expect(scans).toEqual([])
    expect(text).toMatch(new RegExp(`using ${index}|Index Scan on ${index}`))
  })
})

describe('a list of a tenant with many records', () => {
  it.each(cases)('$list?$query uses an index', async ({ handler, index, query }) => {
    const { answer: response, text, scans, sorted } = await getPlan(handler, query)
    expect(response.status).toBe(200)
    expect(scans).toEqual([])
    expect(sorted).toBeLessThan(ROWS / 4)
    if (index) expect(text).toMatch(new RegExp(`using ${index}|Index Scan on ${index}`))
  })

  it.each(lists.filter(({ sorts }) => sorts.length > 1))(
    '$list: the last page is read from the other end',
    async ({ handler }) => {
      const firstResponse = await getPlan(handler, 'page=1')
      const total = firstResponse.answer.body.meta.total
      const last = await getPlan(handler, `page=${Math.ceil(total / 15)}`)
      expect(last.scans).toEqual([])
      expect(last.answer.body.data).toHaveLength(total % 15 || 15)
    },
  )

  it.each([
    {
      list: 'processes',
      handler: listProcesses,
      query: 'waits_for=Signer77@example.com',
      index: 'signers_email',
    },
    {
      list: 'processes',
      handler: listProcesses,
      query: 'waits_for=signer77@example.com&sort=expires_at',
      index: 'signers_email',
    },
    { list: 'audit log', handler: listAuditEvents, query: 'actor=ada@example.com', index: 'events_actor' },
    {
      list: 'audit log',
      handler: listAuditEvents,
      query: 'actor=ada@example.com&type=process.*&date_from=2020-01-01',
      index: 'events_actor',
    },
  ])('$list?$query reads only the rows of the address by $index', async ({ handler, query, index }) => {
    for (const caller of handler === listProcesses ? [tenant, member] : [tenant]) {
      const { answer: response, text } = await getPlan(handler, query, caller)
      expect(response.status).toBe(200)
      expectAddressIn(text, index)
    }
  })

  it('finds the emails to an address by its index', async () => {
    const email = 'person77@example.com'
    const emailed = await withPlans(() =>
      write(tenant.ctx, (tx) => findEmailed(tx, tenant.ctx, 1, [email.toUpperCase(), 'other@example.com'])),
    )
    expectAddressIn(emailed.text, 'mails_recipient')
    expect(emailed.answer).toEqual(new Set([email]))
    const kept = await withPlans(() =>
      Array.fromAsync(mailData.find!({ tenantId: tenant.tenantId, email }).emails!),
    )
    expectAddressIn(kept.text, 'mails_recipient')
    expectAddressIn(kept.text, 'mails_person')
    expectAddressIn(kept.text, 'signers_email')
    expect(kept.answer).toHaveLength(1)
    expect(kept.text.match(/Seq Scan on (mails|signers)/g)).toBeNull()
  })

  it('finds the signers of a person by the index of addresses', async () => {
    const person = { tenantId: tenant.tenantId, email: 'signer77@example.com' }
    const { text } = await withPlans(() =>
      read(tenant.ctx, (tx) => tx.select().from(signers).where(isPerson(person))),
    )
    expectAddressIn(text, 'signers_email')
  })

  it('purges a file without a sequential scan', async () => {
    const { text } = await withPlans(() =>
      purgeFile({ tenantId: tenant.tenantId, sha256: 'f'.repeat(64) }, documentReferences),
    )
    expect(text.match(LARGE_SCAN) ?? []).toEqual([])
    expect(text).toContain('vault_certificates')
  })
})
