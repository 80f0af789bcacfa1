import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveClock } from '#lib/core/clock'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import type { SigningRecord } from '#lib/signing/schema'
import { callFromNewIp as call } from '#lib/testing/call'
import {
  addLink,
  addOpenedLink,
  eventsOf,
  rowsOf,
  runSealJobOf,
  tokenFor,
  typed,
} from '#lib/testing/ceremony'
import { addCompleted } from '#lib/testing/completed'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as file from './[token]/documents/[id]/file/route.ts'
import * as download from './[token]/download/route.ts'
import * as open from './[token]/open/route.ts'
import * as refuse from './[token]/refuse/route.ts'
import * as view from './[token]/route.ts'
import * as sign from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

const post = (handler: typeof open.POST, params: { token: string }, body: unknown = {}) =>
  call(handler, { params, body })

describe('an invalid link', () => {
  const params = { token: 'A'.repeat(43) }
  const requests: [string, () => ReturnType<typeof post>][] = [
    ['GET', () => call(view.GET, { params })],
    ['open', () => post(open.POST, params)],
    ['file', () => call(file.GET, { params: { ...params, id: 1 } })],
    ['sign', () => post(sign.POST, params, typed())],
    ['refuse', () => post(refuse.POST, params, { reason: 'No' })],
    ['download', () => call(download.GET, { params })],
  ]
  it.each(requests)('404 %s', async (_, request) => {
    const answer = await request()
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
  })
})

describe('GET /signing/{token}', () => {
  it('200 shows this signer’s fields and no one else’s fields or links', async () => {
    const { process, params } = await addLink(tenant, {
      signers: [{ name: 'Ada' }, { name: 'Grace' }],
      zones: [{ type: 'text' }, { type: 'text', signer: 1 }],
    })
    const { status, body } = await call(view.GET, { params })
    expect(status).toBe(200)
    expect(body.data.fields).toHaveLength(2)
    expect(body.data.signer).toMatchObject({ id: process.signers[0]!.id, status: 'notified' })
    expect(JSON.stringify(body)).not.toContain('Grace')
    expect(JSON.stringify(body)).not.toContain(params.token)
  })

  it('200 in progress past the date when only the seal is missing, expired when a signature is', async () => {
    const options = { expires_in_days: 1 }
    const single = await addOpenedLink(tenant, { options })
    const together = await addOpenedLink(tenant, {
      options,
      signers: [{ name: 'Ada' }, { name: 'Eve', type: 'parallel' }],
    })
    for (const { params } of [single, together]) {
      expect((await post(sign.POST, params, typed())).status).toBe(200)
    }
    moveClock(86_400_001)
    try {
      const look = async (params: { token: string }) =>
        (await call<{ data: SigningRecord }>(view.GET, { params })).body.data
      const sealing = await look(single.params)
      expect(sealing.process).toMatchObject({ status: 'in_progress', sealing: true })
      expect([sealing.signer.status, sealing.documents.length]).toEqual(['signed', 1])
      const id = sealing.documents[0]!.id
      expect((await call(file.GET, { params: { ...single.params, id } })).status).toBe(200)
      expect((await post(sign.POST, single.params, typed())).body.error.current_status).toBe('signed')
      const late = await look(together.params)
      expect(late.process).toMatchObject({ status: 'expired', sealing: false })
    } finally {
      moveClock(-86_400_001)
    }
    await runSealJobOf(tenant, single.process)
    const sealed = (await call(view.GET, { params: single.params })).body.data.process
    expect(sealed).toMatchObject({ status: 'completed', sealing: false })
  })

  it('200 without the documents once the process was cancelled', async () => {
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    const { body } = await call(view.GET, { params })
    expect(body.data).toMatchObject({ documents: [], process: { status: 'cancelled' } })
  })
})

describe('POST /signing/{token}/open', () => {
  it('200 marks viewed once; a GET proves nothing', async () => {
    const { process, params } = await addLink(tenant)
    await call(view.GET, { params })
    expect((await rowsOf(tenant, process.id)).signers[0]!.viewedAt).toBeNull()
    const first = await post(open.POST, params)
    const again = await post(open.POST, params)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.data).toEqual(first.body.data)
    const types = (await eventsOf(tenant, process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.viewed')).toHaveLength(1)
  })

  it('409 once the process was cancelled', async () => {
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    expect((await post(open.POST, params)).body.error).toMatchObject({
      code: 'invalid_state',
      current_status: 'cancelled',
    })
  })
})

describe('GET /signing/{token}/documents/{id}/file', () => {
  it('404 a document of another process', async () => {
    const { params } = await addLink(tenant)
    const other = await addLink(tenant)
    const id = other.process.documents[0]!.id
    expect((await call(file.GET, { params: { ...params, id } })).status).toBe(404)
  })

  it('409 once the process has ended', async () => {
    const { process, params } = await addLink(tenant)
    await cancelProcess(tenant.ctx, process.id, {})
    const id = process.documents[0]!.id
    expect((await call(file.GET, { params: { ...params, id } })).status).toBe(409)
  })
})

describe('POST /signing/{token}/refuse', () => {
  it('200 ends the process for everyone and gives the document back', async () => {
    const { process, params } = await addLink(tenant, { signers: [{ name: 'Ada' }, { name: 'Grace' }] })
    const answer = await post(refuse.POST, params, { reason: 'The rent is wrong.' })
    expect(answer.body.data).toMatchObject({ process: { status: 'refused' }, signer: { status: 'refused' } })
    const after = await getProcess(tenant.ctx, process.id)
    expect(after.signers[0]).toMatchObject({ status: 'refused', refusal_reason: 'The rent is wrong.' })
    expect((await eventsOf(tenant, process.id)).map(({ type }) => type)).toContain('signature.refused')
  })

  it.each([[{}], [{ reason: '  ' }], [{ reason: 'x'.repeat(2001) }]])(
    '400 without a reason',
    async (body) => {
      const { params } = await addLink(tenant)
      expect((await post(refuse.POST, params, body)).body.error.errors).toHaveProperty('reason')
    },
  )

  it('409 again', async () => {
    const { params } = await addLink(tenant)
    await post(refuse.POST, params, { reason: 'No' })
    expect((await post(refuse.POST, params, { reason: 'No' })).status).toBe(409)
  })
})

describe('GET /signing/{token}/download', () => {
  it('200 the sealed file; 404 a document that is not in it', async () => {
    const process = await addCompleted(tenant)
    const params = { token: await tokenFor(tenant, process.signers[0]!.id) }
    const downloaded = await call(download.GET, { params })
    expect([downloaded.status, downloaded.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const other = await call(download.GET, { params, path: '/api/v1/signing/x/download?document_id=999999' })
    expect(other.status).toBe(404)
  })

  it('409 before everyone has signed', async () => {
    const { params } = await addLink(tenant)
    expect((await call(download.GET, { params })).body.error.code).toBe('invalid_state')
  })
})
