import { describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { foldCounters } from '#db/lists/counters'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import type { UsageRecord } from '#lib/identity/usage-schema'
import { deleteUser } from '#lib/identity/users/delete-user'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { cancelProcess } from '#lib/processes/cancel'
import { UseTemplate } from '#lib/templates/input'
import { createFromTemplate, deleteProcess } from '#lib/templates/use'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft, addSent, addTemplate } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET } from './route.ts'

const getUsage = async (caller: { token: string }) =>
  (await call<{ data: UsageRecord }>(GET, { as: caller })).body.data
const storedBytes = async (caller: { token: string }) => (await getUsage(caller)).storage_bytes
const inTestMode = ({ ctx }: TestTenant) => ({ ctx: { ...ctx, testMode: true } })
const bytes = buildPdf({ pages: [{ text: 'The same' }] })

describe('storage_bytes', () => {
  it('counts identical files once, live and test mode together, until the last document is deleted', async () => {
    const tenant = await makeTenant()
    const [firstDocument, other] = [
      await addDocument(tenant, { bytes }),
      await addDocument(tenant, { bytes, name: 'Again' }),
    ]
    const testDocument = await addDocument(inTestMode(tenant), { bytes })
    const different = await addDocument(tenant, { bytes: buildPdf({ pages: [{ text: 'Different' }] }) })
    expect(await storedBytes(tenant)).toBe(firstDocument.size + different.size)
    await deleteDocument(tenant.ctx, firstDocument.id, documentReferences)
    await deleteDocument(tenant.ctx, other.id, documentReferences)
    expect(await storedBytes(tenant)).toBe(firstDocument.size + different.size)
    await deleteDocument(inTestMode(tenant).ctx, testDocument.id, documentReferences)
    expect(await storedBytes(tenant)).toBe(different.size)
    await addDocument(tenant, { bytes })
    expect(await storedBytes(tenant)).toBe(firstDocument.size + different.size)
  })

  it('counts concurrent uploads of the same bytes once', async () => {
    const tenant = await makeTenant()
    const uploads = await Promise.all(Array.from({ length: 6 }, () => addDocument(tenant, { bytes })))
    expect(await storedBytes(tenant)).toBe(uploads[0]!.size)
    await Promise.all(uploads.map(({ id }) => deleteDocument(tenant.ctx, id, documentReferences)))
    expect(await storedBytes(tenant)).toBe(0)
  })

  it('does not count the copies that a template makes', async () => {
    const tenant = await makeTenant()
    const template = await addTemplate(tenant)
    const bytesBefore = await storedBytes(tenant)
    const input = { signers: [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }] }
    await createFromTemplate(tenant.ctx, template.id, UseTemplate.parse(input))
    expect([bytesBefore > 0, await storedBytes(tenant)]).toEqual([true, bytesBefore])
  })

  it('counts the files of the vault', async () => {
    const tenant = await makeTenant()
    const process = await addCompleted(tenant)
    const database = connect(env().databaseUrl!, { max: 1 })
    const [expected] = await database`
      select (select sum(size) from vault_documents where process_id = ${process.id})
        + (select sum(size) from documents where tenant_id = ${tenant.tenantId}) as bytes`
    await database.end()
    expect(await storedBytes(tenant)).toBe(Number(expected!.bytes))
  })
})

describe('processes', () => {
  it('are counted by status in the mode of the credential, also after changes and deletions', async () => {
    const tenant = await makeTenant()
    const [draft] = [await addDraft(tenant), await addDraft(tenant), await addDraft(inTestMode(tenant))]
    await cancelProcess(tenant.ctx, (await addSent(tenant)).id, {})
    await addSent(tenant)
    await deleteProcess(tenant.ctx, draft.id)
    const expected = {
      draft: 1,
      sent: 1,
      cancelled: 1,
      in_progress: 0,
      completed: 0,
      refused: 0,
      expired: 0,
      voided: 0,
    }
    expect((await getUsage(tenant)).processes).toEqual(expected)
    await foldCounters()
    expect((await getUsage(tenant)).processes).toEqual(expected)
  })
})

describe('users', () => {
  it('are counted without deleted users', async () => {
    const tenant = await makeTenant()
    const member = await tenant.addMember('user')
    await tenant.addMember('viewer')
    expect((await getUsage(tenant)).users).toBe(3)
    await deleteUser(tenant.ctx, member.user.id)
    expect((await getUsage(tenant)).users).toBe(2)
    await foldCounters()
    expect((await getUsage(tenant)).users).toBe(2)
  })
})

describe('documents and signatures', () => {
  it('stay counted after a deletion; a cancellation refunds signatures only', async () => {
    const tenant = await makeTenant({ documentsLimit: 20, signaturesLimit: 10 })
    await deleteDocument(tenant.ctx, (await addDocument(tenant)).id, documentReferences)
    const sentProcess = await addSent(tenant, { signers: [{}, {}] })
    expect(await getUsage(tenant)).toMatchObject({
      documents: { used: 2, limit: 20, remaining: 18 },
      signatures: { used: 2, limit: 10, remaining: 8 },
    })
    await cancelProcess(tenant.ctx, sentProcess.id, {})
    const { documents, signatures, by_month: months } = await getUsage(tenant)
    expect([documents.used, signatures.used]).toEqual([2, 0])
    expect(months.at(-1)).toMatchObject({ documents: 2, signatures: 0 })
  })
})
