import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/client'
import { seedDocuments, seedProcesses, seedVault } from '#db/seed'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { purgeFile } from '#lib/documents/purge'
import { createFolder } from '#lib/folders/create'
import { call } from '#lib/testing/call'
import { collectPlans, withPlans } from '#lib/testing/plans'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'
import { GET as keys } from './api-keys/route.ts'
import { GET as archives } from './archives/route.ts'
import { GET as documents } from './documents/route.ts'
import { GET as trail } from './signature-processes/[id]/audit-trail/route.ts'
import { GET as processes } from './signature-processes/route.ts'
import { GET as templates } from './templates/route.ts'
import { GET as users } from './users/route.ts'
import { GET as vault } from './vault/documents/route.ts'
import { GET as logs } from './webhooks/[id]/logs/route.ts'
import { GET as webhooks } from './webhooks/route.ts'

const ROWS = 8000
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const owner = connect(env().databaseUrl!, { max: 1 })
let tenant: TestTenant
let other: TestTenant
let member: Member
let webhookId: number
let processId: number

beforeAll(async () => {
  Object.assign(env().rateLimits, { principal: 0, address: 0 })
  ;[tenant, other] = [await makeTenant(), await makeTenant()]
  const at = new Date()
  await seedVault(owner, tenant.tenantId, ROWS, at)
  await seedDocuments(owner, tenant.tenantId, ROWS, at)
  await seedProcesses(owner, tenant.tenantId, ROWS, at)
  await seedOthers(tenant.tenantId, tenant.user.id)
  member = await tenant.addMember('user')
  await seedFolders()
  await collectPlans(owner)
}, 120_000)
afterAll(() => owner.end())

