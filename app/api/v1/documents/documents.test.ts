import { setTimeout as sleep } from 'node:timers/promises'
import { PDF } from '@libpdf/core'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { documents } from '#db/schema/documents'
import { tenants, usage } from '#db/schema/identity'
import { read, write } from '#db/tenancy/tenant'
import { recordFirst } from '#lib/audit/record'
import { moveClock, now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import type { DocumentRecord } from '#lib/documents/schema'
import { createFolder } from '#lib/folders/create'
import { getUsage } from '#lib/identity/account/get-usage'
import { updateAccount } from '#lib/identity/account/update-account'
import { archivePdf } from '#lib/pdf/fixtures/archive'
import { buildPdf, pdfObjects, signedPdf, writeRevision } from '#lib/pdf/fixtures/build'
import { getProcess } from '#lib/processes/get'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { getBytes } from '#lib/storage/files'
import { store } from '#lib/storage/open-store'
import { addDocument, addSent } from '#lib/testing/records/records'
import { addSentProcess, openLink, runRevisions, typedSignature } from '#lib/testing/records/signing-session'
import { type CallResult, call, type Handler } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { withThreadError } from '#lib/testing/service/threads'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { inThread } from '#lib/workers/pdf-pool'
import * as downloadRoute from './[id]/download/route.ts'
import * as documentRoute from './[id]/route.ts'
import * as documentsRoute from './route.ts'

vi.mock('#lib/audit/record', { spy: true })

type ItemBody = { data: DocumentRecord }
type Refusal = { error: Record<string, unknown> }
type ListBody = { data: DocumentRecord[]; meta: Record<string, number> }

let tenant: TestTenant
let otherTenant: TestTenant
let foreignDocument: DocumentRecord
beforeAll(async () => {
  tenant = await makeTenant()
  otherTenant = await makeTenant()
  foreignDocument = await addDocument(otherTenant)
})
const recordOfOtherTenant = async () => ({ id: foreignDocument.id })

function form(
  bytes: Uint8Array,
  { name, filename = 'paper.pdf' }: { name?: string; filename?: string } = {},
) {
  const body = new FormData()
  if (name !== undefined) body.set('name', name)
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), filename)
  return body
}

function upload<B = ItemBody>(
  bytes: Uint8Array,
  names = {},
  caller: { token: string } = tenant,
): Promise<CallResult<B>> {
  return call<B>(documentsRoute.POST, { path: '/api/v1/documents', body: form(bytes, names), as: caller })
}

itIsGuarded('/documents', documentsRoute, { bodyByMethod: { POST: form(buildPdf()) } })
itIsGuarded('/documents/{id}', documentRoute, { idsOfOtherTenant: recordOfOtherTenant })
itIsGuarded('/documents/{id}/download', downloadRoute, { idsOfOtherTenant: recordOfOtherTenant })

it('a document is as old as the end of its upload, which may take minutes', async () => {
  const begun = now()
  const encoded = new Response(form(buildPdf()))
  const contentType = encoded.headers.get('content-type')!
  const slowly = encoded.body!.pipeThrough(
    new TransformStream({
      // The request is authenticated, and receives its body.
      async transform(chunk, controller) {
        await sleep(500)
        controller.enqueue(chunk)
      },
      flush: () => moveClock(300_000),
    }),
  )
  const handler: Handler = (request, context) => {
    const headers = new Headers([...request.headers, ['content-type', contentType]])
    const init = { method: 'POST', headers, body: slowly, duplex: 'half' }
    return documentsRoute.POST(new Request(request.url, init), context)
  }
  try {
    const { status, body } = await call<ItemBody>(handler, { method: 'POST', as: tenant })
    expect(status).toBe(201)
    expect(Date.parse(body.data.created_at) - Number(begun)).toBeGreaterThanOrEqual(300_000)
  } finally {
    moveClock(-300_000)
  }
})

describe('an upload whose file cannot be stored', () => {
  const count = () => read(tenant.ctx, (reader) => reader.$count(documents))
  const error = new Error('the store is not available')

  it('responds with 500 and creates no document', async () => {
    const countBefore = await count()
    vi.spyOn(await store(), 'put').mockRejectedValueOnce(error)
    expect((await upload(buildPdf())).status).toBe(500)
    expect(await count()).toBe(countBefore)
  })

  it('waits for the file and the record before it fails', async () => {
    const fileStore = await store()
    const order: string[] = []
    const { put } = fileStore
    vi.spyOn(fileStore, 'put').mockImplementationOnce(async (...input) => {
      await sleep(300)
      const isNew = await put.apply(fileStore, input)
      order.push('stored')
      return isNew
    })
    vi.mocked(recordFirst).mockRejectedValueOnce(error)
    order.push(String((await upload(buildPdf())).status))
    expect(order).toEqual(['stored', '500'])
  })
})

