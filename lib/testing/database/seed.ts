import type postgres from 'postgres'

const ROWS_PER_BATCH = 50_000

/** The progress of seeding: rows, search index, statistics. */
export type Progress = { step: 'rows'; done: number } | { step: 'search' | 'statistics' }

const kinds = [
  'Lease',
  'Employment contract',
  'Non-disclosure agreement',
  'Kündigung',
  'Договор поставки',
  '保密协议',
  'Übergabeprotokoll',
  'Umowa zlecenia',
  'Contrat de prêt',
  'Σύμβαση',
  'Purchase order',
  'Board minutes',
  'Power of attorney',
  'Service agreement',
  'Loan',
  'Data processing agreement',
  'Offer',
  'Invoice approval',
  'Annex',
  'Settlement',
]
const parties = [
  'Ångström AB',
  'Łódzkie Sp. z o.o.',
  'Müller GmbH',
  'Société Générale d’Été',
  'Acme Ltd',
  'Lovelace & Co',
  'Ørsted',
  'Háček a.s.',
  'Northwind',
  'Groß KG',
  'Иванов',
  '株式会社',
  'Contoso',
  'Fabrikam',
  'Globex',
  'Initech',
  'Umbrella',
  'Hooli',
  'Stark',
  'Wayne',
]
const tags = ['HR', 'Été', 'Vertrag', 'urgent', 'Łódź', 'договор', 'Finance', 'Sales', 'Legal', '2026']

/** The name of the twenty documents that a benchmark searches. */
export const RARE_NAME = 'Ratification of Kraków'

/**
 * Fills a tenant's vault with `count` realistic documents without files, for development and benchmarks. Multiplying by
 * primes spreads sizes and times evenly. They were
 * signed over the last ten years and two months and have a retention of ten years, so that some have expired. Every
 * tenth is archived.
 * @param owner a connection of the database's owner
 * @param report receives the progress
 */
export async function seedVault(
  owner: postgres.Sql,
  tenantId: number,
  count: number,
  time: Date,
  report?: (progress: Progress) => void,
) {
  const [row] = await owner<
    { last: string }[]
  >`select coalesce(max(process_id), 0) as last from vault_documents`
  // Beyond the ids of real processes and documents.
  const idOffset = Number(row!.last) + 1_000_000_000
  const tenant = owner`${tenantId}::bigint`
  await inBatches(
    owner,
    'vault_search',
    count,
    (sql, from, last) => insertVaultRows(sql, { tenant, idOffset, count, from, last, time }),
    report,
  )
}

/** Inserts the vault documents number `from` to `last` of `count`. */
function insertVaultRows(
  sql: postgres.Sql,
  rows: {
    /** SQL: the tenant of row `i`. */
    tenant: postgres.PendingQuery<postgres.Row[]>
    idOffset: number
    count: number
    from: number
    last: number
    time: Date
  },
) {
  const { tenant, idOffset, count, from, last, time } = rows
  return sql`
    insert into vault_documents (tenant_id, process_id, document_id, name, tags, size, sha256, sealed_sha256,
      certificate_sha256, trail_sha256, page_count, signers, seal, test_mode, signed_at, archived_at, expires_at, created_at)
    select ${tenant}, ${idOffset}::bigint + i, ${idOffset}::bigint + i,
      case when i % ${Math.max(1, Math.ceil(count / 20))}::int = 0 then ${`${RARE_NAME} `}::text || i
        else ${makeNames(sql)} end,
      (${tags}::text[])[1 + i % 10 : i % 13 % 4 + i % 10],
      20000 + i * 7919::bigint % 4000000, ${hash(sql, 'document')}, ${hash(sql, 'document')},
      ${hash(sql, 'certificate')}, ${hash(sql, 'trail')},
      1 + i % 30, jsonb_build_array(jsonb_build_object('name', 'Ada Lovelace', 'email', 'ada@example.com', 'signed_at', null)),
      '{"level": "B-B", "issuer": "Seed", "serial": "00", "timestamped_at": null}',
      false, signed, case when i % 10 = 9 then signed end, signed + interval '10 years', signed
    from generate_series(${from}::int, ${last}::int) i,
      lateral (select ${time}::timestamptz - interval '122 months' * (i * 7907::bigint % 1000003) / 1000003.0 as signed)`
}

