import { describe, expect, it } from 'vitest'
import { connect } from '#db/client'
import { foldCounters } from '#db/counters'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import type { UsageRecord } from '#lib/identity/schema'
import { deleteUser } from '#lib/identity/users/delete-user'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { cancelProcess } from '#lib/processes/cancel'
import { deleteProcess } from '#lib/processes/delete'
import { UseTemplate } from '#lib/templates/input'
import { createFromTemplate } from '#lib/templates/use'
import { call } from '#lib/testing/call'
import { addCompleted } from '#lib/testing/completed'
import { addDocument, addDraft, addSent, addTemplate } from '#lib/testing/records'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { GET } from './route.ts'

const usageOf = async (as: { token: string }) => (await call<{ data: UsageRecord }>(GET, { as })).body.data
const stored = async (as: { token: string }) => (await usageOf(as)).storage_bytes
const inTestMode = ({ ctx }: TestTenant) => ({ ctx: { ...ctx, testMode: true } })
const bytes = buildPdf({ pages: [{ text: 'The same' }] })

describe('storage_bytes', () => {
  it('counts the same bytes once, in both modes together, until their last document is deleted', async () => {
    const own = await makeTenant()
    const [one, other] = [await addDocument(own, { bytes }), await addDocument(own, { bytes, name: 'Again' })]
    const tried = await addDocument(inTestMode(own), { bytes })
    const different = await addDocument(own, { bytes: buildPdf({ pages: [{ text: 'Different' }] }) })
    expect(await stored(own)).toBe(one.size + different.size)
    await deleteDocument(own.ctx, one.id, documentReferences)
    await deleteDocument(own.ctx, other.id, documentReferences)
    expect(await stored(own)).toBe(one.size + different.size)
    await deleteDocument(inTestMode(own).ctx, tried.id, documentReferences)
    expect(await stored(own)).toBe(different.size)
    await addDocument(own, { bytes })
    expect(await stored(own)).toBe(one.size + different.size)
  })

  it('counts concurrent uploads of the same bytes once', async () => {
    const own = await makeTenant()
    const sent = await Promise.all(Array.from({ length: 6 }, () => addDocument(own, { bytes })))
    expect(await stored(own)).toBe(sent[0]!.size)
    await Promise.all(sent.map(({ id }) => deleteDocument(own.ctx, id, documentReferences)))
    expect(await stored(own)).toBe(0)
  })

  it('does not count the copies that a template makes', async () => {
    const own = await makeTenant()
    const template = await addTemplate(own)
    const before = await stored(own)
    const input = { signers: [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }] }
    await createFromTemplate(own.ctx, template.id, UseTemplate.parse(input))
    expect([before > 0, await stored(own)]).toEqual([true, before])
  })

  it('counts the files of the vault', async () => {
    const own = await makeTenant()
    const process = await addCompleted(own)
    const owner = connect(env().databaseUrl!, { max: 1 })
    const [truth] = await owner`
      select (select sum(size) from vault_documents where process_id = ${process.id})
        + (select sum(size) from documents where tenant_id = ${own.tenantId}) as bytes`
    await owner.end()
    expect(await stored(own)).toBe(Number(truth!.bytes))
  })
})

describe('processes', () => {
  it('are counted by status, of the credential’s mode, through every change and after a delete', async () => {
    const own = await makeTenant()
    const [draft] = [await addDraft(own), await addDraft(own), await addDraft(inTestMode(own))]
    await cancelProcess(own.ctx, (await addSent(own)).id, {})
    await addSent(own)
    await deleteProcess(own.ctx, draft.id)
    const counted = {
      draft: 1,
      sent: 1,
      cancelled: 1,
      in_progress: 0,
      completed: 0,
      refused: 0,
      expired: 0,
      voided: 0,
    }
    expect((await usageOf(own)).processes).toEqual(counted)
    await foldCounters()
    expect((await usageOf(own)).processes).toEqual(counted)
  })
})

describe('users', () => {
  it('are counted without deleted users', async () => {
    const own = await makeTenant()
    const member = await own.addMember('user')
    await own.addMember('viewer')
    expect((await usageOf(own)).users).toBe(3)
    await deleteUser(own.ctx, member.user.id)
    expect((await usageOf(own)).users).toBe(2)
    await foldCounters()
    expect((await usageOf(own)).users).toBe(2)
  })
})

describe('documents and signatures', () => {
  it('stay used after a deletion, and after a cancellation as the contract says', async () => {
    const own = await makeTenant({ documentsLimit: 20, signaturesLimit: 10 })
    await deleteDocument(own.ctx, (await addDocument(own)).id, documentReferences)
    const sent = await addSent(own, { signers: [{}, {}] })
    expect(await usageOf(own)).toMatchObject({
      documents: { used: 2, limit: 20, remaining: 18 },
      signatures: { used: 2, limit: 10, remaining: 8 },
    })
    await cancelProcess(own.ctx, sent.id, {})
    const { documents, signatures, by_month: months } = await usageOf(own)
    expect([documents.used, signatures.used]).toEqual([2, 0])
    expect(months.at(-1)).toMatchObject({ documents: 2, signatures: 0 })
  })
})
