import { beforeAll, describe, expect, it } from 'vitest'
import { addSeconds, now } from '#lib/core/clock'
import type { Scope } from '#lib/core/roles'
import type { Handler } from '#lib/http/route'
import { updateAccount } from '#lib/identity/account/update-account'
import { deleteApiKey } from '#lib/identity/api-keys/delete-api-key'
import { authenticateBearer } from '#lib/identity/sessions/authenticate'
import { redeemEditorLink } from '#lib/processes/links/editor-link'
import { readEditorSession } from '#lib/processes/links/editor-session'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import { redeemFrameLink } from '#lib/signing/frame/frame-link'
import { addDocument, addDraft, addField } from '#lib/testing/records/records'
import { loadEvents } from '#lib/testing/records/signing-session'
import { call, callFromNewIp } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { GET as openFrame } from '../../../embed/[code]/route.tsx'
import * as documentRoute from '../documents/[id]/route.ts'
import { allEndpoints } from '../routes.ts'
import * as editorUrlRoute from './[id]/editor-url/route.ts'
import * as fieldsRoute from './[id]/fields/route.ts'
import * as processRoute from './[id]/route.ts'
import * as sendRoute from './[id]/send/route.ts'

const ORIGIN = 'https://app.example.com'
const SCOPES: Scope[] = ['signing-links', 'documents:read', 'processes:read', 'processes:write', 'users']
type Link = { data: { url: string; expires_at: string } }
type Refused = { error: { code: string; current_status?: string } }

let tenant: TestTenant
let key: Awaited<ReturnType<TestTenant['addKey']>>
beforeAll(async () => {
  tenant = await makeTenant()
  await updateAccount(tenant.ctx, { embed_origins: [ORIGIN] })
  key = await tenant.addKey({ scopes: SCOPES })
})

itIsGuarded('/signature-processes/{id}/editor-url', editorUrlRoute)

const createLink = <B = Link>(
  { id }: Pick<ProcessRecord, 'id'>,
  body: object | undefined = undefined,
  as: { token: string } = key,
) => call<B>(editorUrlRoute.POST, { method: 'POST', params: { id }, body, as })
const toCode = ({ body }: { body: Link }) => body.data.url.split('/').at(-1)!

/** The token of the session of a new frame with the editor. */
async function openEditor(process: ProcessRecord, finish: 'send' | 'done' = 'done', as = key) {
  return (await redeemEditorLink(toCode(await createLink(process, { finish }, as)), now()))!
}

describe('POST …/editor-url', () => {
  it('200 with a link that opens one editor of this draft on the origins of the tenant; the trail tells', async () => {
    const draft = await addDraft(tenant)
    const created = await createLink(draft, { finish: 'send' })
    expect([created.status, Date.parse(created.body.data.expires_at) > now().getTime()]).toEqual([200, true])
    const code = toCode(created)
    // A link to an editor is none to a signing page.
    expect(await redeemFrameLink(code, now())).toBeNull()
    const session = await redeemEditorLink(code, now())
    expect(readEditorSession(session!, now())).toMatchObject({
      processId: draft.id,
      finish: 'send',
      origins: [ORIGIN],
    })
    expect(await redeemEditorLink(code, now())).toBeNull()
    const event = (await loadEvents(tenant, draft.id)).find(({ type }) =>
      type.endsWith('editor_link_created'),
    )
    expect(event).toMatchObject({ actor: { type: 'api_key' }, data: { finish: 'send' } })
  })

  it('the link ends after ten minutes, the session after twelve hours, and changed ones never work', async () => {
    const draft = await addDraft(tenant)
    const code = toCode(await createLink(draft))
    expect(await redeemEditorLink(code, addSeconds(now(), 601))).toBeNull()
    for (const text of ['', 'x', `${code.slice(0, -2)}AA`, `${code}=`])
      expect(await redeemEditorLink(text, now())).toBeNull()
    const session = await openEditor(draft)
    expect(readEditorSession(session, addSeconds(now(), 12 * 3600 + 1))).toBeNull()
    expect(readEditorSession(`editor.${code}`, now())).toBeNull()
  })

  it('400 for another way to finish; 403 for users and keys that lack a right of the editor; 404 elsewhere', async () => {
    const draft = await addDraft(tenant)
    expect((await createLink(draft, { finish: 'delete' })).status).toBe(400)
    expect((await createLink<Refused>(draft, {}, tenant)).body.error.code).toBe('forbidden')
    for (const scope of ['documents:read', 'processes:read', 'processes:write'] as const) {
      const lesser = await tenant.addKey({ scopes: SCOPES.filter((each) => each !== scope) })
      const refused = await createLink<Refused>(draft, {}, lesser)
      expect([refused.status, refused.body.error]).toMatchObject([403, { required_scope: scope }])
    }
    const stranger = await (await makeTenant()).addKey({ scopes: SCOPES })
    const testKey = await tenant.addKey({ scopes: SCOPES, testMode: true })
    for (const as of [stranger, testKey]) expect((await createLink(draft, {}, as)).status).toBe(404)
  })

  it('409 for a process that was sent, and while no page may show the frame', async () => {
    const draft = await addDraft(tenant)
    await sendProcess(tenant.ctx, draft.id)
    const sent = await createLink<Refused>(draft)
    expect([sent.status, sent.body.error]).toMatchObject([409, { current_status: 'sent' }])
    const other = await makeTenant()
    const refused = await createLink<Refused>(
      await addDraft(other),
      {},
      await other.addKey({ scopes: SCOPES }),
    )
    expect([refused.status, refused.body.error]).toMatchObject([409, { current_status: 'draft' }])
  })
})