describe('POST /documents', () => {
  it('201 with the whole record, its URL and the pages as displayed', async () => {
    const bytes = buildPdf({
      pages: [{ mediaBox: [0, 0, 612, 792] }, { mediaBox: [0, 0, 200, 400], rotate: 90 }],
    })
    const { status, body, headers } = await upload(bytes, { name: '  Lease  ', filename: 'lease.v2.pdf' })
    expect(status).toBe(201)
    const { id } = body.data
    expect(headers.get('location')).toBe(`http://localhost:3000/api/v1/documents/${id}`)
    expect(body.data).toEqual({
      id,
      name: 'Lease',
      folder_id: null,
      original_filename: 'lease.v2.pdf',
      mime_type: 'application/pdf',
      size: bytes.length,
      size_formatted: `${bytes.length} B`,
      page_count: 2,
      pages: [
        { number: 1, width: 612, height: 792, rotation: 0 },
        { number: 2, width: 400, height: 200, rotation: 90 },
      ],
      sha256: sha256Hex(bytes),
      status: 'uploaded',
      repaired: false,
      certified: false,
      decrypted: false,
      standards: [],
      lost_standards: [],
      active_content: [],
      usage_rights: false,
      test_mode: false,
      created_by: { id: tenant.user.id, name: tenant.user.name },
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      download_url: `http://localhost:3000/api/v1/documents/${id}/download`,
    })
  })

  it('201 with the file name as the default name', async () => {
    expect((await upload(buildPdf(), { filename: 'C:\\My files\\Über uns.PDF' })).body.data).toMatchObject({
      name: 'Über uns',
      original_filename: 'Über uns.PDF',
    })
    expect((await upload(buildPdf(), { name: '   ' })).body.data.name).toBe('paper')
  })

  it('201 for a damaged file: a repaired copy is stored beside the unchanged upload', async () => {
    const wholeText = Buffer.from(buildPdf()).toString('latin1')
    const bytes = Buffer.from(wholeText.replace(/startxref\s+\d+/, 'startxref\n999999'), 'latin1')
    const { status, body } = await upload(bytes)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ repaired: true, sha256: sha256Hex(bytes), size: bytes.length })
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select().from(documents).where(eq(documents.id, body.data.id)),
    )
    expect(row!.workingSha256).not.toBe(row!.sha256)
    const repaired = Buffer.from(await getBytes(tenant.tenantId, row!.workingSha256))
    expect(repaired.subarray(0, 5).toString()).toBe('%PDF-')
    const downloaded = await call(downloadRoute.GET, { params: { id: body.data.id }, as: tenant })
    expect(Buffer.from(downloaded.bytes).equals(bytes)).toBe(true)
  })

  it('201 for a file that was signed before, which is recorded', async () => {
    const { body } = await upload(signedPdf())
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select().from(documents).where(eq(documents.id, body.data.id)),
    )
    expect(row).toMatchObject({ signedBefore: true, repaired: false })
  })

  it('counts uploads, but not in test mode', async () => {
    const newTenant = await makeTenant()
    await upload(buildPdf(), {}, newTenant)
    const key = await newTenant.addKey({ testMode: true })
    const testUpload = await upload(buildPdf(), {}, key)
    expect(testUpload.body.data.test_mode).toBe(true)
    const [used] = await read(newTenant.ctx, (reader) => reader.select().from(usage))
    expect(used!.documents).toBe(1)
  })

  it.each([
    ['not_pdf', Buffer.from('PK\u0003\u0004 a zip')],
    ['not_pdf', Buffer.concat([Buffer.from('PK\u0003\u0004 one.pdf'), buildPdf(), buildPdf()])],
    [
      'encrypted',
      buildPdf({
        trailer: '/Encrypt 30 0 R',
        objects: { 30: '<< /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>' },
      }),
    ],
    ['corrupt', Buffer.from('%PDF-1.7\nnothing here')],
    ['too_many_pages', buildPdf({ pages: Array.from({ length: 2001 }, () => ({ mediaBox: [0, 0, 9, 9] })) })],
  ])('400 %s with the reason, and nothing is stored', async (reason, bytes) => {
    const newTenant = await makeTenant()
    const errorResponse = await upload<Refusal>(bytes, {}, newTenant)
    expect(errorResponse.status).toBe(400)
    expect(errorResponse.body.error).toMatchObject({
      code: 'validation_error',
      reason,
      errors: { file: [expect.stringMatching(/\w/)] },
    })
    const listed = await call<ListBody>(documentsRoute.GET, { as: newTenant })
    expect(listed.body.data).toEqual([])
  })

  it('201 with whether the file has usage rights', async () => {
    const usageRights = buildPdf({
      catalog: '/Perms << /UR3 20 0 R >>',
      objects: { 20: '<< /Type /Sig /ByteRange [0 10 20 30] /Contents <00> >>' },
    })
    expect((await upload(usageRights)).body.data.usage_rights).toBe(true)
    expect((await upload(buildPdf())).body.data.usage_rights).toBe(false)
  })

  it('201 with the standards that a file claims, and those that signing does not keep', async () => {
    const claims = { archive: { part: 2, level: 'B' }, accessible: true }
    const tagged = await upload(archivePdf(claims))
    expect(tagged.body.data).toMatchObject({ standards: ['PDF/A-2b', 'PDF/UA-1'], lost_standards: [] })
    const untagged = Buffer.from(archivePdf(claims))
      .toString('latin1')
      .replace('/StructTreeRoot', '/StructTreeNone')
    const { data } = (await upload(Buffer.from(untagged, 'latin1'))).body
    expect(data).toMatchObject({ standards: ['PDF/A-2b', 'PDF/UA-1'], lost_standards: ['PDF/UA-1'] })
  })

  it('201 for a file that is encrypted without a password: a copy without encryption is signed', async () => {
    const pdf = await PDF.load(buildPdf())
    pdf.setProtection({ ownerPassword: 'owner', permissions: { copy: false } })
    const bytes = await pdf.save()
    const { status, body } = await upload(bytes)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ decrypted: true, repaired: false, sha256: sha256Hex(bytes) })
  })

  it('201 with the active content of the file; 400 active_content if the tenant refuses such files', async () => {
    const newTenant = await makeTenant()
    const action = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'
    const active = buildPdf({ catalog: action })
    expect((await upload(active, {}, newTenant)).body.data.active_content).toEqual(['javascript'])
    await updateAccount(newTenant.ctx, { refuse_active_content: true })
    const errorResponse = await upload<Refusal>(active, {}, newTenant)
    expect([errorResponse.status, errorResponse.body.error]).toMatchObject([
      400,
      { reason: 'active_content', errors: { file: [expect.stringContaining('(JavaScript)')] } },
    ])
    expect((await call<ListBody>(documentsRoute.GET, { as: newTenant })).body.data).toHaveLength(1)
    const withoutContent = await upload(buildPdf(), {}, newTenant)
    expect([withoutContent.status, withoutContent.body.data.active_content]).toEqual([201, []])
  })

  it.each(['timeout', 'work', 'memory'] as const)(
    '503 with Retry-After when a limit is reached: %s',
    async (code) => {
      const errorResponse = await withThreadError(code, 'It takes long.', () => upload<Refusal>(buildPdf()))
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([503, 'unavailable'])
      expect(errorResponse.body.error.message).toBe(
        'It takes long. Try again shortly; if it happens again, print the document to a new PDF and use that.',
      )
      expect(errorResponse.headers.get('retry-after')).toBe('10')
    },
  )

  it('400 for the same file within the limits', async () => {
    const errorResponse = await upload<Refusal>(new TextEncoder().encode('%PDF-1.7\nnothing'))
    expect([errorResponse.status, errorResponse.body.error]).toMatchObject([400, { reason: 'corrupt' }])
  })

  it('503 with Retry-After while every thread is busy, and nothing is stored', async () => {
    const newTenant = await makeTenant()
    const errorResponse = await withThreadError('busy', 'Too many.', () =>
      upload<Refusal>(buildPdf(), {}, newTenant),
    )
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([503, 'unavailable'])
    expect(errorResponse.headers.get('retry-after')).toBe('10')
    expect((await call<ListBody>(documentsRoute.GET, { as: newTenant })).body.data).toEqual([])
    expect(await read(newTenant.ctx, (reader) => reader.$count(usage))).toBe(0)
    expect((await upload(buildPdf(), {}, newTenant)).status).toBe(201)
  })

  it('400 without a file, and for a body that is not a form', async () => {
    const empty = new FormData()
    empty.set('name', 'x')
    for (const body of [empty, { name: 'x' }]) {
      const errorResponse = await call(documentsRoute.POST, { body, as: tenant })
      expect(errorResponse.status).toBe(400)
      expect(Object.keys(errorResponse.body.error.errors)).toEqual(['file'])
    }
  })

  it('400 for a name that the database cannot hold', async () => {
    const { status, body } = await upload<Refusal>(buildPdf(), { name: 'NUL \0 in it' })
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
    expect(body.error.errors).toEqual({ name: ['Contains characters that are not text.'] })
  })

  it('400 for a name that is too long', async () => {
    const errorResponse = await call(documentsRoute.POST, {
      body: form(buildPdf(), { name: 'x'.repeat(256) }),
      as: tenant,
    })
    expect(errorResponse.status).toBe(400)
    expect(Object.keys(errorResponse.body.error.errors)).toEqual(['name'])
    const body = form(Buffer.from('no PDF'), { name: 'x'.repeat(256) })
    const response = await call(documentsRoute.POST, { body, as: tenant })
    expect(Object.keys(response.body.error.errors).sort()).toEqual(['file', 'name'])
    expect(response.body.error.reason).toBe('not_pdf')
    const withoutFile = new FormData()
    withoutFile.set('name', 'NUL \0')
    const nameOnly = await call(documentsRoute.POST, { body: withoutFile, as: tenant })
    expect(Object.keys(nameOnly.body.error.errors).sort()).toEqual(['file', 'name'])
  })

  it('403 quota_exceeded with limit and usage, before the file is checked', async () => {
    const limited = await makeTenant({ documentsLimit: 1 })
    expect((await upload(buildPdf(), {}, limited)).status).toBe(201)
    const errorResponse = await call(documentsRoute.POST, { body: form(Buffer.from('no PDF')), as: limited })
    expect(errorResponse.status).toBe(403)
    expect(errorResponse.body.error).toMatchObject({
      code: 'quota_exceeded',
      quota: 'documents',
      limit: 1,
      used: 1,
    })
  })

  it('a repeated request with the same Idempotency-Key is checked again after a thread timeout', async () => {
    const input = { ok: false, reason: 'corrupt', message: 'Too much.', cause: new Error('time') } as const
    const check = vi.spyOn(inThread, 'check').mockResolvedValueOnce(input)
    const headers = { 'idempotency-key': 'given up' }
    const [firstResponse, secondResponse] = [
      await call<Refusal>(documentsRoute.POST, { body: form(buildPdf()), as: tenant, headers }),
      await call(documentsRoute.POST, { body: form(buildPdf()), as: tenant, headers }),
    ]
    expect([firstResponse.status, firstResponse.body.error.reason, secondResponse.status]).toEqual([
      400,
      'corrupt',
      201,
    ])
    check.mockRestore()
  })

  it('accepts only as many concurrent uploads as the quota has left', async () => {
    const limited = await makeTenant({ documentsLimit: 3 })
    const responses = await Promise.all(Array.from({ length: 6 }, () => upload(buildPdf(), {}, limited)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403])
  })

  describe('beyond the bytes that the organisation may store', () => {
    const setLimit = ({ ctx }: TestTenant, bytesLimit: number) =>
      write(ctx, (tx) => tx.update(tenants).set({ bytesLimit }).where(eq(tenants.id, ctx.tenantId)))
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => buildPdf({ pages: [{ text }] }))
    const { length: size } = files[0]!

    it('403 quota_exceeded, also for concurrent uploads in both modes; equal files count once', async () => {
      const limited = await makeTenant()
      const testKey = await limited.addKey({ testMode: true })
      await setLimit(limited, 3 * size)
      const responses = await Promise.all(
        files.map((file, index) => upload<Refusal>(file, {}, index % 2 === 0 ? limited : testKey)),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403])
      const refused = responses.find(({ status }) => status === 403)!
      expect(refused.body.error).toMatchObject({
        ...{ code: 'quota_exceeded', quota: 'bytes', limit: 3 * size, used: 4 * size },
        message: expect.stringMatching(/^Storage limit exceeded: /),
      })
      const stored = files.find((_, index) => responses[index]!.status === 201)!
      expect((await upload(stored, {}, limited)).status).toBe(201)
      await setLimit(limited, 4 * size)
      expect((await getUsage(limited.ctx)).storage).toEqual({
        ...{ used: 3 * size, limit: 4 * size, remaining: size },
      })
    })

    it('signatures and seals go on, and a user without access to their folder uploads nothing either', async () => {
      const limited = await makeTenant()
      const member = await limited.addMember('user')
      const { id: folder_id } = await createFolder(limited.ctx, { name: 'Board', access: [] })
      const sent = await addSentProcess(limited, { folder_id })
      await setLimit(limited, 0)
      await runRevisions(limited, sent)
      const link = await openLink(limited, sent.signers[0]!.id)
      const session = await enterSigning(link, { ...limited.ctx, now: now() })
      await signProcess(session, SignInput.parse(typedSignature()))
      await runRevisions(limited, sent)
      expect(await getProcess(limited.ctx, sent.id)).toMatchObject({ status: 'completed' })

      const { used } = (await getUsage(member.ctx)).storage
      await setLimit(limited, used + size - 1)
      expect((await upload<Refusal>(files[0]!, {}, member)).body.error).toMatchObject({ quota: 'bytes' })
      await setLimit(limited, used + size)
      expect((await upload(files[0]!, {}, member)).status).toBe(201)
    })
  })
})

