import { asc, eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { fields, processDocuments, signers } from '#db/schema/processes'
import { read } from '#db/tenancy/tenant'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addField } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { findProcess, loadWholeProcess } from './load.ts'

afterAll(closeThreads)

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