/** Rows that the seed of the vault lacks. */
async function seedOthers(tenantId: number, userId: number) {
  const made = owner`now() - interval '1 minute' * i`
  const all = owner`generate_series(1, ${ROWS}::int) i`
  await owner`
    insert into users (tenant_id, name, email, role, created_at, updated_at)
    select ${tenantId}::bigint, 'Person ' || i, 'person' || i || '@example.org',
      case when i % 50 = 0 then 'viewer' else 'user' end, ${made}, ${made} from ${all}`
  await owner`
    insert into templates (tenant_id, name, roles, fields, options, usage_count, test_mode, created_by_name, created_at, updated_at)
    select ${tenantId}::bigint, 'Template ' || i, '[]', '[]', (select options from processes limit 1), i % 100, false, 'Seed', ${made}, ${made} from ${all}`
  await owner`
    insert into api_keys (tenant_id, name, key_hash, prefix, last_four, scopes, test_mode, created_by, created_at)
    select case when i % 20 = 0 then ${tenantId}::bigint else ${other.tenantId} end, 'Key ' || i, lpad(i::text, 64, '0'), 'psk_live_', '0000', '{}', false, case when i % 20 = 0 then ${userId}::bigint else ${other.user.id} end, ${made} from ${all}`
  const [webhook] = await owner<{ id: string }[]>`
    insert into webhooks (tenant_id, url, events, active, active_since, secret, created_at)
    select ${tenantId}::bigint, 'https://example.com/' || i, '{*}', false, now(), '', now() from generate_series(1, 10) i returning id`
  webhookId = Number(webhook!.id)
  const [process] = await owner<{ id: string }[]>`select min(id) as id from processes`
  processId = Number(process!.id)
  await owner`
    insert into events (tenant_id, chain, seq, type, actor, data, request_id, occurred_at, previous_hash, hash)
    select ${tenantId}::bigint, 'process:' || ${processId}::bigint + i / 4, i % 4 + 1, 'process.created', '{"type": "system", "job": "seed"}',
      '{}', 'seed', ${made}, repeat('0', 64), lpad(i::text, 64, '0') from ${all}`
  await owner`
    with sent as (
      insert into webhook_messages (tenant_id, webhook_id, event_id, message_id, chain, seq, event, body, status, created_at)
      select ${tenantId}::bigint, ${webhookId}::bigint + i % 10, id, 'msg_' || i, 'process:' || i, 1,
        case when i % 30 = 0 then 'document.deleted' else 'document.uploaded' end, '{}', 'success', ${made}
      from (select id, row_number() over (order by id) as i from events where request_id = 'seed') seeded returning *)
    insert into webhook_logs (tenant_id, webhook_id, message_row_id, url, attempt, status, due_at, created_at)
    select tenant_id, webhook_id, id, 'https://example.com/', 1, case when event_id % 40 = 0 then 'failed' else 'success' end,
      created_at, created_at from sent`
  for (const table of [
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
    await owner`vacuum (analyze) ${owner(table)}`
}

/** Every fourth record is in a folder that the member sees, every fifth of the others in one that they do not. */
async function seedFolders() {
  const [seen, hidden] = [
    await createFolder(tenant.ctx, { name: 'Seen', access: 'everyone' }),
    await createFolder(tenant.ctx, { name: 'Hidden', access: [] }),
  ]
  for (const table of ['documents', 'processes', 'templates', 'vault_documents']) {
    await owner`update ${owner(table)} set folder_id = case when id % 4 = 0 then ${seen.id} else ${hidden.id} end::bigint
      where tenant_id = ${tenant.tenantId} and (id % 4 = 0 or id % 5 = 0)`
    await owner`vacuum (analyze) ${owner(table)}`
  }
}

const grown =
  /Seq Scan on (documents|processes|signers|vault_documents|templates|users|api_keys|webhook_messages|webhook_logs|events|uploaded_files)\b/g

/** Enough runs for PostgreSQL to switch to a generic plan. */
async function planOf(handler: Parameters<typeof call>[0], query: string, as: Member = tenant) {
  const ask = () =>
    call<{ data: unknown[]; meta: { total: number } }>(handler, {
      path: `/api/v1/list?${query}`,
      params: { id: handler === trail ? processId : webhookId },
      as,
    })
  for (let n = 0; n < 6; n++) await ask()
  const { answer, text } = await withPlans(ask)
  const sorted = [...text.matchAll(/Sort {2}\(cost=\S+ rows=(\d+)/g)].map(([, rows]) => Number(rows))
  return { answer, text, scans: text.match(grown) ?? [], sorted: Math.max(0, ...sorted) }
}

const each = (sorts: string[]) => sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`])
const all = [
  {
    of: 'documents',
    handler: documents,
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
    of: 'processes',
    handler: processes,
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
    of: 'archives',
    handler: archives,
    index: 'processes_',
    sorts: ['created_at', 'completed_at', 'name'],
    filters: ['folder_id=1', `date_from=${yesterday}`, 'date_to=2020-01-01', 'search=GROSS', 'search=保密'],
  },
  {
    of: 'vault',
    handler: vault,
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
    of: 'templates',
    handler: templates,
    index: 'templates_',
    sorts: ['created_at', 'updated_at', 'name', 'usage_count'],
    filters: ['folder_id=1', 'folder_id=none', 'search=template+77'],
  },
  {
    of: 'users',
    handler: users,
    index: 'users_',
    sorts: ['created_at', 'name', 'email'],
    filters: ['role=viewer', 'role=tenant_admin', 'role=user', 'search=PERSON77', 'search=pe'],
  },
  { of: 'API keys', handler: keys, index: 'api_keys_', sorts: ['created_at', 'name'], filters: [] },
  { of: 'webhooks', handler: webhooks, index: '', sorts: ['created_at'], filters: [] },
  {
    of: 'calls of a webhook',
    handler: logs,
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
  { of: 'audit trail', handler: trail, index: 'events_chain', sorts: [], filters: [''] },
]

/** A filter with every order, when there are many rows. */
const cases = all.flatMap(({ of, handler, index, sorts, filters }) => [
  ...[...each(sorts), ...filters].map((query) => ({ of, handler, index, query })),
  ...filters.flatMap((filter) =>
    each(sorts).map((sort) => ({ of, handler, index, query: `${filter}&${sort}` })),
  ),
])

/** The lists of records in folders. */
const inFolders = cases.filter(
  ({ of, query }) =>
    ['documents', 'processes', 'archives', 'vault', 'templates'].includes(of) && !query.includes('&'),
)

describe('a list of a user who does not see every folder', () => {
  it.each(inFolders)('$of?$query uses an index', async ({ handler, index, query }) => {
    const { answer, text, scans } = await planOf(handler, query, member)
    expect(answer.status).toBe(200)
    expect(scans).toEqual([])
    expect(text).toMatch(new RegExp(`using ${index}|Index Scan on ${index}`))
  })
})

describe('a list of a tenant with many records', () => {
  it.each(cases)('$of?$query uses an index', async ({ handler, index, query }) => {
    const { answer, text, scans, sorted } = await planOf(handler, query)
    expect(answer.status).toBe(200)
    expect(scans).toEqual([])
    expect(sorted).toBeLessThan(ROWS / 4)
    if (index) expect(text).toMatch(new RegExp(`using ${index}|Index Scan on ${index}`))
  })

  it.each(all.filter(({ sorts }) => sorts.length > 1))(
    '$of: the last page is read from the other end',
    async ({ handler }) => {
      const first = await planOf(handler, 'page=1')
      const total = first.answer.body.meta.total
      const last = await planOf(handler, `page=${Math.ceil(total / 15)}`)
      expect(last.scans).toEqual([])
      expect(last.answer.body.data).toHaveLength(total % 15 || 15)
    },
  )

  it('purges a file without a sequential scan', async () => {
    const { text } = await withPlans(() =>
      purgeFile({ tenantId: tenant.tenantId, sha256: 'f'.repeat(64) }, documentReferences),
    )
    expect(text.match(grown) ?? []).toEqual([])
    expect(text).toContain('vault_certificates')
  })
})