describe('GET /documents', () => {
  let listTenant: TestTenant
  const names = ['Épargne', 'epargne retraite', 'Zebra', 'Zebra', 'Annex', '100% sure_thing']
  const list = (query: string, caller: { token: string } = listTenant) =>
    call<ListBody>(documentsRoute.GET, { path: `/api/v1/documents?${query}`, as: caller })
  const getNames = (response: CallResult<ListBody>) => response.body.data.map((document) => document.name)
  beforeAll(async () => {
    listTenant = await makeTenant()
    for (const name of names) await addDocument(listTenant, { name })
  })

  it('200 newest first, in pages that do not overlap', async () => {
    const firstResponse = await list('per_page=4')
    const secondResponse = await list('per_page=4&page=2')
    expect([...getNames(firstResponse), ...getNames(secondResponse)]).toEqual(names.toReversed())
    expect(firstResponse.body.meta).toMatchObject({
      current_page: 1,
      last_page: 2,
      per_page: 4,
      total: 6,
      from: 1,
      to: 4,
    })
    expect((await list('page=9')).body.data).toEqual([])
  })

  it('200 with a search that ignores accents and case and takes punctuation literally', async () => {
    expect(getNames(await list('search=EPARGNE')).sort()).toEqual(['epargne retraite', 'Épargne'])
    expect(getNames(await list('search=0%25'))).toEqual(['100% sure_thing'])
    expect(getNames(await list('search=_'))).toEqual(['100% sure_thing'])
    expect(getNames(await list('search=paper'))).toHaveLength(6)
  })

  it('200 sorted by the given column, ties by id', async () => {
    expect(getNames(await list('sort=name'))[0]).toBe('100% sure_thing')
    const zebraIds = (await list('sort=-name&search=zebra')).body.data.map(({ id }) => id)
    expect(zebraIds).toEqual(zebraIds.toSorted((a, b) => b - a))
  })

  it('200 filtered by status', async () => {
    const sentProcess = await addSent(listTenant)
    const inProcess = await list('status=in_process')
    expect(inProcess.body.data.map(({ id }) => id)).toEqual([sentProcess.documents[0]!.id])
    expect((await list('status=uploaded,completed')).body.meta.total).toBe(6)
  })

  it('200 with live and test mode separated', async () => {
    const key = await listTenant.addKey({ testMode: true })
    await upload(buildPdf(), { name: 'Trial' }, key)
    expect(getNames(await list('', key))).toEqual(['Trial'])
    expect(getNames(await list('search=trial'))).toEqual([])
  })

  it.each(['per_page=x', 'per_page=0', 'page=0', 'sort=colour', 'status=lost'])(
    '400 for ?%s',
    async (query) => {
      const errorResponse = await call(documentsRoute.GET, {
        path: `/api/v1/documents?${query}`,
        as: listTenant,
      })
      expect(errorResponse.status).toBe(400)
      expect(Object.keys(errorResponse.body.error.errors)[0]).toMatch(new RegExp(`^${query.split('=')[0]}`))
    },
  )
})