describe('GET /embed/{code}', () => {
  it('leads to the page of the editor, and with a used link to the page of ended ones', async () => {
    const code = toCode(await createLink(await addDraft(tenant)))
    const open = () =>
      call((request) => openFrame(request, { params: Promise.resolve({ code }) }), { params: { code } })
    const first = await open()
    expect([first.status, first.headers.get('set-cookie')]).toEqual([303, null])
    expect(first.headers.get('location')).toMatch(/\/embed\/editor\/editor\.[\w-]+$/)
    expect((await open()).headers.get('location')).toMatch(/\/sign\/frame\/ended$/)
  })
})

describe('the session of an editor', () => {
  it('reads and places the fields of its draft, as its key, without a cookie and from another address', async () => {
    const near = await tenant.addKey({ scopes: SCOPES, allowedIps: ['198.51.100.7'] })
    const draft = await addDraft(tenant)
    const token = await openEditor(draft, 'done', near)
    const params = { id: draft.id }
    const read = await callFromNewIp<{ data: ProcessRecord }>(processRoute.GET, { params, as: token })
    expect([read.status, read.body.data.id]).toEqual([200, draft.id])
    const box = { page: 1, x: 72, y: 72, width: 160, height: 40, type: 'signature' }
    const field = { ...box, document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id }
    const headers = { 'sec-fetch-site': 'cross-site' }
    const body = { fields: [field] }
    const saved = await call(fieldsRoute.PUT, { method: 'PUT', params, body, headers, as: token })
    expect(saved.status).toBe(200)
    const document = { id: draft.documents[0]!.id }
    expect((await call(documentRoute.GET, { params: document, as: token })).status).toBe(200)
    const changed = (await loadEvents(tenant, draft.id)).find(({ type }) => type === 'process.fields_changed')
    expect(changed).toMatchObject({ actor: { type: 'api_key', id: near.id } })
  })

  it('sends the draft only if its link says so, and ends then', async () => {
    const draft = await addDraft(tenant)
    await addField(tenant, draft)
    const params = { id: draft.id }
    const [placing, sending] = [await openEditor(draft, 'done'), await openEditor(draft, 'send')]
    const send = (as: string) => call<Refused>(sendRoute.POST, { method: 'POST', params, as })
    expect([(await send(placing)).status, (await send(sending)).status]).toEqual([403, 200])
    const after = await call<Refused>(processRoute.GET, { params, as: placing })
    expect([after.status, after.body.error]).toMatchObject([409, { current_status: 'sent' }])
  })

  it('ends with its key', async () => {
    const brief = await tenant.addKey({ scopes: SCOPES })
    const draft = await addDraft(tenant)
    const token = await openEditor(draft, 'done', brief)
    await deleteApiKey(tenant.ctx, brief.id)
    expect((await call(processRoute.GET, { params: { id: draft.id }, as: token })).status).toBe(401)
  })

  it('401 with a changed token, and where API keys are used otherwise', async () => {
    const draft = await addDraft(tenant)
    const token = await openEditor(draft)
    const changed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
    expect((await call(processRoute.GET, { params: { id: draft.id }, as: changed })).status).toBe(401)
    const requestMeta = { ...tenant.ctx, address: null }
    await expect(authenticateBearer(token, requestMeta)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('reaches nothing else: 403 on all other routes, 404 for other records', async () => {
    const [draft, other] = [await addDraft(tenant), await addDraft(tenant)]
    const token = await openEditor(draft, 'send')
    const request = (handler: Handler, method: string, id: number) =>
      callFromNewIp<Refused>(handler, { method: method as 'GET', params: { id }, as: token })
    const reached: string[] = []
    for (const { method, path, handler, declaration } of await allEndpoints()) {
      if (['public', 'signer'].includes(declaration.permission)) continue
      if (!declaration.editor) {
        const refused = await request(handler, method, draft.id)
        expect([method, path, refused.status, refused.body.error.code]).toEqual([
          method,
          path,
          403,
          'forbidden',
        ])
        continue
      }
      reached.push(`${method} ${path.slice('/api/v1'.length)}`)
      const isDocument = declaration.editor === 'document'
      const id = isDocument ? other.documents[0]!.id : other.id
      expect([method, path, (await request(handler, method, id)).status]).toEqual([method, path, 404])
    }
    expect(reached.toSorted()).toEqual([
      'GET /documents/{id}',
      'GET /documents/{id}/download',
      'GET /documents/{id}/fields',
      'GET /signature-processes/{id}',
      'GET /signature-processes/{id}/fields',
      'POST /signature-processes/{id}/send',
      'PUT /signature-processes/{id}/fields',
    ])
    const unrelated = await addDocument(tenant)
    expect((await request(documentRoute.GET, 'GET', unrelated.id)).status).toBe(404)
  })
})
