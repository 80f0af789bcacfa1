import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { documents } from '#db/schema/documents'
import { fields, processDocuments, processes, signers } from '#db/schema/processes'
import { read } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { seedDocuments } from '#lib/testing/database/seed'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addField } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { findProcess, loadWholeProcess } from './load.ts'
import { processPartsSql } from './parts.ts'

it('reads the values that select() gives, in the order of documents, signers and fields', async () => {
  const tenant = await makeTenant()
  const files = [await addDocument(tenant, { name: 'Łódź “1”' }), await addDocument(tenant)]
  const people = [
    { name: 'Ада Лавлейс', order: 2 },
    { name: 'Back\\slash', order: 1, phone: '+48 1' },
  ]
  const draft = await addDraft(tenant, { documents: files.map(({ id }) => ({ id })), signers: people })
  await addField(tenant, draft, { x: 72.125, width: 0.1 + 160, label: 'Sign “here”' })
  await addField(tenant, draft, { type: 'dropdown', y: 300, options: ['b', 'a'], value: 'a' })
  const completed = await addCompleted(tenant)
  for (const { id } of [draft, completed])
    await read(tenant.ctx, async (reader) => {
      const whole = await loadWholeProcess(reader, tenant.ctx, await findProcess(reader, tenant.ctx, id))
      const ofProcess = (table: typeof signers | typeof fields | typeof processDocuments) =>
        eq(table.processId, id)
      const documentRows = await reader
        .select()
        .from(processDocuments)
        .innerJoin(documents, eq(documents.id, processDocuments.documentId))
        .where(ofProcess(processDocuments))
        .orderBy(asc(processDocuments.position))
      const documentValues = documentRows.map((row) => ({ ...row.documents, ...row.process_documents }))
      const signerRows = await reader
        .select()
        .from(signers)
        .where(ofProcess(signers))
        .orderBy(asc(signers.order), asc(signers.id))
      const fieldRows = await reader.select().from(fields).where(ofProcess(fields)).orderBy(asc(fields.id))
      expect(documentValues).toMatchObject(whole.documents)
      expect(signerRows).toMatchObject(
        whole.signers.map(({ delegations: _delegations, lastMail: _lastMail, ...signer }) => signer),
      )
      expect(fieldRows).toMatchObject(whole.fields)
    })
})

interface PlanNode {
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function countRowsRead({ Plans = [], ...node }: PlanNode): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return Math.max(own, ...Plans.map(countRowsRead))
}

it('reads the documents of a new process only, also where the statistics are older', async () => {
  const tenant = await makeTenant()
  for (let count = 0; count < 20; count++) await addDraft(tenant)
  const owner = connect(env().databaseUrl!, { max: 1 })
  await seedDocuments(owner, tenant.tenantId, 3000, new Date())
  await owner`analyze`
  await owner.end()
  const { id } = await addDraft(tenant)
  const [plan] = await read(tenant.ctx, (reader) =>
    reader.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(sql`
      explain (analyze, format json) select ${processPartsSql} from ${processes}
      where ${processes.tenantId} = ${tenant.tenantId} and ${processes.id} = ${id}`),
  )
  expect(countRowsRead(plan!['QUERY PLAN'][0].Plan)).toBeLessThan(100)
})