describe('GET /documents/{id}', () => {
  it('200', async () => {
    const document = await addDocument(tenant)
    const getResponse = await call<ItemBody>(documentRoute.GET, { params: { id: document.id }, as: tenant })
    expect([getResponse.status, getResponse.body.data]).toEqual([200, document])
  })
})

describe('DELETE /documents/{id}', () => {
  const remove = (id: number, caller = tenant) =>
    call(documentRoute.DELETE, { method: 'DELETE', params: { id }, as: caller })

  it('204, then 404 for it and its file', async () => {
    const { id } = await addDocument(tenant)
    const responses = [await remove(id), await remove(id)]
    expect(responses.map(({ status }) => status)).toEqual([204, 404])
    for (const route of [documentRoute.GET, downloadRoute.GET]) {
      expect((await call(route, { params: { id }, as: tenant })).status).toBe(404)
    }
  })

  it('204 for one of ten concurrent requests', async () => {
    const { id } = await addDocument(tenant)
    const responses = await Promise.all(Array.from({ length: 10 }, () => remove(id)))
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  it('409 with its status while a sent process has it', async () => {
    const sentProcess = await addSent(tenant)
    const errorResponse = await remove(sentProcess.documents[0]!.id)
    expect(errorResponse.status).toBe(409)
    expect(errorResponse.body.error).toMatchObject({ code: 'invalid_state', current_status: 'in_process' })
  })
})

describe('GET /documents/{id}/download', () => {
  it('200 with the unchanged bytes, their hash as ETag, and the file name', async () => {
    const bytes = buildPdf({ pages: [{ text: 'The very bytes' }] })
    const { id } = await addDocument(tenant, { bytes, filename: 'ünï.pdf' })
    const response = await call(downloadRoute.GET, { params: { id }, as: tenant })
    expect(Buffer.from(response.bytes).equals(bytes)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      etag: `"${sha256Hex(bytes)}"`,
    })
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%BCn%C3%AF.pdf")
    const headers = { 'if-none-match': response.headers.get('etag')! }
    expect((await call(downloadRoute.GET, { params: { id }, as: tenant, headers })).status).toBe(304)
  })

  it('200 with a name that cannot inject header parameters', async () => {
    // Normalization to ASCII turns full-width quotation marks and backslashes into plain ones.
    const { id } = await addDocument(tenant, { filename: 'a\uff02; filename=\uff02evil.exe\uff3c.pdf' })
    const { headers } = await call(downloadRoute.GET, { params: { id }, as: tenant })
    const disposition = /^attachment; filename="([^"]*)"; filename\*=UTF-8''[^;"]+$/.exec(
      headers.get('content-disposition') ?? '',
    )
    expect(disposition?.[1]).toBe('a_; filename=_evil.exe_.pdf')
  })

  it('206 for a range', async () => {
    const bytes = buildPdf()
    const { id } = await addDocument(tenant, { bytes })
    const part = await call(downloadRoute.GET, {
      params: { id },
      as: tenant,
      headers: { range: 'bytes=5-20' },
    })
    expect(part.status).toBe(206)
    expect(Buffer.from(part.bytes).equals(bytes.subarray(5, 21))).toBe(true)
  })

  it('416 for a range behind the end, as an error in JSON', async () => {
    const { id } = await addDocument(tenant, { bytes: buildPdf() })
    const headers = { range: 'bytes=99999999-' }
    const response = await call(downloadRoute.GET, { params: { id }, as: tenant, headers })
    expect([response.status, response.body.error.code]).toEqual([416, 'range_not_satisfiable'])
    expect(response.headers.get('content-range')).toBe(`bytes */${buildPdf().length}`)
    expect(response.headers.get('content-disposition')).toBeNull()
  })
})

describe('the tenant’s limit', () => {
  it('applies to the tenant alone', async () => {
    await write(otherTenant.ctx, (tx) =>
      tx.update(tenants).set({ documentsLimit: 0 }).where(eq(tenants.id, otherTenant.tenantId)),
    )
    expect((await upload(buildPdf())).status).toBe(201)
  })
})

describe('repair', () => {
  it('is not needed for a file with several revisions', async () => {
    const first = buildPdf()
    const bytes = writeRevision(first, new Map([[3, pdfObjects().get(3)!]]))
    expect((await upload(bytes)).body.data.repaired).toBe(false)
  })
})
