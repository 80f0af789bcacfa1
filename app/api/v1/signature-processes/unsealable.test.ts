import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { processDocuments, signers } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { errorText } from '#lib/messages/errors'
import { addFields } from '#lib/processes/fields/fields'
import { FieldsInput } from '#lib/processes/fields/input'
import { lockProcess } from '#lib/processes/load'
import type { ProcessRecord } from '#lib/processes/schema'
import { putBytes } from '#lib/storage/files'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { dispatchEvents, loadEmails } from '#lib/testing/records/mailbox'
import { addDocument, addDraft, addField } from '#lib/testing/records/records'
import { loadRows, runRevisions } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { withThreadError } from '#lib/testing/service/threads'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as getOne } from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'

type ErrorBody = { error: { code: string; reason: string; errors: Record<string, string[]> } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

/** Replaces a document's file by one to which no increment can be appended. */
async function replaceByBrokenFile({ id }: ProcessRecord, documentId: number): Promise<void> {
  const { sha256 } = await putBytes(tenant.ctx.tenantId, Buffer.from('%PDF-1.7 nothing more'))
  await write(tenant.ctx, (tx) =>
    tx
      .update(processDocuments)
      .set({ currentSha256: sha256 })
      .where(and(eq(processDocuments.processId, id), eq(processDocuments.documentId, documentId))),
  )
}

const postSend = <B>(id: number, headers: Record<string, string> = {}) =>
  call<B>(sendRoute.POST, { method: 'POST', params: { id }, body: {}, headers, as: tenant })

describe('POST …/send of a document that cannot be sealed', () => {
  it('400 with the reason; no one is invited, and the process stays a draft', async () => {
    const soundDocument = await addDocument(tenant)
    const brokenDocument = await addDocument(tenant, { name: 'Lease' })
    const email = `unsealable${brokenDocument.id}@example.com`
    const draft = await addDraft(tenant, {
      documents: [{ id: soundDocument.id }, { id: brokenDocument.id }],
      signers: [{ email }],
    })
    await replaceByBrokenFile(draft, brokenDocument.id)
    const { status, body } = await postSend<ErrorBody>(draft.id)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'validation_error', reason: 'unsealable' })
    expect(body.error.errors).toEqual({
      'documents.1': [
        expect.stringMatching(/“Lease” cannot be signed: .*cannot be opened.* Print it to a new PDF/),
      ],
    })
    const { body: after } = await call<{ data: ProcessRecord }>(getOne, {
      params: { id: draft.id },
      as: tenant,
    })
    expect(after.data).toMatchObject({ status: 'draft', sent_at: null, seal_error: null })
    await dispatchEvents(tenant)
    expect((await loadEmails(tenant)).filter(({ to }) => to === email)).toEqual([])
  })

  it.each([
    ['with variables', { parts: [{ kind: 'text' as const, name: 'rent' }] }, []],
    [
      'with a variable that is not understood',
      { problem: errorText('documents.placeholderNotUnderstood', { tag: '[[#if garden]]' }) },
      [expect.stringContaining('not understood: [[#if garden]].')],
    ],
  ])('400 for a DOCX %s, which signers would read', async (_, placeholders, problems) => {
    const offer = await addDocument(tenant, { name: 'Offer' })
    await write(tenant.ctx, (tx) =>
      tx.update(documents).set({ placeholders }).where(eq(documents.id, offer.id)),
    )
    const draft = await addDraft(tenant, { documents: [{ id: offer.id }] })
    const { status, body } = await postSend<ErrorBody>(draft.id)
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
    expect(body.error.errors).toEqual({
      'documents.0': [expect.stringMatching(/“Offer” has variables.*make a template of it/), ...problems],
    })
  })

  it('503 when the trial signing took too long', async () => {
    const draft = await addDraft(tenant)
    const errorResponse = await withThreadError('timeout', 'It took long.', () =>
      postSend<ErrorBody>(draft.id),
    )
    expect([errorResponse.status, errorResponse.body.error.code, errorResponse.body.error.reason]).toEqual([
      503,
      'unavailable',
      undefined,
    ])
    expect((await postSend(draft.id)).status).toBe(200)
  })

  it('repeats the trial when the draft is changed meanwhile', async () => {
    const draft = await addDraft(tenant)
    const common = { document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id, page: 1 }
    const additions = Array.from({ length: 8 }, async (_, index) => {
      const box = { x: 20, y: 20 + index * 60, width: 100, height: 30 }
      const { fields } = FieldsInput.parse({ fields: [{ ...common, ...box, type: 'text' }] })
      return addFields(tenant.ctx, draft.id, fields).then(
        () => true,
        () => false,
      )
    })
    await addField(tenant, draft)
    const [{ status }, ...added] = await Promise.all([postSend(draft.id), ...additions])
    expect([200, 409]).toContain(status)
    if (status === 409) return
    await runRevisions(tenant, draft)
    const { process, documents } = await loadRows(tenant, draft.id)
    expect([process.sealError, documents[0]!.revision]).toEqual([null, 1])
    const { body } = await call<{ data: ProcessRecord }>(getOne, { params: { id: draft.id }, as: tenant })
    expect(body.data.fields).toHaveLength(1 + added.filter(Boolean).length)
  })

  it('may be repeated with its key where the trial fails after the draft was changed', async () => {
    const draft = await addDraft(tenant)
    const headers = { 'idempotency-key': 'changed' }
    const sending = await write(tenant.ctx, async (tx) => {
      await lockProcess(tx, tenant.ctx, draft.id)
      const promise = postSend<ErrorBody>(draft.id, headers)
      await untilOtherWaits(tx)
      await tx.update(signers).set({ name: 'Lou' }).where(eq(signers.id, draft.signers[0]!.id))
      const fails = Promise.withResolvers<void>()
      const failing = withThreadError('timeout', 'It took long.', () => {
        fails.resolve()
        return promise
      })
      await fails.promise
      return { failing }
    })
    expect((await sending.failing).status).toBe(503)
    expect((await postSend(draft.id, headers)).status).toBe(200)
  })

  it.each(['signer', 'viewer', 'cc'] as const)(
    '409 when the draft loses a %s during the trial: the others would sign without them',
    async (role) => {
      const [ada, lou] = ['ada', 'lou'].map((name) => ({ name, email: `${name}@example.com` }))
      const draft = await addDraft(tenant, { signers: [ada!, { ...lou!, role }] })
      const sending = await write(tenant.ctx, async (tx) => {
        await lockProcess(tx, tenant.ctx, draft.id)
        const promise = postSend<ErrorBody>(draft.id)
        await untilOtherWaits(tx)
        await tx.delete(signers).where(eq(signers.id, draft.signers[1]!.id))
        return { promise }
      })
      const { status, body } = await sending.promise
      expect([status, body.error]).toMatchObject([409, { code: 'invalid_state', current_status: 'draft' }])
      expect((await loadRows(tenant, draft.id)).process.status).toBe('draft')
    },
  )
})