/**
 * Fills the vaults of many tenants at once: the k-th has about 1/k of the documents of the first, as organisations
 * differ. Without indexes and triggers, which follow at the end: nothing else may use the database meanwhile.
 * @param connections of the owner, which work side by side
 * @param tenantIds consecutive ids
 */
export async function seedVaults(
  connections: postgres.Sql[],
  tenantIds: number[],
  count: number,
  time: Date,
  report: (step: string) => void,
) {
  const [owner] = connections as [postgres.Sql]
  const indexes = await owner<{ name: string; definition: string }[]>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'vault_documents'::regclass and not i.indisprimary order by c.relname = 'vault_search' desc`
  for (const { name } of indexes) await owner`drop index ${owner(name)}`
  await owner`alter table vault_documents disable trigger user`
  const batches = Array.from({ length: Math.ceil(count / ROWS_PER_BATCH) }, (_, n) => n * ROWS_PER_BATCH + 1)
  await sideBySide(connections, batches, (sql, from) =>
    insertVaultRows(sql, {
      tenant: sql`${tenantIds[0]!}::bigint - 1 + floor(power(${tenantIds.length}::float8, i * 104729::bigint % 999983 / 999983.0))::bigint`,
      ...{ idOffset: 1_000_000_000, count, from, last: Math.min(count, from + ROWS_PER_BATCH - 1), time },
    }),
  )
  report('rows')
  await owner`alter table vault_documents enable trigger user`
  await sideBySide(
    connections,
    [0, 1],
    (sql, half) => sql`
    insert into counters (tenant_id, entity, test_mode, folder_id, kind, key, count, bytes, folded)
    select tenant_id, 'vault', test_mode, folder_id, kind, key, count(*), sum(size), true
    from vault_documents, vault_counter_keys(archived_at, signed_at, expires_at, tags)
    where tenant_id % 2 = ${half} group by 1, 3, 4, 5, 6`,
  )
  report('counters')
  for (const sql of connections) await sql`set maintenance_work_mem = '1GB'`
  await sideBySide(connections, indexes, (sql, { definition }) => sql.unsafe(definition))
  report('indexes')
  await owner`vacuum (analyze) vault_documents, counters`
  report('vacuum')
}

/** Gives each item to the connection that is free next. */
async function sideBySide<T>(
  connections: postgres.Sql[],
  items: T[],
  run: (sql: postgres.Sql, item: T) => PromiseLike<unknown>,
) {
  const waiting = items.values()
  await Promise.all(
    connections.map(async (sql) => {
      for (const item of waiting) await run(sql, item)
    }),
  )
}

/** Inserts uploaded documents of a tenant, without their files. */
export async function seedDocuments(owner: postgres.Sql, tenantId: number, count: number, time: Date) {
  await inBatches(
    owner,
    'documents_search',
    count,
    (sql, from, lastNumber) =>
      sql`
      insert into documents (tenant_id, name, original_filename, mime_type, size, sha256, working_sha256, repaired,
        signed_before, page_count, pages, status, test_mode, created_by_name, created_at, updated_at)
      select ${tenantId}::bigint, ${makeNames(sql)}, i || '.pdf', 'application/pdf', 20000 + i * 7919::bigint % 4000000,
        ${hash(sql, 'document')}, ${hash(sql, 'document')}, false, false, 1,
        '[{"number": 1, "width": 595, "height": 842, "rotation": 0}]',
        case when i % 20 = 0 then 'in_process' else 'uploaded' end, false, 'Seed', made, made
      from generate_series(${from}::int, ${lastNumber}::int) i, lateral (select ${time}::timestamptz - interval '1 minute' * i as made)`,
  )
}

const options = {
  enable_otp: false,
  enable_notifications: true,
  expires_in_days: 90,
  reminder_days: null,
  locale: 'en',
  message: null,
  redirect_url: null,
  signature_kinds: ['drawn', 'typed', 'uploaded'],
  allow_delegation: false,
  allow_download_first: true,
  embed_evidence: false,
}

/**
 * Inserts processes of a tenant without documents; nine of ten are completed.
 * @param signersEach the signers of each process, whose emails differ from those of all others
 */
export async function seedProcesses(
  owner: postgres.Sql,
  tenantId: number,
  count: number,
  time: Date,
  signersEach = 1,
) {
  await inBatches(
    owner,
    'processes_search',
    count,
    (sql, from, lastNumber) =>
      sql`
      with made as (
        insert into processes (tenant_id, name, external_id, status, options, metadata, test_mode, created_by_name, sent_at, completed_at,
          created_at, updated_at)
        select ${tenantId}::bigint, ${makeNames(sql)}, 'order-' || i, case when i % 10 = 0 then 'draft' else 'completed' end, ${owner.json(options)}, '{}', false,
          'Seed', case when i % 10 > 0 then made end, case when i % 10 > 0 then made end, made, made
        from generate_series(${from}::int, ${lastNumber}::int) i, lateral (select ${time}::timestamptz - interval '10 minutes' * i as made)
        returning id)
      insert into signers (tenant_id, process_id, name, email, "order", type, role, status, locale)
      select ${tenantId}::bigint, id, 'Signer ' || id, 'signer' || id || case when n > 1 then '-' || n else '' end || '@example.com', n,
        'sequential', 'signer', 'signed', 'en'
      from made, generate_series(1, ${signersEach}::int) n`,
  )
}

/**
 * Gives each seeded process of a tenant a second signer, one of the tenant's documents, and a field for each signer.
 */
export async function fillProcesses(owner: postgres.Sql, tenantId: number) {
  await owner`
    insert into signers (tenant_id, process_id, name, email, "order", type, role, status, locale)
    select tenant_id, process_id, 'Second ' || name, 'second' || email, 2, type, role, status, locale
    from signers where tenant_id = ${tenantId}`
  await owner`
    insert into process_documents (tenant_id, process_id, document_id, position, current_sha256, current_size, page_count)
    select p.tenant_id, p.id, d.id, 1, d.sha256, d.size, d.page_count
    from (select *, row_number() over (order by id) as n from processes where tenant_id = ${tenantId}) p
    join (select *, row_number() over (order by id) as n from documents where tenant_id = ${tenantId}) d using (n)`
  await owner`
    insert into fields (tenant_id, process_id, document_id, signer_id, type, page, x, y, width, height, required, options,
      read_only, validation)
    select s.tenant_id, s.process_id, d.document_id, s.id, 'signature', 1, 72, 72 * s."order", 160, 40, true, '[]', false, '{}'
    from signers s join process_documents d on d.process_id = s.process_id where s.tenant_id = ${tenantId}`
  for (const table of ['signers', 'process_documents', 'fields'])
    await owner`vacuum (analyze) ${owner(table)}`
}

/**
 * Inserts `count` rows in one transaction. If most rows are new, the search index is rebuilt, which is many times
 * faster but locks the table.
 */
async function inBatches(
  owner: postgres.Sql,
  index: string,
  count: number,
  insert: (sql: postgres.Sql, firstNumber: number, lastNumber: number) => Promise<unknown>,
  report: (progress: Progress) => void = () => {},
) {
  await owner.begin(async (tx) => {
    const [indexRow] = await tx<{ definition: string; rows: number }[]>`
      select pg_get_indexdef(i.indexrelid) as definition, greatest(0, t.reltuples) as rows
      from pg_index i join pg_class t on t.oid = i.indrelid where i.indexrelid = ${index}::regclass`
    const rebuildIndex = count * 5 > indexRow!.rows
    await tx`set local maintenance_work_mem = '256MB'`
    if (rebuildIndex) await tx`drop index ${tx(index)}`
    for (let start = 1; start <= count; start += ROWS_PER_BATCH) {
      await insert(tx as unknown as postgres.Sql, start, Math.min(count, start + ROWS_PER_BATCH - 1))
      report({ step: 'rows', done: Math.min(count, start + ROWS_PER_BATCH - 1) })
    }
    if (rebuildIndex) {
      report({ step: 'search' })
      await tx.unsafe(indexRow!.definition)
    }
  })
  report({ step: 'statistics' })
  for (const table of ['vault_documents', 'documents', 'processes', 'signers', 'counters']) {
    await owner`vacuum (analyze) ${owner(table)}`
  }
}

function makeNames(sql: postgres.Sql) {
  return sql`(${kinds}::text[])[1 + i % 20] || ' ' || (${parties}::text[])[1 + i / 20 % 20] || ' C-' || i`
}

function hash(sql: postgres.Sql, part: string) {
  return sql`encode(sha256(convert_to(${part}::text || i, 'UTF8')), 'hex')`
}
